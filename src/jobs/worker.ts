import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { atMostEvery, repeat } from '../core/timers.ts';
import { WorkQueue } from '../core/work-queue.ts';
import { type Ctx, type CtxDeps, systemCtx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { type JobsConnection, makeBoss } from './boss.ts';
import type { JobCatalog, PayloadOf } from './catalog.ts';
import { lastDeadAt, listDeadJobs } from './dead.ts';
import { type Claimed, type Handlers, makeRunner, type RunJob, type Runner } from './runner.ts';
import { makeSlots } from './slots.ts';
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

const MAINTENANCE_SECONDS = 300;
const DRAIN_BATCH = 10;

const listDue = statement(
  'jobs.list_due',
  { names: 'text[]' },
  sql<{ name: string }>`select name from unnest(${p('names', 'text[]')}) as queue(name) where exists
    (select from jobs.job where job.name = queue.name and state < 'active' and start_after <= now())`,
);

/** Makes jobs that are due by the application's clock, which tests advance, due by the clock of the database. */
const makeDue = statement(
  'jobs.make_due',
  { now: 'timestamptz' },
  sql`update ${writes('jobs.job')} set start_after = now()
    where state < 'active' and start_after > now() and start_after <= ${p('now', 'timestamptz')}`,
);

/** A job interrupted by a stop has not failed: it may start again immediately, without counting as an attempt. */
const giveBack = statement(
  'jobs.give_back',
  { ids: 'uuid[]' },
  sql`update ${writes('jobs.job')} set start_after = now(), started_on = null where id = any(${p('ids', 'uuid[]')}) and state = 'retry'`,
);

/**
 * Starts a worker. Each job is claimed by one process, under a renewed lease; after a death others take it within
 * `LEASE_SECONDS` + `superviseSeconds` + the retry delay, and ignore what the dead one's handler reports.
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
  const timing = { ...TIMING, ...options.timing };
  const names = Object.keys(jobs);
  const system = systemCtx(deps, 'jobs.worker');
  const polling = options.mode !== 'manual';
  const boss = makeBoss(halfOf(deps.database.pool), bossOptions(timing, polling));
  const reportError = reportErrors(boss, deps);
  const runner = makeRunner(deps, options.handlers as Handlers);

  // Before the pollers start: their first fetches take half of the pool.
  const reportDeadLetters = polling ? await deadLetterReport(system) : async () => undefined;
  await boss.start();
  const stops: (() => void)[] = [];
  if (polling) {
    const slots = makeSlots(boss, runner.run, timing.renewSeconds);
    for (const name of names) await slots.open(name, jobs[name]!);
    const wakeDue = async () => {
      for (const due of await listDue.all(system, { names })) slots.wake(due.name);
    };
    stops.push(onWake(slots.wake));
    stops.push(repeat(timing.pollMs, wakeDue, reportError));
    stops.push(repeat(timing.superviseSeconds * 1000, reportDeadLetters, reportError));
  }
  return {
    drain: () => drain(boss, system, runner, names),
    async stop() {
      runner.stop();
      for (const stop of stops) stop();
      await boss.stop({ timeout: timing.stopTimeoutMs, close: false });
      const { running } = runner;
      if (running.size === 0) return;
      await giveBack.all(system, { ids: [...running.keys()] });
      deps.log.warn({ jobs: [...running.values()] }, 'jobs still running at shutdown were returned to their queues');
    },
  };
}

/** Half of the pool: more than a hundred slots look for a job at the same moment, and requests would wait. */
function halfOf(pool: pg.Pool): JobsConnection {
  const concurrency = Math.ceil(pool.options.max / 2);
  const queue = new WorkQueue({ concurrency, maxWaiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 });
  return { query: (text, values) => queue.run(() => pool.query(text, values)) };
}

function bossOptions({ superviseSeconds }: WorkerTiming, polling: boolean) {
  return {
    migrate: true,
    supervise: polling,
    schedule: polling,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    cronMonitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: superviseSeconds,
  };
}

/** Logs the library's errors and warnings. Returns the function for errors of the worker itself. */
function reportErrors(boss: PgBoss, { log, database }: CtxDeps): (err: unknown) => unknown {
  const logTrouble = atMostEvery(10_000, (err: unknown) => log.error({ err }, 'the job worker failed'));
  const report = (err: unknown) => database.outage.covers(err) || logTrouble(err);
  boss.on('error', (error) => report(asError(error)));
  boss.on('warning', ({ message }) => log.warn({ detail: message }, 'warning from the job library'));
  return report;
}

/** Runs all due jobs, and the jobs they enqueue. Returns how many it ran itself. */
async function drain(boss: PgBoss, system: Ctx, runner: Runner, names: readonly string[]): Promise<number> {
  for (let count = 0; ; ) {
    await makeDue.all(system, { now: system.now() });
    let found = 0;
    for (const name of names) {
      const batch = await boss.fetch<unknown>(name, { batchSize: DRAIN_BATCH });
      found += batch.length;
      for (const claimed of batch) await finish(boss, name, claimed, runner.run);
    }
    count += found;
    if (found === 0 && runner.running.size === 0) return count;
    if (found === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function finish(boss: PgBoss, name: string, claimed: Claimed, run: RunJob): Promise<void> {
  try {
    await run(name, claimed);
  } catch (error) {
    await boss.fail(name, claimed, error as Error);
    return;
  }
  await boss.complete(name, claimed);
}

/** Logs each new dead letter since the start, from any process. A database that is slow now must not end the start. */
async function deadLetterReport(system: Ctx): Promise<() => Promise<void>> {
  let since = await lastDeadAt(system).catch(() => undefined);
  return async () => {
    since ??= await lastDeadAt(system);
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
