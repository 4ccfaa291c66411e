import { type SQL, sql } from 'drizzle-orm';

/**
 * Who changes how two profiles stand to each other, one at a time. A block removes what is between the two and nothing
 * may be put there beside it, so these hold a lock of the pair to the end of their transaction:
 *
 * - a block, a request for contact and its answer hold it alone (`pairLock`);
 * - a follow shares it with other follows (`blockedForWrite`).
 *
 * What a block leaves where it is (messages, comments, reactions, quotes) needs no lock: such a write asks about blocks in
 * its own statement, and one that began before the block was committed came before it. Nor does what only takes away:
 * the end of a follow or of a contact, a request that is taken back, the end of a block.
 *
 * Lock order of all of them: the pair, the profiles (`key share`), requests, follows and contacts by their ids, then
 * counters in the order of their profiles.
 */

/**
 * The lock of two profiles, as a select-list expression. It stands in a statement of its own BEFORE the statements that
 * look and write: a statement sees what was committed when it began, so one that waits for a lock in its middle goes on
 * with an old picture, and a block and an acceptance could both find nothing in their way.
 *
 * First of all locks of such a transaction. `a` and `b` are uuids, in any order.
 */
export function pairLock(a: SQL, b: SQL): SQL {
  return sql`pg_advisory_xact_lock(pair_lock_key(${a}, ${b}))`;
}

/**
 * Condition of a write that is ONE statement: takes the pair's lock, shared, and tells whether `b` and any profile
 * of the account of `a`, which writes, block each other: by what is committed then, not by what the statement saw when it
 * began. The function is in the migrations.
 */
export function blockedForWrite(a: SQL, b: SQL): SQL {
  return sql`blocked_for_write(${a}, ${b})`;
}
