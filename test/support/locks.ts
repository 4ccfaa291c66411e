import type pg from 'pg';

/** Waits until a number of statements of this database wait for a lock; other test files use the same server. */
export async function waitForLocks(pool: pg.Pool, count: number): Promise<void> {
  for (let n = 0; n < count; ) {
    const { rows } = await pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    n = rows[0].n;
  }
}
