import { Redis } from 'ioredis';
import type { BaseLogger } from 'pino';
import { TIMEOUTS } from '../../core/limits.ts';
import type { RateCounters, Take, Taken, Usage } from '../../core/rate-counters.ts';
import { GIVE_BACK, TAKE } from './scripts.ts';

/** Pause after a failure, so that a hanging Redis delays few requests. */
const PAUSE_MS = 1000;
/** A delay of up to this is not a failure: Redis still counts the requests that it responds to late. */
const DELAY_MS = 500;

type Scripts = {
  /** For each take: 1 or 0, then for each of its windows what is used, how long it lasts, and when it began. */
  take(keys: number, ...keysAndArguments: (string | number)[]): Promise<number[]>;
  giveBack(keys: 1, key: string, times: number, ...beganAt: number[]): Promise<unknown>;
};

/** Counters in Redis, shared by all servers that use it. While Redis does not respond, `fallback` counts. */
export class RedisCounters implements RateCounters {
  readonly #redis: Redis & Scripts;
  readonly #fallback: RateCounters;
  readonly #log: Pick<BaseLogger, 'warn' | 'info'>;
  readonly #timeoutMs: number;
  #isUp = true;
  #pausedUntil = 0;
  #respondedAt = 0;

  constructor(
    url: string,
    fallback: RateCounters,
    log: Pick<BaseLogger, 'warn' | 'info'>,
    timeoutMs: number = TIMEOUTS.redis_ms,
  ) {
    this.#fallback = fallback;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
    this.#redis = new Redis(url, {
      connectTimeout: TIMEOUTS.redis_connect_ms,
      // Reconnects if a network swallows everything.
      socketTimeout: TIMEOUTS.redis_connect_ms,
      // What can't be asked now is counted by the fallback.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => PAUSE_MS,
      scripts: { take: { lua: TAKE }, giveBack: { lua: GIVE_BACK } },
    }) as Redis & Scripts;
    this.#redis.on('error', this.#fails);
    this.#redis.on('close', this.#closes);
    this.#redis.on('ready', () => {
      this.#pausedUntil = 0;
      this.#works();
    });
  }

  readonly isUp = (): boolean => this.#isUp;

  /** Resolves when Redis responds, or when it is clear that it does not. */
  async connected(): Promise<void> {
    if (this.#redis.status === 'ready') return;
    await new Promise<void>((resolve) => {
      this.#redis.once('ready', () => resolve()).once('close', () => resolve());
    });
  }

  async take(takes: readonly Take[]): Promise<Taken[]> {
    if (performance.now() < this.#pausedUntil) return this.#fallback.take(takes);
    try {
      const asked = this.#redis.take(takes.length, ...takes.map(keyOf), ...takes.flatMap(argumentsOf));
      const flat = await inTime(this.#timeoutMs, asked);
      if (flat) {
        this.#works();
        return resultsOf(takes, flat);
      }
      if (performance.now() - this.#respondedAt > DELAY_MS) this.#fails(new Error('no response in time'));
    } catch (error) {
      this.#fails(error);
    }
    return this.#fallback.take(takes);
  }

  giveBack(take: Take, usages: readonly Usage[]): void {
    // Each ignores what the other has counted, because the windows began at other times.
    this.#fallback.giveBack(take, usages);
    this.#redis.giveBack(1, keyOf(take), take[3], ...usages.map(({ beganAt }) => beganAt)).catch(() => undefined);
  }

  close(): void {
    this.#redis.off('close', this.#closes).disconnect();
  }

  #works(): void {
    this.#respondedAt = performance.now();
    // During a pause, other responses to what was sent before it would fill the log.
    if (this.#isUp || this.#respondedAt < this.#pausedUntil) return;
    this.#isUp = true;
    this.#log.info({}, 'Redis responds again: it counts the limits of all servers');
  }

  readonly #closes = (): void => this.#fails(new Error('the connection was closed'));

  readonly #fails = (error: unknown): void => {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    if (!this.#isUp) return;
    this.#isUp = false;
    const { message, code } = error as NodeJS.ErrnoException;
    this.#log.warn({ reason: message || code }, 'Redis does not respond: each server counts limits on its own');
  };
}

/**
 * Undefined after the time limit, unless the response is already there: sockets are read between a timer and an
 * immediate.
 */
async function inTime<T>(timeoutMs: number, response: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => setImmediate(late.resolve, undefined), timeoutMs);
  try {
    return await Promise.race([response, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const keyOf = ([name, key]: Take): string => `pronet:limit:${name}:${key}`;

function argumentsOf([, , limit, times]: Take): number[] {
  return [times, limit.length, ...limit.flatMap(({ max, windowMs }) => [max, windowMs])];
}

function resultsOf(takes: readonly Take[], flat: readonly number[]): Taken[] {
  const results: Taken[] = [];
  let at = 0;
  for (const [, , limit] of takes) {
    if (at === flat.length) break;
    const taken = flat[at++] === 1;
    const usages = limit.map(() => ({ used: flat[at++]!, leftMs: flat[at++]!, beganAt: flat[at++]! }));
    results.push({ taken, usages });
  }
  return results;
}
