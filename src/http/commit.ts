import { createHash, createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireAuthority } from '../auth/authorize.ts';
import { isAccepted } from '../auth/grants.ts';
import { seal, unseal } from '../auth/secrets.ts';
import { type AgentHints, fail } from '../core/errors.ts';
import { COUNTS_ATTEMPTS, LIMITS } from '../core/limits.ts';
import { either, text } from '../core/operation-text.ts';
import { type Ctx, inTransaction, type TxCtx } from '../ctx.ts';
import { foundIfAny } from '../db/authority.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { hintsFor } from './agent-hints.ts';
import { sendSuccess } from './compact.ts';
import { type Answer, locate, mirrorsOf } from './envelope.ts';
import type { Write } from './operation.ts';

/** Of one request, with each key. The first one is stored. */
type Fingerprints = readonly [Buffer, ...Buffer[]];
type Stored = {
  credential_id: string;
  fingerprint: Buffer;
  status: 200 | 201;
  body: string;
  sealed: boolean;
  acted_as: string | null;
};
type Outcome = { answer: Answer; replayed: boolean };

const credential = p('credential_id', 'uuid');
/** What keys belong to: an OAuth app of an account, with this or another authorization, or the credential itself. */
const owner = sql`coalesce((select ${p('account_id', 'uuid')} || ':' || g.client_id from oauth_grants g where g.credential_id = ${credential}),
  ${credential}::text)`;
const ofOwner = sql`array(select ${credential} union all select c.id from oauth_grants own
  join credentials c on c.account_id = ${p('account_id', 'uuid')} and c.type = 'oauth' and c.id <> ${credential}
  join oauth_grants g on g.credential_id = c.id and g.client_id = own.client_id where own.credential_id = ${credential})`;

const tryLock = statement(
  'idempotency.lock',
  { credential_id: 'uuid', account_id: 'uuid', key: 'text' },
  sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('idempotency:' || ${owner} || ':' || ${p('key', 'text')}, 0)) as locked`,
);
const findStored = statement(
  'idempotency.find',
  { credential_id: 'uuid', account_id: 'uuid', key: 'text', now: 'timestamptz' },
  sql<Stored>`select credential_id, fingerprint, status, body, sealed, acted_as from idempotency_records
    where credential_id = any(${ofOwner}) and key = ${p('key')} and expires_at > ${p('now', 'timestamptz')}
    order by expires_at desc limit 1`,
);

/** The profile as which the write acted, if its caller still may: what has ended its own right can be repeated. */
const actedAs = sql`(select pr.id from profiles pr where pr.id = ${foundIfAny.profile_id} and pr.deleted_at is null
  and (${foundIfAny.grant_id} is null or exists (select from access_grants g where g.id = ${foundIfAny.grant_id} and ${isAccepted(sql`g`)})))`;

const store = statement(
  'idempotency.store',
  {
    credential_id: 'uuid',
    key: 'text',
    fingerprint: 'bytea',
    status: 'smallint',
    body: 'text',
    sealed: 'bool',
    expires_at: 'timestamptz',
  },
  sql`insert into ${writes('idempotency_records')} (credential_id, key, fingerprint, status, body, sealed, acted_as, expires_at)
    values (${p('credential_id', 'uuid')}, ${p('key')}, ${p('fingerprint')}, ${p('status')}, ${p('body')}, ${p('sealed')}, ${actedAs}, ${p('expires_at', 'timestamptz')})
    on conflict (credential_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      body = excluded.body, sealed = excluded.sealed, acted_as = excluded.acted_as, expires_at = excluded.expires_at`,
);

export async function commit<Prepared, Result>(
  this: FastifyReply,
  write: Write<Prepared, Result>,
): Promise<FastifyReply> {
  const { request } = this;
  const { idempotencyKey: key } = request;
  let done = false;
  try {
    const outcome = key === null ? await run(request, write, null, null) : await alone(request, write, key);
    const isFound = request.routeOptions.config.finds && outcome.answer.status !== 201;
    done = !outcome.replayed && !isFound && !request.ctx.dryRun;
    return send(this, outcome);
  } finally {
    request.finishReservations(done);
  }
}

/** Rejects concurrent repeats within this process at once; across processes the lock in the transaction decides. */
async function alone<Prepared, Result>(
  request: FastifyRequest,
  write: Write<Prepared, Result>,
  key: string,
): Promise<Outcome> {
  const claimed = contextOf(request.ctx.principal!.id, key);
  if (inFlight.has(claimed)) fail('idempotency_in_progress', { agent: { retry_after_seconds: 1 } });
  inFlight.add(claimed);
  try {
    return await once(request, write, key);
  } finally {
    inFlight.delete(claimed);
  }
}

/** Running writes of this process that have a key, so that a repeat does not decode the same pictures in parallel. */
const inFlight = new Set<string>();

async function once<Prepared, Result>(
  request: FastifyRequest,
  write: Write<Prepared, Result>,
  key: string,
): Promise<Outcome> {
  const fingerprints = await fingerprintsOf(request);
  // Checked before the expensive part: a late repeat does not decode its pictures again.
  const early = await storedAnswer(request.ctx, request, key, fingerprints);
  return early ?? (await run(request, write, key, fingerprints));
}

/** Replaces the hints of a dry run, because the ids that it would name do not exist. */
const TRIED: AgentHints = {
  hint: [
    'The request is valid, and nothing was stored: the ids in data do not exist.',
    text`Send the same request without ${either('Dry-Run', 'dry_run')} to perform it.`,
  ],
};

/** Replaces the hints of an edit that names no field: those of the operation would go on as if it had changed something. */
const UNCHANGED: AgentHints = {
  hint: 'The request names no field to change, so nothing was changed. Send the fields that are to change.',
};
const editsNothing = ({ method, body }: FastifyRequest) =>
  method === 'PATCH' && Object.keys(body ?? {}).every((name) => name === 'expected_revision');

function send(reply: FastifyReply, { answer, replayed }: Outcome): FastifyReply {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  const hints = reply.request.ctx.dryRun ? TRIED : editsNothing(reply.request) ? UNCHANGED : answer.agent;
  const agent = {
    ...hintsFor(reply.request, hints ?? {}),
    ...(replayed ? { replayed: true } : {}),
    ...mirrorsOf(reply.request),
  };
  if (answer.status === 201) locate(reply, answer.data);
  return sendSuccess(reply, answer.status ?? 200, { ok: true, data: answer.data, agent });
}

async function run<Prepared, Result>(
  request: FastifyRequest,
  write: Write<Prepared, Result>,
  key: string | null,
  fingerprints: Fingerprints | null,
): Promise<Outcome> {
  const { ctx } = request;
  for (const quota of request.routeOptions.config.quotas ?? []) {
    if (!COUNTS_ATTEMPTS.has(quota)) await request.reserveLimit(quota);
  }
  const prepared = (await write.prepare?.(ctx)) as Prepared;
  if (key === null && !ctx.dryRun) {
    return { answer: write.answer(await write.commit(ctx, prepared), ctx, prepared), replayed: false };
  }
  return inTransaction(
    ctx,
    async (tx) => {
      if (key !== null) {
        const found = await claim(tx, request, key, fingerprints!);
        if (found) return found;
      }
      const answer = write.answer(await write.commit(tx, prepared), tx, prepared);
      if (key !== null) await keep(tx, request, key, fingerprints!, answer);
      return { answer, replayed: false };
    },
    { dryRun: ctx.dryRun },
  );
}

const ownerOf = ({ principal }: Ctx) => ({ credential_id: principal!.id, account_id: principal!.accountId });

/** Locks first and reads in a second statement: a single statement would read a snapshot from before the lock. */
async function claim(
  tx: TxCtx,
  request: FastifyRequest,
  key: string,
  fingerprints: Fingerprints,
): Promise<Outcome | null> {
  const lock = await tryLock.one(tx, { ...ownerOf(tx), key });
  if (!lock?.locked) fail('idempotency_in_progress', { agent: { retry_after_seconds: 1 } });
  return storedAnswer(tx, request, key, fingerprints);
}

async function storedAnswer(
  ctx: Ctx,
  request: FastifyRequest,
  key: string,
  fingerprints: Fingerprints,
): Promise<Outcome | null> {
  const stored = await findStored.one(ctx, { ...ownerOf(ctx), key, now: ctx.now() });
  if (!stored) return null;
  if (!fingerprints.some((one) => stored.fingerprint.equals(one))) fail('idempotency_key_reused');
  if (stored.acted_as !== null) await requireStill(ctx, request, stored.acted_as);
  const text = stored.sealed ? unseal(ctx.keys.replay, stored.body, contextOf(stored.credential_id, key)) : stored.body;
  const { data, agent } = JSON.parse(text) as Answer;
  return { answer: { data, agent: agent ?? {}, status: stored.status }, replayed: true };
}

/** A caller that may no longer write as the profile gets no replay. The header does not name every profile. */
async function requireStill(ctx: Ctx, request: FastifyRequest, acted_as: string): Promise<void> {
  const { permissions = [] } = request.routeOptions.config;
  const attached = ctx.principal!.profiles.get(acted_as) ?? fail('permission_denied');
  await requireAuthority(Object.assign(Object.create(ctx) as Ctx, { acting: attached }), {
    permissions,
    checksPermission: permissions.length > 0,
    refusals: { gone: 'permission_denied', notAttached: 'permission_denied' },
  });
}

async function keep(
  tx: TxCtx,
  request: FastifyRequest,
  key: string,
  [fingerprint]: Fingerprints,
  answer: Answer,
): Promise<void> {
  const sealed = request.routeOptions.config.secretAnswer === true;
  const text = JSON.stringify({ data: answer.data, agent: answer.agent });
  await store.all(tx, {
    credential_id: tx.principal!.id,
    key,
    fingerprint,
    status: answer.status ?? 200,
    body: sealed ? seal(tx.keys.replay, text, contextOf(tx.principal!.id, key)) : text,
    sealed,
    expires_at: new Date(tx.now().getTime() + LIMITS.idempotency_key.kept_ms),
  });
}

/** What an encrypted response is bound to. */
export const contextOf = (credentialId: string, key: string): string => `${credentialId}:${key}`;

/**
 * Of method, path, query, acting profile and body, with sorted keys. Keyed: a plain digest of a body with a password
 * could be brute-forced.
 */
async function fingerprintsOf(request: FastifyRequest): Promise<Fingerprints> {
  const [path, query = ''] = request.url.split('?', 2);
  const parts = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    request.ctx.acting?.id ?? '',
    request.bodyDigest ?? (await digestOf(request.body)),
  ];
  const text = JSON.stringify(parts);
  const withKey = (key: Buffer) => createHmac('sha256', key).update(text).digest();
  const [current, ...earlier] = request.ctx.keys.replay;
  return [withKey(current), ...earlier.map(withKey)];
}

const LONG_STRING_LENGTH = 1024 * 1024;
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** Long strings (pictures) are hashed separately, one per turn of the event loop, to not block other requests. */
async function digestOf(body: unknown): Promise<string> {
  const digests = new Map<unknown, string>();
  for (const text of longStringsIn(body)) {
    digests.set(text, sha256(text));
    await setImmediate();
  }
  return sha256(canonical(body, digests));
}

function longStringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > LONG_STRING_LENGTH ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(longStringsIn) : [];
}

/** JSON with sorted keys. Digests have no quotation marks, so no text of a caller can look like one. */
function canonical(value: unknown, digests: ReadonlyMap<unknown, string>): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, digests)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return digests.get(value) ?? JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, digests)}`).join(',')}}`;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A digest of the parts of a multipart body, independent of its boundary; null for JSON. */
    bodyDigest: string | null;
  }
}
