import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { openDeps } from '../../../src/deps.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';

let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp();
  me = await makeMember(t);
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const path = (id: string, more = '') => `/v1/api-keys/${id}${more}`;
const patch = (token: string, id: string, body: object) => t.call('PATCH', path(id), { token, body });
const rotate = (token: string, id: string, body?: object) => t.call('POST', path(id, '/rotate'), { token, body });
const revoke = (token: string, id: string) => t.call('DELETE', path(id), { token });
const read = (token: string) => t.call('GET', '/v1/me', { token });
const MANAGER = ['keys:all', 'posts:all'];

describe('GET /v1/api-keys', () => {
  it('pages through all keys of the account, including revoked ones, and no others', async () => {
    const owner = await signUp(t);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push((await makeKey(t, owner)).id);
    await revoke(owner.token, ids[2]!);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = await t.call('GET', `/v1/api-keys?limit=2${cursor ? `&cursor=${cursor}` : ''}`, {
        token: owner.token,
      });
      seen.push(...answer.json.data.items.map((key: { id: string }) => key.id));
      cursor = answer.json.data.next_cursor;
    } while (cursor);
    expect(seen).toEqual(ids.reverse());
    expect(codeOf(await t.call('GET', '/v1/api-keys?cursor=AAAA', { token: owner.token }))).toEqual([
      400,
      'invalid_cursor',
    ]);
    expect(codeOf(await t.call('GET', '/v1/api-keys?limit=51', { token: owner.token }))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('accepts keys:read', async () => {
    const key = await makeKey(t, me, { scopes: ['keys:read'] });
    expect((await t.call('GET', '/v1/api-keys', { token: key.token })).status).toBe(200);
    const blind = await makeKey(t, me, { scopes: ['all:all'] });
    expect(codeOf(await t.call('GET', '/v1/api-keys', { token: blind.token }))).toEqual([403, 'insufficient_scope']);
  });
});

describe('PATCH /v1/api-keys/{api_key_id}', () => {
  it("changes the given fields, effective from the key's next call", async () => {
    const second = await makeProfile(t, me);
    const key = await makeKey(t, me, { scopes: ['posts:write'], profileIds: [me.profile.id] });
    expect((await read(key.token)).json.data.profiles).toHaveLength(1);
    const { status, json } = await patch(me.token, key.id, {
      scopes: ['feed:read'],
      profile_ids: [me.profile.id, second.id],
    });
    expect(status).toBe(200);
    expect(json.data.api_key).toMatchObject({
      name: 'key of a test',
      scopes: ['feed:read'],
      profile_ids: [me.profile.id, second.id].sort(),
    });
    const now = (await read(key.token)).json.data;
    expect([now.scopes, now.profiles.length]).toEqual([['feed:read'], 2]);
    const renamed = await patch(me.token, key.id, { name: 'Later', profile_ids: [] });
    expect(renamed.json.data.api_key).toMatchObject({ name: 'Later', scopes: ['feed:read'], profile_ids: [] });
    expect((await patch(me.token, key.id, {})).json.data.api_key).toEqual(renamed.json.data.api_key);
  });

  it('does not let a key extend itself or change a stronger one', async () => {
    const second = await makeProfile(t, me);
    const key = await makeKey(t, me, { scopes: MANAGER, profileIds: [me.profile.id] });
    const wider = await patch(key.token, key.id, { scopes: [...MANAGER, 'messages:write'] });
    expect(codeOf(wider)).toEqual([403, 'insufficient_scope']);
    expect(wider.json.agent.required_scopes).toEqual(['messages:write']);
    expect(codeOf(await patch(key.token, key.id, { profile_ids: [second.id] }))).toEqual([403, 'insufficient_scope']);
    const strong = await makeKey(t, me, { scopes: ['all:all'] });
    expect(codeOf(await patch(key.token, strong.id, { scopes: ['posts:read'] }))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await rotate(key.token, strong.id))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await revoke(key.token, strong.id))).toEqual([403, 'insufficient_scope']);
    expect((await patch(key.token, key.id, { scopes: ['keys:all', 'posts:read'] })).status).toBe(200);
  });

  it("does not let an agent's key change people's keys", async () => {
    const agent = await makeKey(t, me, { scopes: MANAGER, forAgent: true });
    const plain = await makeKey(t, me, { scopes: ['posts:read'] });
    for (const answer of [await rotate(agent.token, plain.id), await revoke(agent.token, plain.id)]) {
      expect(codeOf(answer)).toEqual([403, 'insufficient_scope']);
      expect(answer.json.agent.hint).toContain('for_agent');
    }
  });

  it('refuses a profile that the account does not manage', async () => {
    const key = await makeKey(t, me);
    const other = await makeMember(t);
    expect(codeOf(await patch(me.token, key.id, { profile_ids: [other.profile.id] }))).toEqual([
      403,
      'permission_denied',
    ]);
  });
});

describe('a missing key', () => {
  it('gets the same 404 whether unknown, malformed, a session, or of another account', async () => {
    const other = await signUp(t);
    const foreign = await makeKey(t, other);
    const texts = new Set<string>();
    for (const id of [randomUUID(), 'no-id', me.sessionId, foreign.id]) {
      for (const answer of [await patch(me.token, id, {}), await rotate(me.token, id), await revoke(me.token, id)]) {
        expect(codeOf(answer)).toEqual([404, 'api_key_not_found']);
        texts.add(answer.text);
      }
    }
    expect(texts.size).toBe(1);
    expect((await read(foreign.token)).status).toBe(200);
  });
});

describe('POST /v1/api-keys/{api_key_id}/rotate', () => {
  it('keeps the old secret valid until the overlap ends', async () => {
    const key = await makeKey(t, me, { scopes: MANAGER });
    const { status, json } = await rotate(me.token, key.id, { overlap_seconds: 60 });
    expect(status).toBe(200);
    const { api_key, secret } = json.data;
    expect([api_key.id, api_key.prefix]).toEqual([key.id, secret.slice(0, 11)]);
    expect([(await read(key.token)).status, (await read(secret)).status]).toEqual([200, 200]);
    t.clock.advance(61_000);
    expect(codeOf(await read(key.token))).toEqual([401, 'expired_credentials']);
    expect((await read(secret)).status).toBe(200);
    const { rows } = await t.pool.query(`select type from events where object_id = $1 order by id`, [key.id]);
    expect(rows.map(({ type }) => type)).toEqual(['api_key.created', 'api_key.rotated']);
  });

  it('ends the old secret immediately with overlap_seconds 0, even for a key that rotates itself', async () => {
    const key = await makeKey(t, me, { scopes: MANAGER });
    const { json } = await rotate(key.token, key.id, { overlap_seconds: 0 });
    expect(codeOf(await read(key.token))).toEqual([401, 'expired_credentials']);
    expect(codeOf(await rotate(key.token, key.id))).toEqual([401, 'expired_credentials']);
    expect((await read(json.data.secret)).status).toBe(200);
  });

  it('ends the oldest secret on another rotation within the overlap', async () => {
    const key = await makeKey(t, me);
    const second = (await rotate(me.token, key.id)).json.data.secret;
    const third = (await rotate(me.token, key.id)).json.data.secret;
    expect([await read(key.token), await read(second), await read(third)].map(({ status }) => status)).toEqual([
      401, 200, 200,
    ]);
  });

  it('leaves one current secret and one in overlap after 20 concurrent calls', async () => {
    const key = await makeKey(t, me);
    const all = await Promise.all(Array.from({ length: 20 }, () => rotate(me.token, key.id)));
    // On a busy machine, the last ones wait too long for the lock of the account.
    const done = all.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(1);
    for (const { status, json } of all) if (status !== 200) expect(json.error_code).toBe('service_unavailable');
    const { rows } = await t.pool.query(
      `select count(*) filter (where expires_at is null)::int as newest, count(*) filter (where expires_at > $2)::int as overlapping
        from credential_secrets where credential_id = $1`,
      [key.id, t.clock.now()],
    );
    expect(rows).toEqual([{ newest: 1, overlapping: 1 }]);
    const works = await Promise.all(done.map(({ json }) => read(json.data.secret)));
    expect(works.filter(({ status }) => status === 200)).toHaveLength(2);
    const prefix = (await t.call('GET', '/v1/api-keys?limit=1', { token: me.token })).json.data.items[0].prefix;
    const newest = await t.pool.query(`select 1 from credentials where id = $1 and prefix = $2`, [key.id, prefix]);
    expect(newest.rowCount).toBe(1);
  });

  it('refuses an overlap of more than a week, and reveals nothing in a dry run', async () => {
    const key = await makeKey(t, me);
    const long = await rotate(me.token, key.id, { overlap_seconds: 604_801 });
    expect(long.json.agent.fields[0]).toMatchObject({
      path: 'body.overlap_seconds',
      rule: 'max_value',
      limit: 604_800,
    });
    const dry = await t.call('POST', path(key.id, '/rotate'), {
      token: me.token,
      body: { overlap_seconds: 0 },
      headers: { 'dry-run': 'true' },
    });
    expect([dry.status, dry.json.data.secret]).toEqual([200, 'dry_run']);
    expect((await read(key.token)).status).toBe(200);
  });

  it('replays the same secret', async () => {
    const key = await makeKey(t, me);
    const options = { token: me.token, body: { overlap_seconds: 5 }, headers: { 'idempotency-key': randomUUID() } };
    const first = await t.call('POST', path(key.id, '/rotate'), options);
    const again = await t.call('POST', path(key.id, '/rotate'), options);
    expect(again.json.data.secret).toBe(first.json.data.secret);
    const { rows } = await t.pool.query('select body from idempotency_records where key = $1', [
      options.headers['idempotency-key'],
    ]);
    expect(rows[0].body).not.toContain(first.json.data.secret);
  });
});

describe('DELETE /v1/api-keys/{api_key_id}', () => {
  it('revokes the key and its descendants, and reports if it was already revoked', async () => {
    const root = await makeKey(t, me, { scopes: MANAGER });
    const child = await makeKey(t, root, { scopes: MANAGER });
    const grandchild = await makeKey(t, child, { scopes: ['posts:read'] });
    const sibling = await makeKey(t, me);
    for (const key of [root, child, grandchild]) expect((await read(key.token)).status).toBe(200);
    expect((await revoke(me.token, root.id)).json.data).toEqual({ api_key_id: root.id, revoked: true });
    for (const key of [root, child, grandchild])
      expect(codeOf(await read(key.token))).toEqual([401, 'revoked_credentials']);
    expect((await read(sibling.token)).status).toBe(200);
    const again = await revoke(me.token, root.id);
    expect([again.status, again.json.data.revoked]).toEqual([200, false]);
    const { rows } = await t.pool.query(
      `select object_id from events where type = 'api_key.revoked' and account_id = $1`,
      [me.accountId],
    );
    for (const { id } of [root, child, grandchild]) expect(rows.filter((row) => row.object_id === id)).toHaveLength(1);
  });

  it('is final: a revoked key can be neither changed nor rotated', async () => {
    const key = await makeKey(t, me);
    await revoke(me.token, key.id);
    expect(codeOf(await patch(me.token, key.id, { name: 'x' }))).toEqual([404, 'api_key_not_found']);
    const refused = await rotate(me.token, key.id);
    expect(codeOf(refused)).toEqual([404, 'api_key_not_found']);
    expect(refused.json.agent.hint).toMatch(/^The key has ended.*POST \/v1\/api-keys creates another/);
  });

  it('lets a key revoke itself', async () => {
    const key = await makeKey(t, me, { scopes: MANAGER });
    expect((await revoke(key.token, key.id)).status).toBe(200);
    expect(codeOf(await revoke(key.token, key.id))).toEqual([401, 'revoked_credentials']);
  });

  it('prevents a key from creating another while it is being revoked', async () => {
    for (let round = 0; round < 5; round++) {
      const maker = await makeKey(t, me, { scopes: MANAGER });
      const calls = Array.from({ length: 5 }, () =>
        t.call('POST', '/v1/api-keys', {
          token: maker.token,
          body: { name: 'late', scopes: ['posts:read'], profile_ids: [] },
        }),
      );
      const [, ...made] = await Promise.all([revoke(me.token, maker.id), ...calls]);
      for (const { status, json } of made) {
        if (status === 201) expect(codeOf(await read(json.data.secret))).toEqual([401, 'revoked_credentials']);
      }
      const { rows } = await t.pool.query(
        'select count(*)::int as n from credentials where parent_id = $1 and revoked_at is null',
        [maker.id],
      );
      expect(rows).toEqual([{ n: 0 }]);
    }
  });
});

describe('in another process on the same database', () => {
  it('stops writes immediately, and reads once it is notified', async () => {
    const { config, database } = t.deps;
    const deps = await openDeps({ config, connection: database.direct, log: t.deps.log, clock: t.clock });
    const other = await buildApp(deps);
    try {
      const key = await makeKey(t, me, { scopes: MANAGER });
      const headers = { authorization: `Bearer ${key.token}` };
      const elsewhere = (method: 'GET' | 'POST', url: string, payload?: object) =>
        other.inject({ method, url, headers, ...(payload ? { payload } : {}) });
      expect((await elsewhere('GET', '/v1/me')).statusCode).toBe(200);
      await revoke(me.token, key.id);
      const write = await elsewhere('POST', '/v1/api-keys', { name: 'x', scopes: ['posts:read'], profile_ids: [] });
      expect([write.statusCode, write.json().error_code]).toEqual([401, 'revoked_credentials']);
      // Usually within a second, but a busy machine takes longer. Without the notification, the cache would take 30 s.
      const statusOfRead = async () => (await elsewhere('GET', '/v1/me')).statusCode;
      await expect.poll(statusOfRead, { timeout: 10_000 }).toBe(401);
    } finally {
      await other.close();
      await deps.close();
    }
  });
});
