import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { updateFunctions } from './functions.ts';
import { loneClient } from './lone-client.ts';
import { type Migration, migrations as own } from './migration-files.ts';
import { isRetryable, isUnreachable } from './pg-errors.ts';
import { refuseNewer, type SchemaVersion, schemaVersion, stateVersion } from './schema-version.ts';

/** An arbitrary number for the advisory lock: of servers that start at once, one migrates and the others wait. */
const MIGRATION_LOCK = 7_300_418;
const TURN_MS = 60_000;
const TURN_PAUSE_MS = 100;
/** All others who use a table wait behind a migration that waits for it: so not for long, and with pauses. */
const TABLE_TIMEOUT = '2s';
const TRIES = 20;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** A statement that PostgreSQL does not run in a transaction, and the index that it is about. */
const CONCURRENTLY = /\bindex\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?(?:"?public"?\.)?"?(\w+)"?/i;

/**
 * Migrates the schema under an advisory lock, and updates functions. `andThen` runs under the same lock. Leaves a newer
 * schema on which this version may run as it is.
 *
 * @throws StartError if the schema is older than the first migration, or too new
 */
export async function migrateDatabase(
  connection: pg.ClientConfig,
  andThen: (client: pg.Client) => Promise<void> = async () => undefined,
  migrations: readonly Migration[] = own,
): Promise<void> {
  const turn = await takeTurn(connection);
  const client = loneClient(connection, 'migrate');
  try {
    await client.connect();
    const schema = await schemaVersion(client);
    refuseUnfit(schema, migrations);
    if (schema === null || schema.time <= migrations.at(-1)!.time) await applyAll(client, schema, migrations);
    await andThen(client);
  } finally {
    await client.end();
    await turn.end();
  }
}

/**
 * Holds the lock in a transaction until the connection ends: behind a pooler, a lock of the session would outlive its
 * client. Nothing here may wait or keep a snapshot, as the portal of a statement with parameters does: CREATE INDEX
 * CONCURRENTLY waits for all older ones.
 */
async function takeTurn(connection: pg.ClientConfig): Promise<pg.Client> {
  const turn = loneClient(connection, 'migrate');
  try {
    await turn.connect();
    for (const startedAt = performance.now(); ; await pause(TURN_PAUSE_MS)) {
      await turn.query('begin; set local idle_in_transaction_session_timeout = 0');
      const { rows } = await turn.query(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`);
      if (rows[0].taken) return turn;
      await turn.query('rollback');
      if (performance.now() - startedAt > TURN_MS)
        throw Object.assign(new Error('another process is migrating'), { code: LOCK_NOT_AVAILABLE });
    }
  } catch (error) {
    await turn.end();
    throw error;
  }
}

/** Its code has all of the 49 migrations. */
const LAST_BEFORE = '4ec08615';
const TOO_OLD = `The database was made by pronet before its first release and is too old. Start it once with the code of commit ${LAST_BEFORE}, then with this version.`;

/** The first migration creates the schema that the 49 migrations before version 0.1.0 made step by step. */
function refuseUnfit(schema: SchemaVersion | null, migrations: readonly Migration[]): void {
  if (schema === null) return;
  if (schema.time < migrations[0]!.time) throw new StartError(TOO_OLD);
  refuseNewer(schema, migrations);
}

/** The migrations that have not run. Changes nothing. */
export async function pendingMigrations(client: pg.Client, migrations = own): Promise<readonly Migration[]> {
  const schema = await schemaVersion(client);
  refuseUnfit(schema, migrations);
  return migrations.filter(({ time }) => time > (schema?.time ?? 0));
}

/** Notes what has run where Drizzle would. Its own migrator runs all in one transaction, with all their locks. */
async function applyAll(
  client: pg.Client,
  schema: SchemaVersion | null,
  migrations: readonly Migration[],
): Promise<void> {
  if (schema === null) {
    await client.query(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  }
  for (const migration of migrations.filter(({ time }) => time > (schema?.time ?? 0))) {
    await explainingFailure(migration, () => apply(client, migration));
  }
  await inTransaction(client, async () => {
    await updateFunctions(client);
    // Also where the version before this one stated nothing, or its releases said something else.
    await stateVersion(client, migrations.at(-1)!);
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { statements, hash, time } = migration;
  const isConcurrent = statements.some((text) => CONCURRENTLY.test(text));
  if (isConcurrent) for (const text of statements) await runConcurrently(client, text);
  await inTransaction(client, async () => {
    if (!isConcurrent) for (const text of statements) await client.query(text);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, time]);
    await stateVersion(client, migration);
  });
}

/** Locks nobody out, so it may wait. An index that an interrupted run has left is valid, or built again. */
async function runConcurrently(client: pg.Client, text: string): Promise<void> {
  const index = CONCURRENTLY.exec(text)?.[1];
  if (index && /^\s*create\b/i.test(text)) {
    const { rows } = await client.query(
      `select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass(format('public.%I', $1::text))`,
      [index],
    );
    if (rows[0]?.valid === true) return;
    if (rows[0]) await client.query(`drop index concurrently public.${pg.escapeIdentifier(index)}`);
  }
  await client.query(text);
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
      if (!isLocked(error) || attempt === TRIES) throw error;
      await client.query('rollback');
      await pause(PAUSE_MS);
    }
  }
}

const isLocked = (error: unknown) => isRetryable(error) || (error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE;

/** @throws StartError with the name of the migration and what PostgreSQL said, in one line */
async function explainingFailure({ tag }: Migration, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isLocked(error) || isUnreachable(error)) throw error;
    const reason = (error as Error).message.split('\n')[0];
    throw new StartError(`The migration ${tag} failed: ${reason}.`, { cause: error });
  }
}
