import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createdFunctions, createFunctions, functions } from '../../../src/db/functions.ts';
import { isSchemaCurrent, migrateDatabase } from '../../../src/db/migrate.ts';
import { cloneDatabase } from '../../support/database.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

/** The first one creates the schema. */
const FIRST = 1;

/** Tables that the transaction has locked against writers, and whether against readers too. */
const LOCKED = `select c.relname as name, bool_or(mode = 'AccessExclusiveLock') as entirely
  from pg_locks join pg_class c on c.oid = relation and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  where pid = pg_backend_pid() and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  group by 1`;

async function openDatabase(): Promise<{ connection: pg.ClientConfig; client: pg.Client }> {
  const { connection, drop } = await cloneDatabase();
  atEndOfFile(drop);
  const client = new pg.Client(connection);
  atEndOfFile(() => client.end());
  await client.connect();
  return { connection, client };
}

const [first] = readMigrationFiles({ migrationsFolder: 'migrations' });

/** As the 49 migrations before version 0.1.0 have left it; `last` is the time of the last one that ran. */
async function madeBefore(client: pg.Client, last: number): Promise<void> {
  await client.query('reset all; drop schema public, drizzle cascade; create schema public');
  await createFunctions(client, { onlyMissing: true });
  await client.query(first!.sql.join(';'));
  await createFunctions(client, { onlyMissing: true });
  await client.query(`reset all; create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('before', ${last - 1000}), ('last', ${last})`);
}

it('continues after the last migration before 0.1.0, and refuses a database that is older', async () => {
  const { connection, client } = await openDatabase();
  await madeBefore(client, first!.folderMillis);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    values (gen_random_uuid(), 'ada@example.org', 'ada@example.org', '', now(), now())`);
  await migrateDatabase(connection);
  expect(await isSchemaCurrent(client)).toBe(true);
  expect((await client.query('select email from accounts')).rows).toEqual([{ email: 'ada@example.org' }]);
  await madeBefore(client, first!.folderMillis - 1);
  expect(await isSchemaCurrent(client)).toBe(false);
  await expect(migrateDatabase(connection)).rejects.toThrow(/older than any .* pronet 0\.1\.0/);
});

it('has exactly the functions of the files, replaces one whose file has changed, and leaves those of a newer schema', async () => {
  const { connection, client } = await openDatabase();
  const versions = async () => (await createdFunctions(client)).map(({ name, version }) => ({ name, version }));
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  const current = functions.map(({ name, version }) => ({ name, version })).sort(byName);
  expect((await versions()).sort(byName)).toEqual(current);
  const fold = async () => (await client.query(`select fold_text('\u00c9')`)).rows[0].fold_text;
  const change = `create or replace function fold_text("value" text) returns text language sql immutable strict parallel safe
    as $$ select 'changed' $$; comment on function fold_text is 'before'`;
  await client.query(change);
  await migrateDatabase(connection);
  expect(await fold()).toBe('e');
  await client.query(change);
  await client.query('update drizzle.__drizzle_migrations set created_at = created_at + 1000000000000');
  await migrateDatabase(connection);
  expect(await fold()).toBe('changed');
});

// A transaction that has read the table and waits to write it would deadlock with the migration.
it('no migration locks a table against writers, and later against readers', async () => {
  const { client } = await openDatabase();
  await madeBefore(client, 0);
  const migrations = readMigrationFiles({ migrationsFolder: 'migrations' }).map(({ sql }) => sql);
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
  expect(raised).toEqual([]);
});
