import { beforeAll, describe, expect, it } from 'vitest';
import { countedAttempt } from '../../../src/areas/account/sign-in-delay.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { signUp, unique } from '../../support/members.ts';
import { startSecondProcess } from '../../support/second-process.ts';

const START_MS = Date.parse('2026-03-02T08:20:00.000Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1000);
const { free_tries: freeTries, longest_wait_ms: longestWaitMs } = LIMITS.sign_in_delay;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
const ctxAt = (now: Date) => ({ ...systemCtx(t.deps, 'test'), now: () => now });

/** An attempt whose password is still being checked; the test decides how it ends. */
async function pendingTry(address: string, now: Date) {
  let end = (_how: 'right' | 'wrong' | 'busy') => {};
  const looked = new Promise<void>((resolve, reject) => {
    end = (how) =>
      how === 'right'
        ? resolve()
        : reject(new ApiError(how === 'wrong' ? 'invalid_credentials' : 'service_unavailable'));
  });
  let ended: Promise<unknown> = Promise.resolve();
  // Counted, and being checked.
  await new Promise<void>((resolve) => {
    ended = countedAttempt(ctxAt(now), { emailKey: address }, () => {
      resolve();
      return looked;
    }).catch((error: ApiError) => {
      resolve();
      return error.code;
    });
  });
  return async (how: 'right' | 'wrong' | 'busy') => {
    end(how);
    await ended;
  };
}
const tryOnce = async (address: string, how: 'right' | 'wrong' | 'busy', now: Date) =>
  (await pendingTry(address, now))(how);

/** Seconds until the next attempt, or null if it would be checked; the probe does not count. */
async function waitOf(address: string, now: Date): Promise<number | null> {
  const busy = () => Promise.reject(new ApiError('service_unavailable'));
  const error = await countedAttempt(ctxAt(now), { emailKey: address }, busy).catch((refused: ApiError) => refused);
  return error instanceof ApiError && error.code === 'rate_limited' ? error.agent.retry_after_seconds! : null;
}

describe('an attempt that failed because the service was busy', () => {
  it('leaves the earlier count unchanged', async () => {
    const address = unique();
    for (let i = 0; i < freeTries; i++) await tryOnce(address, 'wrong', at(0));
    expect(await waitOf(address, at(0))).toBe(1);
    for (let i = 0; i < 10; i++) await tryOnce(address, 'busy', at(1));
    expect(await waitOf(address, at(1))).toBeNull();
    await tryOnce(address, 'wrong', at(1));
    expect(await waitOf(address, at(1))).toBe(2);
  });

  it('subtracts only itself, not wrong attempts that ended before it', async () => {
    const address = unique();
    const slow = await pendingTry(address, at(0));
    for (let i = 0; i < freeTries - 1; i++) await tryOnce(address, 'wrong', at(0));
    expect(await waitOf(address, at(0))).toBe(1);
    await slow('busy');
    expect(await waitOf(address, at(0))).toBeNull();
    await tryOnce(address, 'wrong', at(0));
    expect(await waitOf(address, at(0))).toBe(1);
  });

  it('never adds a free attempt, in whatever order concurrent ones end', async () => {
    const address = unique();
    const [first, second, third] = await Promise.all([0, 0, 0].map(() => pendingTry(address, at(0))));
    await second!('busy');
    await first!('busy');
    await third!('wrong');
    for (let i = 1; i < freeTries; i++) {
      expect(await waitOf(address, at(0))).toBeNull();
      await tryOnce(address, 'wrong', at(0));
    }
    expect(await waitOf(address, at(0))).toBe(1);
  });

  it('does not subtract from attempts after a success', async () => {
    const address = unique();
    const slow = await pendingTry(address, at(0));
    await tryOnce(address, 'right', at(0));
    for (let i = 0; i < freeTries; i++) await tryOnce(address, 'wrong', at(0));
    await slow('busy');
    expect(await waitOf(address, at(0))).toBe(1);
  });
});

it('a free attempt is not refused because a later one was written first', async () => {
  const address = unique();
  await pendingTry(address, at(5));
  expect(await waitOf(address, at(0))).toBeNull();
});

describe('two processes on one database', () => {
  const signIn = (app: Pick<TestApp, 'call'>, email: string, password: string) =>
    app.call('POST', '/v1/account/sessions', { body: { email, password } });

  it('count together, and a new process knows earlier attempts', async () => {
    const { email, password } = await signUp(t);
    const second = await startSecondProcess(t);
    for (let i = 0; i < freeTries; i++) {
      expect((await signIn(i % 2 ? t : second, email, 'wrong wrong wrong')).status).toBe(401);
    }
    // Adds many attempts, so that the delay outlasts the start of a process on a slow machine.
    const counted = await t.pool.query('update sign_in_tries set tries = tries + 40 where tries = $1', [freeTries]);
    expect(counted.rowCount).toBeGreaterThan(0);
    const third = await startSecondProcess(t);
    for (const app of [t, second, third]) {
      const refused = await signIn(app, email, password);
      expect(refused.status).toBe(429);
      expect(refused.json.agent.retry_after_seconds).toBeGreaterThan(600);
    }
    t.clock.advance(longestWaitMs);
    expect((await signIn(third, email, password)).status).toBe(201);
    expect((await signIn(t, email, 'wrong wrong wrong')).status).toBe(401);
  });

  it("store no address, and don't write the table to disk", async () => {
    const address = unique();
    await tryOnce(address, 'wrong', at(0));
    const { rows } = await t.pool.query('select key from sign_in_tries');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    const table = await t.pool.query(`select relpersistence from pg_class where relname = 'sign_in_tries'`);
    expect(table.rows).toEqual([{ relpersistence: 'u' }]);
  });
});
