import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { updateFunctions } from './functions.ts';
import { loneClient } from './lone-client.ts';
import { isRetryable } from './pg-errors.ts';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** An arbitrary number for the advisory lock: of servers that start at once, one migrates and the others wait. */
const MIGRATION_LOCK = 7_300_418;
const TURN_TIMEOUT = '60s';
/** All others who use a table wait behind a migration that waits for it: so not for long, and with pauses. */
const TABLE_TIMEOUT = '2s';
const TRIES = 20;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

const migrations = readMigrationFiles({ migrationsFolder: FOLDER });
const times = migrations.map((migration) => migration.folderMillis);
/** The first migration creates the schema that the 49 migrations before version 0.1.0 made step by step. */
const oldest = Math.min(...times);
const newest = Math.max(...times);

/**
 * Migrates the schema under an advisory lock, and updates functions. `andThen` runs under the same lock. Leaves a newer
 * schema as it is.
 *
 * @throws StartError if the schema is older than the first migration
 */
export async function migrateDatabase(
  connection: pg.ClientConfig,
  andThen: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const client = loneClient(connection, 'migrate');
  await client.connect();
  try {
    await client.query(`set lock_timeout = '${TURN_TIMEOUT}'`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const version = await schemaVersion(client);
    if (version !== null && version < oldest) throw new StartError(TOO_OLD);
    if (version === null || version <= newest) await applyAll(client, version);
    await andThen(client);
  } finally {
    await client.end();
  }
}

/** Its code has all of the 49 migrations. */
const LAST_BEFORE = '4ec08615';
const TOO_OLD = `The database was made by pronet before its first release and is too old. Start it once with the code of commit ${LAST_BEFORE}, then with this version.`;

/** Notes what has run where Drizzle would. Its own migrator runs all in one transaction, with all their locks. */
async function applyAll(client: pg.Client, version: number | null): Promise<void> {
  if (version === null) {
    await client.query(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  }
  for (const { sql, hash, folderMillis } of migrations.filter((one) => one.folderMillis > (version ?? 0))) {
    await inTransaction(client, async () => {
      for (const statement of sql) await client.query(statement);
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ]);
    });
  }
  await inTransaction(client, () => updateFunctions(client));
}

/** Again from the start if another transaction holds a table. */
async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '${TABLE_TIMEOUT}'`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      const isLocked = isRetryable(error) || (error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === TRIES) throw error;
      await client.query('rollback');
      await pause(PAUSE_MS);
    }
  }
}

/** Whether the newest migration of this version has run. */
export async function isSchemaCurrent(sql: pg.Pool | pg.Client): Promise<boolean> {
  const version = await schemaVersion(sql);
  return version !== null && version >= newest;
}

/** The time of the newest migration that has run; null: none has. */
async function schemaVersion(sql: pg.Pool | pg.Client): Promise<number | null> {
  const there = await sql.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!there.rows[0].there) return null;
  const { rows } = await sql.query('select max(created_at)::bigint as newest from drizzle.__drizzle_migrations');
  return rows[0].newest === null ? null : Number(rows[0].newest);
}
