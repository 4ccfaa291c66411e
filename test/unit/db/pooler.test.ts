import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConfig } from '../../../src/config/config.ts';
import { openDatabase, SESSION } from '../../../src/db/client.ts';
import { type Listener, openListener } from '../../../src/db/listener.ts';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { type Deps, openDeps } from '../../../src/deps.ts';
import { migrateJobs } from '../../../src/jobs/migrate.ts';
import { silentLog } from '../../support/app.ts';
import { type Clone, cloneDatabase } from '../../support/database.ts';
import { hasPgBouncer, type Pooler, startPooler } from '../../support/pooler.ts';

let clone: Clone;

beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

describe('a listener', () => {
  const states: boolean[] = [];
  let listener: Listener | undefined;
  let arrives = true;

  const open = async (notifies: () => boolean) => {
    const database = openDatabase(clone.connection, { poolSize: 2, log: silentLog, applicationName: 'listener' });
    const options = {
      channels: {},
      notify: async (channel: string) =>
        notifies() && (await database.pool.query('select pg_notify($1, $2)', [channel, ''])),
      onState: (listening: boolean) => states.push(listening),
      onLost: () => undefined,
      checkMs: 20,
      answerMs: 200,
    };
    return openListener(clone.connection, options).catch(async (error) => {
      await database.close();
      throw error;
    });
  };

  it('does not count as listening before its own notification came back', async () => {
    await expect(open(() => false)).rejects.toThrow('notifications of the database do not arrive');
    expect(states).toEqual([]);
  });

  it('stops counting as listening when its notifications no longer arrive, and starts again', async () => {
    listener = await open(() => arrives);
    expect(states).toEqual([true]);
    arrives = false;
    await expect.poll(() => states).toEqual([true, false]);
    arrives = true;
    await expect.poll(() => states).toEqual([true, false, true]);
    await listener.close();
  });
});

describe.skipIf(!hasPgBouncer)('PgBouncer in transaction mode', () => {
  const opened: { deps: Deps[]; poolers: Pooler[] } = { deps: [], poolers: [] };
  let dataDir: string;
  let database: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pooler-data-'));
    database = String(clone.connection.database ?? new URL(clone.connection.connectionString!).pathname.slice(1));
  });
  afterAll(async () => {
    for (const deps of opened.deps) await deps.close();
    for (const pooler of opened.poolers) await pooler.stop();
  });

  const start = async (settings: Record<string, string | number> = {}) => {
    const pooler = await startPooler(clone.connection, { settings });
    opened.poolers.push(pooler);
    return pooler.url(database);
  };
  const openThrough = async (urls: { connection: pg.ClientConfig; poolerUrl?: string }) => {
    const config = makeConfig({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: '4' });
    const deps = await openDeps({ config, log: silentLog, ...urls });
    opened.deps.push(deps);
    return deps;
  };

  it('serves the pool, with all settings of a connection', async () => {
    const { database: db, credentialCache } = await openThrough({
      connection: clone.connection,
      poolerUrl: await start(),
    });
    const { rows } = await db.pool.query('select name, setting from pg_settings where name = any($1)', [
      Object.keys(SESSION),
    ]);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(SESSION);
    expect(credentialCache.listening).toBe(true);
  });

  it('runs a statement on whichever connection is free', async () => {
    const { database: db } = await openThrough({ connection: clone.connection, poolerUrl: await start() });
    const call = { name: 'test.which', text: 'select pg_backend_pid() as pid', values: [] };
    const pidOf = async () => (await db.executor.run([call]))[0]![0]!['pid'];
    const first = await pidOf();
    const holding = await db.pool.connect();
    await holding.query('begin');
    const { rows } = await holding.query('select pg_backend_pid() as pid');
    expect(rows[0].pid).toBe(first);
    expect(await pidOf()).not.toBe(first);
    await holding.query('rollback');
    holding.release();
  });

  it('is refused in place of the address of the database itself', async () => {
    const url = await start();
    await expect(openThrough({ connection: { connectionString: url } })).rejects.toThrow('Set DATABASE_LISTEN_URL');
    const silent = await start({ ignore_startup_parameters: 'options,extra_float_digits' });
    // Here the role has the settings by now, so that only the notifications are missing.
    await expect(openThrough({ connection: { connectionString: silent } })).rejects.toThrow('DATABASE_LISTEN_URL');
  });

  it('is refused as DATABASE_LISTEN_URL, which would receive no notifications', async () => {
    const url = await start({ ignore_startup_parameters: 'options,extra_float_digits' });
    const opening = openThrough({ connection: { connectionString: url }, poolerUrl: url });
    await expect(opening).rejects.toThrow('DATABASE_LISTEN_URL: notifications of the database do not arrive');
  });

  it('keeps no lock of a migration behind', async () => {
    const connection = { connectionString: await start() };
    for (const _ of [1, 2, 3]) await migrateDatabase(connection, migrateJobs);
  });
});
