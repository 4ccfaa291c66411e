import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ctx, type CtxDeps, inTransaction } from '../../../src/ctx.ts';
import { p, statement } from '../../../src/db/statement.ts';
import type { JobsConnection } from '../../../src/jobs/boss.ts';
import { DEAD_QUEUE, job, LEASE_SECONDS, recurring } from '../../../src/jobs/catalog.ts';
import { countJobs } from '../../../src/jobs/count.ts';
import { listDeadJobs, retryDeadJobs } from '../../../src/jobs/dead.ts';
import { type EnqueueOptions, enqueue, insertJob } from '../../../src/jobs/enqueue.ts';
import { migrateJobs } from '../../../src/jobs/migrate.ts';
import { type JobHandlers, type JobWorker, startWorker, type WorkerTiming } from '../../../src/jobs/worker.ts';
import { movableClock } from '../../support/clock.ts';
import { type LogLine, MAIL_JOBS, openTestDatabase, type TestDatabase, testDeps } from './database.ts';

type Handler = JobHandlers<typeof MAIL_JOBS>['mail.send'];

let database: TestDatabase;
let clock: ReturnType<typeof movableClock>;
let deps: CtxDeps;
let ctx: Ctx;
let lines: LogLine[];
let workers: JobWorker[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const first = testDeps(database.connection, movableClock());
  const client = await first.deps.database.pool.connect();
  await migrateJobs(client, MAIL_JOBS);
  await client.query('create table effects (job text primary key, runs int not null)');
  client.release();
  await first.deps.database.close();
});

beforeEach(async () => {
  clock = movableClock();
  ({ deps, ctx, lines } = testDeps(database.connection, clock));
  await rows('delete from jobs.job');
  await rows('delete from effects');
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await deps.database.close();
});

afterAll(() => database.close());

async function rows<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await deps.database.pool.query(text, values)).rows as Row[];
}

async function start(
  handler: Handler,
  options: { mode?: 'poll' | 'manual'; timing?: Partial<WorkerTiming>; jobs?: typeof MAIL_JOBS } = {},
): Promise<JobWorker> {
  const worker = await startWorker({
    deps,
    jobs: options.jobs ?? MAIL_JOBS,
    handlers: { 'mail.send': handler },
    ...options,
  });
  workers.push(worker);
  return worker;
}

const put = (sealed: string, options: EnqueueOptions = {}) =>
  inTransaction(ctx, (tx) => enqueue(tx, 'mail.send', { sealed }, options));

const effect: Handler = async (_ctx, { sealed }) => {
  await rows('insert into effects values ($1, 1) on conflict (job) do update set runs = effects.runs + 1', [sealed]);
};
const effects = () => rows<{ job: string; runs: number }>('select * from effects order by job');
const states = () => rows<{ state: string; count: number }>('select state, count(*)::int from jobs.job group by state');

async function until(isTrue: () => Promise<boolean> | boolean, timeoutMs = 15_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('it did not come true in time');
    await sleep(20);
  }
}

test('a job exists if and only if its transaction commits, and costs one statement', async () => {
  await expect(
    inTransaction(ctx, async (tx) => {
      await enqueue(tx, 'mail.send', { sealed: 'lost' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await states()).toEqual([]);

  const before = ctx.stats.statements;
  const id = await inTransaction(ctx, (tx) => enqueue(tx, 'mail.send', { sealed: 'kept' }));
  expect(ctx.stats.statements - before).toBe(3);
  expect(await rows('select id, data, state, heartbeat_seconds as lease from jobs.job')).toEqual([
    { id, data: { sealed: 'kept' }, state: 'created', lease: LEASE_SECONDS },
  ]);
});

const insertMany = statement(
  'test.jobs_in_cte',
  { words: 'text[]' },
  sql<{ id: string }>`with change as (select word from unnest(${p('words', 'text[]')}) as word), made as (${insertJob(
    'mail.send',
    {
      payload: sql`jsonb_build_object('sealed', change.word)`,
      from: sql`change where change.word <> 'b'`,
    },
  )}) select id from made`,
);

test('a CTE of another statement creates one job per row', async () => {
  expect(await insertMany.all(ctx, { words: ['a', 'b', 'c'] })).toHaveLength(2);
  const worker = await start(effect, { mode: 'manual' });
  expect(await worker.drain()).toBe(2);
  expect((await effects()).map((row) => row.job)).toEqual(['a', 'c']);
});

test('a key prevents a second job only while the first is waiting', async () => {
  const worker = await start(effect, { mode: 'manual' });
  expect(await put('first', { singletonKey: 'k' })).toEqual(expect.any(String));
  expect(await put('second', { singletonKey: 'k' })).toBeUndefined();
  expect(await put('other', { singletonKey: 'l' })).toEqual(expect.any(String));
  expect(await worker.drain()).toBe(2);
  expect(await put('third', { singletonKey: 'k' })).toEqual(expect.any(String));
  expect(await worker.drain()).toBe(1);
});

test("the application's clock decides when a job is due, and drain runs what jobs enqueue", async () => {
  const worker = await start(
    async (job, payload) => {
      await effect(job, payload);
      if (payload.sealed === 'later') await inTransaction(job, (tx) => enqueue(tx, 'mail.send', { sealed: 'next' }));
    },
    { mode: 'manual' },
  );
  await put('later', { startAfter: new Date(clock.now().getTime() + 3_600_000) });
  expect(await worker.drain()).toBe(0);
  clock.advance(3_600_001);
  expect(await worker.drain()).toBe(2);
  expect((await effects()).map((row) => row.job)).toEqual(['later', 'next']);
});

test('two workers run 200 jobs, each exactly once', async () => {
  await start(effect, { timing: { pollMs: 50 } });
  await start(effect, { timing: { pollMs: 50 } });
  await Promise.all(Array.from({ length: 200 }, (_, index) => put(`job ${index}`)));
  await until(async () => (await states()).every((row) => row.state === 'completed'));
  const seen = await effects();
  expect(seen).toHaveLength(200);
  expect(seen.every((row) => row.runs === 1)).toBe(true);
});

test('a commit wakes the worker of the same process, long before it polls', async () => {
  await start(effect, { timing: { pollMs: 3_600_000 } });
  await sleep(100);
  const began = Date.now();
  await put('woken');
  await until(async () => (await effects()).length === 1);
  expect(Date.now() - began).toBeLessThan(10_000);
});

test('jobs of a killed worker move to another soon after the lease', async () => {
  for (let index = 0; index < 10; index++) await put(`job ${index}`);
  await rows('update jobs.job set heartbeat_seconds = 1, retry_delay = 0');
  const path = new URL('./hanging-worker.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [path, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output.split('claimed').length === MAIL_JOBS['mail.send'].concurrency + 1);
  // The lease is renewed while the worker lives.
  await sleep(1500);
  const claimed = await rows('select 1 from jobs.job where state = $1', ['active']);
  expect(claimed).toHaveLength(MAIL_JOBS['mail.send'].concurrency);

  child.kill('SIGKILL');
  await once(child, 'exit');
  const began = Date.now();
  await start(effect, { timing: { pollMs: 50, superviseSeconds: 1 } });
  await until(async () => (await effects()).length === 10);
  expect(Date.now() - began).toBeLessThan(10_000);
  await until(async () => (await states()).every((row) => row.state === 'completed'));
  expect((await effects()).every((row) => row.runs === 1)).toBe(true);
  const tries = await rows<{ count: number }>('select count(*)::int from jobs.job where retry_count = 1');
  expect(tries[0]!.count).toBe(MAIL_JOBS['mail.send'].concurrency);
});

test('a poison job becomes a dead letter after all attempts, blocks no others, and can be started again', async () => {
  const { tries: most } = MAIL_JOBS['mail.send'];
  let tries = 0;
  const handler: Handler = async (job, payload) => {
    if (payload.sealed !== 'poison' || tries === most) return effect(job, payload);
    tries++;
    throw new Error('it always fails');
  };
  await start(handler, { timing: { superviseSeconds: 1, pollMs: 3_600_000 } });
  const worker = await start(handler, { mode: 'manual' });
  const id = await put('poison');
  await put('good');
  await until(async () => (await effects()).length === 1 && tries === 1);
  for (let round = 2; round <= most + 1; round++) {
    await until(async () => (await rows("select 1 from jobs.job where state = 'active'")).length === 0);
    clock.advance(7_200_000);
    await worker.drain();
  }
  expect(tries).toBe(most);
  const [dead, ...others] = await listDeadJobs(ctx);
  expect(dead).toMatchObject({ name: 'mail.send', job_id: id, tries: most });
  expect(others).toEqual([]);
  expect(await countJobs(ctx)).toMatchObject([{ name: 'mail.send', waiting: 0, failed: 0, dead: 1, late_seconds: 0 }]);
  await until(() => lines.some((line) => line.message === 'a job failed permanently' && line['job_id'] === id));
  expect(lines.filter((line) => line.message === 'an attempt of a job failed').map((line) => line['attempt'])).toEqual(
    Array.from({ length: most }, (_, index) => index + 1),
  );

  expect(await retryDeadJobs(deps.database.pool, [id!])).toBe(0);
  expect(await retryDeadJobs(deps.database.pool, [dead!.id])).toBe(1);
  expect(await listDeadJobs(ctx)).toEqual([]);
  await worker.drain();
  await until(async () => (await effects()).some(({ job }) => job === 'poison'));
});

test('a mail is tried for 48 hours', () => {
  const { tries, retryDelaySeconds, retryDelayMaxSeconds } = MAIL_JOBS['mail.send'];
  // Without the jitter, which only adds to it.
  const delays = Array.from({ length: tries - 1 }, (_, n) =>
    Math.min(retryDelaySeconds * 2 ** n, retryDelayMaxSeconds),
  );
  const hours = delays.reduce((sum, seconds) => sum + seconds, 0) / 3600;
  expect(hours).toBeGreaterThan(48);
  expect(hours).toBeLessThan(50);
});

test('stopping waits for running jobs, and returns those that do not finish', async () => {
  const events: string[] = [];
  let finish = () => {};
  const worker = await startWorker({
    deps,
    jobs: MAIL_JOBS,
    timing: { stopTimeoutMs: 1000 },
    handlers: {
      'mail.send': async (job, { sealed }) => {
        events.push(`begin ${sealed}`);
        job.signal?.addEventListener('abort', () => events.push(`abort ${sealed}`));
        if (sealed === 'long') await new Promise<void>((resolve) => (finish = resolve));
        else await sleep(300);
        events.push(`end ${sealed}`);
      },
    },
  });
  await put('long');
  await put('short');
  await until(() => events.length === 2);
  await worker.stop();
  expect(events.slice(2)).toEqual(['end short', 'abort short', 'abort long']);
  finish();
  expect(
    await rows("select data->>'sealed' as name, state, start_after <= now() as due from jobs.job order by 1"),
  ).toEqual([
    { name: 'long', state: 'retry', due: true },
    { name: 'short', state: 'completed', due: true },
  ]);
  const next = await start(effect, { mode: 'manual' });
  expect(await next.drain()).toBe(1);
  expect(await rows("select state, retry_count from jobs.job where data->>'sealed' = 'long'")).toEqual([
    { state: 'completed', retry_count: 0 },
  ]);
});

test('a job past its time limit counts as failed and frees its slot, even if its handler continues', async () => {
  const jobs = { 'mail.send': { ...MAIL_JOBS['mail.send'], concurrency: 1 } };
  const signals: boolean[] = [];
  await put('hanging');
  await rows('update jobs.job set expire_seconds = 1');
  const worker = await start(
    async (job, payload) => {
      if (payload.sealed !== 'hanging') return effect(job, payload);
      job.signal?.addEventListener('abort', () => signals.push(true));
      await new Promise(() => undefined);
    },
    { jobs, timing: { pollMs: 50 } },
  );
  await until(async () => (await rows("select 1 from jobs.job where state = 'active'")).length === 1);
  await put('good');
  await until(async () => (await effects()).length === 1);
  expect(signals).toEqual([true]);
  await worker.stop();
  // Stopping does not mistake it for one that it interrupted itself.
  expect(
    await rows(
      "select state, start_after > now() as later, started_on is null as reset from jobs.job where state = 'retry'",
    ),
  ).toEqual([{ state: 'retry', later: true, reset: false }]);
});

test('jobs of one group never run concurrently, those of others do', async () => {
  let together = 0;
  let mostOfGroup = 0;
  let mostOfAll = 0;
  const inGroup = new Map<string, number>();
  const handler: Handler = async (_job, { sealed }) => {
    const count = (inGroup.get(sealed) ?? 0) + 1;
    inGroup.set(sealed, count);
    mostOfGroup = Math.max(mostOfGroup, count);
    mostOfAll = Math.max(mostOfAll, ++together);
    await sleep(30);
    inGroup.set(sealed, inGroup.get(sealed)! - 1);
    together--;
  };
  const jobs = { 'mail.send': { ...MAIL_JOBS['mail.send'], onePerGroup: true as const } };
  for (let index = 0; index < 6; index++) for (const groupKey of ['a', 'b']) await put(groupKey, { groupKey });
  await start(handler, { jobs, timing: { pollMs: 20 } });
  await until(async () => (await states()).every((row) => row.state === 'completed'));
  expect({ mostOfGroup, mostOfAll }).toEqual({ mostOfGroup: 1, mostOfAll: 2 });
});

test('a recurring job runs once per schedule, however many workers there are; migrating again removes it', async () => {
  const jobs = { ...MAIL_JOBS, 'test.tick': recurring('* * * * *') };
  await Promise.all([migrateAlone(jobs), migrateAlone(jobs)]);
  expect(await rows('select name, cron, timezone from jobs.schedule')).toEqual([
    { name: 'test.tick', cron: '* * * * *', timezone: 'UTC' },
  ]);
  // As if a run had been missed while no worker ran.
  await rows("update jobs.schedule set created_on = now() - interval '10 minutes'");
  await rows("update jobs.version set cron_on = now() - interval '5 minutes'");
  const ticks: string[] = [];
  const handlers = { 'mail.send': effect, 'test.tick': async (job: Ctx) => void ticks.push(job.requestId) };
  for (let index = 0; index < 2; index++) {
    workers.push(await startWorker({ deps, jobs, handlers, timing: { pollMs: 50, superviseSeconds: 1 } }));
  }
  await until(() => ticks.length > 0);
  await sleep(1500);
  const minutes = async () => {
    const sent = await rows(`select data->>'slot' as minute from jobs.job where data->>'name' = 'test.tick'`);
    return sent.map((row) => row['minute']);
  };
  const runs = async () => (await rows("select id from jobs.job where name = 'test.tick'")).length;
  await expect.poll(async () => (await runs()) - ticks.length).toBe(0);
  // A new minute may begin here, which makes two runs.
  const ran = ticks.length;
  const due = await minutes();
  expect(due).toEqual([...new Set(due)]);
  expect(ran).toBeLessThanOrEqual(due.length);
  await migrateAlone(MAIL_JOBS);
  expect(await rows('select name from jobs.schedule')).toEqual([]);
});

test('migrating again changes only the queues that differ', async () => {
  const jobs = { ...MAIL_JOBS, 'test.other': job() };
  await migrateAlone(jobs);
  const client = await deps.database.pool.connect();
  const changes: unknown[] = [];
  const counting: JobsConnection = {
    query(text, values) {
      if (/queue/.test(text) && !/^\s*select/i.test(text)) changes.push(values?.[0]);
      return client.query(text, values);
    },
  };
  await migrateJobs(counting, jobs);
  expect(changes).toEqual([]);
  await migrateJobs(counting, { ...jobs, 'test.other': job({ timeoutSeconds: 7 }) });
  client.release();
  expect(changes).toEqual(['test.other']);
  expect(await rows("select expire_seconds from jobs.queue where name = 'test.other'")).toEqual([
    { expire_seconds: 7 },
  ]);
});

test('a worker starts while the newest dead letter cannot be read, and reports those that follow', async () => {
  const { executor } = deps.database;
  let refused = 0;
  const slow: CtxDeps['database']['executor'] = {
    run: (calls) => (refused++ === 0 ? Promise.reject(new Error('timeout exceeded')) : executor.run(calls)),
  };
  deps = { ...deps, database: { ...deps.database, executor: slow } };
  await start(effect, { timing: { superviseSeconds: 1 } });
  await sleep(1500);
  await rows(`insert into jobs.job (name, data, source_name) values ('${DEAD_QUEUE}', '{}', 'mail.send')`);
  await until(() => lines.some((line) => line.message === 'a job failed permanently'));
});

test('slots that look for jobs at the same moment leave half of the connections to others', async () => {
  const jobs = { 'mail.send': { ...MAIL_JOBS['mail.send'], concurrency: 40 } };
  const { pool } = deps.database;
  const query = pool.query.bind(pool) as (...values: unknown[]) => Promise<unknown>;
  let running = 0;
  let most = 0;
  let fetches = 0;
  pool.query = (async (...values: unknown[]) => {
    if (/skip locked/i.test(String(values[0]))) fetches++;
    most = Math.max(most, ++running);
    await sleep(20);
    return query(...values).finally(() => running--);
  }) as typeof pool.query;
  await start(effect, { jobs, timing: { pollMs: 60_000 } });
  await until(() => fetches >= 40);
  expect(most).toBe(pool.options.max / 2);
});

async function migrateAlone(jobs: Parameters<typeof migrateJobs>[1]): Promise<void> {
  const client = await deps.database.pool.connect();
  await migrateJobs(client, jobs).finally(() => client.release());
}
