import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../auth/secrets.ts';
import { ApiError, fail } from '../../core/errors.ts';
import type { Deps } from '../../deps.ts';
import { TRY_LATER_HINT } from './hints.ts';
import { ACCOUNT_RULES } from './rules.ts';

type Entry = { tries: number; lastAtMs: number; notBeforeMs: number };

const REMEMBERED_MAX = 50_000;

/**
 * The growing delay of sign-ins, for each e-mail address whether or not it has an account: after some free tries each
 * wrong one doubles the wait before the next is looked at, and a right one ends it. A refusal is immediate (429) and
 * does not lengthen the wait.
 *
 * Kept in the process, like the limits by address beside it and not in the database: a table of addresses that were
 * tried would be a list of e-mail addresses, and a write for each guess. Each process counts for itself, so n processes
 * allow n times the tries; the limit by address holds besides.
 */
export class SignInDelay {
  readonly #byKey = new LRUCache<string, Entry>({ max: REMEMBERED_MAX });

  /**
   * Runs one try. It is counted before its password is looked at, so that many at once are not all free; only a
   * success, or a failure that says nothing of the password (`service_unavailable`), takes it back.
   */
  async guard<T>(emailKey: string, now: Date, attempt: () => Promise<T>): Promise<T> {
    const key = sha256Hex(emailKey);
    const before = this.#current(key, now.getTime());
    if (before.notBeforeMs > now.getTime()) {
      const retry_after_seconds = Math.ceil((before.notBeforeMs - now.getTime()) / 1000);
      fail('rate_limited', { agent: { hint: TRY_LATER_HINT, retry_after_seconds }, internal: 'delay of sign-ins' });
    }
    const tries = before.tries + 1;
    this.#byKey.set(key, { tries, lastAtMs: now.getTime(), notBeforeMs: now.getTime() + waitMs(tries) });
    try {
      const result = await attempt();
      this.#byKey.delete(key);
      return result;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid_credentials')) this.#byKey.set(key, before);
      throw error;
    }
  }

  #current(key: string, nowMs: number): Entry {
    const entry = this.#byKey.get(key);
    const fresh = { tries: 0, lastAtMs: nowMs, notBeforeMs: 0 };
    return entry && nowMs - entry.lastAtMs < ACCOUNT_RULES.signIn.forgottenAfterMs ? entry : fresh;
  }
}

function waitMs(tries: number): number {
  const { freeTries, firstWaitMs, longestWaitMs } = ACCOUNT_RULES.signIn;
  return tries < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - freeTries));
}

const delays = new WeakMap<Deps, SignInDelay>();

/** The one of this server: every way to sign in must go through the same. */
export function signInDelayOf(deps: Deps): SignInDelay {
  const known = delays.get(deps) ?? new SignInDelay();
  delays.set(deps, known);
  return known;
}
