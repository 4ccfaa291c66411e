import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';

const ATTEMPTS = 20;

/**
 * Vacuums and analyzes tables, as autovacuum would. Repeats it until every page is marked as all-visible, without which
 * Postgres does not choose an index-only scan: a snapshot that another session holds can prevent that for a moment.
 */
export async function vacuum(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // Without the cleanup of indexes, a few pages with dead rows stay as they are.
    await client.query(`vacuum (analyze, index_cleanup on) ${tables.join()}`);
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relallvisible < relpages and
        oid in (select unnest($1::regclass[]) union select inhrelid from pg_inherits where inhparent = any($1::regclass[]))`,
      [tables],
    );
    if (rows.length === 0) return;
    if (attempt === ATTEMPTS) throw new Error(`not all-visible: ${rows.map(({ name }) => name).join()}`);
    await setTimeout(50 * attempt);
  }
}
