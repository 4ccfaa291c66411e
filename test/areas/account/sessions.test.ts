import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { ipPrefix } from '../../../src/areas/account/client-facts.ts';
import { openDeps } from '../../../src/deps.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { begin, read } from '../../support/exports.ts';
import { freezeDate } from '../../support/freeze-date.ts';
import { makeKey, makeMember, PASSWORD, type SignedUp, signUp, unique } from '../../support/members.ts';
import { addSessions, liveSessions } from '../../support/sessions.ts';
import { account, endSessions } from '../profiles/fixtures.ts';

let t: TestApp;
let hashed: SignedUp;
beforeAll(async () => {
  t = await startTestApp();
  hashed = await signUp(t);
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  t.call('POST', '/v1/account/sessions', { body: { email, password }, headers });
const signOut = (token: string, id = 'current') => t.call('DELETE', `/v1/account/sessions/${id}`, { token });
const own = (token: string) => t.call('GET', '/v1/account', { token });
const DAY = 86_400_000;

describe('POST /v1/account/sessions', () => {
  it('opens a session, ignoring the case of the address', async () => {
    const { email, accountId } = await signUp(t);
    const { status, json } = await signIn(email.toUpperCase(), PASSWORD, {
      'user-agent': `Browser\u00e9 ${'x'.repeat(300)}`,
    });
    expect(status).toBe(201);
    expect(json.data.account).toMatchObject({ id: accountId, email });
    expect(json.data.session.token).toMatch(/^pns_/);
    const list = await t.call('GET', '/v1/account/sessions', { token: json.data.session.token });
    expect(list.json.data.items).toHaveLength(2);
    const [newest, first] = list.json.data.items;
    expect(newest).toEqual({
      id: json.data.session.id,
      created_at: expect.any(String),
      last_used_at: null,
      user_agent: `Browser ${'x'.repeat(192)}`,
      ip_prefix: '127.0.0.0/24',
      current: true,
    });
    expect(first.current).toBe(false);
    const audit = await t.pool.query('select operation, object_type, account_id from audit_log where object_id = $1', [
      json.data.session.id,
    ]);
    expect(audit.rows).toEqual([
      { operation: 'account.create_session', object_type: 'session', account_id: accountId },
    ]);
  });

  it('answers a wrong address and a wrong password with the same bytes, by the same steps', async () => {
    const { email } = await signUp(t);
    const wrong = await signIn(email, 'not the right password');
    const unknown = await signIn(`${unique()}@example.com`, 'not the right password');
    expect(codeOf(wrong)).toEqual([401, 'invalid_credentials']);
    expect(wrong.headers['www-authenticate']).toContain('Bearer');
    expect(unknown.text).toBe(wrong.text);
    const lines = t.logLines.map((line) => JSON.parse(line)).filter(({ code }) => code === 'invalid_credentials');
    expect(new Set(lines.slice(-2).map(({ statements }) => statements)).size).toBe(1);
  });

  it.each([[''], ['x'], ['y'.repeat(5000)]])('treats a password of impossible length as wrong', async (password) => {
    const { email } = await signUp(t);
    expect(codeOf(await signIn(email, password))).toEqual([401, 'invalid_credentials']);
  });

  it.each([[true], [false]])('increases the delay, even without an account (%s)', async (exists) => {
    freezeDate();
    const email = exists ? (await signUp(t)).email : `${unique()}@example.com`;
    const waits: number[] = [];
    for (let i = 0; i < 4; i++)
      expect(codeOf(await signIn(email, 'wrong wrong wrong'))).toEqual([401, 'invalid_credentials']);
    for (let i = 0; i < 12; i++) {
      const refused = await signIn(i % 2 ? email : email.toUpperCase());
      expect(codeOf(refused)).toEqual([429, 'rate_limited']);
      const wait = Number(refused.headers['retry-after']);
      expect(refused.json.agent.retry_after_seconds).toBe(wait);
      waits.push(wait);
      t.clock.advance(wait * 1000);
      expect(codeOf(await signIn(email, 'wrong wrong wrong'))).toEqual([401, 'invalid_credentials']);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    t.clock.advance(900_000);
    if (!exists) return;
    expect((await signIn(email)).status).toBe(201);
    expect(codeOf(await signIn(email, 'wrong wrong wrong'))).toEqual([401, 'invalid_credentials']);
    expect((await signIn(email)).status).toBe(201);
  });

  it('does not let concurrent guesses or dry runs bypass the delay', async () => {
    freezeDate();
    const { email } = await signUp(t);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => signIn(email, `wrong wrong wrong ${i}`, i % 2 ? { 'dry-run': 'true' } : {})),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(16);
  });

  it('forgets wrong attempts after a day', async () => {
    const { email } = await signUp(t);
    for (let i = 0; i < 4; i++) await signIn(email, 'wrong wrong wrong');
    t.clock.advance(DAY);
    for (let i = 0; i < 4; i++) expect((await signIn(email, 'wrong wrong wrong')).status).toBe(401);
  });

  it('opens nothing in a dry run', async () => {
    const { email, accountId } = await signUp(t);
    const dry = await signIn(email, PASSWORD, { 'dry-run': 'true' });
    expect([dry.status, dry.json.data.session.token]).toEqual([201, 'dry_run']);
    const { rows } = await t.pool.query('select count(*)::int as n from credentials where account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('ends the session that was not used for the longest time, beyond 100, like by hand', async () => {
    const me = await makeMember(t);
    const old = (await signIn(me.email)).json.data.session;
    await t.pool.query(
      `update credentials set last_used_at = $2::timestamptz - interval '5 days', created_at = $2 - interval '6 days' where id = $1`,
      [old.id, t.clock.now()],
    );
    await addSessions(t, me.accountId, 98);
    expect((await own(old.token)).status).toBe(200);
    const kept = (await begin(t, me)).json.data.export.id;
    // A wrong password and a dry run end nothing.
    await signIn(me.email, 'not the right password');
    await signIn(me.email, PASSWORD, { 'dry-run': 'true' });
    expect(await liveSessions(t, me.accountId)).toHaveLength(100);
    const { session } = (await signIn(me.email)).json.data;
    const live = await liveSessions(t, me.accountId);
    expect(live).toHaveLength(100);
    expect(live).toEqual(expect.arrayContaining([me.sessionId, session.id]));
    expect(codeOf(await own(old.token))).toEqual([401, 'revoked_credentials']);
    expect((await read(t, { token: session.token }, kept)).status).toBe(404);
    const audit = await t.pool.query(
      'select operation, principal_id, account_id from audit_log where object_id = $1 order by id desc limit 1',
      [old.id],
    );
    expect(audit.rows).toEqual([
      { operation: 'account.revoke_session', principal_id: session.id, account_id: me.accountId },
    ]);
  });

  it('logs no address, password or token', async () => {
    const { email } = await signUp(t);
    const { json } = await signIn(email);
    const log = t.logLines.join('');
    expect(log).toContain('account.create_session');
    for (const secret of [email, PASSWORD, json.data.session.token]) expect(log).not.toContain(secret);
  });
});

describe('the lifetime of a session', () => {
  it('is 30 days from its last use, and 90 days at most', async () => {
    const { token } = await signUp(t);
    for (let day = 0; day < 80; day += 20) {
      expect((await own(token)).status).toBe(200);
      await t.deps.usage.flush();
      t.clock.advance(20 * DAY);
    }
    expect((await own(token)).status).toBe(200);
    await t.deps.usage.flush();
    t.clock.advance(11 * DAY);
    expect(codeOf(await own(token))).toEqual([401, 'expired_credentials']);
    const { token: idle } = await signUp(t);
    t.clock.advance(30 * DAY + 1000);
    expect(codeOf(await own(idle))).toEqual([401, 'expired_credentials']);
  });
});

describe('DELETE /v1/account/sessions/{session_id}', () => {
  it('signs out immediately', async () => {
    const { token, sessionId } = await signUp(t);
    expect((await own(token)).status).toBe(200);
    const { status, json } = await signOut(token);
    expect([status, json.data]).toEqual([200, { session_id: sessionId, revoked: true }]);
    expect(codeOf(await own(token))).toEqual([401, 'revoked_credentials']);
    expect(codeOf(await signOut(token))).toEqual([401, 'revoked_credentials']);
  });

  it('ends another session of the account, and reports if it had already ended', async () => {
    const { email, token, sessionId } = await signUp(t);
    const other = (await signIn(email)).json.data.session;
    expect((await own(token)).status).toBe(200);
    expect((await signOut(other.token, sessionId)).json.data.revoked).toBe(true);
    expect(codeOf(await own(token))).toEqual([401, 'revoked_credentials']);
    expect((await signOut(other.token, sessionId.toUpperCase())).json.data).toEqual({
      session_id: sessionId,
      revoked: false,
    });
    const list = await t.call('GET', '/v1/account/sessions', { token: other.token });
    expect(list.json.data.items.map(({ id }: { id: string }) => id)).toEqual([other.id]);
  });

  it('ends it once for 20 concurrent requests', async () => {
    const { email, sessionId } = await signUp(t);
    const { token } = (await signIn(email)).json.data.session;
    const all = await Promise.all(Array.from({ length: 20 }, () => signOut(token, sessionId)));
    expect(all.filter(({ json }) => json.data.revoked)).toHaveLength(1);
    const audit = await t.pool.query(
      `select 1 from audit_log where object_id = $1 and operation = 'account.revoke_session'`,
      [sessionId],
    );
    expect(audit.rowCount).toBe(1);
  });

  it('returns 404 for anything but a session of the account', async () => {
    const me = await signUp(t);
    const stranger = await signUp(t);
    const key = await makeKey(t, me);
    const texts = new Set<string>();
    for (const id of [randomUUID(), 'nonsense', stranger.sessionId, key.id]) {
      const answer = await signOut(me.token, id);
      expect(codeOf(answer)).toEqual([404, 'session_not_found']);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
    expect((await own(stranger.token)).status).toBe(200);
  });

  it('stops writes in another process immediately, and reads once it is notified', async () => {
    const { config, database } = t.deps;
    const deps = await openDeps({ config, connection: database.direct, log: t.deps.log, clock: t.clock });
    const other = await buildApp(deps);
    try {
      const { token } = await signUp(t);
      const headers = { authorization: `Bearer ${token}` };
      expect((await other.inject({ method: 'GET', url: '/v1/account', headers })).statusCode).toBe(200);
      await signOut(token);
      const write = await other.inject({ method: 'PATCH', url: '/v1/account', headers, payload: { name: 'Late' } });
      expect([write.statusCode, write.json().error_code]).toEqual([401, 'revoked_credentials']);
      // Usually within a second, but a busy machine takes longer. Without the notification, the cache would take 30 s.
      const statusOfRead = async () => (await other.inject({ method: 'GET', url: '/v1/account', headers })).statusCode;
      await expect.poll(statusOfRead, { timeout: 10_000 }).toBe(401);
    } finally {
      await other.close();
      await deps.close();
    }
  });
});

describe('GET /v1/account/sessions', () => {
  it('pages by keyset, for sessions only', async () => {
    const { email, token, sessionId } = await signUp(t);
    const ids = [sessionId];
    for (let i = 0; i < 4; i++) ids.push((await signIn(email)).json.data.session.id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await t.call('GET', `/v1/account/sessions?limit=2${cursor && `&cursor=${cursor}`}`, { token });
      seen.push(...page.json.data.items.map(({ id }: { id: string }) => id));
      cursor = page.json.data.next_cursor;
    }
    expect(seen).toEqual(ids.reverse());
    expect(codeOf(await t.call('GET', '/v1/account/sessions?cursor=nonsense', { token }))).toEqual([
      400,
      'invalid_cursor',
    ]);
    const key = await makeKey(t, { token }, { scopes: ['all:all', 'keys:all'] });
    for (const [method, path] of [
      ['GET', '/v1/account'],
      ['GET', '/v1/account/sessions'],
      ['DELETE', '/v1/account/sessions/current'],
    ] as const) {
      expect(codeOf(await t.call(method, path, { token: key.token }))).toEqual([403, 'insufficient_scope']);
      expect(codeOf(await t.call(method, path))).toEqual([401, 'credentials_required']);
    }
  });
});

describe('a suspended account', () => {
  it('can sign in, read and sign out, but change nothing', async () => {
    const { email, accountId } = await signUp(t);
    await t.pool.query(`update accounts set suspended_at = now(), suspension_reason = 'spam' where id = $1`, [
      accountId,
    ]);
    const { status, json } = await signIn(email);
    expect(status).toBe(201);
    const { token } = json.data.session;
    expect((await own(token)).status).toBe(200);
    expect(codeOf(await t.call('PATCH', '/v1/account', { token, body: { name: 'x' } }))).toEqual([
      403,
      'profile_suspended',
    ]);
    expect(codeOf(await signOut(token, randomUUID()))).toEqual([404, 'session_not_found']);
    expect((await signOut(token)).json.data.revoked).toBe(true);
  });
});

describe('a write of the account', () => {
  const password = { password: PASSWORD };
  const writes: [string, string, object?][] = [
    ['PATCH', '/v1/account', { name: 'Late' }],
    ['POST', '/v1/account/password', { current_password: PASSWORD, new_password: `${PASSWORD} too` }],
    ['POST', '/v1/account/email-verification/resend'],
    ['DELETE', '/v1/account', password],
    ['DELETE', `/v1/account/sessions/${randomUUID()}`],
    ['DELETE', `/v1/oauth-grants/${randomUUID()}`],
    ['POST', '/v1/api-keys', { name: 'Late', scopes: ['posts:read'], profile_ids: [] }],
    ['PATCH', `/v1/api-keys/${randomUUID()}`, { name: 'Late' }],
    ['POST', `/v1/api-keys/${randomUUID()}/rotate`, {}],
    ['DELETE', `/v1/api-keys/${randomUUID()}`],
  ];

  it.each(writes)('checks the session itself: %s %s', async (method, path, body) => {
    const me = await account(t);
    const { rows } = await t.pool.query('select password_hash from accounts where email = $1', [hashed.email]);
    await t.pool.query('update accounts set password_hash = $2 where id = $1', [me.accountId, rows[0].password_hash]);
    expect((await own(me.token)).status).toBe(200);
    await endSessions(t, me.accountId);
    expect((await own(me.token)).status, 'still cached').toBe(200);
    expect(codeOf(await t.call(method, path, { token: me.token, body }))).toEqual([401, 'revoked_credentials']);
  });
});

describe('PATCH /v1/account', () => {
  it('renames the workspace', async () => {
    const { token, workspaceId } = await signUp(t);
    const { status, json } = await t.call('PATCH', '/v1/account', { token, body: { name: '  Atelier ' } });
    expect([status, json.data.workspace]).toEqual([200, { id: workspaceId, name: 'Atelier' }]);
    expect((await t.call('PATCH', '/v1/account', { token, body: {} })).json.data).toEqual((await own(token)).json.data);
    expect(codeOf(await t.call('PATCH', '/v1/account', { token, body: { name: '' } }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(codeOf(await t.call('PATCH', '/v1/account', { token, body: { email: 'a@b.c' } }))).toEqual([
      400,
      'invalid_request',
    ]);
    const audit = await t.pool.query(`select count(*)::int as n from audit_log where object_id = $1`, [workspaceId]);
    expect(audit.rows).toEqual([{ n: 1 }]);
  });
});

describe('ipPrefix', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:0db8:85a3::8a2e:370:7334', '2001:db8:85a3::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
    ['2001:0:5::1', '2001:0:5::/48'],
    ['2001:0:0:10::', '2001::/48'],
    ['2001:10:0:0:0:0:0:1', '2001:10::/48'],
    ['not an address', null],
  ])('%s is in %s', (address, network) => {
    expect(ipPrefix(address)).toBe(network);
  });
});

describe('the sign-in limit', () => {
  it('allows ten failures in 15 minutes per IP address, and any number of right passwords', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const member = await signUp(limited);
    const signIn = (body: object) => limited.call('POST', '/v1/account/sessions', { body });
    const right = () => signIn({ email: member.email, password: PASSWORD });
    const wrong = () => signIn({ email: `${unique()}@example.com`, password: 'wrong' });
    for (let i = 0; i < 12; i++) expect((await right()).status).toBe(201);
    for (let i = 0; i < 9; i++) expect((await wrong()).status).toBe(401);
    expect((await right()).status).toBe(201);
    expect((await wrong()).status).toBe(401);
    expect(codeOf(await right())).toEqual([429, 'rate_limited']);
    const refused = await wrong();
    expect(refused.json.agent.hint).toContain('Only failed sign-ins count');
    expect(codeOf(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  });
});
