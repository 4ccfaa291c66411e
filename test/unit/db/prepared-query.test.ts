import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryPrepared } from '../../../src/db/prepared-query.ts';
import { cloneDatabase } from '../../support/database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
/** How often Postgres has described columns. */
let descriptions = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  (client as unknown as { connection: pg.Connection }).connection.on('rowDescription', () => {
    descriptions++;
  });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const columnsOfAllKinds = `select n, $1::text as text, $2::timestamptz as at, $3::jsonb as json, $4::uuid[] as ids, $5::bytea as bytes,
  null::text as nothing, n::bigint as big from generate_series(1, $6::int) n`;
const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const values = ['Zürich "1"', new Date('2026-01-02T03:04:05.678Z'), { a: [1, null] }, [id, id], Buffer.from([0, 255])];

describe('a prepared statement', () => {
  it('returns what pg returns, on the first run and later, and requests the columns once', async () => {
    for (const [count, described] of [
      [2, 1],
      [0, 0],
      [3, 0],
    ] as const) {
      const before = descriptions;
      const result = await queryPrepared(client, {
        name: 'kinds',
        text: columnsOfAllKinds,
        values: [...values, count],
      });
      expect(descriptions - before).toBe(described);
      const plain = await client.query(columnsOfAllKinds, [...values, count]);
      expect(result.rows).toStrictEqual(plain.rows);
      expect(result.rows).toHaveLength(count);
      expect(result.rowCount).toBe(count);
    }
  });

  it('may have no columns', async () => {
    await client.query('create temp table things (n int)');
    const call = { name: 'insert', text: 'insert into things values ($1)', values: [1] };
    expect((await queryPrepared(client, call)).rowCount).toBe(1);
    expect((await queryPrepared(client, call)).rows).toEqual([]);
  });

  it('fails like pg, and works again', async () => {
    const divide = (by: number) =>
      queryPrepared(client, { name: 'divide', text: 'select 6 / $1::int as it', values: [by] });
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(2)).rows).toEqual([{ it: 3 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    await expect(divide('x' as never)).rejects.toMatchObject({ code: '22P02' });
    expect((await divide(3)).rows).toEqual([{ it: 2 }]);
    const circular: unknown[] = [];
    circular.push({ circular });
    await expect(queryPrepared(client, { name: 'no', text: 'select $1::jsonb', values: circular })).rejects.toThrow(
      /circular/,
    );
  });

  it('is refused by Postgres after its columns have changed, not misread', async () => {
    await client.query('create temp table changing (a int)');
    await client.query('insert into changing values (1)');
    const call = { name: 'changing', text: 'select * from changing', values: [] };
    expect((await queryPrepared(client, call)).rows).toEqual([{ a: 1 }]);
    await client.query(`alter table changing add column b text default 'x'`);
    await expect(queryPrepared(client, call)).rejects.toMatchObject({ code: '0A000' });
  });

  it('is described again on each connection of a pool', async () => {
    const pool = new pg.Pool({ ...database.connection, max: 3 });
    const call = { name: 'pid', text: 'select pg_backend_pid() as pid, pg_sleep(0.02)', values: [] };
    const results = await Promise.all(Array.from({ length: 9 }, () => queryPrepared(pool, call)));
    expect(new Set(results.map(({ rows }) => rows[0].pid)).size).toBe(3);
    await pool.end();
    await expect(queryPrepared(pool, call)).rejects.toThrow(/after calling end/);
  });
});
