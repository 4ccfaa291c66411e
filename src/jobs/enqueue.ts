import { newId } from '../core/ids.ts';
import type { TxCtx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { batch, type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import {
  DEAD_QUEUE,
  DONE_RETENTION_SECONDS,
  JOBS,
  type JobName,
  type JobPayload,
  type JobPolicy,
  LEASE_SECONDS,
  WAITING_RETENTION_SECONDS,
} from './catalog.ts';
import { wakeJobs } from './wake.ts';

export type EnqueueOptions = {
  startAfter?: Date;
  /** While a job with this name and key waits for its first attempt, no other one is created. */
  singletonKey?: string;
  /** The group (such as a webhook endpoint) to which `onePerGroup` of the policy applies. */
  groupKey?: string;
};

export type JobInsert = {
  payload: SQL;
  id?: SQL;
  /** A timestamptz, or null to start immediately. */
  startAfter?: SQL;
  singletonKey?: SQL;
  groupKey?: SQL;
  /** Creates one job for each row of this FROM item, optionally with its WHERE. If unset, creates one job. */
  from?: SQL;
};

/**
 * An INSERT of jobs, for a CTE of the statement that they belong to, with the columns that pg-boss documents. Returns
 * their ids. Call `wakeJobs(name)` after the commit.
 */
export function insertJob(name: JobName, values: JobInsert): SQL<{ id: string }> {
  const policy: JobPolicy = JOBS[name];
  const none = sql`null::text`;
  const startAfter = sql`coalesce(${values.startAfter ?? sql`null::timestamptz`}, now())`;
  const from = values.from ? sql`from ${values.from}` : sql``;
  // Queues allow one waiting job per key; without a key, the id makes it unique.
  return sql<{
    id: string;
  }>`insert into ${writes('jobs.job')} (id, name, data, start_after, keep_until, singleton_key, group_id, policy, dead_letter,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds)
    select made.id, ${name}::text, made.data, made.start_after, made.start_after + ${WAITING_RETENTION_SECONDS}::int * interval '1 second',
      coalesce(made.singleton_key, made.id::text), made.group_id, 'short', ${DEAD_QUEUE}::text,
      ${policy.tries - 1}::int, ${policy.retryDelaySeconds}::int, true, ${policy.retryDelayMaxSeconds}::int,
      ${policy.timeoutSeconds}::int, ${DONE_RETENTION_SECONDS}::int, ${LEASE_SECONDS}::int
    from (select ${values.id ?? sql`gen_random_uuid()`} as id, ${values.payload} as data, ${startAfter} as start_after,
      ${values.singletonKey ?? none} as singleton_key, ${values.groupKey ?? none} as group_id ${from}) made
    on conflict do nothing
    returning id`;
}

const ENQUEUED = {
  id: 'uuid',
  payload: 'jsonb',
  start_after: 'timestamptz?',
  singleton_key: 'text?',
  group_key: 'text?',
} as const;

function enqueueStatement(name: JobName) {
  return statement(
    `jobs.enqueue ${name}`,
    ENQUEUED,
    insertJob(name, {
      id: p('id', 'uuid'),
      payload: p('payload', 'jsonb'),
      startAfter: p('start_after', 'timestamptz'),
      singletonKey: p('singleton_key', 'text'),
      groupKey: p('group_key', 'text'),
    }),
  );
}

const names = Object.keys(JOBS) as JobName[];
const statements = new Map(names.map((name) => [name, enqueueStatement(name)]));

/** A statement that enqueues a job, for a batch. Call `wakeJobs(name)` after the commit. */
export function enqueueCall<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Call<{ id: string }> {
  return statements.get(name)!.call({
    id: newId(),
    payload: JSON.stringify(payload),
    start_after: options.startAfter ?? null,
    singleton_key: options.singletonKey ?? null,
    group_key: options.groupKey ?? null,
  });
}

export function enqueueInTx<Name extends JobName>(
  tx: TxCtx,
  name: Name,
  payload: JobPayload<Name>,
): Call<{ id: string }> {
  tx.afterCommit(() => wakeJobs(name));
  return enqueueCall(name, payload);
}

/** Enqueues a job in the transaction of its change. Returns its id; undefined if one with the `singletonKey` waits. */
export async function enqueue<Name extends JobName>(
  tx: TxCtx,
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<string | undefined> {
  const [[row]] = await batch(tx, [enqueueCall(name, payload, options)]);
  if (row && !options.startAfter) tx.afterCommit(() => wakeJobs(name));
  return row?.id;
}
