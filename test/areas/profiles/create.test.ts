import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeProfile, unique } from '../../support/members.ts';
import { account, endSessions, loneKey, owner } from './fixtures.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const body = (more: Record<string, unknown> = {}) => ({
  type: 'human',
  username: unique(),
  name: 'Ada Lovelace',
  ...more,
});

describe('POST /v1/profiles', () => {
  it.each(['human', 'company', 'ai_agent'])('creates a profile of type %s', async (type) => {
    const { token, accountId } = await account(t);
    const username = unique();
    const { status, json } = await t.call('POST', '/v1/profiles', {
      token,
      body: body({ type, username, call_name: 'Ada' }),
    });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      url: `http://127.0.0.1:3000/@${username}`,
      username,
      type,
      name: 'Ada Lovelace',
      call_name: 'Ada',
      legal_name_verified: false,
      active_plan: 'core',
      occupation: null,
      bio: null,
      location: { country_code: null, country_name: null, state_code: null, state_name: null, city_name: null },
      viewer: null,
      followers_count: 0,
      contacts_count: 0,
      operated_by: null,
    });
    expect(json.data.media.banner.dark.large_url).toBeNull();
    expect(json.agent.next_actions[0].path).toBe(`/v1/profiles/${json.data.id}`);
    const { rows: actors } = await t.pool.query('select type from actors where entity_id = $1', [json.data.id]);
    expect(actors).toEqual([{ type: 'profile' }]);
    const { rows: events } = await t.pool.query('select type, profile_id, data from events where object_id = $1', [
      json.data.id,
    ]);
    expect(events).toEqual([{ type: 'profile.created', profile_id: json.data.id, data: {} }]);
    const { rows: audit } = await t.pool.query(
      'select operation, account_id, profile_id from audit_log where object_id = $1',
      [json.data.id],
    );
    expect(audit).toEqual([{ operation: 'profiles.create', account_id: accountId, profile_id: json.data.id }]);
  });

  it('derives a missing call name from the name, and lowercases the username', async () => {
    const { token } = await account(t);
    const username = unique();
    const { json } = await t.call('POST', '/v1/profiles', { token, body: body({ username: username.toUpperCase() }) });
    expect([json.data.call_name, json.data.username]).toEqual(['Ada', username]);
  });

  it.each([3, 30])('may have a username of %i characters', async (length) => {
    const { token } = await account(t);
    const username = 'a1'.repeat(15).slice(0, length);
    const { json } = await t.call('POST', '/v1/profiles', { token, body: body({ username }) });
    expect(json.data.username).toBe(username);
  });

  it('can be acted as immediately, by the session and by the key that created it', async () => {
    const { token } = await account(t);
    const key = await makeKey(t, { token }, { scopes: ['profiles:write', 'profiles:read'] });
    for (const by of [token, key.token]) {
      await t.call('GET', '/v1/profiles', { token: by });
      const profile = await makeProfile(t, { token: by });
      const { status, json } = await t.call('GET', '/v1/profiles', { token: by, as: profile.id });
      expect([status, json.error_code ?? json.data.items[0]?.profile.id]).toEqual([200, profile.id]);
    }
    const { rows } = await t.pool.query('select profile_id from credential_profiles where credential_id = $1', [
      key.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('rejects invalid fields, and names the rule', async () => {
    const { token } = await account(t);
    const wrong = async (more: Record<string, unknown>) => {
      const { status, json } = await t.call('POST', '/v1/profiles', { token, body: body(more) });
      expect([status, json.error_code]).toEqual([400, 'invalid_request']);
      return json.agent.fields[0];
    };
    expect(await wrong({ type: 'robot' })).toEqual({
      path: 'body.type',
      rule: 'allowed_values',
      allowed: ['human', 'company', 'ai_agent'],
    });
    expect(await wrong({ location: {} })).toMatchObject({ path: 'body', rule: 'unknown_field' });
    expect(await wrong({ legal_name_verified: true })).toMatchObject({ rule: 'unknown_field' });
    expect(await wrong({ name: ' ' })).toMatchObject({ path: 'body.name', rule: 'too_short' });
    expect(await wrong({ name: '\u3164' })).toMatchObject({ path: 'body.name', rule: 'not_blank' });
    expect(await wrong({ name: 'x'.repeat(81) })).toMatchObject({ rule: 'too_long', limit: 80, actual: 81 });
    expect(await wrong({ username: '-ada' })).toMatchObject({ path: 'body.username', rule: 'username_format' });
    expect(await wrong({ username: 'ad' })).toMatchObject({ rule: 'too_short' });
    expect(await wrong({ username: undefined })).toMatchObject({ path: 'body.username', rule: 'required' });
  });

  it('reserves the names of the service, in every spelling', async () => {
    const { token } = await account(t);
    for (const username of ['admin', 'ad-min', 'Profiles', 'look_up']) {
      const { status, json } = await t.call('POST', '/v1/profiles', { token, body: body({ username }) });
      expect([status, json.error_code]).toEqual([400, 'username_reserved']);
    }
  });

  it('rejects names that look like an existing one', async () => {
    const { token } = await account(t);
    const base = unique();
    await makeProfile(t, { token }, { username: `${base}-a` });
    for (const username of [`${base}-a`, `${base}_a`, `${base}a`]) {
      const { status, json } = await t.call('POST', '/v1/profiles', { token, body: body({ username }) });
      expect([status, json.error_code]).toEqual([409, 'username_taken']);
    }
  });

  it('needs a credential with profiles:write', async () => {
    expect((await t.call('POST', '/v1/profiles', { body: body() })).json.error_code).toBe('credentials_required');
    const { token } = await loneKey(t, ['profiles:read']);
    const { status, json } = await t.call('POST', '/v1/profiles', { token, body: body() });
    expect([status, json.error_code]).toEqual([403, 'insufficient_scope']);
    expect(json.agent.required_scopes).toContain('profiles:write');
  });

  it('refuses a credential that ended a moment ago, whatever is cached', async () => {
    const { token, accountId } = await account(t);
    await t.call('GET', '/v1/profiles', { token });
    await endSessions(t, accountId);
    const { status, json } = await t.call('POST', '/v1/profiles', { token, body: body() });
    expect([status, json.error_code]).toEqual([401, 'revoked_credentials']);
    expect((await t.pool.query('select 1 from profiles where account_id = $1', [accountId])).rows).toEqual([]);
  });

  it('replays with the same Idempotency-Key, and stores nothing in a dry run', async () => {
    const { token } = await account(t);
    const headers = { 'idempotency-key': unique() };
    const request = { token, body: body(), headers };
    const first = await t.call('POST', '/v1/profiles', request);
    const again = await t.call('POST', '/v1/profiles', request);
    expect([again.status, again.json.data.id]).toEqual([201, first.json.data.id]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await t.call('POST', '/v1/profiles', { ...request, body: body() });
    expect([other.status, other.json.error_code]).toEqual([422, 'idempotency_key_reused']);

    const trial = { token, body: body() };
    const dry = await t.call('POST', '/v1/profiles', { ...trial, headers: { 'dry-run': 'true' } });
    expect([dry.status, dry.json.agent.dry_run]).toEqual([201, true]);
    expect((await t.call('GET', `/v1/profiles/${trial.body.username}`)).status).toBe(404);
    expect((await t.call('POST', '/v1/profiles', trial)).status).toBe(201);
  });
});

describe('races of POST /v1/profiles', () => {
  it('give a name to one of 20 concurrent callers', async () => {
    const username = unique();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => account(t)));
    const answers = await Promise.all(
      accounts.map(({ token }) => t.call('POST', '/v1/profiles', { token, body: body({ username }) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.error_code === 'username_taken')).toHaveLength(19);
    const { rows } = await t.pool.query('select count(*) from profiles where username = $1', [username]);
    expect(rows[0].count).toBe(1);
  });

  it('keep an account at 50 profiles for 20 concurrent calls; a deleted one makes room', async () => {
    const { token, accountId, profile } = await owner(t);
    for (let made = 1; made < 40; made++) await makeProfile(t, { token });
    const create = () => t.call('POST', '/v1/profiles', { token, body: body() });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.error_code}`))).toEqual(
      new Set(['403 plan_limit_reached']),
    );
    const { rows } = await t.pool.query('select count(*) from profiles where account_id = $1', [accountId]);
    expect(rows[0].count).toBe(50);
    expect((await t.call('DELETE', `/v1/profiles/${profile.id}`, { token })).status).toBe(200);
    expect((await create()).status).toBe(201);
  });
});
