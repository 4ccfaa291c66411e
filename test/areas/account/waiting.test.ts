import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInvite } from '../../../src/areas/account/invites.ts';
import { expireSignUps } from '../../../src/areas/account/waiting.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo } from '../../support/mails.ts';
import { type SignedUp, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { auditOf } from '../../support/posts.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery staple';
let t: TestApp;
let operator: SignedUp;
let made = 0;

beforeAll(async () => {
  t = await startTestApp({ SIGNUP: 'approval', SMTP_URL: 'smtp://mail.example.com:25', MAIL_FROM: 'net@example.com' });
});
beforeEach(async () => {
  await t.pool.query('update accounts set waiting_since = null, join_reason = null, suspended_at = null');
  operator = await newOperator();
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];

async function newOperator(): Promise<SignedUp> {
  const one = await waiting();
  await t.pool.query(
    'update accounts set waiting_since = null, join_reason = null, suspended_at = null where id = $1',
    [one.accountId],
  );
  await makeOperator(t, one as SignedUp);
  return one as SignedUp;
}

async function signUpAt(body: object = {}) {
  const email = `waits-${++made}@example.com`;
  const answer = await t.call('POST', '/v1/account', { body: { email, password: PASSWORD, ...body } });
  return { answer, email };
}

const confirm = async (email: string) => {
  const mails = await mailsTo(t, email);
  const token = mails.flatMap(({ params }) => ('token' in params ? [params.token] : []))[0];
  return t.call('POST', '/v1/account/email-verification', { body: { token } });
};

/** A sign-up that waits, with a confirmed address. */
async function waiting(body: object = {}) {
  const { answer, email } = await signUpAt(body);
  await confirm(email);
  const { account, session } = answer.json.data;
  return { email, accountId: account.id as string, token: session.token as string };
}

const list = async (token = operator.token) =>
  (await t.call('GET', '/v1/operator/sign-ups', { token })).json.data.items as { account_id: string }[];
const decide = (id: string, decision: string, token = operator.token) =>
  t.call('POST', `/v1/operator/sign-ups/${id}/decide`, { token, body: { decision } });
const makeProfile = (token: string) =>
  t.call('POST', '/v1/profiles', { token, body: { type: 'human', name: 'Robin', username: `robin-${++made}` } });
const decisions = async (email: string) =>
  (await mailsTo(t, email)).filter(({ template }) => template === 'sign-up-decided').map(({ params }) => params);

describe('a sign-up that waits', () => {
  it('confirms its address and reads that it waits, and does nothing else', async () => {
    const { answer, email } = await signUpAt({ join_reason: 'I build bridges' });
    expect(answer.status).toBe(201);
    expect(answer.json.agent.hint).toContain('waits for an operator');
    const { token } = answer.json.data.session;
    expect(await list()).toEqual([]);
    t.clock.advance(61_000);
    expect((await t.call('POST', '/v1/account/email-verification/resend', { token })).status).toBe(200);
    await confirm(email);
    const refused = await makeProfile(token);
    expect(codeOf(refused)).toEqual([403, 'approval_pending']);
    const me = await t.call('GET', '/v1/me', { token });
    expect(me.json.data.account).toMatchObject({ suspension: null, waiting_since: expect.any(String) });
    expect(me.json.agent.hint).toContain('waits for an operator');
    expect((await t.call('POST', '/v1/account/sessions', { body: { email, password: PASSWORD } })).status).toBe(201);
    expect(await list()).toEqual([expect.objectContaining({ email, join_reason: 'I build bridges' })]);
  });

  it('acts once an operator has approved it, and gets one mail', async () => {
    const one = await waiting({ join_reason: 'Work' });
    const answers = await Promise.all([decide(one.accountId, 'approve'), decide(one.accountId, 'approve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await makeProfile(one.token)).status).toBe(201);
    expect(await decisions(one.email)).toEqual([{ decision: 'approve' }]);
    const rows = await auditOf(t, one.accountId);
    expect(rows).toContainEqual(
      expect.objectContaining({ operation: 'operator.decide_sign_up', account_id: operator.accountId }),
    );
    const { rows: stored } = await t.pool.query('select join_reason from accounts where id = $1', [one.accountId]);
    expect(stored).toEqual([{ join_reason: null }]);
  });

  it('ends when it is refused, and its address is free', async () => {
    const one = await waiting();
    expect((await decide(one.accountId, 'refuse')).status).toBe(200);
    expect(codeOf(await t.call('GET', '/v1/me', { token: one.token }))).toEqual([401, 'revoked_credentials']);
    expect(await decisions(one.email)).toEqual([{ decision: 'refuse' }]);
    expect(codeOf(await decide(one.accountId, 'approve'))).toEqual([404, 'account_not_found']);
    const again = await t.call('POST', '/v1/account', { body: { email: one.email, password: PASSWORD } });
    expect(again.status).toBe(201);
  });

  it('is decided by nobody while its address is not confirmed', async () => {
    const { answer } = await signUpAt();
    expect(codeOf(await decide(answer.json.data.account.id, 'approve'))).toEqual([404, 'account_not_found']);
  });

  it('can delete its account', async () => {
    const one = await waiting();
    const answer = await t.call('DELETE', '/v1/account', { token: one.token, body: { password: PASSWORD } });
    expect(answer.status).toBe(200);
  });

  it('becomes an ordinary member or a suspended one by a suspension', async () => {
    const one = await waiting();
    const path = `/v1/operator/accounts/${one.accountId}/suspension`;
    await t.call('PUT', path, { token: operator.token, body: { reason: 'Spam' } });
    expect(codeOf(await makeProfile(one.token))).toEqual([403, 'profile_suspended']);
    await t.call('DELETE', path, { token: operator.token });
    expect((await makeProfile(one.token)).status).toBe(201);
  });
});

describe('the waiting list', () => {
  it('ends sign-ups after two weeks, and those that nobody confirmed after a day', async () => {
    const [one, { answer, email }] = [await waiting(), await signUpAt()];
    const ctx = systemCtx(t.deps, 'account.expire_sign_ups');
    expect(await expireSignUps(ctx)).toBe(0);
    t.clock.advance(DAY_MS + 1000);
    expect(await expireSignUps(ctx)).toBe(1);
    expect((await t.call('GET', '/v1/me', { token: answer.json.data.session.token })).status).toBe(401);
    expect(await decisions(email)).toEqual([]);
    t.clock.advance(LIMITS.waiting_sign_ups.kept_ms);
    expect(await expireSignUps(ctx)).toBe(1);
    expect(await decisions(one.email)).toEqual([{ decision: 'expire' }]);
  });

  it('has an end: then only an invitation helps', async () => {
    const { max } = LIMITS.waiting_sign_ups;
    await t.pool.query(
      `insert into accounts (id, email, email_key, password_hash, waiting_since, suspended_at, created_at, updated_at)
      select gen_random_uuid(), 'full-' || n, 'full-' || n, '-', now(), now(), now(), now() from generate_series(1, $1) n`,
      [max],
    );
    const { answer } = await signUpAt();
    expect(codeOf(answer)).toEqual([403, 'permission_denied']);
    expect(answer.json.agent.hint).toContain('Too many sign-ups wait');
    await t.pool.query(`delete from accounts where email like 'full-%'`);
  });

  it('is not for people with an invitation, who act at once', async () => {
    const { token: invite } = await createInvite(systemCtx(t.deps, 'admin.invite'));
    const one = await waiting({ invite });
    expect((await makeProfile(one.token)).status).toBe(201);
    expect(codeOf((await signUpAt({ invite })).answer)).toEqual([400, 'invalid_token']);
  });
});

it('without approval nobody waits', async () => {
  const open = await startTestApp();
  const one = await signUp(open);
  expect((await open.call('GET', '/v1/me', { token: one.token })).json.data.account.waiting_since).toBeNull();
});
