import { beforeAll, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../../src/areas/account/erase-due.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailedTokens, runResetJobs } from '../../support/mails.ts';
import { makeProfile, PASSWORD, signUp, unique } from '../../support/members.ts';

/** An address that nobody has confirmed does not keep out its owner. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
});

const DAY_MS = 86_400_000;
const taken = [409, 'email_taken'];
const codeOf = ({ status, json }: { status: number; json: { error_code: string } }) => [status, json.error_code];
const newAddress = () => `${unique('owner')}@example.com`;
const register = (email: string, app = t) => app.call('POST', '/v1/account', { body: { email, password: PASSWORD } });
const verify = (token: string) => t.call('POST', '/v1/account/email-verification', { body: { token } });
const tokens = (email: string) => mailedTokens(t, email, 'verify-email');
const own = (token: string) => t.call('GET', '/v1/account', { token });
async function verified() {
  const account = await signUp(t, { email: newAddress() });
  await verify((await tokens(account.email)).at(-1)!);
  return account;
}
async function changeTo(token: string, email: string) {
  const asked = await t.call('POST', '/v1/account/email', { token, body: { email } });
  expect(asked.status, asked.text).toBe(200);
  return (await mailedTokens(t, email, 'change-email')).at(-1)!;
}

describe('a sign-up', () => {
  it('gets the address of an account that nobody has confirmed for a day, and that account is deleted', async () => {
    const squatter = await signUp(t, { email: newAddress() });
    const { email } = squatter;
    const [old] = await tokens(email);
    t.clock.advance(DAY_MS - 60_000);
    expect(codeOf(await register(email))).toEqual(taken);
    t.clock.advance(60_000);
    const made = await register(email.toUpperCase());
    expect(made.status, made.text).toBe(201);
    expect((await own(squatter.token)).status, 'the earlier session has ended').toBe(401);
    expect(codeOf(await verify(old!))).toEqual([400, 'invalid_token']);
    await verify((await tokens(email.toUpperCase())).at(-1)!);
    expect((await own(made.json.data.session.token)).json.data.account.email_verified).toBe(true);
    await eraseDueAccounts(systemCtx(t.deps, 'account.erase'), { eraseProfile: async () => undefined, erasures: [] });
    const { rows } = await t.pool.query('select id from accounts where id = $1', [squatter.accountId]);
    expect(rows).toEqual([]);
  });

  it('gets it once, of several at the same time', async () => {
    const { email } = await signUp(t, { email: newAddress() });
    t.clock.advance(DAY_MS);
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('never gets one that was confirmed, that has a profile, or that is suspended', async () => {
    const confirmed = await verified();
    const used = await signUp(t, { email: newAddress() });
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [used.accountId]);
    t.deps.credentialCache.evictAccount(used.accountId);
    await makeProfile(t, used);
    await t.pool.query('update accounts set email_verified_at = null where id = $1', [used.accountId]);
    const suspended = await signUp(t, { email: newAddress() });
    await t.pool.query('update accounts set suspended_at = now() where id = $1', [suspended.accountId]);
    t.clock.advance(DAY_MS);
    for (const { email } of [confirmed, used, suspended]) expect(codeOf(await register(email))).toEqual(taken);
  });

  it('never gets one on a server without mail', async () => {
    const silent = await startTestApp();
    const { email } = await signUp(silent, { email: newAddress() });
    silent.clock.advance(2 * DAY_MS);
    expect(codeOf(await register(email, silent))).toEqual(taken);
  });
});

describe('a confirmed change', () => {
  it('gets the address at once', async () => {
    const me = await verified();
    const squatter = await signUp(t, { email: newAddress() });
    const token = await changeTo(me.token, squatter.email);
    expect((await own(squatter.token)).status, 'nothing is confirmed yet').toBe(200);
    expect((await verify(token)).json.data.account).toMatchObject({ id: me.accountId, email: squatter.email });
    expect((await own(squatter.token)).status).toBe(401);
  });

  it('loses to the account that confirms the address first', async () => {
    const me = await verified();
    const other = await signUp(t, { email: newAddress() });
    const token = await changeTo(me.token, other.email);
    await verify((await tokens(other.email)).at(-1)!);
    expect(codeOf(await verify(token))).toEqual(taken);
    expect((await own(other.token)).json.data.account.email).toBe(other.email);
  });

  it('is refused for the address that the account has', async () => {
    const me = await signUp(t, { email: newAddress() });
    const same = await t.call('POST', '/v1/account/email', { token: me.token, body: { email: me.email } });
    expect(codeOf(same)).toEqual(taken);
  });
});

it('a reset of the password gives its owner the account, however young', async () => {
  const squatter = await signUp(t, { email: newAddress() });
  await t.call('POST', '/v1/account/password-reset', { body: { email: squatter.email } });
  await runResetJobs(t);
  const [token] = await mailedTokens(t, squatter.email, 'reset-password');
  const body = { token, new_password: 'nine loud storks above the barn' };
  expect((await t.call('POST', '/v1/account/password-reset/confirm', { body })).status).toBe(200);
  expect((await own(squatter.token)).status).toBe(401);
});
