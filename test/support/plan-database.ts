import pg from 'pg';
import { cloneDatabase } from './database.ts';
import { atEndOfFile } from './end-of-file.ts';

/**
 * A connection to a database of this file. The tables of these names have no foreign keys, so that a plan test can fill
 * them with many rows and leave others empty; checking the keys row by row would take minutes.
 */
export async function openPlanDatabase(tables: readonly string[] = []): Promise<pg.Client> {
  const { connection, drop } = await cloneDatabase();
  const client = new pg.Client(connection);
  atEndOfFile(async () => {
    await client.end();
    await drop();
  });
  await client.connect();
  await client.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as tbl, conname from pg_constraint where contype = 'f' and conrelid::regclass::text = any('{${tables}}')
    loop execute format('alter table %s drop constraint if exists %I', c.tbl, c.conname); end loop; end $$`);
  return client;
}

/** Adds members, and a temporary table `numbered` of them: `id`, `actor_id`, and `n` from 0. */
export async function addMembers(client: pg.Client, count: number): Promise<void> {
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', '', now(), now() from generate_series(1, ${count}) n`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), id, 'human', 'member-' || row_number() over (), 'Member ' || row_number() over (), 'M', '{}', now(), now() from accounts`);
  await client.query(`insert into actors select gen_random_uuid(), 'profile', id, now(), now() from profiles`);
  await client.query(`create temp table numbered as select entity_id as id, id as actor_id, row_number() over () - 1 as n
    from actors where type = 'profile'`);
  await client.query('analyze numbered');
}

/** FROM items: each member `a` with `count` others `b`, the first of which has the number of `a` plus `from`. */
export const pairsOf = (members: number) => (from: number, count: number) =>
  `from numbered a cross join generate_series(${from}, ${from + count - 1}) k join numbered b on b.n = (a.n + k) % ${members}`;
