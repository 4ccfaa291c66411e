import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/events/log-walk.ts';
import '../../src/events/dispatcher.ts';
import { allStatements } from '../../src/db/statement.ts';
import { keepEventPartitions } from '../../src/events/partitions.ts';
import { buffersOf, indexesOf, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** A page of 50 events costs a few pages of 8 KiB for each event, and a fixed number for each partition. */
const PAGE_BUFFERS = 500;

let client: pg.Client;
let busy: string;
let account: string;
/** The partitions with events. Postgres may scan empty ones as it likes. */
let filled: string[];
/**
 * 200,000 events of the last four weeks, half of them in one log, of which one in ten thousand is a follow. A tenth are
 * events of 100 accounts.
 */
beforeAll(async () => {
  client = await openPlanDatabase();
  for (let week = 4; week >= 0; week--) await keepEventPartitions(client, new Date(Date.now() - week * WEEK_MS));
  await client.query('alter table events disable trigger user');
  await client.query(`create temp table members as select gen_random_uuid() as id, n from generate_series(0, 1000) n`);
  await client.query(`insert into events (id, created_at, position, type, profile_id, account_id, object_type, object_id, data)
    select gen_random_uuid(), now() - (200000 - e.n) * interval '12 seconds', e.n,
      case when e.n % 10000 = 0 then 'follow.created' else 'reaction.changed' end,
      case when e.n % 10 = 1 then null else m.id end, case when e.n % 10 = 1 then m.id end, 'post', gen_random_uuid(), '{}'
    from (select n, case when n % 2 = 0 then 0 else 1 + n % 1000 end as member from generate_series(1, 200000) n) e
    join members m on m.n = e.member`);
  await client.query('update event_log set last_position = 200000');
  await vacuum(client, ['events']);
  const { rows } = await client.query<{ id: string }>('select id from members where n in (0, 2) order by n');
  const partitions = await client.query<{ name: string }>(
    'select tableoid::regclass::text as name from events group by 1 having count(*) > 10000',
  );
  filled = partitions.rows.map(({ name }) => name);
  // On a Monday, the partition of this week has few rows, which are read without an index.
  expect(filled.length).toBeGreaterThanOrEqual(3);
  [busy, account] = [rows[0]!.id, rows[1]!.id];
}, 180_000);

const values = (fields: object) => ({
  after: 100_000,
  whole_ids: [busy],
  parts: JSON.stringify([{ id: busy, types: ['follow.created'] }]),
  account_ids: [account],
  account_types: ['api_key.created'],
  scanned: 10_000,
  rows: 51,
  ...fields,
});

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each(['events.walk', 'events.walk_parts'])('%s reads each log along its index', async (statement) => {
    const nodes = await planOf(client, statement, values({}), { generic });
    expect(wastes(nodes, filled).filter((waste) => waste.startsWith('Seq Scan'))).toEqual([]);
    const others = indexesOf(nodes).filter((index) => !/_(profile|account)_id_position_type_idx$/.test(index));
    expect(others.filter((index) => filled.some((partition) => index.startsWith(partition)))).toEqual([]);
  });
});

it('a page costs the same at the start of a long log and at its end', async () => {
  for (const after of [0, 100_000, 199_000]) {
    const call = allStatements().get('events.walk')!.call(values({ after }));
    expect(await buffersOf(client, call), `after ${after}`).toBeLessThan(PAGE_BUFFERS);
  }
});

it('a page over a log of other types looks at a bounded part of it', async () => {
  const call = (scanned: number) =>
    allStatements()
      .get('events.walk_parts')!
      .call(values({ after: 0, whole_ids: [], scanned }));
  const [few, many] = [await buffersOf(client, call(1000)), await buffersOf(client, call(60_000))];
  expect(few).toBeLessThan(PAGE_BUFFERS);
  expect(many).toBeGreaterThan(few);
});

it.each([
  ['a long log', async () => client],
  ['a new server', connectToNew],
])('each new event in %s costs the same to dispatch, however many wait', async (_name, connect) => {
  const client = await connect();
  const buffersForEach = async (waiting: number) => {
    await client.query('begin');
    await client.query("set local pronet.dispatching = 'true'");
    await client.query(
      `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
        select gen_random_uuid(), now(), 'reaction.changed', gen_random_uuid(), 'post', gen_random_uuid(), '{}' from generate_series(1, $1::int)`,
      [waiting],
    );
    const buffers = await buffersOf(client, allStatements().get('events.position')!.call({ rows: waiting }));
    await client.query('rollback');
    return buffers / waiting;
  };
  const few = await buffersForEach(100);
  expect(await buffersForEach(1000)).toBeLessThan(1.5 * few);
});

async function connectToNew(): Promise<pg.Client> {
  const client = await openPlanDatabase();
  await keepEventPartitions(client, new Date());
  return client;
}
