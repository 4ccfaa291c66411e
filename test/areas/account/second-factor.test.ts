import { URI } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeSecondFactorOf } from '../../../src/areas/account/second-factor.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { freezeDate } from '../../support/freeze-date.ts';
import { mailedTokens, mailsTo, runResetJobs } from '../../support/mails.ts';
import { makeKey, makeMember, PASSWORD, type SignedUp, signUp } from '../../support/members.ts';
import { enableFactor, nextCode, shownCode } from '../../support/second-factor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const PATH = '/v1/account/second-factor';
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const signIn = ({ email }: SignedUp, code?: string, password = PASSWORD) =>
  t.call('POST', '/v1/account/sessions', { body: { email, password, ...(code === undefined ? {} : { code }) } });
const begin = (token: string, password = PASSWORD) => t.call('POST', PATH, { token, body: { password } });
const confirm = (token: string, code: string) => t.call('POST', `${PATH}/confirm`, { token, body: { code } });
const remove = (token: string, body: { password: string; code: string }) => t.call('DELETE', PATH, { token, body });
const own = async (token: string) => (await t.call('GET', '/v1/account', { token })).json.data;
const noticesTo = async (email: string) =>
  (await mailsTo(t, email)).flatMap(({ template, params }) =>
    template === 'second-factor-changed' || template === 'recovery-code-used' ? [params] : [],
  );
const auditOf = async (accountId: string) =>
  (
    await t.pool.query(
      `select operation from audit_log where account_id = $1 and operation ~ 'factor|recovery' order by id`,
      [accountId],
    )
  ).rows.map(({ operation }) => operation);

describe('turning a second factor on', () => {
  it('changes nothing until a code of the app confirms the secret', async () => {
    const me = await signUp(t);
    const begun = await begin(me.token);
    const { secret, uri } = begun.json.data;
    expect(URI.parse(uri)).toMatchObject({ label: me.email, digits: 6, period: 30, secret: { base32: secret } });
    expect((await own(me.token)).account.second_factor).toBe(false);
    expect((await signIn(me)).status).toBe(201);
    const other = String((Number(shownCode(t, secret)) + 1) % 1e6).padStart(6, '0');
    expect(codeOf(await confirm(me.token, other))).toEqual([403, 'wrong_code']);
    const { status, json } = await confirm(me.token, shownCode(t, secret));
    expect([status, json.data.recovery_codes.length]).toEqual([200, 10]);
    expect(await own(me.token)).toMatchObject({ account: { second_factor: true }, recovery_codes_left: 10 });
    expect(codeOf(await begin(me.token))).toEqual([409, 'second_factor_enabled']);
    expect(codeOf(await confirm(me.token, shownCode(t, secret)))).toEqual([409, 'second_factor_enabled']);
    expect(await auditOf(me.accountId)).toEqual(['account.create_second_factor', 'account.confirm_second_factor']);
    expect(await noticesTo(me.email)).toEqual([{ change: 'enabled' }]);
  });

  it('ends all other sessions, and keeps keys', async () => {
    const me = await signUp(t);
    const other = (await signIn(me)).json.data.session.token;
    const key = await makeKey(t, me);
    await enableFactor(t, me.token);
    expect(codeOf(await t.call('GET', '/v1/account', { token: other }))).toEqual([401, 'revoked_credentials']);
    expect((await t.call('GET', '/v1/me', { token: key.token })).status).toBe(200);
  });

  it('needs the password and a session', async () => {
    const me = await signUp(t);
    expect(codeOf(await confirm(me.token, '123456'))).toEqual([409, 'second_factor_disabled']);
    const key = await makeKey(t, me);
    expect(codeOf(await begin(me.token, 'not the right one'))).toEqual([403, 'wrong_password']);
    expect((await begin(key.token)).status).toBe(403);
  });

  it('stores the secret encrypted and the codes as digests', async () => {
    const me = await signUp(t);
    const { secret, codes } = await enableFactor(t, me.token);
    const stored = await t.pool.query(
      `select row_to_json(f)::text as text from second_factors f where account_id = $1
        union all select row_to_json(r)::text from recovery_codes r where account_id = $1
        union all select row_to_json(i)::text from idempotency_records i`,
      [me.accountId],
    );
    expect(stored.rows).toHaveLength(11);
    const texts = stored.rows.map(({ text }) => text).join('\n');
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(texts).not.toContain(text);
    }
  });

  it('changes nothing in a dry run', async () => {
    const me = await signUp(t);
    const dry = await t.call('POST', PATH, {
      token: me.token,
      body: { password: PASSWORD },
      headers: { 'dry-run': 'true' },
    });
    expect(dry.json.data).toEqual({ secret: 'dry_run', uri: 'dry_run' });
    expect((await t.pool.query('select from second_factors where account_id = $1', [me.accountId])).rowCount).toBe(0);
  });
});

describe('signing in with a second factor', () => {
  it('asks for the code only after the right password', async () => {
    const me = await signUp(t);
    const { secret } = await enableFactor(t, me.token);
    const asked = await signIn(me);
    expect(codeOf(asked)).toEqual([403, 'second_factor_required']);
    expect(asked.json.agent.hint).toContain('code');
    const code = nextCode(t, secret);
    expect(codeOf(await signIn(me, code, 'not the right one'))).toEqual([401, 'invalid_credentials']);
    expect((await signIn(me, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(201);
  });

  it('takes each code once, also of concurrent calls, and one step before and after', async () => {
    const me = await signUp(t);
    const { secret } = await enableFactor(t, me.token);
    expect(codeOf(await signIn(me, shownCode(t, secret)))).toEqual([403, 'wrong_code']);
    const code = nextCode(t, secret);
    const all = await Promise.all(Array.from({ length: 4 }, () => signIn(me, code)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    expect(codeOf(await signIn(me, shownCode(t, secret, -1)))).toEqual([403, 'wrong_code']);
    t.clock.advance(10_000);
    expect((await signIn(me, shownCode(t, secret, 1))).status).toBe(201);
    t.clock.advance(120_000);
    expect(codeOf(await signIn(me, shownCode(t, secret, 2)))).toEqual([403, 'wrong_code']);
    expect((await signIn(me, shownCode(t, secret, -1))).status).toBe(201);
  });

  it('takes a recovery code once, and notifies the owner', async () => {
    const me = await signUp(t);
    const { codes } = await enableFactor(t, me.token);
    expect((await signIn(me, codes[3]!.toUpperCase().replaceAll('-', ' '))).status).toBe(201);
    expect(codeOf(await signIn(me, codes[3]!))).toEqual([403, 'wrong_code']);
    const both = await Promise.all([signIn(me, codes[4]!), signIn(me, codes[4]!)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect((await own(me.token)).recovery_codes_left).toBe(8);
    expect(await noticesTo(me.email)).toEqual([{ change: 'enabled' }, { left: 9 }, { left: 8 }]);
  });

  it('delays wrong codes, by account and not by address, so that a reset by mail gives no more guesses', async () => {
    freezeDate();
    const me = await signUp(t);
    const { codes } = await enableFactor(t, me.token);
    for (let i = 0; i < 4; i++) expect(codeOf(await signIn(me, 'aaaa-bbbb'))).toEqual([403, 'wrong_code']);
    expect(codeOf(await signIn(me, codes[0]!))).toEqual([429, 'rate_limited']);
    expect(codeOf(await signIn(me))).toEqual([403, 'second_factor_required']);
    await t.call('POST', '/v1/account/password-reset', { body: { email: me.email } });
    await runResetJobs(t);
    const [token] = await mailedTokens(t, me.email, 'reset-password');
    const reset = await t.call('POST', '/v1/account/password-reset/confirm', {
      body: { token, new_password: PASSWORD },
    });
    expect(reset.json.data.account.second_factor).toBe(true);
    const limited = await signIn(me, codes[0]!);
    expect(codeOf(limited)).toEqual([429, 'rate_limited']);
    t.clock.advance(Number(limited.headers['retry-after']) * 1000);
    expect((await signIn(me, codes[0]!)).status).toBe(201);
  });

  it('cancels a scheduled deletion only with the code', async () => {
    const me = await signUp(t);
    const { codes } = await enableFactor(t, me.token);
    await t.call('DELETE', '/v1/account', { token: me.token, body: { password: PASSWORD } });
    expect(codeOf(await signIn(me))).toEqual([403, 'second_factor_required']);
    expect((await signIn(me, codes[0]!)).json.data).toMatchObject({ deletion_cancelled: true });
  });

  it('opens no session for a password that was checked before the factor was turned on', async () => {
    const me = await signUp(t);
    const { checkSignIn, openSession } = await import('../../../src/areas/account/sessions.ts');
    const ctx = systemCtx(t.deps, 'account.create_session');
    const checked = await checkSignIn(ctx, { email: me.email, password: PASSWORD });
    await enableFactor(t, me.token);
    const late = openSession(ctx, checked, { userAgent: null, ipPrefix: null });
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('changing a second factor', () => {
  it('replaces all recovery codes', async () => {
    const me = await signUp(t);
    const { secret, codes } = await enableFactor(t, me.token);
    const replace = (body: object) => t.call('POST', `${PATH}/recovery-codes`, { token: me.token, body });
    expect(codeOf(await replace({ password: PASSWORD, code: 'aaaa-bbbb' }))).toEqual([403, 'wrong_code']);
    const code = nextCode(t, secret);
    expect(codeOf(await replace({ password: 'not the right one', code }))).toEqual([403, 'wrong_password']);
    const made = (await replace({ password: PASSWORD, code })).json.data.recovery_codes;
    expect(codeOf(await replace({ password: PASSWORD, code }))).toEqual([403, 'wrong_code']);
    expect(codeOf(await signIn(me, codes[0]!))).toEqual([403, 'wrong_code']);
    expect((await signIn(me, made[0]!)).status).toBe(201);
    expect(await noticesTo(me.email)).toEqual([{ change: 'enabled' }, { change: 'codes_replaced' }, { left: 9 }]);
    expect((await auditOf(me.accountId)).at(-1)).toBe('account.replace_recovery_codes');
  });

  it('turns it off with password and code, and nothing remains', async () => {
    const me = await signUp(t);
    const { secret, codes } = await enableFactor(t, me.token);
    expect(codeOf(await remove(me.token, { password: PASSWORD, code: 'aaaa-bbbb' }))).toEqual([403, 'wrong_code']);
    const code = nextCode(t, secret);
    expect(codeOf(await remove(me.token, { password: 'not the right one', code }))).toEqual([403, 'wrong_password']);
    const done = await remove(me.token, { password: PASSWORD, code });
    expect([done.status, done.json.data.account.second_factor]).toEqual([200, false]);
    expect((await signIn(me)).status).toBe(201);
    expect(codeOf(await remove(me.token, { password: PASSWORD, code: codes[0]! }))).toEqual([
      409,
      'second_factor_disabled',
    ]);
    const left = await t.pool.query(
      'select account_id from second_factors where account_id = $1 union all select account_id from recovery_codes where account_id = $1',
      [me.accountId],
    );
    expect(left.rows).toEqual([]);
    expect((await auditOf(me.accountId)).at(-1)).toBe('account.remove_second_factor');
    expect((await noticesTo(me.email)).at(-1)).toEqual({ change: 'disabled' });
    const again = await enableFactor(t, me.token);
    expect(again.secret).not.toBe(secret);
  });

  it('the operator turns it off for a member who has lost everything', async () => {
    const me = await signUp(t);
    await enableFactor(t, me.token);
    const ctx = systemCtx(t.deps, 'admin.remove_second_factor');
    expect(await removeSecondFactorOf(ctx, { email: me.email })).toMatchObject({ account_id: me.accountId });
    expect(await removeSecondFactorOf(ctx, { email: me.email })).toBeUndefined();
    expect(await removeSecondFactorOf(ctx, { email: 'nobody@example.com' })).toBeUndefined();
    expect((await signIn(me)).status).toBe(201);
    expect((await auditOf(me.accountId)).at(-1)).toBe('admin.remove_second_factor');
    expect((await noticesTo(me.email)).at(-1)).toEqual({ change: 'disabled' });
  });
});

it('the password is not changed and the account not deleted by an old session, which only knows the password', async () => {
  const me = await makeMember(t);
  await enableFactor(t, me.token);
  t.clock.advance(2 * 3_600_000 + 1);
  const acts = [
    ['POST', '/v1/account/password', { current_password: PASSWORD, new_password: 'nine grey cranes by the river' }],
    ['DELETE', '/v1/account', { password: PASSWORD }],
  ] as const;
  for (const [method, path, body] of acts) {
    const refused = await t.call(method, path, { token: me.token, body });
    expect([refused.status, refused.json.error_code], path).toEqual([403, 'recent_sign_in_required']);
  }
  const without = await makeMember(t);
  t.clock.advance(2 * 3_600_000 + 1);
  for (const [method, path, body] of acts) {
    const headers = { 'dry-run': 'true' };
    expect((await t.call(method, path, { token: without.token, body, headers })).status, path).toBe(200);
  }
});
