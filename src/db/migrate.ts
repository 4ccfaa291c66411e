import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { loneClient } from './lone-client.ts';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** An arbitrary number for the advisory lock: of servers that start at once, one migrates and the others wait. */
const MIGRATION_LOCK = 7_300_418;
const LOCK_TIMEOUT = '60s';

const newest = Math.max(...readMigrationFiles({ migrationsFolder: FOLDER }).map((migration) => migration.folderMillis));

/**
 * Migrates the schema under an advisory lock if it is not current. `andThen` runs under the same lock, for the schema of
 * the job queue.
 */
export async function migrateDatabase(
  connection: pg.ClientConfig,
  andThen: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const client = loneClient(connection, 'migrate');
  await client.connect();
  try {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!(await isSchemaCurrent(client))) await migrate(drizzle(client), { migrationsFolder: FOLDER });
    await andThen(client);
  } finally {
    await client.end();
  }
}

/** Whether the newest migration of this version has run. */
export async function isSchemaCurrent(sql: pg.Pool | pg.Client): Promise<boolean> {
  const there = await sql.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!there.rows[0].there) return false;
  const { rows } = await sql.query('select max(created_at)::bigint as newest from drizzle.__drizzle_migrations');
  return Number(rows[0].newest) >= newest;
}
