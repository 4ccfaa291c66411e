const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays after each failed attempt: eight attempts within a little more than a day. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 7 * HOUR, 10.5 * HOUR];
/** So that the webhooks that failed together don't come back together. Longer only, so that the span is a day. */
const JITTER = 0.1;

/** How long to wait after this number of failed attempts; null: give up. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number | null {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * random()));
}
