import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailedTokens } from '../../support/mails.ts';
import { PASSWORD, type SignedUp, signUp, unique } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  // Mail is configured, so addresses start unverified; no worker runs, so none is sent.
  t = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const verify = (token: string, headers = {}) =>
  t.call('POST', '/v1/account/email-verification', { body: { token }, headers });
const resend = (token: string, headers = {}) =>
  t.call('POST', '/v1/account/email-verification/resend', { token, headers });
const createProfile = (token: string) =>
  t.call('POST', '/v1/profiles', {
    token,
    body: { type: 'human', username: unique(), name: 'Kim Example', call_name: 'Kim' },
  });

const tokensFor = (to: string) => mailedTokens(t, to, 'verify-email');

async function newAccount(): Promise<SignedUp & { mailed: string }> {
  const account = await signUp(t);
  const [mailed, ...more] = await tokensFor(account.email);
  expect(more).toEqual([]);
  return { ...account, mailed: mailed! };
}

describe('POST /v1/account/email-verification', () => {
  it('unlocks operations that need a verified address, for the next call of every credential', async () => {
    const { token, mailed, accountId } = await newAccount();
    const before = await t.call('GET', '/v1/account', { token });
    expect(before.json.data.account.email_verified).toBe(false);
    expect(before.json.agent.next_actions[0].path).toBe('/v1/account/email-verification');
    expect(codeOf(await createProfile(token))).toEqual([403, 'email_not_verified']);
    // A stranger who signed up with the address of another must not lock its owner out.
    const begin = await t.call('POST', '/v1/account/second-factor', { token, body: { password: PASSWORD } });
    expect(codeOf(begin)).toEqual([403, 'email_not_verified']);
    const { status, json } = await verify(mailed);
    expect([status, json.data.account]).toEqual([200, { ...before.json.data.account, email_verified: true }]);
    expect((await createProfile(token)).status).toBe(201);
    const audit = await t.pool.query(
      `select object_id from audit_log where account_id = $1 and operation = 'account.verify_email'`,
      [accountId],
    );
    expect(audit.rows).toEqual([{ object_id: accountId }]);
  });

  it('accepts a token once, even for 20 concurrent requests', async () => {
    const { mailed } = await newAccount();
    const all = await Promise.all(Array.from({ length: 20 }, () => verify(mailed)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(codeOf(await verify(mailed))).toEqual([400, 'invalid_token']);
  });

  it('refuses invalid tokens, tokens of another kind and expired ones', async () => {
    const { mailed, token } = await newAccount();
    for (const wrong of ['x', token, `${mailed.slice(0, 10)}${mailed[10] === 'x' ? 'y' : 'x'}${mailed.slice(11)}`])
      expect(codeOf(await verify(wrong))).toEqual([400, 'invalid_token']);
    expect(codeOf(await verify(''))).toEqual([400, 'invalid_request']);
    t.clock.advance(86_400_001);
    for (const wrong of ['x', mailed]) {
      const refused = await verify(wrong);
      expect(codeOf(refused)).toEqual([400, 'invalid_token']);
      expect(refused.json.agent.hint).toContain('POST /v1/account/email-verification/resend');
    }
  });

  it('does not use up the token in a dry run', async () => {
    const { mailed } = await newAccount();
    expect((await verify(mailed, { 'dry-run': 'true' })).json.agent.dry_run).toBe(true);
    expect((await verify(mailed)).status).toBe(200);
  });

  it('logs no token or address', async () => {
    const { mailed, email } = await newAccount();
    await verify(mailed);
    const log = t.logLines.join('');
    for (const secret of [mailed, email]) expect(log).not.toContain(secret);
  });
});

describe('POST /v1/account/email-verification/resend', () => {
  it('sends another token after a minute, and both work', async () => {
    const { token, email, mailed } = await newAccount();
    const soon = await resend(token);
    expect(codeOf(soon)).toEqual([429, 'rate_limited']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50);
    t.clock.advance(60_000);
    expect((await resend(token, { 'dry-run': 'true' })).json.data).toEqual({ accepted: true });
    expect(await tokensFor(email)).toHaveLength(1);
    expect((await resend(token)).json.data).toEqual({ accepted: true });
    const tokens = await tokensFor(email);
    expect(tokens).toHaveLength(2);
    expect((await verify(mailed)).status).toBe(200);
    expect((await verify(tokens.find((other) => other !== mailed)!)).status).toBe(200);
  });

  it('sends one mail for 20 concurrent requests, and five per day', async () => {
    const { token, email } = await newAccount();
    t.clock.advance(60_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => resend(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    for (let i = 0; i < 3; i++) {
      t.clock.advance(60_000);
      expect((await resend(token)).status).toBe(200);
    }
    t.clock.advance(60_000);
    const full = await resend(token);
    expect(codeOf(full)).toEqual([429, 'rate_limited']);
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(80_000);
    expect(await tokensFor(email)).toHaveLength(5);
    t.clock.advance(Number(full.headers['retry-after']) * 1000);
    expect((await resend(token)).status).toBe(200);
  });

  it('sends nothing if the address is verified', async () => {
    const { token, mailed, email } = await newAccount();
    await verify(mailed);
    expect((await resend(token)).json.data).toEqual({ accepted: true });
    expect(await tokensFor(email)).toHaveLength(1);
  });

  it('sends nothing if addresses are verified without a mail', async () => {
    const open = await startTestApp();
    const { token, email } = await signUp(open);
    expect((await open.call('GET', '/v1/account', { token })).json.data.account.email_verified).toBe(true);
    for (let i = 0; i < 2; i++) {
      const answer = await open.call('POST', '/v1/account/email-verification/resend', { token });
      expect([answer.status, answer.json.data]).toEqual([200, { accepted: true }]);
      expect(answer.json.agent.hint).toContain('already verified');
    }
    expect(await mailedTokens(open, email, 'verify-email')).toHaveLength(1);
  });

  it('says which limit was reached, and to check for the mail', async () => {
    const { token } = await newAccount();
    const { agent } = (await resend(token)).json;
    expect(agent.exceeded_limit).toEqual({ name: 'verification_mail', per: 'account', max: 1, window_seconds: 60 });
    expect(agent.hint).toContain('spam');
    expect(agent.hint).not.toContain('lookup');
  });

  it('is for sessions', async () => {
    expect(codeOf(await t.call('POST', '/v1/account/email-verification/resend'))).toEqual([
      401,
      'credentials_required',
    ]);
  });
});

describe('the mail', () => {
  it('becomes a file without SMTP, with a token that verifies', async () => {
    const files = await startTestApp();
    const { email, token } = await signUp(files);
    const { rows } = await files.pool.query(`select data from jobs.job where name = 'mail.send'`);
    await makeHandlers(files.deps)['mail.send'](systemCtx(files.deps, 'job.mail.send'), rows[0].data);
    const folder = join(files.deps.config.dataDir, 'mail');
    const [name] = await readdir(folder);
    const text = await readFile(join(folder, name!), 'utf8');
    expect(text).toContain(email);
    const mailed = /pnt_[0-9A-Za-z]{38}/.exec(text)![0];
    const answer = await files.call('POST', '/v1/account/email-verification', { body: { token: mailed } });
    expect(answer.status).toBe(200);
    expect((await files.call('GET', '/v1/account', { token })).json.data.account.email_verified).toBe(true);
  });
});
