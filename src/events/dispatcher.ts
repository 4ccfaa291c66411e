import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../core/enums.ts';
import { atMostEvery } from '../core/timers.ts';
import { type Ctx, type CtxDeps, inTransaction, systemCtx, type TxCtx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { batch, type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import type { InternalEventType } from './internal.ts';
import { EVENTS_CHANNEL } from './log.ts';

/** The interval of checks for new events: most of the time between a commit and its delivery. */
const POLL_MS = 100;
const BATCH_ROWS = 1000;
/** The advisory lock of the dispatcher. Any number that nothing else in the database uses. */
const LOCK = 7_215_480_331;

const takeLock = statement(
  'events.lock',
  {},
  sql`select set_config('pronet.dispatching', pg_try_advisory_xact_lock(${LOCK}::bigint)::text, true)`,
);

/** Passes the newest position before the batch, if any, from `positionEvents` to later statements. */
const DISPATCHED_AFTER = 'pronet.dispatched_after';

/** The events of this batch have positions after this one. Null: the batch is empty. */
export const dispatchedAfter = sql`nullif(current_setting(${DISPATCHED_AFTER}, true), '')::bigint`;

export type DispatchedEvent = {
  id: string;
  created_at: Date;
  type: EventType | InternalEventType;
  profile_id: string | null;
  account_id: string | null;
  actor_profile_id: string | null;
  manager_profile_id: string | null;
  object_id: string;
  data: Record<string, unknown>;
};

/**
 * Gives committed events their positions. Changes that conflict wait for each other's locks before they write events,
 * so `sequence` orders them by commit. `position is null` is not asked again: Postgres would walk the index of the
 * waiting ones.
 */
const positionEvents = statement(
  'events.position',
  { rows: 'int' },
  sql<DispatchedEvent>`with batch as (
      select created_at, id, row_number() over (order by sequence, id) as number
      from events where position is null and current_setting('pronet.dispatching') = 'true'
      order by sequence, id limit ${p('rows', 'int')}
    ), log as (
      update ${writes('event_log')} set last_position = last_position + (select count(*) from batch)
      where exists (select from batch)
      returning set_config(${DISPATCHED_AFTER}, (last_position - (select count(*) from batch))::text, true)::bigint as before
    ), positioned as (
      update ${writes('events')} e set position = log.before + batch.number from batch, log
      where e.created_at = batch.created_at and e.id = batch.id
      returning e.*
    )
    select id, created_at, type, profile_id, account_id, actor_profile_id, manager_profile_id, object_id, data
    from positioned order by position`,
);

const findWaiting = statement(
  'events.is_waiting',
  {},
  sql<{ waiting: boolean }>`select exists (select from events where position is null) as waiting`,
);

/** One notification per batch. One per change would serialize the commits of all changes. */
const notifyReaders = statement(
  'events.notify',
  {},
  sql`select pg_notify(${EVENTS_CHANNEL}, '') where ${dispatchedAfter} is not null`,
);

export type DispatchOptions = {
  /** What areas do about these events, in the transaction that gives them positions. Returns its last statements. */
  onEvents?: (
    tx: TxCtx,
    events: readonly DispatchedEvent[],
  ) => readonly Call<unknown>[] | Promise<readonly Call<unknown>[]>;
  /** After a batch: the milliseconds between each event and its position. */
  onDispatched?: (lagsMs: readonly number[]) => void;
};

/** Gives a batch of events their positions, unless another process does: all or none. Returns how many. */
export async function dispatchBatch(ctx: Ctx, options: DispatchOptions = {}): Promise<number> {
  if (!(await findWaiting.one(ctx))!.waiting) return 0;
  const events = await inTransaction(ctx, async (tx) => {
    const { positioned } = await batch(tx, {
      lock: takeLock.call(),
      positioned: positionEvents.call({ rows: BATCH_ROWS }),
    });
    if (positioned.length === 0) return positioned;
    await batch(tx, [...((await options.onEvents?.(tx, positioned)) ?? []), notifyReaders.call()]);
    return positioned;
  });
  const now = ctx.now().getTime();
  if (events.length > 0)
    options.onDispatched?.(events.map(({ created_at }) => Math.max(0, now - created_at.getTime())));
  return events.length;
}

/** Gives all waiting events their positions. */
export async function dispatchAll(ctx: Ctx, options?: DispatchOptions): Promise<number> {
  for (let count = 0; ; ) {
    const dispatched = await dispatchBatch(ctx, options);
    count += dispatched;
    if (dispatched < BATCH_ROWS) return count;
  }
}

/** Dispatches events until it is stopped. Any number of processes may do so: only one at a time dispatches. */
export function startDispatcher(deps: CtxDeps, options?: DispatchOptions): { stop(): Promise<void> } {
  const ctx = systemCtx(deps, 'events.dispatch');
  const logTrouble = atMostEvery(10_000, (err: unknown) => deps.log.error({ err }, 'could not dispatch events'));
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await dispatchAll(ctx, options).catch((err) => deps.database.outage.covers(err) || logTrouble(err));
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
