import pg from 'pg';
import { cloneDatabase } from './database.ts';

/**
 * A database whose tables of these names have no foreign keys, so that a plan test can fill them with many rows and leave
 * the others empty.
 */
export async function openLoneTables(tables: readonly string[]): Promise<{ client: pg.Client; drop(): Promise<void> }> {
  const { connection, drop } = await cloneDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as tbl, conname from pg_constraint where contype = 'f' and conrelid::regclass::text = any('{${tables}}')
    loop execute format('alter table %s drop constraint if exists %I', c.tbl, c.conname); end loop; end $$`);
  return { client, drop };
}
