import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { expect, it } from 'vitest';
import { cloneDatabase } from '../../support/database.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

/** The first migration that holds to the rule. */
const FIRST = 38;

/** Tables that the transaction has locked against writers, and whether against readers too. */
const LOCKED = `select c.relname as name, bool_or(mode = 'AccessExclusiveLock') as entirely
  from pg_locks join pg_class c on c.oid = relation and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  where pid = pg_backend_pid() and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  group by 1`;

// A transaction that has read the table and waits to write it would deadlock with the migration.
it('no migration locks a table against writers, and later against readers', async () => {
  const database = await cloneDatabase();
  atEndOfFile(database.drop);
  const client = new pg.Client(database.connection);
  atEndOfFile(() => client.end());
  await client.connect();
  await client.query('drop schema public, drizzle cascade; create schema public');
  const migrations = readMigrationFiles({ migrationsFolder: 'migrations' }).map(({ sql }) => sql);
  await client.query(migrations.slice(0, FIRST).flat().join(';'));
  await client.query('begin');
  const against = new Map<string, boolean>();
  const raised: string[] = [];
  for (const statement of migrations.slice(FIRST).flat()) {
    await client.query(statement);
    const { rows } = await client.query<{ name: string; entirely: boolean }>(LOCKED);
    raised.push(
      ...rows.filter(({ name, entirely }) => entirely && against.get(name) === false).map(({ name }) => name),
    );
    for (const { name, entirely } of rows) against.set(name, entirely);
  }
  expect([...against].sort()).toContainEqual(['events', true]);
  expect(raised).toEqual([]);
});
