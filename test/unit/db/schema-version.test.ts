import pg from 'pg';
import { expect, it } from 'vitest';
import { migrateDatabase, pendingMigrations } from '../../../src/db/migrate.ts';
import { type Migration, migrations } from '../../../src/db/migration-files.ts';
import { schemaFits, schemaVersion } from '../../../src/db/schema-version.ts';
import { cloneDatabase } from '../../support/database.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

const newest = migrations.at(-1)!;
const none = async () => undefined;

/** One more migration, after `after`. */
function next(
  statements: string[],
  {
    tag = 'next',
    after = newest,
    oldest = after.oldest,
  }: { tag?: string; after?: Migration; oldest?: Migration['oldest'] } = {},
): Migration {
  return { tag, time: after.time + 1000, hash: tag, statements, oldest };
}

async function openDatabase() {
  const { connection, drop } = await cloneDatabase();
  atEndOfFile(drop);
  const client = new pg.Client(connection);
  atEndOfFile(() => client.end());
  await client.connect();
  return { connection, client, migrate: (list: readonly Migration[]) => migrateDatabase(connection, none, list) };
}

it('runs on a newer schema that says so, and leaves its functions', async () => {
  const { client, migrate } = await openDatabase();
  const expanded = next(['alter table accounts add column extra text']);
  await migrate([...migrations, expanded]);
  await client.query(
    `create function gone() returns int language sql as 'select 1'; comment on function gone is '0123456789abcdef'`,
  );
  expect(await schemaFits(client)).toBe(true);
  await migrate(migrations);
  expect((await client.query(`select to_regproc('gone') is not null as there`)).rows).toEqual([{ there: true }]);
  expect((await schemaVersion(client))?.stated).toMatchObject({ tag: 'next', oldest: newest.oldest.time });
  expect(await schemaFits(client, [...migrations, expanded])).toBe(true);
  // The newer version waits for its migrations.
  expect(await schemaFits(client, [...migrations, expanded, next([], { after: expanded })])).toBe(false);
});

it('does not run on a newer schema that excludes it', async () => {
  const { client, migrate } = await openDatabase();
  const contracted = next(['alter table accounts drop column operator'], {
    oldest: { time: newest.time + 1, version: '7.1.0' },
  });
  await migrate([...migrations, contracted]);
  expect(await schemaFits(client)).toBe(false);
  expect(await schemaFits(client, [...migrations, contracted])).toBe(true);
  await expect(migrate(migrations)).rejects.toThrow(
    /^The database was migrated by pronet \S+ \(next\), and only 7\.1\.0 or newer may run on it; this is \S+ \(\w+\)\. Start the newer version, or restore a backup from before the upgrade\.$/,
  );
});

it('does not run on a newer schema that says nothing', async () => {
  const { client, migrate } = await openDatabase();
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', ${newest.time + 1})`,
  );
  expect(await schemaFits(client)).toBe(false);
  await expect(migrate(migrations)).rejects.toThrow('by a newer version that does not say which others may run on it');
});

it('states the versions also where the version before did not', async () => {
  const { client, migrate } = await openDatabase();
  await client.query('drop table drizzle.schema_version');
  expect(await schemaFits(client)).toBe(true);
  await migrate(migrations);
  expect((await schemaVersion(client))?.stated?.tag).toBe(newest.tag);
});

it('names the migration that failed and why, and keeps those before it', async () => {
  const { client, migrate } = await openDatabase();
  const good = next(['create table kept ()'], { tag: 'good' });
  const bad = next(['create table half_done ()', 'select 1/0'], { tag: 'bad', after: good });
  await expect(migrate([...migrations, good, bad])).rejects.toThrow(/^The migration bad failed: division by zero\.$/);
  const { rows } = await client.query(
    `select to_regclass('kept')::text as kept, to_regclass('half_done')::text as half`,
  );
  expect(rows).toEqual([{ kept: 'kept', half: null }]);
  expect(await pendingMigrations(client, [...migrations, good, bad])).toEqual([bad]);
});

it('builds an index concurrently, and again after an interrupted run', async () => {
  const { client, migrate } = await openDatabase();
  const built = next(['create unique index concurrently accounts_twice_idx on accounts (operator)']);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n, n, '', now(), now() from unnest(array['ada@example.org', 'bob@example.org']) n`);
  await expect(migrate([...migrations, built])).rejects.toThrow(/^The migration next failed: could not create unique/);
  const index = `select indisvalid as valid from pg_index where indexrelid = 'accounts_twice_idx'::regclass`;
  expect((await client.query(index)).rows).toEqual([{ valid: false }]);
  await client.query(`delete from accounts where email = 'bob@example.org'`);
  // Servers that wait for their turn do not hold it up.
  await Promise.all([migrate([...migrations, built]), migrate([...migrations, built])]);
  expect((await client.query(index)).rows).toEqual([{ valid: true }]);
});
