import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maskSecrets, secretsIn } from '../auth/key-format.ts';
import type { Hint, HintsByReader } from '../core/hints.ts';
import { LIMITS } from '../core/limits.ts';
import { either, op, type Text, text } from '../core/operation-text.ts';
import { internalContextOf } from './internal-request.ts';

/** Revokes or reports these secrets, except in a dry run. Returns what replaces each of those that exist. */
export type EndLeaked = (secrets: readonly string[], dryRun: boolean) => Promise<ReadonlyMap<string, string>>;

declare module 'fastify' {
  interface FastifyInstance {
    endLeaked: EndLeaked;
  }
  interface FastifyRequest {
    /** Whether a text of the request contained a secret of this server. */
    leaked: boolean;
  }
}

/** Never stored as text, and a masked password would be another password. */
export const PASSWORD_FIELDS: ReadonlySet<string> = new Set(['password', 'current_password', 'new_password']);

/** Revokes and masks the secrets of this server in every request to `/v1`, before anything else sees the body. */
export function endLeakedSecrets(app: FastifyInstance, endLeaked: EndLeaked): void {
  app.decorate('endLeaked', endLeaked);
  app.decorateRequest('leaked', false);
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, routeOptions } = request;
    if (typeof body !== 'object' || body === null || !routeOptions.url?.startsWith('/v1')) return done();
    withoutLeaked(request, body).then((masked) => {
      request.body = masked;
      done();
    }, done);
  });
}

/** A copy of `value` without leaked secrets; the same object if it has none, which takes no statement. */
export async function withoutLeaked<T>(request: FastifyRequest, value: T): Promise<T> {
  const found = new Set<string>();
  collectSecrets(value, found);
  if (found.size === 0) return value;
  const masks = await request.server.endLeaked([...found], request.ctx.dryRun);
  if (masks.size === 0) return value;
  request.leaked = true;
  const inside = internalContextOf(request.raw);
  if (inside) inside.leaked = !request.ctx.dryRun;
  return mapTexts(value, (given) => maskSecrets(given, masks)) as T;
}

/** Longer strings are pictures in base64, or are refused. */
const TEXT_MAX_LENGTH = LIMITS.body.default_bytes;

function collectSecrets(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length <= TEXT_MAX_LENGTH) for (const secret of secretsIn(value)) found.add(secret);
  } else if (Array.isArray(value)) {
    for (const item of value) collectSecrets(item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) if (!PASSWORD_FIELDS.has(name)) collectSecrets(item, found);
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.length > TEXT_MAX_LENGTH ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [name, PASSWORD_FIELDS.has(name) ? item : mapTexts(item, change)]),
  );
}

const LEAKED: Text = [
  'A text of the request contained an API key or token of this server, or the secret of a webhook. It is masked in the text, and its owner has been notified. A key or token has been revoked.',
  text`If it was yours, replace it (${op('keys.create')}, ${op('webhooks.rotate_secret')}), and never write secrets into texts.`,
];
const LEAKED_IN_DRY_RUN: Text = [
  'A text of the request contains an API key or token of this server, or the secret of a webhook.',
  text`Without ${either('Dry-Run', 'dry_run')} a key or token would be revoked, its owner notified, and the text masked. Remove it.`,
];

/** A hint that starts with what happened to a leaked secret. */
export function withLeakNotice(request: FastifyRequest, hint: Hint | undefined): Hint | undefined {
  if (!request.leaked) return hint;
  const notice = request.ctx.dryRun ? LEAKED_IN_DRY_RUN : LEAKED;
  if (hint === undefined) return notice;
  if (typeof hint === 'string' || !('any' in hint)) return [notice, hint];
  const noticed = Object.entries(hint).map(([reader, words]) => [reader, [notice, words]]);
  return Object.fromEntries(noticed) as { any: Text } & HintsByReader;
}
