import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import { jobOperation } from '../core/job-operation.ts';
import { type Ctx, type CtxDeps, makeCtx, systemCtx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';
import { makeBoss } from './boss.ts';
import type { JobCatalog, JobPolicy, PayloadOf } from './catalog.ts';
import { lastDeadAt, listDeadJobs } from './dead.ts';
import { atMostEvery, repeat } from './timers.ts';
import { onWake } from './wake.ts';

/** One handler for each job of the catalog. Handlers must be idempotent: they may run again after they succeeded. */
export type JobHandlers<Catalog extends JobCatalog> = {
  [Name in keyof Catalog]: (ctx: Ctx, payload: PayloadOf<Catalog[Name]>) => Promise<void>;
};

export type JobWorker = {
  /** Stops taking jobs, waits for running ones, and returns those that don't finish in time to their queue. */
  stop(): Promise<void>;
  /** For tests: runs all jobs due by the application's clock, and jobs they enqueue. Returns how many it ran itself. */
  drain(): Promise<number>;
};

export type WorkerTiming = {
  /** How often the worker checks for due jobs, with one statement for all queues. */
  pollMs: number;
  /** How often to look for jobs of dead workers and to log new dead letters. */
  superviseSeconds: number;
  /** How often a running job renews its lease. */
  renewSeconds: number;
  stopTimeoutMs: number;
};

const TIMING: WorkerTiming = { pollMs: 1000, superviseSeconds: 10, renewSeconds: 5, stopTimeoutMs: 5000 };

/** The polling of the library itself. Only a fallback: `pollMs` and `wakeJobs` wake it when a job is due. */
const FALLBACK_POLL_SECONDS = 60;
const MAINTENANCE_SECONDS = 300;
const DRAIN_BATCH = 10;

const listDue = statement<{ name: string }>(
  'jobs.list_due',
  sql`select name from unnest(${p('names', 'text[]')}) as queue(name) where exists
    (select from jobs.job where job.name = queue.name and state < 'active' and start_after <= now())`,
);

/** Makes jobs that are due by the application's clock, which tests advance, due by the clock of the database. */
const makeDue = statement(
  'jobs.make_due',
  sql`update jobs.job set start_after = now()
    where state < 'active' and start_after > now() and start_after <= ${p('now', 'timestamptz')}`,
);

/** A job interrupted by a stop has not failed: it may start again immediately, without counting as an attempt. */
const giveBack = statement(
  'jobs.give_back',
  sql`update jobs.job set start_after = now(), started_on = null where id = any(${p('ids', 'uuid[]')}) and state = 'retry'`,
);

/** `retryCount` identifies the attempt, so that reports of a worker that lost its lease are ignored. */
type Claimed = { id: string; retryCount: number; data: unknown; signal?: AbortSignal };
type Slot = { id: string; busy: boolean };

/**
 * Starts a worker. Several processes can run workers: each job is claimed by one of them, under a lease that is renewed
 * while the handler runs. After a worker dies, others take its job within `LEASE_SECONDS` + `superviseSeconds` + the
 * retry delay, and ignore anything that the dead worker's handler still reports.
 *
 * With `mode: 'manual'` only `drain` runs jobs.
 */
export async function startWorker<Catalog extends JobCatalog>(options: {
  deps: CtxDeps;
  jobs: Catalog;
  handlers: JobHandlers<Catalog>;
  mode?: 'poll' | 'manual';
  timing?: Partial<WorkerTiming>;
}): Promise<JobWorker> {
  const { deps, jobs } = options;
  const { log } = deps;
  const timing = { ...TIMING, ...options.timing };
  const handlers = options.handlers as Record<string, (ctx: Ctx, payload: unknown) => Promise<void>>;
  const names = Object.keys(jobs);
  const system = systemCtx(deps, 'jobs.worker');
  const polling = options.mode !== 'manual';
  const running = new Map<string, string>();
  const slots = new Map<string, Slot[]>();
  let stopping = false;

  const boss = makeBoss(deps.database.pool, {
    migrate: true,
    supervise: polling,
    schedule: polling,
    superviseIntervalSeconds: timing.superviseSeconds,
    monitorIntervalSeconds: timing.superviseSeconds,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    cronMonitorIntervalSeconds: timing.superviseSeconds,
    cronWorkerIntervalSeconds: timing.superviseSeconds,
  });
  const { outage } = deps.database;
  const logTrouble = atMostEvery(10_000, (err: unknown) => log.error({ err }, 'the job worker failed'));
  const reportError = (err: unknown) => outage.covers(err) || logTrouble(err);
  boss.on('error', (error) => reportError(asError(error)));
  boss.on('warning', ({ message }) => log.warn({ detail: message }, 'warning from the job library'));

  async function run(name: string, claimed: Claimed): Promise<void> {
    running.set(claimed.id, name);
    // After the timeout or the loss of the lease, the job no longer belongs to this worker, even if the handler runs on.
    claimed.signal?.addEventListener('abort', () => stopping || running.delete(claimed.id));
    const attempt = claimed.retryCount + 1;
    const ctx = makeCtx({
      deps,
      operation: jobOperation(name),
      requestId: `job-${claimed.id}`,
      signal: claimed.signal ?? null,
    });
    try {
      await handlers[name]!(ctx, claimed.data);
      log.debug({ job: name, job_id: claimed.id, attempt }, 'job done');
    } catch (err) {
      if (!outage.covers(err)) log.warn({ job: name, job_id: claimed.id, attempt, err }, 'an attempt of a job failed');
      throw err;
    } finally {
      running.delete(claimed.id);
    }
  }

  /** Wakes one idle slot. A slot that finds a job wakes the next one, so that a single job costs only one fetch. */
  function wake(name: string): void {
    const idle = slots.get(name)?.find((slot) => !slot.busy);
    if (idle) boss.notifyWorker(idle.id);
  }

  async function openSlots(name: string, policy: JobPolicy): Promise<void> {
    const opened: Slot[] = [];
    slots.set(name, opened);
    for (let index = 0; index < policy.concurrency; index++) {
      const slot: Slot = { id: '', busy: false };
      slot.id = await boss.work<unknown>(
        name,
        {
          pollingIntervalSeconds: FALLBACK_POLL_SECONDS,
          heartbeatRefreshSeconds: timing.renewSeconds,
          ...(policy.onePerGroup ? { localGroupConcurrency: 1 } : {}),
        },
        async ([claimed]) => {
          const free = () => {
            slot.busy = false;
            boss.notifyWorker(slot.id);
          };
          slot.busy = true;
          wake(name);
          // The slot also becomes free when the job is aborted but its handler continues.
          claimed!.signal.addEventListener('abort', free);
          await run(name, claimed!).finally(free);
        },
      );
      opened.push(slot);
    }
  }

  async function drain(): Promise<number> {
    for (let count = 0; ; ) {
      await makeDue.all(system, { now: deps.clock.now() });
      let found = 0;
      for (const name of names) {
        const batch = await boss.fetch<unknown>(name, { batchSize: DRAIN_BATCH });
        found += batch.length;
        for (const claimed of batch) await settle(boss, name, claimed, run);
      }
      count += found;
      if (found === 0 && running.size === 0) return count;
      if (found === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  await boss.start();
  const stops: (() => void)[] = [];
  if (polling) {
    for (const name of names) await openSlots(name, jobs[name]!);
    stops.push(onWake(wake));
    stops.push(
      repeat(
        timing.pollMs,
        async () => {
          for (const due of await listDue.all(system, { names })) wake(due.name);
        },
        reportError,
      ),
    );
    stops.push(repeat(timing.superviseSeconds * 1000, await deadLetterReport(system), reportError));
  }

  return {
    drain,
    async stop() {
      stopping = true;
      for (const stop of stops) stop();
      await boss.stop({ timeout: timing.stopTimeoutMs, close: false });
      if (running.size === 0) return;
      await giveBack.all(system, { ids: [...running.keys()] });
      log.warn({ jobs: [...running.values()] }, 'jobs still running at shutdown were returned to their queues');
    },
  };
}

async function settle(
  boss: PgBoss,
  name: string,
  claimed: Claimed,
  run: (name: string, claimed: Claimed) => Promise<void>,
): Promise<void> {
  try {
    await run(name, claimed);
  } catch (error) {
    await boss.fail(name, claimed, error as Error);
    return;
  }
  await boss.complete(name, claimed);
}

/** Logs each new dead letter since the start, from any process. */
async function deadLetterReport(system: Ctx): Promise<() => Promise<void>> {
  let since = await lastDeadAt(system);
  return async () => {
    for (const dead of await listDeadJobs(system, since)) {
      system.log.error({ job: dead.name, job_id: dead.job_id, tries: dead.tries }, 'a job failed permanently');
      since = dead.moment;
    }
  };
}

/** The library turns some errors into plain objects, which would be logged as empty. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  const { message, ...facts } = error as Error;
  return Object.assign(new Error(message), facts);
}
