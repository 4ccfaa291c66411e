import { describe, expect, it } from 'vitest';
import { ACCOUNT_RULES } from '../../../src/areas/account/rules.ts';
import { SignInDelay } from '../../../src/areas/account/sign-in-delay.ts';
import { ApiError } from '../../../src/core/errors.ts';

const START_MS = Date.parse('2026-03-02T08:20:00.000Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1000);
const { freeTries } = ACCOUNT_RULES.signIn;

/** A try whose password is still being looked at; it ends when the test says how. */
function pendingTry(delay: SignInDelay, now: Date) {
  let end = (_how: 'right' | 'wrong' | 'busy') => {};
  const looked = new Promise<void>((resolve, reject) => {
    end = (how) =>
      how === 'right'
        ? resolve()
        : reject(new ApiError(how === 'wrong' ? 'invalid_credentials' : 'service_unavailable'));
  });
  const ended = delay.guard('a', now, () => looked).catch((error: ApiError) => error.code);
  return async (how: 'right' | 'wrong' | 'busy') => {
    end(how);
    await ended;
  };
}
const tryOnce = (delay: SignInDelay, how: 'right' | 'wrong' | 'busy', now: Date) => pendingTry(delay, now)(how);

/** Seconds until the next try, and null where it would be looked at; the probe itself takes itself back. */
async function waitOf(delay: SignInDelay, now: Date): Promise<number | null> {
  const error = await delay
    .guard('a', now, () => Promise.reject(new ApiError('service_unavailable')))
    .catch((refused: ApiError) => refused);
  return error instanceof ApiError && error.code === 'rate_limited' ? error.agent.retry_after_seconds! : null;
}

describe('a try that the service was too busy for', () => {
  it('leaves alone what it found', async () => {
    const delay = new SignInDelay();
    for (let i = 0; i < freeTries; i++) await tryOnce(delay, 'wrong', at(0));
    expect(await waitOf(delay, at(0))).toBe(1);
    for (let i = 0; i < 10; i++) await tryOnce(delay, 'busy', at(1));
    expect(await waitOf(delay, at(1))).toBeNull();
    await tryOnce(delay, 'wrong', at(1));
    expect(await waitOf(delay, at(1))).toBe(2);
  });

  it('takes back its own count, not those of wrong tries that ended before it', async () => {
    const delay = new SignInDelay();
    const slow = pendingTry(delay, at(0));
    for (let i = 0; i < freeTries - 1; i++) await tryOnce(delay, 'wrong', at(0));
    expect(await waitOf(delay, at(0))).toBe(1);
    await slow('busy');
    expect(await waitOf(delay, at(0))).toBeNull();
    await tryOnce(delay, 'wrong', at(0));
    expect(await waitOf(delay, at(0))).toBe(1);
  });

  it('gives no try away, in whatever order many at once end', async () => {
    const delay = new SignInDelay();
    const [first, second, third] = [0, 0, 0].map(() => pendingTry(delay, at(0)));
    await second!('busy');
    await first!('busy');
    await third!('wrong');
    for (let i = 1; i < freeTries; i++) {
      expect(await waitOf(delay, at(0))).toBeNull();
      await tryOnce(delay, 'wrong', at(0));
    }
    expect(await waitOf(delay, at(0))).toBe(1);
  });

  it('takes nothing from the tries that follow a success', async () => {
    const delay = new SignInDelay();
    const slow = pendingTry(delay, at(0));
    await tryOnce(delay, 'right', at(0));
    for (let i = 0; i < freeTries; i++) await tryOnce(delay, 'wrong', at(0));
    await slow('busy');
    expect(await waitOf(delay, at(0))).toBe(1);
  });
});
