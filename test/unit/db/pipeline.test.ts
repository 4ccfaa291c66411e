import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../../src/db/client.ts';
import { type PreparedCall, runCalls, runCallsOnPool } from '../../../src/db/pipeline.ts';
import { cloneDatabase } from '../../support/database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
/** How often Postgres has described columns, and how often it was ready for another query. */
const seen = { descriptions: 0, answers: 0 };

beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query('create table things (n int primary key)');
  const { connection } = client as unknown as { connection: pg.Connection };
  connection.on('rowDescription', () => seen.descriptions++);
  connection.on('readyForQuery', () => seen.answers++);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const call = (name: string, text: string, values: unknown[] = []): PreparedCall => ({ name, text, values });
const insert = (n: number) => call('insert', 'insert into things values ($1)', [n]);
const divide = (by: unknown) => call('divide', 'select 6 / $1::int as it', [by]);
const things = async () =>
  (await client.query<{ n: number }>('select n from things order by n')).rows.map(({ n }) => n);

const columnsOfAllKinds = `select n, $1::text as text, $2::timestamptz as at, $3::jsonb as json, $4::uuid[] as ids, $5::bytea as bytes,
  null::text as nothing, n::bigint as big from generate_series(1, $6::int) n`;
const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const values = ['Zürich "1"', new Date('2026-01-02T03:04:05.678Z'), { a: [1, null] }, [id, id], Buffer.from([0, 255])];

describe('one statement', () => {
  it('returns the rows that pg returns, and is described once per connection', async () => {
    for (const [count, described] of [
      [2, 1],
      [0, 0],
      [3, 0],
    ] as const) {
      const before = seen.descriptions;
      const [rows] = await runCalls(client, [call('kinds', columnsOfAllKinds, [...values, count])]);
      expect(seen.descriptions - before).toBe(described);
      const plain = await client.query(columnsOfAllKinds, [...values, count]);
      expect(rows).toStrictEqual(plain.rows);
      expect(rows).toHaveLength(count);
    }
  });

  it.each([
    [['plain', 'two words', 'a,b', '{x}', 'NULL', 'null', '', 'Zürich']],
    [['"', '\\', 'a"b\\', '\n']],
    [['a', null]],
    [[]],
  ])('sends the texts %j as they are', async (texts) => {
    const [rows] = await runCalls(client, [call('texts', 'select $1::text[] as texts', [texts])]);
    expect(rows).toEqual([{ texts }]);
  });

  it.each([[[id, id]], [[id, null]], [[]]])('returns the ids %j as they are', async (ids) => {
    const [rows] = await runCalls(client, [call('ids', 'select $1::uuid[] as ids', [ids])]);
    expect(rows).toEqual([{ ids }]);
  });

  it('works again after it has failed', async () => {
    await expect(runCalls(client, [divide(0)])).rejects.toMatchObject({ code: '22012' });
    expect(await runCalls(client, [divide(2)])).toEqual([[{ it: 3 }]]);
    await expect(runCalls(client, [divide(0)])).rejects.toMatchObject({ code: '22012' });
    await expect(runCalls(client, [divide('x')])).rejects.toMatchObject({ code: '22P02' });
    expect(await runCalls(client, [divide(3)])).toEqual([[{ it: 2 }]]);
  });

  it('rejects a value that cannot be sent', async () => {
    const circular: unknown[] = [];
    circular.push({ circular });
    await expect(runCalls(client, [call('no', 'select $1::jsonb', [circular])])).rejects.toThrow(/circular/);
    expect(await runCalls(client, [divide(2)])).toEqual([[{ it: 3 }]]);
  });

  it('rejects text that Postgres cannot parse, each time', async () => {
    const wrong = call('wrong', 'selec 1');
    for (let n = 0; n < 2; n++) await expect(runCalls(client, [wrong])).rejects.toMatchObject({ code: '42601' });
  });

  it('fails after its columns have changed, instead of returning wrong rows', async () => {
    await client.query('create temp table changing (a int)');
    await client.query('insert into changing values (1)');
    const changing = call('changing', 'select * from changing');
    expect(await runCalls(client, [changing])).toEqual([[{ a: 1 }]]);
    await client.query(`alter table changing add column b text default 'x'`);
    await expect(runCalls(client, [changing])).rejects.toMatchObject({ code: '0A000' });
  });
});

describe('several statements', () => {
  it('take one round trip and return the rows of each, in order', async () => {
    // A failed statement of an earlier test may not have ended yet.
    await client.query('select 1');
    for (let n = 0; n < 2; n++) {
      const before = seen.answers;
      const results = await runCalls(client, [
        divide(1),
        insert(10 + n),
        divide(2),
        call('empty', 'select 1 as n where false'),
      ]);
      expect(results).toEqual([[{ it: 6 }], [], [{ it: 3 }], []]);
      expect(seen.answers - before).toBe(1);
    }
  });

  it('see what earlier ones wrote', async () => {
    const count = call('count', 'select count(*)::int as n from things where n = $1', [20]);
    expect(await runCalls(client, [count, insert(20), count])).toEqual([[{ n: 0 }], [], [{ n: 1 }]]);
  });

  it('are stored as a whole or not at all', async () => {
    const before = await things();
    const later = call('later', 'insert into things values ($1) returning n', [32]);
    await expect(runCalls(client, [insert(30), insert(31), divide(0), later])).rejects.toMatchObject({ code: '22012' });
    expect(await things()).toEqual(before);
    expect(await runCalls(client, [insert(30), later])).toEqual([[], [{ n: 32 }]]);
  });

  it('fail when a deferred constraint fails at their end', async () => {
    await client.query(
      'create table deferred (n int constraint one_each unique deferrable initially deferred); insert into deferred values (1)',
    );
    const twice = call('twice', 'insert into deferred values (1)');
    await expect(runCalls(client, [twice, divide(2)])).rejects.toMatchObject({ code: '23505', constraint: 'one_each' });
    expect(await runCalls(client, [divide(2)])).toEqual([[{ it: 3 }]]);
  });

  it('join an open transaction, which a failure ends', async () => {
    await client.query('begin');
    await runCalls(client, [insert(40), insert(41)]);
    await client.query('rollback');
    await client.query('begin');
    await runCalls(client, [insert(42)]);
    await expect(runCalls(client, [insert(43), divide(0)])).rejects.toMatchObject({ code: '22012' });
    await expect(runCalls(client, [insert(44)])).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect((await things()).filter((n) => n >= 40)).toEqual([]);
  });

  it('queue behind each other on one connection', async () => {
    const results = await Promise.all([1, 2, 3].map((by) => runCalls(client, [divide(by), divide(by)])));
    expect(results.map(([rows]) => rows?.[0])).toEqual([{ it: 6 }, { it: 3 }, { it: 2 }]);
  });
});

describe('on a pool', () => {
  const pid = call('pid', 'select pg_backend_pid() as pid, pg_sleep(0.02)');

  it('prepares a statement on each connection, and keeps connections whose statement failed', async () => {
    const pool = new pg.Pool({ ...database.connection, max: 3 });
    const run = () => Promise.all(Array.from({ length: 9 }, () => runCallsOnPool(pool, [pid, divide(1)])));
    const pids = new Set((await run()).map(([rows]) => rows![0]!.pid));
    expect(pids.size).toBe(3);
    await expect(runCallsOnPool(pool, [divide(0)])).rejects.toMatchObject({ code: '22012' });
    expect(new Set((await run()).map(([rows]) => rows![0]!.pid))).toEqual(pids);
    await pool.end();
    await expect(runCallsOnPool(pool, [pid])).rejects.toThrow(/after calling end/);
  });

  it('replaces a connection that breaks in the middle, and nothing of its statements remains', async () => {
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    pool.on('error', () => {});
    pool.on('connect', (one) => one.on('error', () => {}));
    const [[first]] = (await runCallsOnPool(pool, [pid])) as [{ pid: number }[]];
    const running = runCallsOnPool(pool, [insert(50), call('sleep', 'select pg_sleep(10)'), insert(51)]);
    // Attached at once: the connection may break before the query that ends it returns.
    const broken = expect(running).rejects.toThrow();
    await sleep(100);
    await client.query('select pg_terminate_backend($1)', [first!.pid]);
    await broken;
    const [[second]] = (await runCallsOnPool(pool, [pid])) as [{ pid: number }[]];
    expect(second!.pid).not.toBe(first!.pid);
    expect((await things()).filter((n) => n >= 50)).toEqual([]);
    await pool.end();
  });
});

it.each([
  ['2026-11-23 09:30:05+00', '2026-11-23T09:30:05.000Z'],
  ['2026-11-23 09:30:05.1+00', '2026-11-23T09:30:05.100Z'],
  ['2026-11-23 09:30:05.123456+00', '2026-11-23T09:30:05.123Z'],
  ['2026-11-23 15:00:05.12+05:30', '2026-11-23T09:30:05.120Z'],
  ['12026-11-23 09:30:05+00', '+012026-11-23T09:30:05.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['0044-03-15 12:00:00+00', '0044-03-15T12:00:00.000Z'],
  ['2024-02-29 23:59:59.999999+00', '2024-02-29T23:59:59.999Z'],
])('the timestamp %s is %s', (text, expected) => {
  const parse: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
  const timestamp = parse(text) as Date;
  expect(timestamp).toEqual(new Date(expected));
  expect(timestamp.getTime()).toBe(Date.parse(expected));
  expect(JSON.stringify(timestamp)).toBe(`"${expected}"`);
});
