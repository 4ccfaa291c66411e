import { beforeAll, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../src/areas/account/erase-due.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { systemCtx } from '../../src/ctx.ts';
import { ACCOUNT_ERASERS } from '../../src/jobs/handlers.ts';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { mailedTokens, runResetJobs } from '../support/mails.ts';
import { PASSWORD, type SignedUp, signUp, unique } from '../support/members.ts';
import { addSessions, liveSessions as sessionsOf } from '../support/sessions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const ROUNDS = 20;
/** Password hashing is slow on purpose, and each round hashes several. */
const timeout = 120_000;
const NEW = 'eleven loud geese under the bridge';
const OTHER = 'nineteen late trains in the rain';
const code = (answer: CallResult) => answer.json.error_code ?? answer.status;
const signIn = (email: string, password = PASSWORD) =>
  t.call('POST', '/v1/account/sessions', { body: { email, password } });
const change = (token: string, new_password = NEW) =>
  t.call('POST', '/v1/account/password', { token, body: { current_password: PASSWORD, new_password } });
const confirm = (token: string, new_password = NEW) =>
  t.call('POST', '/v1/account/password-reset/confirm', { body: { token, new_password } });

async function resetToken({ email }: SignedUp): Promise<string> {
  await t.call('POST', '/v1/account/password-reset', { body: { email } });
  await runResetJobs(t);
  return (await mailedTokens(t, email, 'reset-password')).at(-1)!;
}

const liveSessions = ({ accountId }: SignedUp) => sessionsOf(t, accountId);

/** Runs two concurrent moves on new accounts, in reverse order every other time. */
async function race(moves: (me: SignedUp) => Promise<[() => Promise<CallResult>, () => Promise<CallResult>]>) {
  const rounds: { me: SignedUp; codes: [unknown, unknown] }[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const me = await signUp(t);
    const [first, second] = await moves(me);
    const [a, b] = n % 2 ? [first(), second()] : ((late) => [first(), late] as const)(second());
    rounds.push({ me, codes: [code(await a), code(await b)] });
  }
  return rounds;
}

describe('concurrent sign-ins of one address', { timeout }, () => {
  it('all succeed with the correct password, and count nothing', async () => {
    const me = await signUp(t);
    for (let i = 0; i < 2; i++) {
      const all = await Promise.all(Array.from({ length: 12 }, () => signIn(me.email)));
      expect(all.map(code)).toEqual(Array(12).fill(201));
    }
    const changes = await Promise.all(Array.from({ length: 6 }, () => change(me.token)));
    // The others have a wrong password by then. If each of them starts after the change, the last one has to wait.
    const { free_tries } = LIMITS.sign_in_delay;
    const others = changes.map(code).filter((outcome) => outcome !== 200);
    expect(others).toHaveLength(5);
    expect(others.filter((outcome) => outcome === 'wrong_password').length).toBeGreaterThanOrEqual(free_tries);
    expect(new Set([...others, 'rate_limited', 'wrong_password'])).toEqual(new Set(['rate_limited', 'wrong_password']));
  });

  it('leave as many sessions as an account may have, their own among them', async () => {
    const { max_live_sessions } = LIMITS.account;
    const me = await signUp(t);
    await addSessions(t, me.accountId, max_live_sessions - 3);
    const all = await Promise.all(Array.from({ length: 12 }, () => signIn(me.email)));
    expect(all.map(code)).toEqual(Array(12).fill(201));
    const live = await liveSessions(me);
    expect(live).toHaveLength(max_live_sessions);
    expect(live).toEqual(expect.arrayContaining(all.map(({ json }) => json.data.session.id)));
    const audit = await t.pool.query(
      `select 1 from audit_log where account_id = $1 and operation = 'account.revoke_session'`,
      [me.accountId],
    );
    expect(audit.rowCount).toBe(10);
  });

  it.each([12, 60])('limits wrong passwords among %i attempts, with a correct message', async (count) => {
    const email = `${unique()}@example.com`;
    const all = await Promise.all(Array.from({ length: count }, () => signIn(email, OTHER)));
    const wrong = all.filter((answer) => code(answer) === 'invalid_credentials');
    const refused = all.filter((answer) => code(answer) === 'rate_limited');
    expect(wrong.length + refused.length).toBe(count);
    // If one attempt takes a second, the first delay is over before the next one has its turn.
    const { free_tries } = LIMITS.sign_in_delay;
    expect(wrong.length).toBeGreaterThanOrEqual(free_tries);
    expect(wrong.length).toBeLessThanOrEqual(free_tries + 2);
    for (const { json, headers } of refused) {
      expect(json.agent.exceeded_limit).toEqual({ name: 'sign_in_delay', per: 'account' });
      expect(json.agent.hint).toMatch(/^Too many attempts for this account/);
      expect(headers['retry-after']).toBe(String(json.agent.retry_after_seconds));
    }
  });
});

describe('a changing password', { timeout }, () => {
  it('is set by one of 20 uses of the same token', async () => {
    const me = await signUp(t);
    const token = await resetToken(me);
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(token, `${NEW} ${n}`)));
    expect(all.map(code).sort()).toEqual([200, ...Array(19).fill('invalid_token')]);
    const winner = all.findIndex(({ status }) => status === 200);
    expect((await signIn(me.email, `${NEW} ${winner}`)).status).toBe(201);
    const audit = await t.pool.query(
      `select 1 from audit_log where account_id = $1 and operation = 'account.confirm_password_reset'`,
      [me.accountId],
    );
    expect(audit.rowCount).toBe(1);
  });

  it('is changed by one of two callers that know the old one', async () => {
    const rounds = await race(async (me) => {
      const { session } = (await signIn(me.email)).json.data;
      return [() => change(me.token), () => change(session.token, OTHER)];
    });
    for (const { me, codes } of rounds) {
      expect(codes.filter((one) => one === 200)).toHaveLength(1);
      expect(['revoked_credentials', 'wrong_password']).toContain(codes.find((one) => one !== 200));
      expect((await signIn(me.email, codes[0] === 200 ? NEW : OTHER)).status).toBe(201);
    }
  });

  it('leaves no session opened with the old one during the change', async () => {
    const rounds = await race(async (me) => [() => change(me.token), () => signIn(me.email)]);
    for (const { me, codes } of rounds) {
      expect(codes[0]).toBe(200);
      expect([201, 'invalid_credentials']).toContain(codes[1]);
      expect(await liveSessions(me)).toEqual([me.sessionId]);
    }
  });

  it('leaves no session opened with the old one during the reset', async () => {
    const rounds = await race(async (me) => {
      const token = await resetToken(me);
      return [() => confirm(token), () => signIn(me.email)];
    });
    for (const { me, codes } of rounds) {
      expect(codes[0]).toBe(200);
      expect([201, 'invalid_credentials']).toContain(codes[1]);
      expect(await liveSessions(me)).toEqual([]);
    }
  });

  it('is changed or reset, not both', async () => {
    const rounds = await race(async (me) => {
      const token = await resetToken(me);
      return [() => change(me.token), () => confirm(token, OTHER)];
    });
    for (const { me, codes } of rounds) {
      expect([
        [200, 'invalid_token'],
        ['revoked_credentials', 200],
        // The reset was over before the change compared the old password.
        ['wrong_password', 200],
      ]).toContainEqual(codes);
      expect((await signIn(me.email, codes[0] === 200 ? NEW : OTHER)).status).toBe(201);
    }
  });

  it('is mailed about once, when two workers run two jobs for one address', async () => {
    for (let n = 0; n < 5; n++) {
      const { email } = await signUp(t);
      const jobs = async () => {
        await t.call('POST', '/v1/account/password-reset', { body: { email } });
        return runResetJobs(t);
      };
      await Promise.all([jobs(), jobs(), jobs()]);
      expect(await mailedTokens(t, email, 'reset-password')).toHaveLength(1);
    }
  });
});

describe('a deleted account', { timeout }, () => {
  const remove = (token: string) => t.call('DELETE', '/v1/account', { token, body: { password: PASSWORD } });
  const dueAt = async ({ accountId }: SignedUp): Promise<Date | null> =>
    (await t.pool.query('select deletion_scheduled_at as due from accounts where id = $1', [accountId])).rows[0]?.due;
  const eraseDue = () => eraseDueAccounts(systemCtx(t.deps, 'job.account.erase'), ACCOUNT_ERASERS);

  it('is either scheduled without a session, or restored by the sign-in', async () => {
    const rounds = await race(async (me) => [() => remove(me.token), () => signIn(me.email)]);
    for (const { me, codes } of rounds) {
      expect(codes).toEqual([200, 201]);
      const sessions = await liveSessions(me);
      expect([await dueAt(me), sessions.length]).toEqual(sessions.length === 1 ? [null, 1] : [expect.any(Date), 0]);
      expect(sessions).not.toContain(me.sessionId);
    }
  });

  it('is scheduled for deletion, or has its password changed', async () => {
    const rounds = await race(async (me) => {
      const { session } = (await signIn(me.email)).json.data;
      return [() => remove(me.token), () => change(session.token)];
    });
    for (const { me, codes } of rounds) {
      expect([
        [200, 'revoked_credentials'],
        ['revoked_credentials', 200],
        ['wrong_password', 200],
      ]).toContainEqual(codes);
      expect((await dueAt(me)) !== null).toBe(codes[0] === 200);
    }
  });

  it('has no profile that was created concurrently', async () => {
    const rounds = await race(async (me) => [
      () => remove(me.token),
      () =>
        t.call('POST', '/v1/profiles', {
          token: me.token,
          body: { type: 'human', username: unique(), name: 'Late Comer' },
        }),
    ]);
    for (const { codes } of rounds) {
      expect(codes[0]).toBe(200);
      expect([201, 'revoked_credentials']).toContain(codes[1]);
    }
    t.clock.advance(30 * 86_400_000);
    expect(await eraseDue()).toMatchObject({ erased: expect.any(Number) });
    const left = await t.pool.query('select 1 from accounts where id = any($1)', [
      rounds.map(({ me }) => me.accountId),
    ]);
    expect(left.rowCount).toBe(0);
  });

  it('is erased or signed in to, not both, when its time is over', async () => {
    const outcomes = new Set<unknown>();
    for (let n = 0; n < ROUNDS; n++) {
      const me = await signUp(t);
      await remove(me.token);
      const due = (await dueAt(me))!;
      // Some sign in just before the due time and some just after it, also on slow machines.
      t.clock.advance(due.getTime() - t.clock.now().getTime() - n * n * 10);
      const [answer] = await Promise.all([signIn(me.email), eraseDue()]);
      t.clock.advance(5000);
      await eraseDue();
      outcomes.add(code(answer));
      expect(await dueAt(me)).toBe(answer.status === 201 ? null : undefined);
    }
    expect(outcomes).toEqual(new Set([201, 'invalid_credentials']));
  });
});
