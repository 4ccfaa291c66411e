import { type SQL, sql } from 'drizzle-orm';

/**
 * The lock of two profiles, as a select-list expression, held to the end of the transaction. Whoever changes how the two
 * stand to each other (a block, a request for contact, its answer) takes it in a statement of its own BEFORE the
 * statements that look and write: a statement sees what was committed when it began, so one that waits for a lock in its
 * middle goes on with an old picture, and a block and an acceptance could both find nothing in their way.
 *
 * First of all locks of such a transaction. `a` and `b` are uuids, in any order.
 */
export function pairLock(a: SQL, b: SQL): SQL {
  return sql`pg_advisory_xact_lock(hashtextextended('pair:' || least(${a}, ${b})::text || ':' || greatest(${a}, ${b})::text, 0))`;
}
