import { setTimeout } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createdFunctions, functions } from '../../../src/db/functions.ts';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { schemaFits } from '../../../src/db/schema-version.ts';
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
  await client.query('drop schema public, drizzle cascade; create schema public');
  await client.query(first!.sql.join(';'));
  await client.query(`create function notify_together() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger accounts_copy_state after insert on accounts for each row execute function notify_together();
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('before', ${last - 1000}), ('last', ${last})`);
}

it('continues after the last migration before 0.1.0, and refuses a database that is older', async () => {
  const { connection, client } = await openDatabase();
  await madeBefore(client, first!.folderMillis);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    values (gen_random_uuid(), 'ada@example.org', 'ada@example.org', '', now(), now())`);
  await migrateDatabase(connection);
  expect(await schemaFits(client)).toBe(true);
  expect((await client.query('select email from accounts')).rows).toEqual([{ email: 'ada@example.org' }]);
  expect(await versions(client)).toEqual(current);
  await madeBefore(client, first!.folderMillis - 1);
  expect(await schemaFits(client)).toBe(false);
  await expect(migrateDatabase(connection)).rejects.toThrow(
    /^The database was made .* too old\. Start it once with the code of commit [0-9a-f]{8}, then with this version\.$/,
  );
});

async function waitFor(client: pg.Client, query: string): Promise<void> {
  while ((await client.query(query)).rowCount === 0) await setTimeout(20);
}

const versions = async (client: pg.Client) =>
  (await createdFunctions(client)).map(({ name, version }) => `${name} ${version}`).sort();
const current = functions.map(({ name, version }) => `${name} ${version}`).sort();

/** As an older version of the code has left them. */
const OLDER = `create or replace function fold_text("value" text) returns text language sql immutable strict parallel safe
    as $$ select 'changed' $$;
  comment on function fold_text is '0123456789abcdef';
  create function fold_text(a integer) returns text language sql as $$ select 'other parameters' $$;
  comment on function fold_text(integer) is '0123456789abcdef';
  create function gone() returns trigger language plpgsql as $$ begin raise 'gone'; end $$;
  comment on function gone is '0123456789abcdef';
  create trigger gone before update on event_log for each row execute function gone();
  create trigger gone before update on events for each row execute function gone();
  create trigger gone before update on profiles for each row execute function read_account_state();
  comment on function read_account_state is '0123456789abcdef';
  create function of_the_operator() returns integer language sql as $$ select 1 $$`;

it('replaces functions and triggers whose files have changed, and drops those without a file', async () => {
  const { connection, client } = await openDatabase();
  const triggers = `select tgname, tgrelid::regclass::text as on, pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal order by 1, 2`;
  expect(await versions(client)).toEqual(current);
  const { rows: before } = await client.query(triggers);
  await client.query(OLDER);
  await migrateDatabase(connection);
  expect(await versions(client)).toEqual([...current, 'of_the_operator null'].sort());
  expect((await client.query(`select fold_text('\u00c9')`)).rows).toEqual([{ fold_text: 'e' }]);
  expect((await client.query(triggers)).rows).toEqual(before);
});

it('gives way to readers while another transaction holds a table, and tries again', async () => {
  const { connection, client } = await openDatabase();
  await client.query(OLDER);
  await client.query('begin; select from profiles limit 1');
  const migrated = migrateDatabase(connection);
  const reader = new pg.Client({ ...connection, lock_timeout: 5_000 });
  atEndOfFile(() => reader.end());
  await reader.connect();
  await waitFor(reader, `select from pg_locks where relation = 'profiles'::regclass and not granted`);
  await reader.query('select from profiles limit 1');
  await client.query('commit');
  await migrated;
  expect(await versions(client)).not.toContain('gone 0123456789abcdef');
}, 20_000);

it('has functions whose bodies are valid', async () => {
  const { client } = await openDatabase();
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p where p.oid = any($1)`,
    [(await createdFunctions(client)).map(({ oid }) => oid)],
  );
  expect(rows.length).toBe(functions.length);
  for (const { definition } of rows) await client.query(definition);
});

// A transaction that has read the table and waits to write it would deadlock with the migration.
it('no migration locks a table against writers, and later against readers', async () => {
  const { client } = await openDatabase();
  await madeBefore(client, 0);
  const migrations = readMigrationFiles({ migrationsFolder: 'migrations' }).map(({ sql }) => sql);
  const raised: string[] = [];
  for (const migration of migrations.slice(FIRST)) {
    const against = new Map<string, boolean>();
    // Such a migration runs outside a transaction, and blocks neither.
    if (migration.every((statement) => /^\s*create index concurrently /i.test(statement))) {
      for (const statement of migration) await client.query(statement);
      continue;
    }
    await client.query('begin');
    for (const statement of migration) {
      await client.query(statement);
      const { rows } = await client.query<{ name: string; entirely: boolean }>(LOCKED);
      raised.push(
        ...rows.filter(({ name, entirely }) => entirely && against.get(name) === false).map(({ name }) => name),
      );
      for (const { name, entirely } of rows) against.set(name, entirely);
    }
    await client.query('commit');
  }
  expect(raised).toEqual([]);
});
