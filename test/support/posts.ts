import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import type { CallOptions, CallResult, TestApp } from './app.ts';
import type { Member } from './members.ts';

/** Helpers for tests of posts; grants and contacts are inserted as rows. */

/** A caller with its session, acting as its profile. */
export const as = (member: Member) => ({ token: member.token, as: member.profile.id });

type Fields = Record<string, unknown>;

/** Creates a post through the API: published text unless the fields say otherwise. */
export async function makePost(t: TestApp, by: CallOptions, fields: Fields = {}) {
  const answer = await t.call('POST', '/v1/posts', { ...by, body: { body: 'Something to read', ...fields } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

/** The essence of a failure: status, code, and the first violated rule. */
export function refusal(answer: CallResult): [number, string | undefined, string | undefined] {
  return [answer.status, answer.json?.error_code, answer.json?.agent?.fields?.[0]?.rule];
}

export type Part = { name: string; value: string } | { name: string; bytes: Buffer; filename?: string; type?: string };

/** A multipart body like a browser's, and its header. */
export function form(
  parts: readonly Part[],
  boundary = `----${randomBytes(8).toString('hex')}`,
): { payload: Buffer; headers: { 'content-type': string } } {
  const chunks = parts.flatMap((part) => {
    const isFile = 'bytes' in part;
    const more = isFile
      ? `; filename="${part.filename ?? 'picture.jpg'}"\r\nContent-Type: ${part.type ?? 'image/jpeg'}`
      : '';
    const content = isFile ? part.bytes : Buffer.from(part.value);
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${more}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** File parts of a form, with the name that the service expects. */
export const pictures = (...files: Buffer[]): Part[] => files.map((bytes) => ({ name: 'images', bytes }));

/** Sends a form. */
export function send(
  t: TestApp,
  by: CallOptions,
  parts: readonly Part[],
  { method = 'POST', path = '/v1/posts/with-images', headers = {}, boundary = undefined as string | undefined } = {},
): Promise<CallResult> {
  const body = form(parts, boundary);
  return t.call(method, path, { ...by, body: body.payload, headers: { ...body.headers, ...headers } });
}

/** The path of a returned URL on this server. */
export const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** The names of all files in the store. */
export async function storedFiles(t: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of t.deps.blobs.list()) keys.push(key);
  return keys;
}

/** Inserts an accepted grant by SQL; the manager's reads see it immediately. */
export async function grantAccess(
  t: TestApp,
  owner: Member,
  manager: Member,
  permissions: readonly string[],
  budget: object | null = null,
): Promise<string> {
  const id = newId();
  const now = t.clock.now();
  await t.pool.query(
    `insert into access_grants (id, profile_id, manager_profile_id, permissions, budget, status, accepted_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, 'accepted', $6, $6, $6)`,
    [id, owner.profile.id, manager.profile.id, permissions, budget, now],
  );
  t.deps.credentialCache.evictAccount(manager.accountId);
  return id;
}

/** Ends a grant by SQL without clearing caches: writes must notice by themselves. */
export async function revokeGrant(t: TestApp, id: string): Promise<void> {
  await t.pool.query("update access_grants set status = 'revoked', revoked_at = $2 where id = $1", [id, t.clock.now()]);
}

/** Inserts both rows of a contact by SQL. */
export async function makeContacts(t: TestApp, a: Member, b: Member): Promise<void> {
  for (const [owner, other] of [
    [a, b],
    [b, a],
  ] as const) {
    await t.pool.query(
      `insert into contacts (id, owner_actor_id, owner_entity_id, owner_entity_type, contact_actor_id, contact_entity_id, created_at, updated_at)
        select $1, mine.id, mine.entity_id, 'profile', theirs.id, theirs.entity_id, $4, $4
        from actors mine, actors theirs where mine.entity_id = $2 and theirs.entity_id = $3`,
      [newId(), owner.profile.id, other.profile.id, t.clock.now()],
    );
    await t.pool.query(
      `insert into profile_counters (profile_id, shard, contacts) values ($1, 0, 1)
        on conflict (profile_id, shard) do update set contacts = profile_counters.contacts + 1`,
      [owner.profile.id],
    );
  }
}

/** All ids of a list, in order, from all pages. */
export async function walk(
  t: TestApp,
  path: string,
  options: CallOptions & { limit?: number; between?: () => Promise<unknown> } = {},
  idOf: (item: { id: string; post: { id: string }; profile: { id: string } }) => string = (item) =>
    item.id ?? item.post?.id ?? item.profile.id,
): Promise<string[]> {
  const { limit = 3, between, ...by } = options;
  const seen: string[] = [];
  const glue = path.includes('?') ? '&' : '?';
  for (let cursor: string | null = null; ; ) {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await t.call('GET', `${path}${glue}limit=${limit}${next}`, by);
    expect(page.status, page.text).toBe(200);
    seen.push(...page.json.data.items.map(idOf));
    cursor = page.json.data.next_cursor;
    if (cursor === null) return seen;
    await between?.();
  }
}

export type EventRow = { type: string; profile_id: string; actor_profile_id: string | null; data: unknown };

/** The events of an object, oldest first. */
export async function eventsOf(t: TestApp, objectId: string): Promise<EventRow[]> {
  const { rows } = await t.pool.query<EventRow>(
    'select type, profile_id, actor_profile_id, data from events where object_id = $1 order by created_at, id',
    [objectId],
  );
  return rows;
}

export type AuditRow = {
  operation: string;
  principal_type: string;
  principal_id: string | null;
  account_id: string | null;
  profile_id: string | null;
  manager_profile_id: string | null;
  grant_id: string | null;
  request_id: string;
};

/** The audit rows of an object, oldest first. */
export async function auditOf(t: TestApp, objectId: string): Promise<AuditRow[]> {
  const { rows } = await t.pool.query<AuditRow>(
    `select operation, principal_type, principal_id, account_id, profile_id, manager_profile_id, grant_id, request_id
      from audit_log where object_id = $1 order by created_at, id`,
    [objectId],
  );
  return rows;
}

type LogLine = { statements: number; round_trips: number; status: number; code?: string };

/** The log line of the last request of an operation. */
export function logLineOf(t: TestApp, operation: string): LogLine {
  const lines = t.logLines.filter((line) => line.includes(`"${operation}"`)).map((line) => JSON.parse(line));
  return lines.filter((line) => line.operation === operation && line.status !== undefined).at(-1);
}
