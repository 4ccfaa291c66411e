import type { BaseLogger } from 'pino';
import { atMostEvery } from '../core/timers.ts';
import type { Metrics } from './metrics.ts';

const LATE_MS = 30_000;
const WARN_EVERY_MS = 60_000;

/** Measures batches of the dispatcher: `lagsMs` of each event. Warns about late ones, at most once a minute. */
export function observeDispatch(
  metrics: Pick<Metrics, 'eventsLag' | 'eventsDispatched'>,
  log: Pick<BaseLogger, 'warn'>,
): (lagsMs: readonly number[]) => void {
  const warn = atMostEvery(WARN_EVERY_MS, (lag_ms: number) =>
    log.warn({ lag_ms }, 'events are late: the dispatcher is slow, or a transaction stayed open for long'),
  );
  return (lagsMs) => {
    for (const lag of lagsMs) metrics.eventsLag.observe(Math.max(0, lag) / 1000);
    metrics.eventsDispatched.inc(lagsMs.length);
    const longest = Math.max(...lagsMs);
    if (longest > LATE_MS) warn(longest);
  };
}
