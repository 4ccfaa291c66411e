import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../auth/secrets.ts';
import { ApiError, fail } from '../../core/errors.ts';
import type { Deps } from '../../deps.ts';
import { TRY_LATER_HINT } from './hints.ts';
import { ACCOUNT_RULES } from './rules.ts';

type State = { tries: number; lastAtMs: number; notBeforeMs: number };
/** One per address and run of wrong tries: a success ends it, and what comes after belongs to another. */
type Run = { state: State };

const REMEMBERED_MAX = 50_000;
/** What a try fails with that was a wrong guess: without a session, and inside one. */
const WRONG: ReadonlySet<string> = new Set(['invalid_credentials', 'wrong_password']);

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
  readonly #runs = new LRUCache<string, Run>({ max: REMEMBERED_MAX });

  /**
   * Runs one try. It is counted before its password is looked at, so that many at once are not all free; only a
   * success, or a failure that says nothing of the password (`service_unavailable`), takes it back: a success all tries
   * of the address, such a failure its own alone.
   */
  async guard<T>(emailKey: string, now: Date, attempt: () => Promise<T>): Promise<T> {
    const key = sha256Hex(emailKey);
    const run = this.#currentRun(key, now.getTime());
    const before = run.state;
    if (before.notBeforeMs > now.getTime()) {
      const retry_after_seconds = Math.ceil((before.notBeforeMs - now.getTime()) / 1000);
      fail('rate_limited', { agent: { hint: TRY_LATER_HINT, retry_after_seconds }, internal: 'delay of sign-ins' });
    }
    const counted = stateAfter(before.tries + 1, now.getTime());
    run.state = counted;
    this.#runs.set(key, run);
    try {
      const result = await attempt();
      this.#runs.delete(key);
      return result;
    } catch (error) {
      if (!(error instanceof ApiError && WRONG.has(error.code))) takeBack(run, counted, before);
      throw error;
    }
  }

  /** Whoever has proved by mail to be the owner need not wait for what others have tried. */
  forget(emailKey: string): void {
    this.#runs.delete(sha256Hex(emailKey));
  }

  #currentRun(key: string, nowMs: number): Run {
    const run = this.#runs.get(key);
    const counts = run !== undefined && nowMs - run.state.lastAtMs < ACCOUNT_RULES.signIn.forgottenAfterMs;
    return counts ? run : { state: { tries: 0, lastAtMs: nowMs, notBeforeMs: 0 } };
  }
}

/** Others may have tried meanwhile: then theirs go on counting, and the wait is theirs with one try less. */
function takeBack(run: Run, counted: State, before: State): void {
  run.state = run.state === counted ? before : stateAfter(run.state.tries - 1, run.state.lastAtMs);
}

function stateAfter(tries: number, lastAtMs: number): State {
  return { tries, lastAtMs, notBeforeMs: lastAtMs + waitMs(tries) };
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
