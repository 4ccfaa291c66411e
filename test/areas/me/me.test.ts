import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const me = (token: string, as?: string, query = '') => t.call('GET', `/v1/me${query}`, { token, as });
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];

describe('GET /v1/me', () => {
  it('shows a session its identity and first steps', async () => {
    const { token, accountId, sessionId, email } = await signUp(t);
    const { status, json, headers } = await me(token);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(json.data).toEqual({
      principal: { type: 'session', id: sessionId, name: 'session' },
      account: { id: accountId, email, email_verified: true, suspension: null, waiting_since: null },
      scopes: expect.arrayContaining(['all:all', 'keys:write', 'access:read', 'webhooks:all']),
      profiles: [],
      active_profile_id: null,
      rate_limit: null,
      rate_limits: [],
    });
    expect(json.agent.next_actions[0]).toMatchObject({ method: 'POST', path: '/v1/profiles' });
  });

  it("shows a key's profiles without the owner's address, in one statement", async () => {
    const member = await makeMember(t);
    const second = await makeProfile(t, member, { type: 'ai_agent' });
    const key = await makeKey(t, member, { scopes: ['feed:read'], profileIds: [member.profile.id] });
    // The notice of an earlier change can evict the cached credential, which costs one more.
    t.logLines.length = 0;
    for (let request = 0; request < 3; request++) await me(key.token, member.profile.id);
    const lines = t.logLines.map((line) => JSON.parse(line)).filter(({ operation }) => operation === 'me.get');
    expect(Math.min(...lines.map(({ statements }) => statements))).toBe(1);
    const { json } = await me(key.token, member.profile.id);
    expect(json.data).toMatchObject({
      principal: { type: 'api_key', id: key.id, name: 'key of a test' },
      account: { id: member.accountId, email: null },
      scopes: ['feed:read'],
      active_profile_id: member.profile.id,
    });
    expect(json.data.profiles).toHaveLength(1);
    const [own] = json.data.profiles;
    expect(own).toMatchObject({ owned: true, permissions: expect.arrayContaining(['posting', 'access_management']) });
    const actor = await t.pool.query(`select id from actors where entity_id = $1`, [member.profile.id]);
    expect(own.actor_id).toBe(actor.rows[0].id);
    const read = await t.call('GET', `/v1/profiles/${member.profile.id}`);
    expect(own.profile).toEqual(
      Object.fromEntries(Object.keys(own.profile).map((name) => [name, read.json.data[name]])),
    );
    const session = (await me(member.token)).json.data;
    expect(session.profiles.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([
      member.profile.id,
      second.id,
    ]);
  });

  it('shows a managed profile with the permissions of its grant, while the grant lasts', async () => {
    const owner = await makeMember(t);
    const manager = await makeMember(t);
    const grantId = randomUUID();
    await t.pool.query(
      `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, accepted_at, created_at, updated_at)
        values ($1, $2, $3, '{drafting,commenting}', 'accepted', now(), now(), now())`,
      [grantId, owner.profile.id, manager.profile.id],
    );
    t.deps.credentialCache.clear();
    const managed = async () =>
      (await me(manager.token)).json.data.profiles.find((item: { owned: boolean }) => !item.owned);
    const item = await managed();
    expect([item.profile.id, item.permissions.sort()]).toEqual([owner.profile.id, ['commenting', 'drafting']]);
    await t.pool.query(`update access_grants set status = 'revoked', revoked_at = now() where id = $1`, [grantId]);
    t.deps.credentialCache.clear();
    expect(await managed()).toBeUndefined();
  });

  it('has a compact view', async () => {
    const member = await makeMember(t);
    const { json } = await me(member.token, undefined, '?view=compact');
    expect(Object.keys(json.data.profiles[0].profile)).toEqual(['id', 'username', 'type', 'name']);
    expect(codeOf(await me(member.token, undefined, '?view=tiny'))).toEqual([400, 'invalid_request']);
    expect(codeOf(await me(member.token, undefined, '?verbose=1'))).toEqual([400, 'invalid_request']);
  });

  it('tells a suspended account the reason', async () => {
    const { token, accountId } = await signUp(t);
    const since = new Date('2026-01-02T03:04:05.678Z');
    await t.pool.query(`update accounts set suspended_at = $2, suspension_reason = 'spam' where id = $1`, [
      accountId,
      since,
    ]);
    t.deps.credentialCache.clear();
    const { status, json } = await me(token);
    expect([status, json.data.account.suspension]).toEqual([
      200,
      { reason: 'spam', since: since.toISOString(), until: null },
    ]);
  });

  it('names who can help, to a key that has no profiles and may not create any', async () => {
    const key = await makeKey(t, await signUp(t), { scopes: ['feed:read'] });
    expect((await me(key.token)).json.agent.hint).toContain('PATCH /v1/api-keys/{api_key_id}');
  });

  it('rejects missing and invalid credentials, and an unattached profile', async () => {
    expect(codeOf(await t.call('GET', '/v1/me'))).toEqual([401, 'credentials_required']);
    expect(codeOf(await me('nonsense'))).toEqual([401, 'invalid_credentials']);
    const { token } = await signUp(t);
    expect(codeOf(await me(token, randomUUID()))).toEqual([403, 'profile_not_attached']);
    expect(codeOf(await me(token, 'x'))).toEqual([400, 'invalid_profile_header']);
  });

  it('shows the limit that is closest to being reached', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const { token } = await signUp(limited);
    const first = await limited.call('GET', '/v1/me', { token });
    const { rate_limit } = (await limited.call('GET', '/v1/me', { token })).json.data;
    expect(rate_limit).toEqual({
      limit: 300,
      remaining: first.json.data.rate_limit.remaining - 1,
      reset_seconds: expect.any(Number),
    });
  });

  it('lists what is left of every limit, as the server enforces it', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.5' });
    const ada = await makeMember(limited);
    const bot = await makeProfile(limited, ada, { type: 'ai_agent' });
    const of = async (as?: string, view = 'default') => {
      const { json } = await limited.call('GET', `/v1/me?view=${view}`, { token: ada.token, as });
      return json.data.rate_limits as { name: string; window_seconds: number; limit: number; remaining: number }[];
    };
    const names = (of: { name: string }[]) => [...new Set(of.map(({ name }) => name))];
    const meta = (await limited.call('GET', '/v1/meta')).json.data.limits.rates;
    const all = Object.keys(meta).filter((name) => name !== 'repeated_invalid_credential');
    const per = (...kinds: string[]) => all.filter((name) => kinds.includes(meta[name].per));
    expect(names(await of())).toEqual(per('credential', 'account'));
    expect(names(await of(ada.profile.id))).toEqual(per('credential', 'account', 'profile'));
    const manager = await makeMember(limited);
    await granted(limited, ada, manager, ['posting']);
    const ofManager = await limited.call('GET', '/v1/me', { token: manager.token, as: ada.profile.id });
    expect(names(ofManager.json.data.rate_limits), 'not those of the owner').toEqual(per('credential', 'account'));
    expect(meta.posts.windows[0]).toEqual({ max: 15, max_for_ai_agent: 7, window_seconds: 3600 });

    const post = { token: ada.token, as: bot.id, body: { body: 'One' } };
    expect((await limited.call('POST', '/v1/posts', post)).status).toBe(201);
    const posts = (await of(bot.id)).filter(({ name }) => name === 'posts');
    expect(posts).toMatchObject([
      { window_seconds: 3600, limit: 7, remaining: 6, per: 'profile' },
      { window_seconds: 86_400, limit: 37, remaining: 36, per: 'profile' },
    ]);
    // Reading them counts as one call, and against no other limit.
    const before = await of(bot.id);
    const after = await of(bot.id);
    const left = (list: typeof before) =>
      Object.fromEntries(list.map((one) => [`${one.name} ${one.limit}`, one.remaining]));
    const one = (name: string) => ({ [name]: left(before)[name]! - 1 });
    expect(left(after)).toEqual({ ...left(before), ...one('credential 150'), ...one('account 1500') });
    expect(names((await of(bot.id, 'compact')) ?? [])).toEqual([]);
  });

  it('names the nearest limit in the headers of each response', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const ada = await makeMember(limited);
    const write = await limited.call('POST', '/v1/posts', { token: ada.token, body: { body: 'One' } });
    expect(write.headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"credential_writes";r=\d+;t=\d+$/),
      'ratelimit-policy': '"credential_writes";q=60;w=60',
      'ratelimit-limit': '60',
    });
    expect((await limited.call('GET', '/v1/meta')).headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"anonymous";r=\d+;t=\d+$/),
      'ratelimit-policy': '"anonymous";q=600;w=300',
    });
  });
});
