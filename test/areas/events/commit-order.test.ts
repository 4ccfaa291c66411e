import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { dispatchAll } from '../../../src/events/dispatcher.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { cursorOfNow, dispatch, type EventWire, numbered, numberOf } from '../../support/events.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';

const TRANSACTIONS = 40;

let t: TestApp;
let owner: Member;
let profiles: string[];
beforeAll(async () => {
  t = await startTestApp();
  owner = await makeMember(t);
  profiles = [owner.profile.id, (await makeProfile(t, owner)).id, (await makeProfile(t, owner)).id];
});

const INSERT = `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
  values (gen_random_uuid(), now(), 'profile.updated', $1, 'profile', $1, $2)`;
const write = (sql: Pick<TestApp['pool'], 'query'>, profile: string, n: number) =>
  sql.query(INSERT, [profile, numbered(n)]);
const numbers = (items: readonly EventWire[]) => items.map(numberOf);

/** A client that polls and stores its cursor, until it has seen `count` events. */
async function poll(query: string, start: string, count: number): Promise<EventWire[]> {
  const seen: EventWire[] = [];
  for (let cursor = start; seen.length < count; ) {
    const page = await t.call('GET', `/v1/events?${query}&cursor=${cursor}`, { token: owner.token });
    expect(page.status, page.text).toBe(200);
    seen.push(...page.json.data.items);
    cursor = encodeURIComponent(page.json.data.next_cursor);
  }
  return seen;
}

it('an open transaction delays no other events, and its own are read once it has committed', async () => {
  const cursor = await cursorOfNow(t, owner);
  const slow = await t.pool.connect();
  try {
    await slow.query('begin');
    await write(slow, profiles[0]!, 1);
    for (const n of [2, 3]) await write(t.pool, profiles[0]!, n);
    await dispatch(t);
    const page = await t.call('GET', `/v1/events?cursor=${cursor}`, { token: owner.token });
    expect(numbers(page.json.data.items)).toEqual([2, 3]);
    await slow.query('commit');
    await dispatch(t);
    const next = encodeURIComponent(page.json.data.next_cursor);
    expect(numbers((await t.call('GET', `/v1/events?cursor=${next}`, owner)).json.data.items)).toEqual([1]);
  } finally {
    slow.release();
  }
});

/** Writes in transactions of one to four events, some of which stay open for a while; one in five is rolled back. */
async function writer(profile: string, stay: number): Promise<number> {
  const client = await t.pool.connect();
  let n = 0;
  try {
    for (let transaction = 0; transaction < TRANSACTIONS; transaction++) {
      const rolledBack = transaction % 5 === 4;
      const events = 1 + (transaction % 4);
      await client.query('begin');
      for (let i = 0; i < events; i++) await write(client, profile, rolledBack ? -1 : n + i);
      if (transaction % 3 === 0) await sleep(stay);
      await client.query(rolledBack ? 'rollback' : 'commit');
      if (!rolledBack) n += events;
    }
    return n;
  } finally {
    client.release();
  }
}

it('three writers, two pollers and dispatchers that die mid-batch: each event once, in order per profile', async () => {
  const cursor = await cursorOfNow(t, owner);
  const ctx = systemCtx(t.deps, 'events.dispatch');
  const die = { name: 'test.die', text: 'select pg_terminate_backend(pg_backend_pid())', values: [] };
  let writing = true;
  let deaths = 0;
  const dispatcher = async () => {
    for (let round = 0; writing; round++) {
      const dies = round % 3 === 2;
      await dispatchAll(ctx, { onEvents: () => (dies ? [die] : []) }).catch(() => deaths++);
      await sleep(5);
    }
  };
  const dispatchers = [dispatcher(), dispatcher()];
  const counts = await Promise.all(profiles.map((profile, index) => writer(profile, 3 + 4 * index)));
  writing = false;
  await Promise.all(dispatchers);
  const total = counts.reduce((sum, count) => sum + count);
  const pollers = Promise.all([poll('limit=7', cursor, total), poll('limit=50&types=profile.updated', cursor, total)]);
  await dispatch(t);
  for (const seen of await pollers) {
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
    profiles.forEach((profile, index) => {
      const own = seen.filter(({ profile_id }) => profile_id === profile);
      expect(numbers(own)).toEqual(Array.from({ length: counts[index]! }, (_, n) => n));
    });
  }
  expect(deaths).toBeGreaterThan(3);
});
