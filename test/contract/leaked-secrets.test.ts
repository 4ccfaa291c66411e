import { beforeAll, describe, expect, it } from 'vitest';
import { maskSecrets, newSecret, secretsIn, shownPrefix } from '../../src/auth/key-format.ts';
import { sha256 } from '../../src/auth/secrets.ts';
import { makeConfig } from '../../src/config/config.ts';
import { PASSWORD_FIELDS } from '../../src/http/leaked-secrets.ts';
import { makeOpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { form, picture } from '../support/form.ts';
import { mailsTo } from '../support/mails.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { png } from '../support/pictures.ts';
import { RECIPES } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { makeWorld, type World } from './world.ts';

type Schema = { [key: string]: unknown };

const app = await buildOfflineApp(makeConfig({}));
const document = makeOpenApiDocument(app, { baseUrl: 'http://a', authUrl: 'http://a' }) as unknown as Schema;
await app.close();

function resolved(schema: Schema): Schema {
  const name = (schema['$ref'] as string | undefined)?.split('/').at(-1);
  const { schemas } = document['components'] as { schemas: Record<string, Schema> };
  return name === undefined ? schema : schemas[name]!;
}

type Field = { path: (string | number)[]; format?: unknown };

/** The fields of a schema that take any text. */
function textFields(given: Schema, path: (string | number)[] = []): Field[] {
  const { type, format, enum: words, anyOf, items, properties, ...schema } = resolved(given);
  const isText = [type].flat().includes('string') && words === undefined && !('const' in schema);
  return [
    ...(isText && !['uuid', 'date-time'].includes(String(format)) ? [{ path, format }] : []),
    ...((anyOf as Schema[] | undefined) ?? []).flatMap((part) => textFields(part, path)),
    ...(items ? textFields(items as Schema, [...path, 0]) : []),
    ...Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, part]) =>
      textFields(part, [...path, name]),
    ),
  ];
}

function fieldsOf(operation: string): Field[] {
  const methods = Object.values(document['paths'] as Record<string, Record<string, Schema>>).flatMap(Object.values);
  const { requestBody } = methods.find((method) => method['operationId'] === operation) ?? {};
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema: Schema }> };
  return textFields(content?.['application/json']?.schema ?? {});
}

const isPassword = ({ path }: Field) => PASSWORD_FIELDS.has(String(path.at(-1)));
const routes = (await allRoutes()).filter(({ method, url }) => method !== 'GET' && url.startsWith('/v1'));
const rows = routes.flatMap((route) =>
  fieldsOf(route.contract.operation).map((field) => ({ route, field, name: field.path.join('.') })),
);

/** A copy of a body with a text at this path. */
function withText(body: unknown, [first, ...rest]: Field['path'], text: string): unknown {
  if (first === undefined) return text;
  if (typeof first === 'number') return [withText((body as unknown[] | undefined)?.[0], rest, text)];
  return { ...(body as object), [first]: withText((body as Schema | undefined)?.[first], rest, text) };
}

let t: TestApp;
let w: World;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
  w = await makeWorld(t);
  owner = await makeMember(t);
});

const leak = (body: string, secret: string, headers = {}) =>
  t.call('POST', '/v1/posts', { token: w.me.token, as: w.me.profile.id, body: { body: `${body}${secret}` }, headers });
const codeFor = async (token: string) => (await t.call('GET', '/v1/me', { token })).json.error_code ?? 'works';

describe('a secret in a text', () => {
  it('is looked for in every field that is not a password', () => {
    expect(rows.length).toBeGreaterThan(20);
    const passwords = rows.filter(({ field }) => field.format === 'password');
    expect(passwords.length).toBeGreaterThan(3);
    expect(passwords.filter(({ field }) => !isPassword(field))).toEqual([]);
    expect(rows.filter(({ field }) => isPassword(field) && field.format !== 'password')).toEqual([]);
  });

  it.each(
    rows.filter(({ field }) => !isPassword(field)).map((row) => [row.route.contract.operation, row.name, row] as const),
  )('is revoked and masked: %s %s', async (operation, _name, { route, field }) => {
    const { id, token } = await makeKey(t, owner);
    const recipe = RECIPES[operation]!;
    const body = (await recipe.body?.(w)) ?? {};
    const answer = await callRecipe(w, route, { ...recipe, body: () => withText(body, field.path, token) });
    expect(answer.text).not.toContain(token);
    expect(answer.json.agent.hint).toMatch(/^A text of the request contained an API key or token/);
    const { rows: keys } = await t.pool.query('select revoked_at from credentials where id = $1', [id]);
    expect(keys[0].revoked_at).not.toBeNull();
  });

  it('is revoked with an event, an audit entry and a mail to its owner, and masked', async () => {
    const member = await makeMember(t);
    const key = await makeKey(t, member);
    const posted = await leak('Use ', `${key.token}, or ${key.token}`);
    expect([posted.status, posted.json.data.body]).toEqual([201, 'Use [revoked API key], or [revoked API key]']);
    expect(await codeFor(key.token)).toBe('revoked_credentials');
    const events = await t.pool.query(
      `select account_id, data from events where type = 'api_key.revoked' and object_id = $1`,
      [key.id],
    );
    expect(events.rows).toEqual([{ account_id: member.accountId, data: { reason: 'leaked', revoked_by: null } }]);
    const audit = await t.pool.query(
      `select principal_type from audit_log where object_id = $1 and operation = 'keys.revoke_leaked'`,
      [key.id],
    );
    expect(audit.rows).toEqual([{ principal_type: 'system' }]);
    const mails = await mailsTo(t, member.email);
    expect(mails.filter(({ template }) => template === 'secret-leaked')).toEqual([
      expect.objectContaining({ params: { kind: 'api_key', prefix: shownPrefix(key.token) } }),
    ]);
  });

  it('may be a session token or a token of an app', async () => {
    const member = await makeMember(t);
    const grant = await makeGrant(t, member);
    const refresh = newSecret('oauth_refresh');
    await t.pool.query(
      `insert into oauth_refresh_tokens (hash, credential_id, generation, payload, expires_at) values ($1, $2, 0, '{}', $3)`,
      [sha256(refresh), grant.id, new Date(t.clock.now().getTime() + 60_000)],
    );
    const first = await leak('', `${refresh} ${member.token}`);
    expect(first.json.data.body).toBe('[revoked OAuth token] [revoked session token]');
    expect(await Promise.all([codeFor(grant.token), codeFor(member.token)])).toEqual(
      Array(2).fill('revoked_credentials'),
    );
    expect((await leak('', grant.token)).json.data.body).toBe('[revoked OAuth token]');
  });

  it('also ends the keys that a session changed or gave a new secret, which its holder knows', async () => {
    const member = await makeMember(t);
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    const rotated = await t.call('POST', `/v1/api-keys/${key.id}/rotate`, {
      token: member.token,
      body: { overlap_seconds: 0 },
    });
    expect(rotated.status, rotated.text).toBe(200);
    const widened = await makeKey(t, member, { scopes: ['posts:read'], profileIds: [member.profile.id] });
    const scopes = await t.call('PATCH', `/v1/api-keys/${widened.id}`, {
      token: member.token,
      body: { scopes: ['all:all'] },
    });
    expect(scopes.status, scopes.text).toBe(200);
    const untouched = await makeKey(t, await makeMember(t));
    await leak('', member.token);
    expect([await codeFor(rotated.json.data.secret), await codeFor(widened.token)]).toEqual(
      Array(2).fill('revoked_credentials'),
    );
    expect(await codeFor(untouched.token)).toBe('works');
  });

  it('is left alone if it does not exist or has a wrong checksum, which costs no statement', async () => {
    const unknown = newSecret('api_key');
    const wrong = `${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`;
    const hinted = /contained an API key/;
    const checked = await t.call('POST', '/v1/posts', {
      token: w.me.token,
      as: w.me.profile.id,
      body: { body: wrong },
    });
    expect([checked.json.data.body, checked.json.agent.hint]).toEqual([wrong, expect.not.stringMatching(hinted)]);
    const lines = t.logLines.map((line) => JSON.parse(line));
    expect(lines.findLast(({ operation }) => operation === 'posts.create').round_trips).toBe(1);
    expect(secretsIn(`pn_${'a'.repeat(36)}${unknown}`)).toEqual([unknown]);
    expect((await t.app.endLeaked([unknown], false)).size).toBe(0);
  });

  it('is found where a normalized text would contain it', () => {
    let secret = newSecret('api_key');
    while (!secret.includes('K')) secret = newSecret('api_key');
    const disguised = `a ${secret.replaceAll('K', '\u212a')} b`;
    expect(disguised.normalize('NFC')).toContain(secret);
    expect(secretsIn(disguised)).toEqual([secret]);
    expect(maskSecrets(disguised, new Map([[secret, '***']]))).toBe('a *** b');
  });

  it('is revoked even if the request is refused, and ends the credential of the request itself', async () => {
    const [first, own] = [await makeKey(t, owner), await makeKey(t, owner, { profileIds: [owner.profile.id] })];
    const refused = await t.call('POST', '/v1/posts', {
      token: w.me.token,
      as: w.me.profile.id,
      body: { body: first.token, no_such_field: true },
    });
    expect([refused.status, await codeFor(first.token)]).toEqual([400, 'revoked_credentials']);
    expect(refused.json.agent.hint).toMatch(/^A text of the request contained.*fields/);
    const itself = await t.call('POST', '/v1/posts', {
      token: own.token,
      as: owner.profile.id,
      body: { body: own.token },
    });
    expect([itself.status, itself.json.error_code]).toEqual([401, 'revoked_credentials']);
    expect(itself.json.agent.hint).toMatch(/^A text of the request contained/);
  });

  it('is masked but not revoked in a dry run, and the hint says so', async () => {
    const key = await makeKey(t, owner);
    const tried = await leak('', key.token, { 'dry-run': 'true' });
    expect([tried.json.data.body, await codeFor(key.token)]).toEqual(['[revoked API key]', 'works']);
    expect(tried.json.agent.hint).toMatch(/^A text of the request contains .* would be revoked/);
  });

  it('is masked in a repeat with the same Idempotency-Key, which gets the stored response', async () => {
    // One that has had no mails about leaks in this hour.
    const told = await makeMember(t);
    const key = await makeKey(t, told);
    const headers = { 'idempotency-key': 'leak-1' };
    const [first, again] = [await leak('', key.token, headers), await leak('', key.token, headers)];
    expect([again.status, again.json.data, again.json.agent.replayed]).toEqual([201, first.json.data, true]);
    expect(again.json.agent.hint).toBe(first.json.agent.hint);
    const mails = (await mailsTo(t, told.email)).filter(
      ({ params }) => (params as { prefix?: string }).prefix === shownPrefix(key.token),
    );
    expect(mails).toHaveLength(1);
  });

  it('is revoked and masked in a form', async () => {
    const [inBody, inAlt] = [await makeKey(t, owner), await makeKey(t, owner)];
    const sent = form([
      { name: 'body', value: inBody.token },
      picture(await png()),
      { name: 'alt_text', value: inAlt.token },
    ]);
    const posted = await t.call('POST', '/v1/posts/with-images', {
      token: w.me.token,
      as: w.me.profile.id,
      body: sent.body,
      headers: sent.headers,
    });
    const { body, images } = posted.json.data;
    expect([posted.status, body, images[0].alt_text]).toEqual([201, ...Array(2).fill('[revoked API key]')]);
    expect([await codeFor(inBody.token), await codeFor(inAlt.token)]).toEqual(Array(2).fill('revoked_credentials'));
  });
});
