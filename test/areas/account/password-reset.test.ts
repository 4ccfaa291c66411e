import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { freezeDate } from '../../support/freeze-date.ts';
import { mailedTokens, mailsTo, runResetJobs } from '../../support/mails.ts';
import { makeKey, PASSWORD, type SignedUp, signUp, unique } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  // Mail is configured, so addresses start unverified. The authorization is a bare credential, without a client row.
  t = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' }, { breaks: ['oauth_grants_are_expiring_credentials'] });
});

const NEW = 'eleven loud geese under the bridge';
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const signIn = (email: string, password: string) =>
  t.call('POST', '/v1/account/sessions', { body: { email, password } });
const own = (token: string) => t.call('GET', '/v1/account', { token });
const ask = (email: string, headers: Record<string, string> = {}) =>
  t.call('POST', '/v1/account/password-reset', { body: { email }, headers });
const confirm = (token: string, new_password = NEW, headers: Record<string, string> = {}) =>
  t.call('POST', '/v1/account/password-reset/confirm', { body: { token, new_password }, headers });
const tokensFor = (email: string) => mailedTokens(t, email, 'reset-password');
const MINUTE = 60_000;

/** The token in the mail that the account receives if it requests one now. */
async function requestToken({ email }: SignedUp): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  await runResetJobs(t);
  return (await tokensFor(email)).at(-1)!;
}

describe('POST /v1/account/password-reset', () => {
  it('responds and works the same for known and unknown addresses', async () => {
    const { email } = await signUp(t);
    await runResetJobs(t);
    const known = await ask(email.toUpperCase());
    const unknown = await ask(`${unique()}@example.com`);
    expect([known.status, known.json.data]).toEqual([200, { accepted: true }]);
    expect(unknown.text).toBe(known.text);
    const lines = t.logLines
      .map((line) => JSON.parse(line))
      .filter((line) => line.operation?.includes('request_password'));
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map(({ statements }) => statements)).size).toBe(1);
    const { rows } = await t.pool.query(
      `select data::text, singleton_key from jobs.job where name = 'account.send_password_reset'`,
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(JSON.stringify(row)).not.toContain('example');
    expect(await runResetJobs(t)).toBe(2);
    expect(await tokensFor(email)).toHaveLength(1);
  });

  it('allows one pending request per address, and one mail per minute', async () => {
    const { email } = await signUp(t);
    await Promise.all(Array.from({ length: 20 }, () => ask(email)));
    expect(await runResetJobs(t)).toBe(1);
    await ask(email);
    await runResetJobs(t);
    expect(await tokensFor(email)).toHaveLength(1);
    t.clock.advance(MINUTE);
    await ask(email);
    await runResetJobs(t);
    expect(await tokensFor(email)).toHaveLength(2);
  });

  it('sends three per hour, and the last one stays valid throughout', async () => {
    const me = await signUp(t);
    for (let i = 0; i < 5; i++) {
      await ask(me.email);
      await runResetJobs(t);
      t.clock.advance(2 * MINUTE);
    }
    const tokens = await tokensFor(me.email);
    expect(tokens).toHaveLength(3);
    t.clock.advance(50 * MINUTE);
    expect((await confirm(tokens.at(-1)!)).status).toBe(200);
    t.clock.advance(10 * MINUTE);
    await requestToken(me);
    expect(await tokensFor(me.email)).toHaveLength(4);
  });

  it('does nothing in a dry run', async () => {
    const { email } = await signUp(t);
    expect((await ask(email, { 'dry-run': 'true' })).json.agent.dry_run).toBe(true);
    expect(await runResetJobs(t)).toBe(0);
  });

  it('allows ten requests in 15 minutes per IP address', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const attempt = () =>
      limited.call('POST', '/v1/account/password-reset', { body: { email: `${unique()}@example.com` } });
    for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(200);
    expect(codeOf(await attempt())).toEqual([429, 'rate_limited']);
  });

  it('stores the token as a hash, for an hour', async () => {
    const me = await signUp(t);
    const token = await requestToken(me);
    const { rows } = await t.pool.query(
      `select t::text as row, extract(epoch from t.expires_at - t.created_at)::int as seconds from one_time_tokens t
        where account_id = $1 and purpose = 'password_reset'`,
      [me.accountId],
    );
    expect(rows).toEqual([{ row: expect.not.stringContaining(token), seconds: 3600 }]);
  });
});

describe('POST /v1/account/password-reset/confirm', () => {
  it('sets the password, ends every session and OAuth grant, keeps the keys, verifies the address', async () => {
    const me = await signUp(t);
    const token = await requestToken(me);
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
    t.deps.credentialCache.clear();
    const key = await makeKey(t, me);
    await t.pool.query('update accounts set email_verified_at = null where id = $1', [me.accountId]);
    await t.pool.query(
      `insert into credentials (id, type, account_id, name, scopes, prefix, created_at)
        values (gen_random_uuid(), 'oauth', $1, 'an app', '{feed:read}', 'pno_', now())`,
      [me.accountId],
    );
    expect((await own(me.token)).status).toBe(200);
    const { status, json } = await confirm(token);
    expect([status, json.data.account]).toEqual([
      200,
      expect.objectContaining({ id: me.accountId, email_verified: true }),
    ]);
    expect(codeOf(await own(me.token))).toEqual([401, 'revoked_credentials']);
    const live = await t.pool.query('select type from credentials where account_id = $1 and revoked_at is null', [
      me.accountId,
    ]);
    expect(live.rows).toEqual([{ type: 'api_key' }]);
    expect((await t.call('GET', '/v1/me', { token: key.token })).status).toBe(200);
    expect(codeOf(await signIn(me.email, PASSWORD))).toEqual([401, 'invalid_credentials']);
    expect((await signIn(me.email, NEW)).status).toBe(201);
    expect((await mailsTo(t, me.email)).map(({ template }) => template)).toContain('password-changed');
    const audit = await t.pool.query(
      `select operation, principal_type from audit_log where account_id = $1 and operation like '%reset%' order by id`,
      [me.accountId],
    );
    expect(audit.rows).toEqual([
      { operation: 'job.account.send_password_reset', principal_type: 'system' },
      { operation: 'account.confirm_password_reset', principal_type: 'system' },
    ]);
  });

  it('revokes the API keys, too, if asked to', async () => {
    const me = await signUp(t);
    const other = await signUp(t);
    const token = await requestToken(me);
    for (const one of [me, other]) {
      await t.pool.query('update accounts set email_verified_at = now() where id = $1', [one.accountId]);
    }
    t.deps.credentialCache.clear();
    const mine = await makeKey(t, me, { scopes: ['all:all', 'keys:all'] });
    const theirs = await makeKey(t, other);
    const child = await makeKey(t, { token: mine.token });
    const body = { token, new_password: NEW, revoke_api_keys: true };
    expect((await t.call('POST', '/v1/account/password-reset/confirm', { body })).status).toBe(200);
    for (const key of [mine, child]) {
      expect(codeOf(await t.call('GET', '/v1/me', { token: key.token }))).toEqual([401, 'revoked_credentials']);
    }
    expect((await t.call('GET', '/v1/me', { token: theirs.token })).status).toBe(200);
  });

  it('ends older tokens with a newer one, and accepts each once', async () => {
    const me = await signUp(t);
    const older = await requestToken(me);
    t.clock.advance(2 * MINUTE);
    const newer = await requestToken(me);
    expect(newer).not.toBe(older);
    expect(codeOf(await confirm(older))).toEqual([400, 'invalid_token']);
    expect((await confirm(newer)).status).toBe(200);
    expect(codeOf(await confirm(newer))).toEqual([400, 'invalid_token']);
  });

  it('refuses invalid tokens, tokens of another kind and expired ones', async () => {
    const me = await signUp(t);
    const [verification] = await mailedTokens(t, me.email, 'verify-email');
    for (const wrong of ['x', me.token, verification!])
      expect(codeOf(await confirm(wrong))).toEqual([400, 'invalid_token']);
    const token = await requestToken(me);
    expect((await t.call('POST', '/v1/account/email-verification', { body: { token } })).status).toBe(400);
    t.clock.advance(60 * MINUTE + 1);
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
  });

  it('does not use up the token for a weak password or a dry run', async () => {
    const me = await signUp(t);
    const token = await requestToken(me);
    const weak = await confirm(token, `${me.email} mine`);
    expect(codeOf(weak)).toEqual([400, 'weak_password']);
    expect(weak.json.agent.fields[0]).toMatchObject({ path: 'body.new_password', rule: 'own_data' });
    expect((await confirm(token, NEW, { 'dry-run': 'true' })).status).toBe(200);
    expect((await own(me.token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
  });

  it("lets the owner in despite the delay caused by others' guesses", async () => {
    freezeDate();
    const me = await signUp(t);
    for (let i = 0; i < 5; i++) await signIn(me.email, 'wrong wrong wrong');
    expect((await signIn(me.email, PASSWORD)).status).toBe(429);
    await confirm(await requestToken(me));
    expect((await signIn(me.email, NEW)).status).toBe(201);
  });

  it('ends the delay of confirmations with the forgotten password', async () => {
    freezeDate();
    const me = await signUp(t);
    const change = (token: string, current_password: string) =>
      t.call('POST', '/v1/account/password', { token, body: { current_password, new_password: PASSWORD } });
    for (let i = 0; i < 5; i++) await change(me.token, 'wrong wrong wrong');
    expect((await change(me.token, PASSWORD)).status).toBe(429);
    await confirm(await requestToken(me));
    const { token } = (await signIn(me.email, NEW)).json.data.session;
    expect((await change(token, NEW)).status).toBe(200);
  });

  it('logs no token, address or password', async () => {
    const me = await signUp(t);
    const token = await requestToken(me);
    await confirm(token);
    const log = t.logLines.join('');
    for (const secret of [token, me.email, NEW]) expect(log).not.toContain(secret);
  });
});
