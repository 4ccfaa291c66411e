import type { RateLimitName } from './limits.ts';

/** Counts `times` of a key; 0 only reads its usage. It names the windows, because the counters may be in a process with earlier code. */
export type Take = readonly [name: RateLimitName, key: string, limit: readonly MaxPerWindow[], times: number];
export type MaxPerWindow = { max: number; windowMs: number };

/** One window of a key: how much of it is used, how long it still lasts, and when it began, on the clock of its counters. */
export type Usage = { used: number; leftMs: number; beganAt: number };

/** What is left of a window of a limit. */
export type LimitUsage = {
  name: RateLimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
};

/** Whether more than half of a limit is left. */
export const isAmple = ({ limit, remaining }: { limit: number; remaining: number }): boolean => remaining * 2 > limit;

/** The windows after a `Take`. If one of them had no room, nothing was counted. */
export type Taken = { taken: boolean; usages: Usage[] };

/** Counts in fixed windows, which begin with the first call. Processes with the same counters share the limits. */
export type RateCounters = {
  /** Takes each in order and stops at the first that is exhausted. */
  take(takes: readonly Take[]): Taken[] | Promise<Taken[]>;
  /** Reverts a `Take` that was counted in `usages`. */
  giveBack(take: Take, usages: readonly Usage[]): void;
  /** For counters in another process: whether it responds. */
  readonly isUp?: () => boolean;
};

/** More keys of one limit than this are not remembered: the oldest are forgotten first. */
const KEYS_MAX = 50_000;

type Window = { used: number; beganAt: number };

/** The counters of this process, or of all processes that ask this one. */
export class MemoryCounters implements RateCounters {
  readonly #byName = new Map<RateLimitName, Map<string, Window[]>>();
  readonly #clock: () => number;

  /** `clock`: milliseconds that only grow. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  take(takes: readonly Take[]): Taken[] {
    const results: Taken[] = [];
    for (const take of takes) {
      const result = this.#takeOne(take);
      results.push(result);
      if (!result.taken) break;
    }
    return results;
  }

  giveBack([name, key, , times]: Take, usages: readonly Usage[]): void {
    const counters = this.#byName.get(name);
    const windows = counters?.get(key);
    if (!counters || !windows) return;
    usages.forEach(({ beganAt }, index) => {
      // A window that has ended took its count with it.
      const window = windows[index];
      if (window?.beganAt === beganAt) window.used -= times;
    });
    if (windows.every(({ used }) => used <= 0)) counters.delete(key);
  }

  #takeOne([name, key, limit, times]: Take): Taken {
    const now = this.#clock();
    const counters = this.#countersOf(name);
    const known = counters.get(key);
    const windows = known?.length === limit.length ? known : limit.map(() => ({ used: 0, beganAt: now }));
    windows.forEach((window, index) => {
      if (window.beganAt + limit[index]!.windowMs <= now) Object.assign(window, { used: 0, beganAt: now });
    });
    const taken = windows.every(({ used }, index) => used + times <= limit[index]!.max);
    if (taken) {
      for (const window of windows) window.used += times;
      if (windows !== known && times > 0) remember(counters, key, windows);
    }
    const usages = windows.map(({ used, beganAt }, index) => ({
      used,
      leftMs: beganAt + limit[index]!.windowMs - now,
      beganAt,
    }));
    return { taken, usages };
  }

  #countersOf(name: RateLimitName): Map<string, Window[]> {
    const counters = this.#byName.get(name) ?? new Map<string, Window[]>();
    this.#byName.set(name, counters);
    return counters;
  }
}

/** A map is in the order of its insertions. */
function remember(counters: Map<string, Window[]>, key: string, windows: Window[]): void {
  if (counters.size >= KEYS_MAX) {
    const [oldest] = counters.keys();
    counters.delete(oldest!);
  }
  counters.set(key, windows);
}
