import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/areas/keys/service.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';

let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp();
  me = await makeMember(t);
});

const body = { name: 'Helper', scopes: ['posts:write'], profile_ids: [] as string[] };
const create = (token: string, fields: object = {}, headers: Record<string, string> = {}) =>
  t.call('POST', '/v1/api-keys', { token, body: { ...body, ...fields }, headers });
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];

describe('POST /v1/api-keys', () => {
  it('creates a working key and returns its secret once', async () => {
    const fields = {
      profile_ids: [me.profile.id.toUpperCase(), me.profile.id],
      scopes: ['posts:write', 'posts:write'],
    };
    const { status, json } = await create(me.token, fields);
    expect(status).toBe(201);
    const { api_key, secret } = json.data;
    expect(secret).toMatch(/^pn_[0-9A-Za-z]{38}$/);
    expect(api_key).toEqual({
      id: expect.any(String),
      name: 'Helper',
      prefix: secret.slice(0, 11),
      scopes: ['posts:write'],
      profile_ids: [me.profile.id],
      permissions: null,
      for_agent: false,
      parent_key_id: null,
      expires_at: null,
      last_used_at: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      revoked_at: null,
      rotated_at: null,
    });
    const who = await t.call('GET', '/v1/me', { token: secret, as: me.profile.id });
    expect(who.json.data).toMatchObject({
      principal: { type: 'api_key', id: api_key.id, name: 'Helper' },
      active_profile_id: me.profile.id,
    });
    const list = await t.call('GET', '/v1/api-keys', { token: me.token });
    expect(list.json.data.items).toEqual([api_key]);
    expect(list.text).not.toContain(secret);
    const events = await t.pool.query('select type, account_id, profile_id from events where object_id = $1', [
      api_key.id,
    ]);
    expect(events.rows).toEqual([{ type: 'api_key.created', account_id: me.accountId, profile_id: null }]);
    const audit = await t.pool.query('select operation, principal_id, account_id from audit_log where object_id = $1', [
      api_key.id,
    ]);
    expect(audit.rows).toEqual([{ operation: 'keys.create', principal_id: me.sessionId, account_id: me.accountId }]);
  });

  it.each([
    [{ scopes: [] }, 'body.scopes', 'min_items'],
    [{ scopes: ['posts:delete'] }, 'body.scopes[0]', 'allowed_values'],
    [{ profile_ids: ['x'] }, 'body.profile_ids[0]', 'id_or_username'],
    [{ name: '' }, 'body.name', 'too_short'],
    [{ expires_at: '2001-01-01T00:00:00Z' }, 'body.expires_at', 'in_future'],
    [{ expires_at: '9999-12-31T23:59:59-00:01' }, 'body.expires_at', 'max_year'],
    [{ parent_key_id: null }, 'body', 'unknown_field'],
  ])('rejects %j', async (fields, path, rule) => {
    const answer = await create(me.token, fields);
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(answer.json.agent.fields[0]).toMatchObject({ path, rule });
    if (rule === 'allowed_values') expect(answer.json.agent.fields[0].allowed).toContain('posts:write');
  });

  it('refuses unknown profiles and profiles of other accounts with the same response', async () => {
    const other = await makeMember(t);
    const [unknown, foreign] = await Promise.all(
      [randomUUID(), other.profile.id].map((id) => create(me.token, { profile_ids: [id] })),
    );
    expect(codeOf(unknown!)).toEqual([403, 'permission_denied']);
    expect(foreign!.text).toBe(unknown!.text);
    expect(foreign!.json.agent.hint).toMatch(/^profile_ids names a profile that this account neither .* GET \/v1\/me/);
    expect(foreign!.json.agent.hint).not.toMatch(/required_permission|X-Profile-Id/);
  });

  it('accepts a profile managed through an active grant, but not a pending one', async () => {
    const owner = await makeMember(t);
    const grant = (status: string) =>
      t.pool.query(
        `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, created_at, updated_at)
          values ($1, $2, $3, '{posting}', $4, now(), now())`,
        [randomUUID(), owner.profile.id, me.profile.id, status],
      );
    await grant('pending');
    expect(codeOf(await create(me.token, { profile_ids: [owner.profile.id] }))).toEqual([403, 'permission_denied']);
    await t.pool.query(`update access_grants set status = 'accepted', accepted_at = now() where profile_id = $1`, [
      owner.profile.id,
    ]);
    expect((await create(me.token, { profile_ids: [owner.profile.id] })).status).toBe(201);
  });

  it('is for sessions and for keys with keys:write', async () => {
    expect(codeOf(await create('pns_nonsense'))).toEqual([401, 'invalid_credentials']);
    expect(codeOf(await t.call('POST', '/v1/api-keys', { body }))).toEqual([401, 'credentials_required']);
    for (const scopes of [['all:all'], ['keys:read']]) {
      const key = await makeKey(t, me, { scopes });
      const refused = await create(key.token);
      expect(codeOf(refused)).toEqual([403, 'insufficient_scope']);
      expect(refused.json.agent.required_scopes).toEqual(['keys:write', 'keys:all']);
    }
  });

  it('requires a verified address if mail is configured', async () => {
    const strict = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { token } = await signUp(strict);
    const answer = await strict.call('POST', '/v1/api-keys', { token, body });
    expect(codeOf(answer)).toEqual([403, 'email_not_verified']);
  });
});

describe('a key created by a key', () => {
  it('is no stronger than its creator', async () => {
    const second = await makeProfile(t, me);
    const maker = await makeKey(t, me, { scopes: ['keys:write', 'posts:all'], profileIds: [me.profile.id] });
    const child = await create(maker.token, { profile_ids: [me.profile.id] });
    expect(child.json.data.api_key.parent_key_id).toBe(maker.id);

    const wider = await create(maker.token, { scopes: ['posts:write', 'messages:read'] });
    expect(codeOf(wider)).toEqual([403, 'insufficient_scope']);
    expect(wider.json.agent.required_scopes).toEqual(['messages:read']);
    expect(wider.json.agent.hint).toBe(
      'This key lacks messages:read, and a key can handle only keys that are no stronger. Only its owner can add scopes, at agent.console_url.',
    );
    expect(codeOf(await create(maker.token, { scopes: ['all:write'] }))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await create(maker.token, { scopes: ['keys:all'] }))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await create(maker.token, { profile_ids: [second.id] }))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await create(maker.token, { profile_ids: [randomUUID()] }))).toEqual([403, 'permission_denied']);
  });

  it('expires no later than its creator', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + 3_600_000);
    const maker = await makeKey(t, me, { scopes: ['keys:all', 'posts:all'], expiresAt });
    const same = await create(maker.token);
    expect(same.json.data.api_key.expires_at).toBe(expiresAt.toISOString());
    const later = new Date(expiresAt.getTime() + 1).toISOString();
    expect(codeOf(await create(maker.token, { expires_at: later }))).toEqual([403, 'insufficient_scope']);
    const offset = new Date(expiresAt.getTime() - 1000).toISOString().replace('Z', '+00:00');
    expect((await create(maker.token, { expires_at: offset })).status).toBe(201);
  });

  it('expires by the end of year 9999, with its time in UTC', async () => {
    const ends = async (expires_at: string) => (await create(me.token, { expires_at })).json.data.api_key.expires_at;
    expect(await ends('9999-12-31T23:59:59.999Z')).toBe('9999-12-31T23:59:59.999Z');
    expect(await ends('9999-12-31T23:59:59.999+02:00')).toBe('9999-12-31T21:59:59.999Z');
  });

  it('belongs to an agent if its creator does', async () => {
    const maker = await makeKey(t, me, { scopes: ['keys:all', 'posts:all'], forAgent: true });
    const child = await create(maker.token, { for_agent: false });
    expect(child.json.data.api_key.for_agent).toBe(true);
  });
});

describe('Idempotency-Key and Dry-Run', () => {
  it('returns the same secret again, and stores it only encrypted', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await create(me.token, {}, headers);
    const again = await create(me.token, {}, headers);
    expect(again.json.data).toEqual(first.json.data);
    expect([again.status, again.headers['idempotency-replayed'], again.json.agent.replayed]).toEqual([
      201,
      'true',
      true,
    ]);
    const { rows } = await t.pool.query('select sealed, body from idempotency_records where key = $1', [
      headers['idempotency-key'],
    ]);
    expect(rows).toEqual([{ sealed: true, body: expect.any(String) }]);
    expect(rows[0].body).not.toContain(first.json.data.secret);
    expect(rows[0].body).not.toContain('Helper');
    expect(codeOf(await create(me.token, { name: 'Other' }, headers))).toEqual([422, 'idempotency_key_reused']);
  });

  it('creates one key for 20 concurrent calls with one Idempotency-Key', async () => {
    const owner = await signUp(t);
    const headers = { 'idempotency-key': 'once' };
    const all = await Promise.all(Array.from({ length: 20 }, () => create(owner.token, {}, headers)));
    const made = all.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ json }) => json.data.secret)).size).toBe(1);
    for (const answer of all)
      if (answer.status !== 201) expect(codeOf(answer)).toEqual([409, 'idempotency_in_progress']);
    const { rows } = await t.pool.query(
      `select count(*)::int as n from credentials where account_id = $1 and type = 'api_key'`,
      [owner.accountId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('stores nothing in a dry run, and shows no secret', async () => {
    const owner = await signUp(t);
    const { status, json } = await create(owner.token, {}, { 'dry-run': 'true' });
    expect([status, json.data.secret, json.agent.dry_run]).toEqual([201, 'dry_run', true]);
    const { rows } = await t.pool.query(
      `select (select count(*)::int from credentials where account_id = $1 and type = 'api_key') as keys,
        (select count(*)::int from events where account_id = $1) as events`,
      [owner.accountId],
    );
    expect(rows).toEqual([{ keys: 0, events: 0 }]);
  });
});

describe('the limit of 50 active keys', () => {
  it('holds for 20 concurrent calls, and a key that is revoked or expires makes room', async () => {
    const owner = await signUp(t);
    const ctx = systemCtx(t.deps, 'test.fill');
    const made = [];
    for (let i = 0; i < 45; i++) made.push(await createApiKey(ctx, body, owner.accountId));
    const all = await Promise.all(Array.from({ length: 20 }, () => create(owner.token)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const answer of all) if (answer.status !== 201) expect(codeOf(answer)).toEqual([403, 'plan_limit_reached']);
    await t.call('DELETE', `/v1/api-keys/${made[0]!.key.id}`, { token: owner.token });
    const expires_at = new Date(t.clock.now().getTime() + 60_000).toISOString();
    expect((await create(owner.token, { expires_at })).status).toBe(201);
    expect(codeOf(await create(owner.token))).toEqual([403, 'plan_limit_reached']);
    t.clock.advance(60_001);
    expect((await create(owner.token)).status).toBe(201);
  });
});

it('logs no secret', () => {
  expect(t.logLines.join('')).not.toMatch(/pn[snort]?_[0-9A-Za-z]{38}/);
});
