import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, endSilentConnections, openDatabase } from '../../../src/db/client.ts';
import { sql } from '../../../src/db/drizzle.ts';
import { translateDatabaseError } from '../../../src/db/pg-errors.ts';
import { p, statement } from '../../../src/db/statement.ts';
import { silentLog } from '../../support/app.ts';
import { cloneDatabase } from '../../support/database.ts';

const SILENCE_MS = 300;

const wait = statement(
  'test.wait',
  { ms: 'int' },
  sql<{ waited: string }>`select pg_sleep(${p('ms', 'int')} / 1000.0)::text as waited`,
);

let database: Database;
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase(clone.connection, { poolSize: 1, log: silentLog, applicationName: 'silence' });
  await database.pool.query('select 1');
  endSilentConnections(database.pool, SILENCE_MS);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const run = (ms: number) =>
  wait.all({ sql: database.executor, stats: { statements: 0, roundTrips: 0 }, isTx: false } as never, { ms });
const backend = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows[0].pid;

it('a connection that is silent while it is idle stays, one that is silent in use is replaced', async () => {
  const first = await backend();
  await sleep(2 * SILENCE_MS);
  await run(SILENCE_MS / 3);
  expect(await backend()).toBe(first);
  const error = await run(60_000).catch(translateDatabaseError);
  expect(error).toMatchObject({ code: 'service_unavailable', message: expect.stringContaining('silent for 300 ms') });
  expect(await backend()).not.toBe(first);
});

it('the time for which a connection was idle does not count', async () => {
  const first = await backend();
  await sleep(0.9 * SILENCE_MS);
  const client = await database.pool.connect();
  await sleep(SILENCE_MS / 3);
  const query = client.query('select 1').finally(() => client.release());
  await expect(query).resolves.toBeDefined();
  expect(await backend()).toBe(first);
});
