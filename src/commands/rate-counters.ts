import type { Config } from '../config/config.ts';
import type { RateCounters } from '../core/rate-counters.ts';
import type { Log } from '../ctx.ts';
import type { Open } from './lifetime.ts';

const CLOSE_MS = 500;

/** The counters of the limits: in Redis if `REDIS_URL` is set, which counts in `own` while Redis does not respond. */
export async function openCounters(
  open: Open,
  { redisUrl }: Config,
  own: RateCounters,
  log: Log,
): Promise<RateCounters> {
  if (redisUrl === undefined) return own;
  const { RedisCounters } = await import('../adapters/redis/counters.ts');
  const counters = new RedisCounters(redisUrl, own, log);
  await open('redis', counters.connected(), async () => counters.close(), { timeoutMs: CLOSE_MS });
  return counters;
}
