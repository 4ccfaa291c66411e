import { onEvents } from '../areas/index.ts';
import type { Deps } from '../deps.ts';
import { startDispatcher } from '../events/dispatcher.ts';
import { JOBS } from '../jobs/catalog.ts';
import { makeHandlers } from '../jobs/handlers.ts';
import { wakeJobs } from '../jobs/wake.ts';
import { startWorker } from '../jobs/worker.ts';
import { observeDispatch } from '../telemetry/event-lag.ts';
import type { Open } from './lifetime.ts';

const MARGIN_MS = 500;

/** Starts what works without requests: the job worker and the dispatcher of events. */
export async function openBackground(open: Open, deps: Deps, options: { jobsMs: number }): Promise<void> {
  const timing = { stopTimeoutMs: options.jobsMs };
  await open(
    'worker',
    startWorker({ deps, jobs: JOBS, handlers: makeHandlers(deps), timing }),
    (worker) => worker.stop(),
    { timeoutMs: options.jobsMs + 2 * MARGIN_MS },
  );
  const observe = observeDispatch(deps.metrics, deps.log);
  const onDispatched = (lagsMs: readonly number[]) => {
    observe(lagsMs);
    wakeJobs('webhooks.deliver');
  };
  await open(
    'dispatcher',
    Promise.resolve(startDispatcher(deps, { onEvents, onDispatched })),
    (dispatcher) => dispatcher.stop(),
    { timeoutMs: MARGIN_MS },
  );
}
