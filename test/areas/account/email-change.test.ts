import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailedTokens, mailsTo, runResetJobs } from '../../support/mails.ts';
import { makeProfile, PASSWORD, type SignedUp, signUp, unique } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';
import { enableFactor, nextCode } from '../../support/second-factor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
});

const OTHER_PASSWORD = 'nine loud storks above the barn';
const DAY_MS = 86_400_000;
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const freshAddress = () => `${unique('new')}@example.com`;
const verify = (token: string) => t.call('POST', '/v1/account/email-verification', { body: { token } });
const change = (token: string, email: string, code?: string) =>
  t.call('POST', '/v1/account/email', { token, body: { email, ...(code && { code }) } });
const signIn = (email: string, password = PASSWORD) =>
  t.call('POST', '/v1/account/sessions', { body: { email, password } });
const reset = (token: string, more = {}) =>
  t.call('POST', '/v1/account/password-reset/confirm', { body: { token, new_password: OTHER_PASSWORD, ...more } });
const noticesTo = async (to: string) =>
  (await mailsTo(t, to)).flatMap(({ template, params }) =>
    template === 'email-changed' ? [(params as { change: string }).change] : [],
  );
const last = async (to: string, template: 'verify-email' | 'change-email' | 'email-changed') =>
  (await mailedTokens(t, to, template)).at(-1)!;

async function verified(): Promise<SignedUp> {
  const account = await signUp(t);
  await verify(await last(account.email, 'verify-email'));
  return account;
}

/** Requests a token and sets another password with it. */
async function resetByMail(to: string): Promise<number> {
  t.clock.advance(60_000);
  await t.call('POST', '/v1/account/password-reset', { body: { email: to } });
  await runResetJobs(t);
  return (await reset((await mailedTokens(t, to, 'reset-password')).at(-1)!)).status;
}

/** Changes the address; returns the new one and the token that takes it back. */
async function changed(account: SignedUp, from = account.email): Promise<{ email: string; undo: string }> {
  const email = freshAddress();
  t.clock.advance(60_000);
  expect((await change(account.token, email)).status).toBe(200);
  expect((await verify(await last(email, 'change-email'))).json.data.account.email).toBe(email);
  return { email, undo: await last(from, 'email-changed') };
}

describe('POST /v1/account/email', () => {
  it('changes the address when the token in the new mailbox is used, and mails both', async () => {
    const me = await verified();
    const email = freshAddress();
    const asked = await change(me.token, email);
    expect([asked.status, asked.json.data]).toEqual([200, { accepted: true }]);
    expect(await noticesTo(me.email)).toEqual(['requested']);
    expect((await signIn(me.email)).status).toBe(201);
    const token = await last(email, 'change-email');
    const { json } = await verify(token);
    expect(json.data.account).toMatchObject({ id: me.accountId, email, email_verified: true });
    expect(codeOf(await verify(token))).toEqual([400, 'invalid_token']);
    expect(await noticesTo(me.email)).toEqual(['requested', 'changed']);
    expect(codeOf(await signIn(me.email))).toEqual([401, 'invalid_credentials']);
    expect((await signIn(email)).status).toBe(201);
    expect((await t.call('GET', '/v1/account', { token: me.token })).json.data.account.email).toBe(email);
    const { rows } = await t.pool.query(
      `select operation from audit_log where account_id = $1 and operation in ('account.change_email', 'account.verify_email')
       order by id`,
      [me.accountId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'account.verify_email',
      'account.change_email',
      'account.verify_email',
    ]);
  });

  it('ends the link that went to the first, mistyped address', async () => {
    const me = await signUp(t);
    const first = await last(me.email, 'verify-email');
    const email = freshAddress();
    expect((await change(me.token, email)).status).toBe(200);
    await verify(await last(email, 'change-email'));
    expect(codeOf(await verify(first))).toEqual([400, 'invalid_token']);
  });

  it('needs a recent sign-in, and the code of a second factor', async () => {
    const me = await verified();
    const { secret } = await enableFactor(t, me.token);
    const code = nextCode(t, secret);
    expect(codeOf(await change(me.token, freshAddress()))).toEqual([403, 'second_factor_required']);
    expect(codeOf(await change(me.token, freshAddress(), '000000'))).toEqual([403, 'wrong_code']);
    expect((await change(me.token, freshAddress(), code)).status).toBe(200);
    expect(codeOf(await change(me.token, freshAddress(), code))).toEqual([403, 'wrong_code']);
    t.clock.advance(2 * 3_600_000);
    const late = await change(me.token, freshAddress(), nextCode(t, secret));
    expect(codeOf(late)).toEqual([403, 'recent_sign_in_required']);
    for (let tries = 0; tries < 6; tries++)
      expect(codeOf(await change(me.token, freshAddress(), '000000'))).toEqual([403, 'recent_sign_in_required']);
    const body = { email: me.email, password: PASSWORD, code: nextCode(t, secret) };
    expect((await t.call('POST', '/v1/account/sessions', { body })).status).toBe(201);
  });

  it('refuses an address that an account uses, also one that got it meanwhile', async () => {
    const [me, other] = [await verified(), await verified()];
    expect(codeOf(await change(me.token, other.email.toUpperCase()))).toEqual([409, 'email_taken']);
    const email = freshAddress();
    expect((await change(me.token, email)).status).toBe(200);
    await signUp(t, { email });
    await verify(await last(email, 'verify-email'));
    expect(codeOf(await verify(await last(email, 'change-email')))).toEqual([409, 'email_taken']);
    expect((await signIn(me.email)).status).toBe(201);
  });

  it('mails at most once a minute and five times a day', async () => {
    const { token } = await verified();
    for (let mails = 0; mails < 5; mails++) {
      expect((await change(token, freshAddress())).status).toBe(200);
      expect(codeOf(await change(token, freshAddress()))).toEqual([429, 'rate_limited']);
      t.clock.advance(60_001);
    }
    expect(codeOf(await change(token, freshAddress()))).toEqual([429, 'rate_limited']);
  });

  it('mails one address five times a day, for all accounts together and at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, verified));
    const email = freshAddress();
    const answers = await Promise.all(accounts.map(({ token }) => change(token, email.toUpperCase())));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(codeOf)).toEqual(Array(3).fill([429, 'rate_limited']));
    expect(refused[0]!.json.agent).toMatchObject({
      exceeded_limit: { name: 'verification_mail', per: 'email', max: 5, window_seconds: 86_400 },
    });
    expect(refused[0]!.json.agent.retry_after_seconds).toBeGreaterThan(86_000);
    expect(await mailsTo(t, email.toUpperCase())).toHaveLength(5);
    t.clock.advance(DAY_MS);
    const later = await signIn(accounts[0]!.email);
    expect((await change(later.json.data.session.token, email)).status).toBe(200);
  });

  it('says ten times a day whether an address is free, dry runs included', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const { token } = await signUp(limited);
    const headers = { 'dry-run': 'true' };
    const ask = () => limited.call('POST', '/v1/account/email', { token, headers, body: { email: freshAddress() } });
    for (let tries = 0; tries < 10; tries++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(codeOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.json.agent.exceeded_limit.name).toBe('email_changes');
  });

  it('ends with a new password, and with another change', async () => {
    const me = await verified();
    const [first, second] = [freshAddress(), freshAddress()];
    await change(me.token, first);
    const body = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
    await t.call('POST', '/v1/account/password', { token: me.token, body });
    expect(codeOf(await verify(await last(first, 'change-email')))).toEqual([400, 'invalid_token']);
    t.clock.advance(60_001);
    await change(me.token, first);
    t.clock.advance(60_001);
    await change(me.token, second);
    const [one, two] = [await last(first, 'change-email'), await last(second, 'change-email')];
    const answers = await Promise.all([verify(one), verify(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a requested change', () => {
  type Session = { id: string; token: string };
  const session = async (email: string): Promise<Session> => (await signIn(email)).json.data.session;
  const ends: Record<string, (me: SignedUp, theirs: Session) => Promise<unknown>> = {
    'the session that asked is revoked': ({ token }, { id }) =>
      t.call('DELETE', `/v1/account/sessions/${id}`, { token }),
    'a second factor is turned on': ({ token }) => enableFactor(t, token),
    'the secret of the session leaks': async (_me, { token }) => {
      const author = await verified();
      return makePost(t, as({ ...author, profile: await makeProfile(t, author) }), { body: token });
    },
    'a deletion is scheduled': ({ token }) => t.call('DELETE', '/v1/account', { token, body: { password: PASSWORD } }),
  };

  it.each(Object.keys(ends))('ends when %s', async (name) => {
    const me = await verified();
    const theirs = await session(me.email);
    const email = freshAddress();
    expect((await change(theirs.token, email)).status).toBe(200);
    await ends[name]!(me, theirs);
    expect((await t.call('GET', '/v1/account', { token: theirs.token })).status).toBe(401);
    expect(codeOf(await verify(await last(email, 'change-email')))).toEqual([400, 'invalid_token']);
  });

  it('outlives signing out', async () => {
    const me = await verified();
    const email = freshAddress();
    await change(me.token, email);
    await t.call('DELETE', '/v1/account/sessions/current', { token: me.token });
    expect((await verify(await last(email, 'change-email'))).status).toBe(200);
  });
});

describe('the token for the earlier address', () => {
  it('restores it with a new password, and ends sessions and a second factor that was turned on since', async () => {
    const me = await verified();
    const { email, undo } = await changed(me);
    await enableFactor(t, me.token);
    const { json } = await reset(undo);
    expect(json.data.account).toMatchObject({ email: me.email, email_verified: true, second_factor: false });
    const about = (await mailsTo(t, me.email)).filter(({ template }) => template === 'second-factor-changed');
    expect(about.map(({ params }) => (params as { change: string }).change)).toEqual(['disabled']);
    expect(await noticesTo(email)).toEqual(['undone']);
    expect(codeOf(await signIn(email, OTHER_PASSWORD))).toEqual([401, 'invalid_credentials']);
    expect((await signIn(me.email, OTHER_PASSWORD)).status).toBe(201);
    expect((await t.call('GET', '/v1/account', { token: me.token })).status).toBe(401);
    expect(codeOf(await reset(undo))).toEqual([400, 'invalid_token']);
  });

  it('leaves a second factor that was turned on before the change', async () => {
    const me = await verified();
    const { secret } = await enableFactor(t, me.token);
    const email = freshAddress();
    expect((await change(me.token, email, nextCode(t, secret))).status).toBe(200);
    await verify(await last(email, 'change-email'));
    expect((await reset(await last(me.email, 'email-changed'))).json.data.account.second_factor).toBe(true);
    const about = (await mailsTo(t, me.email)).filter(({ template }) => template === 'second-factor-changed');
    expect(about.map(({ params }) => (params as { change: string }).change)).toEqual(['enabled']);
    expect((await signIn(me.email, OTHER_PASSWORD)).status).toBe(403);
  });

  it('works for seven days, in which nobody else gets the address', async () => {
    const [me, other] = [await verified(), await verified()];
    const { undo } = await changed(me);
    const taken = [409, 'email_taken'];
    const newcomer = { email: me.email, password: PASSWORD };
    expect(codeOf(await t.call('POST', '/v1/account', { body: newcomer }))).toEqual(taken);
    expect(codeOf(await change(other.token, me.email))).toEqual(taken);
    t.clock.advance(7 * DAY_MS);
    expect(codeOf(await reset(undo))).toEqual([400, 'invalid_token']);
    expect((await t.call('POST', '/v1/account', { body: newcomer })).status).toBe(201);
  });

  it('of the first address ends those of later ones, and no later one ends it', async () => {
    const [mine, theirs] = [await verified(), await verified()];
    const first = await changed(mine);
    const later = await changed(mine, first.email);
    // The thief uses the token of their own mailbox first.
    expect((await reset(later.undo)).json.data.account.email).toBe(first.email);
    expect((await reset(first.undo)).json.data.account.email).toBe(mine.email);
    const one = await changed(theirs);
    const two = await changed(theirs, one.email);
    expect((await reset(one.undo)).status).toBe(200);
    expect(codeOf(await reset(two.undo))).toEqual([400, 'invalid_token']);
  });

  it('is not mailed to an address that was never verified: somebody else may read its mail', async () => {
    const me = await signUp(t);
    const email = freshAddress();
    await change(me.token, email);
    expect((await verify(await last(email, 'change-email'))).json.data.account).toMatchObject({ email });
    expect(await noticesTo(me.email)).toEqual([]);
    expect((await signUp(t, { email: me.email })).email).toBe(me.email);
  });

  it('is not mailed to an address that the account leaves for an earlier one, whose return ends the later tokens', async () => {
    for (const moves of [1, 2]) {
      const me = await verified();
      const first = await changed(me);
      const later = moves === 2 ? await changed(me, first.email) : first;
      t.clock.advance(60_000);
      await change(me.token, me.email);
      expect((await verify(await last(me.email, 'change-email'))).json.data.account.email).toBe(me.email);
      expect((await noticesTo(later.email)).at(-1)).toBe('undone');
      const tokens = await Promise.all(
        [me.email, first.email, later.email].map((address) => mailedTokens(t, address, 'email-changed')),
      );
      const mailed = tokens.flat().filter((token) => token !== null);
      expect(mailed).toHaveLength(moves);
      for (const token of mailed) expect(codeOf(await reset(token))).toEqual([400, 'invalid_token']);
      expect((await signIn(me.email)).status).toBe(201);
    }
  });

  it('works after a password reset through the later address', async () => {
    const me = await verified();
    const { email, undo } = await changed(me);
    expect(await resetByMail(email)).toBe(200);
    expect((await reset(undo)).json.data.account.email).toBe(me.email);
  });
});
