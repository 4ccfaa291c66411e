import type pg from 'pg';

/** What autovacuum would do after so many inserts. */
export async function vacuum(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('vacuum (analyze, index_cleanup on)');
  client.release(true);
}

export type TableSize = { rows: number; bytes: number };

/** The largest tables: their rows, and their bytes with indexes. The partitions of the events count as one table. */
export async function sizesOf(pool: pg.Pool): Promise<Record<string, TableSize>> {
  const { rows } = await pool.query<TableSize & { name: string }>(
    `select case when relispartition then 'events' else relname end as name,
       sum(reltuples)::bigint as rows, sum(pg_total_relation_size(oid))::bigint as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 0
     group by 1 order by bytes desc limit 20`,
  );
  return Object.fromEntries(rows.map(({ name, ...size }) => [name, size]));
}
