import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { freezeDate } from '../../support/freeze-date.ts';
import { mailedTokens, mailsTo, runResetJobs } from '../../support/mails.ts';
import { makeKey, PASSWORD, signUp } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const NEW = 'eleven loud geese under the bridge';
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const signIn = (email: string, password: string) =>
  t.call('POST', '/v1/account/sessions', { body: { email, password } });
const own = (token: string) => t.call('GET', '/v1/account', { token });
const change = (token: string, current_password: string, new_password: string, headers: Record<string, string> = {}) =>
  t.call('POST', '/v1/account/password', { token, body: { current_password, new_password }, headers });
const noticesTo = async (email: string) =>
  (await mailsTo(t, email)).filter(({ template }) => template === 'password-changed');

describe('POST /v1/account/password', () => {
  it('ends all other sessions immediately, and keeps this one and the keys', async () => {
    const me = await signUp(t);
    const other = (await signIn(me.email, PASSWORD)).json.data.session.token;
    const key = await makeKey(t, me);
    expect([(await own(other)).status, (await own(me.token)).status]).toEqual([200, 200]);
    const { status, json } = await change(me.token, PASSWORD, NEW);
    expect([status, json.data.account.id]).toEqual([200, me.accountId]);
    for (const list of ['api-keys', 'oauth-grants', 'webhooks']) {
      expect(json.agent.hint).toContain(`GET /v1/${list}`);
    }
    expect(codeOf(await own(other))).toEqual([401, 'revoked_credentials']);
    expect((await own(me.token)).status).toBe(200);
    expect((await t.call('GET', '/v1/me', { token: key.token })).status).toBe(200);
    expect(codeOf(await signIn(me.email, PASSWORD))).toEqual([401, 'invalid_credentials']);
    expect((await signIn(me.email, NEW)).status).toBe(201);
    expect(await noticesTo(me.email)).toHaveLength(1);
    const audit = await t.pool.query(
      `select object_id, principal_id from audit_log where account_id = $1 and operation = 'account.change_password'`,
      [me.accountId],
    );
    expect(audit.rows).toEqual([{ object_id: me.accountId, principal_id: me.sessionId }]);
  });

  it('refuses writes immediately in another process that had the session cached', async () => {
    const me = await signUp(t);
    const other = (await signIn(me.email, PASSWORD)).json.data.session.token;
    await own(other);
    // A cache that no notification has reached yet.
    const evict = t.deps.credentialCache.evictAccount;
    t.deps.credentialCache.evictAccount = () => undefined;
    try {
      await change(me.token, PASSWORD, NEW);
      const write = await t.call('PATCH', '/v1/account', { token: other, body: { name: 'Late' } });
      expect(codeOf(write)).toEqual([401, 'revoked_credentials']);
    } finally {
      t.deps.credentialCache.evictAccount = evict;
      t.deps.credentialCache.clear();
    }
  });

  it('requires the current password, with the growing delay of sign-ins', async () => {
    freezeDate();
    const { token, email } = await signUp(t);
    for (let i = 0; i < 4; i++)
      expect(codeOf(await change(token, 'not the right one', NEW))).toEqual([403, 'wrong_password']);
    const limited = await change(token, PASSWORD, NEW);
    expect(codeOf(limited)).toEqual([429, 'rate_limited']);
    // Guesses within a session and those without one delay only their own kind.
    expect((await signIn(email, PASSWORD)).status).toBe(201);
    expect(codeOf(await change(token, PASSWORD, NEW))).toEqual([429, 'rate_limited']);
    t.clock.advance(Number(limited.headers['retry-after']) * 1000);
    expect((await change(token, PASSWORD, NEW)).status).toBe(200);
    expect((await signIn(email, NEW)).status).toBe(201);
  });

  it('does not wait because strangers guess the password', async () => {
    freezeDate();
    const { token, email } = await signUp(t);
    for (let n = 0; n < 4; n++) await signIn(email, 'not the right one');
    expect(codeOf(await signIn(email, PASSWORD))).toEqual([429, 'rate_limited']);
    expect((await change(token, PASSWORD, NEW)).status).toBe(200);
  });

  it('refuses a weak new password, and names the field and the reason', async () => {
    const { token, email } = await signUp(t);
    for (const [bad, rule] of [
      ['nine mice', 'too_short'],
      ['passwordpassword', 'common_password'],
      [`${email} mine`, 'own_data'],
    ] as const) {
      const answer = await change(token, PASSWORD, bad);
      expect(codeOf(answer)).toEqual([400, 'weak_password']);
      expect(answer.json.agent.fields[0]).toMatchObject({ path: 'body.new_password', rule });
    }
    expect((await signIn(email, PASSWORD)).status).toBe(201);
  });

  it('changes nothing in a dry run', async () => {
    const { token, email } = await signUp(t);
    const other = (await signIn(email, PASSWORD)).json.data.session.token;
    const dry = await change(token, PASSWORD, NEW, { 'dry-run': 'true' });
    expect([dry.status, dry.json.agent.dry_run]).toEqual([200, true]);
    expect((await own(other)).status).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(201);
    expect(await noticesTo(email)).toEqual([]);
  });

  it("stores no digest from which the password could be guessed without the server's key", async () => {
    const { token } = await signUp(t);
    const keyed = () => change(token, PASSWORD, NEW, { 'idempotency-key': 'once' });
    expect((await keyed()).status).toBe(200);
    expect((await keyed()).headers['idempotency-replayed']).toBe('true');
    const digest = (text: string, encoding: 'base64' | 'hex') => createHash('sha256').update(text).digest(encoding);
    const body = digest(JSON.stringify({ current_password: PASSWORD, new_password: NEW }), 'base64');
    const plain = digest(JSON.stringify(['POST', '/v1/account/password', '', '', body]), 'hex');
    const { rows } = await t.pool.query(`select encode(fingerprint, 'hex') as print from idempotency_records`);
    expect(rows).toHaveLength(1);
    expect(rows[0].print).not.toBe(plain);
  });

  it('ends pending reset tokens', async () => {
    const { token, email } = await signUp(t);
    await t.call('POST', '/v1/account/password-reset', { body: { email } });
    await runResetJobs(t);
    const [mailed] = await mailedTokens(t, email, 'reset-password');
    await change(token, PASSWORD, NEW);
    const late = await t.call('POST', '/v1/account/password-reset/confirm', {
      body: { token: mailed, new_password: PASSWORD },
    });
    expect(codeOf(late)).toEqual([400, 'invalid_token']);
  });

  it('is open to a suspended account, and to sessions only', async () => {
    const me = await signUp(t);
    const key = await makeKey(t, me, { scopes: ['all:all', 'keys:all'] });
    expect(codeOf(await change(key.token, PASSWORD, NEW))).toEqual([403, 'insufficient_scope']);
    await t.pool.query('update accounts set suspended_at = now() where id = $1', [me.accountId]);
    t.deps.credentialCache.clear();
    expect((await change(me.token, PASSWORD, NEW)).status).toBe(200);
  });

  it('logs no password', async () => {
    const { token } = await signUp(t);
    await change(token, PASSWORD, NEW);
    const log = t.logLines.join('');
    expect(log).toContain('account.change_password');
    for (const secret of [PASSWORD, NEW]) expect(log).not.toContain(secret);
  });
});
