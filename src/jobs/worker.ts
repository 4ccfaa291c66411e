import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import { jobOperation } from '../core/job-operation.ts';
import { type Ctx, type Deps, makeCtx, systemCtx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';
import { makeBoss } from './boss.ts';
import type { JobCatalog, JobPolicy, PayloadOf } from './catalog.ts';
import { lastDeadMoment, listDeadJobs } from './dead.ts';
import { atMostEvery, repeat } from './timers.ts';
import { onWake } from './wake.ts';

/** One handler for every job of the catalog. A handler may run again after it succeeded: its effect must bear that. */
export type JobHandlers<Catalog extends JobCatalog> = {
  [Name in keyof Catalog]: (ctx: Ctx, payload: PayloadOf<Catalog[Name]>) => Promise<void>;
};

export type JobWorker = {
  /** Takes no more jobs, waits for those that run, gives back those that do not end in time. */
  stop(): Promise<void>;
  /** For tests: runs all that is due by the application's clock and what that made, returns how many it ran itself. */
  drain(): Promise<number>;
};

export type WorkerTiming = {
  /** How often the worker looks whether something is due, with one statement for all queues. */
  pollMs: number;
  /** How often jobs of dead workers are sought and dead letters told of. */
  superviseSeconds: number;
  /** How often a running job renews its lease. */
  renewSeconds: number;
  stopTimeoutMs: number;
};

const TIMING: WorkerTiming = { pollMs: 1000, superviseSeconds: 10, renewSeconds: 5, stopTimeoutMs: 5000 };

/** The library's own look at its queues: only a net, since `pollMs` and `wakeJobs` wake it when there is something. */
const FALLBACK_POLL_SECONDS = 60;
const MAINTENANCE_SECONDS = 300;
const DRAIN_BATCH = 10;

const listDue = statement<{ name: string }>(
  'jobs.list_due',
  sql`select name from unnest(${p('names', 'text[]')}) as queue(name) where exists
    (select from jobs.job where job.name = queue.name and state < 'active' and start_after <= now())`,
);

/** Makes due for the database's clock what is due for the application's, which tests move by hand. */
const makeDue = statement(
  'jobs.make_due',
  sql`update jobs.job set start_after = now()
    where state < 'active' and start_after > now() and start_after <= ${p('now', 'timestamptz')}`,
);

/** A job that was cut off by a stop has not failed: it may start at once, and that start is not counted as a try. */
const giveBack = statement(
  'jobs.give_back',
  sql`update jobs.job set start_after = now(), started_on = null where id = any(${p('ids', 'uuid[]')}) and state = 'retry'`,
);

/** `retryCount` names the try: what a worker reports that lost its lease meanwhile no longer fits. */
type Claimed = { id: string; retryCount: number; data: unknown; signal?: AbortSignal };
type Slot = { id: string; busy: boolean };

/**
 * Starts to run jobs. Several processes may do so: each job is claimed by one, under a lease that the process renews
 * while the handler runs. A job whose lease ran out goes to others, at most `LEASE_SECONDS` + `superviseSeconds` + the
 * wait before a second try after its worker died; what the dead worker's handler still reports is ignored.
 *
 * `mode: 'manual'` takes no job by itself; only `drain` does.
 */
export async function startWorker<Catalog extends JobCatalog>(options: {
  deps: Deps;
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
  boss.on('warning', ({ message }) => log.warn({ detail: message }, 'the job library warns'));

  async function run(name: string, claimed: Claimed): Promise<void> {
    running.set(claimed.id, name);
    // Past its time, or without its lease, it is no longer ours, though its handler may run on.
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
      if (!outage.covers(err)) log.warn({ job: name, job_id: claimed.id, attempt, err }, 'a try of a job failed');
      throw err;
    } finally {
      running.delete(claimed.id);
    }
  }

  /** Wakes one idle slot; that one wakes the next when it finds a job, so that a lone job costs one look. */
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
          // Also when it is given up while its handler runs on.
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
      log.warn({ jobs: [...running.values()] }, 'jobs that ran on at the stop were given back');
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

/** Tells of each job that was given up since the start, in whichever process that was. */
async function deadLetterReport(system: Ctx): Promise<() => Promise<void>> {
  let since = await lastDeadMoment(system);
  return async () => {
    for (const dead of await listDeadJobs(system, since)) {
      system.log.error({ job: dead.name, job_id: dead.job_id, tries: dead.tries }, 'a job was given up');
      since = dead.moment;
    }
  };
}

/** The library spreads some errors into plain objects, of which a log would show nothing. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  const { message, ...facts } = error as Error;
  return Object.assign(new Error(message), facts);
}
