import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '../../../src/core/key-ring.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { openListener } from '../../../src/db/listener.ts';
import { decodeEventCursor, encodeEventCursor, requireContinuous } from '../../../src/events/cursor.ts';
import { dispatchAll } from '../../../src/events/dispatcher.ts';
import { type EventRow, type LogState, readLog } from '../../../src/events/log.ts';
import { keepEventPartitions } from '../../../src/events/partitions.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { numbered, numberOf } from '../../support/events.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: ['events_have_their_write_in_the_audit_log'] });
});

const ctx = () => systemCtx(t.deps, 'events.dispatch');
const log = async (): Promise<LogState> => (await readLog.one(ctx()))!;
const profile = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const KEY: KeyRing = [Buffer.alloc(32, 7)];

const INSERT = `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
  values (gen_random_uuid(), $2, 'profile.updated', $1, 'profile', $1, $3)`;
const write = (profileId: string, n: number, sql: Pick<typeof t.pool, 'query'> = t.pool) =>
  sql.query(INSERT, [profileId, t.clock.now(), numbered(n)]);

async function numbersOf(profileId: string): Promise<number[]> {
  const { rows } = await t.pool.query<{ n: number }>(
    `select (data->'fields'->>0)::int as n from events where profile_id = $1 and position is not null order by position`,
    [profileId],
  );
  return rows.map(({ n }) => n);
}

async function waitForPush(pushed: readonly EventRow[], count: number): Promise<void> {
  await expect.poll(() => pushed.length).toBeGreaterThanOrEqual(count);
}

describe('the dispatcher', () => {
  it('gives each committed event the next position, once', async () => {
    const before = (await log()).last_position;
    for (let n = 1; n <= 5; n++) await write(profile(1), n);
    expect(await dispatchAll(ctx())).toBeGreaterThanOrEqual(5);
    expect(await dispatchAll(ctx())).toBe(0);
    expect(await numbersOf(profile(1))).toEqual([1, 2, 3, 4, 5]);
    expect((await log()).last_position).toBeGreaterThanOrEqual(before + 5);
  });

  it('puts an event of a transaction that commits later behind those of others', async () => {
    const slow = await t.pool.connect();
    try {
      await slow.query('begin');
      await write(profile(2), 1, slow);
      await write(profile(2), 2);
      await dispatchAll(ctx());
      const { last_position } = await log();
      expect(await numbersOf(profile(2))).toEqual([2]);
      await slow.query('commit');
      await dispatchAll(ctx());
      expect(await numbersOf(profile(2))).toEqual([2, 1]);
      expect((await log()).last_position).toBe(last_position + 1);
    } finally {
      slow.release();
    }
  });

  it('keeps the order of changes that waited for each other, even in one batch', async () => {
    const [first, second] = await Promise.all([t.pool.connect(), t.pool.connect()]);
    const lock = 'select pg_advisory_xact_lock(41)';
    try {
      await second.query('begin');
      await second.query('select pg_current_xact_id()');
      await first.query('begin');
      await first.query(lock);
      const waiting = second.query(lock);
      await write(profile(3), 1, first);
      await first.query('commit');
      await waiting;
      await write(profile(3), 2, second);
      await second.query('commit');
    } finally {
      first.release();
      second.release();
    }
    await dispatchAll(ctx());
    expect(await numbersOf(profile(3))).toEqual([1, 2]);
  });

  it('dispatches in one process at a time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(profile(4), n)));
    const counts = await Promise.all(Array.from({ length: 8 }, () => dispatchAll(ctx())));
    await dispatchAll(ctx());
    expect(counts.filter((count) => count > 0).length).toBeLessThanOrEqual(8);
    const { rows } = await t.pool.query('select count(*)::int n, count(distinct position)::int positions from events');
    expect(rows[0].positions).toBe(rows[0].n);
    expect((await numbersOf(profile(4))).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('undoes a batch whose connection breaks', async () => {
    await write(profile(5), 1);
    const { last_position } = await log();
    const fails = { name: 'test.fails', text: 'select 1 / 0', values: [] };
    await expect(dispatchAll(ctx(), { onEvents: () => [fails] })).rejects.toThrow();
    expect((await log()).last_position).toBe(last_position);
    expect(await numbersOf(profile(5))).toEqual([]);
    await dispatchAll(ctx());
    expect(await numbersOf(profile(5))).toEqual([1]);
  });
});

/** Reads all events of a profile. */
const subscriberOf = (profileId: string, into: EventRow[]) => ({
  reach: { profiles: new Map([[profileId, null]]), accountId: null, accountTypes: null },
  push: (event: EventRow) => void into.push(event),
});

describe('the hub', () => {
  it('pushes new events to the subscribers of their profile only, without a gap behind the position', async () => {
    const pushed: EventRow[] = [];
    const other: EventRow[] = [];
    const [mine, theirs] = [subscriberOf(profile(6), pushed), subscriberOf(profile(7), other)];
    const positions = await Promise.all([mine, theirs].map((each) => t.deps.eventHub.subscribe(each)));
    expect(positions[0]).toBe((await log()).last_position);
    for (let n = 0; n < 3; n++) await write(profile(6), n);
    await dispatchAll(ctx());
    await waitForPush(pushed, 3);
    expect(pushed.map(numberOf)).toEqual([0, 1, 2]);
    expect(pushed[0]!.position).toBe(positions[0]! + 1);
    t.deps.eventHub.unsubscribe(mine);
    await write(profile(6), 3);
    await write(profile(7), 4);
    await dispatchAll(ctx());
    await waitForPush(other, 1);
    t.deps.eventHub.unsubscribe(theirs);
    expect(pushed.length).toBe(3);
    expect(t.deps.eventHub.size).toBe(0);
  });

  it('finds new events without notifications', async () => {
    const pushed: EventRow[] = [];
    const subscriber = subscriberOf(profile(8), pushed);
    t.deps.eventHub.setListening(false);
    await t.deps.eventHub.subscribe(subscriber);
    await write(profile(8), 1);
    await t.pool.query('update event_log set last_position = last_position + 1');
    await t.pool.query('update events set position = (select last_position from event_log) where position is null');
    await waitForPush(pushed, 1);
    t.deps.eventHub.unsubscribe(subscriber);
    t.deps.eventHub.setListening(true);
  });
});

describe('the cursor', () => {
  it('is refused if events behind it are missing, or if the log is another one', async () => {
    await write(profile(9), 1);
    await dispatchAll(ctx());
    const { epoch, last_position: position } = await log();
    const cursor = encodeEventCursor(KEY, 'ada', { epoch, position });
    expect(decodeEventCursor(KEY, 'ada', cursor)).toEqual({ epoch, position });
    expect(() =>
      requireContinuous({ epoch, position }, { epoch, last_position: position, dropped_position: 0 }),
    ).not.toThrow();
    for (const state of [
      { epoch: profile(1), last_position: position, dropped_position: 0 },
      { epoch, last_position: position - 1, dropped_position: 0 },
      { epoch, last_position: position + 2, dropped_position: position + 1 },
    ]) {
      expect(() => requireContinuous({ epoch, position }, state)).toThrow('invalid_cursor');
    }
    expect(() => decodeEventCursor([Buffer.alloc(32, 8)], 'ada', cursor)).toThrow('invalid_cursor');
  });

  it('expires with the partition that held the events behind it', async () => {
    const week = 7 * 24 * 3600 * 1000;
    const then = new Date(t.clock.now().getTime() + 100 * week);
    await keepEventPartitions(t.pool, then);
    await t.pool.query(INSERT, [profile(10), then, numbered(1)]);
    await dispatchAll(ctx());
    const { last_position, dropped_position } = await log();
    expect(dropped_position).toBeLessThan(last_position);
    await keepEventPartitions(t.pool, new Date(then.getTime() + 6 * week));
    expect((await log()).dropped_position).toBe(last_position);
  });
});

describe('the listener', () => {
  it('leaves no connection behind when it cannot listen', async () => {
    const count = async () => {
      const { rows } = await t.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'pronet-listen'`,
      );
      return rows.length;
    };
    const before = await count();
    const options = {
      channels: { 'not a channel': () => undefined },
      notify: async () => undefined,
      onState: () => undefined,
      onLost: () => undefined,
    };
    await expect(openListener(t.deps.database.direct, options)).rejects.toThrow('syntax error');
    await expect.poll(count).toBe(before);
  });
});
