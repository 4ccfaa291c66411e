import { type SQL, sql } from '../../db/drizzle.ts';

/**
 * Serializes changes of the relation between two profiles. A block removes what connects the two, and nothing new may
 * appear with it, so these hold a lock of the pair until the end of their transaction:
 *
 * - a block, a contact request and its answer hold it exclusively (`pairLock`);
 * - follows share it (`sharedPairLock`).
 *
 * What a block leaves in place (messages, comments, reactions, quotes) needs no lock: such a write checks blocks in its
 * own transaction, and a check that began before the block was committed counts as earlier. Removals need none either:
 * ending a follow, removing a contact, withdrawing a request, unblocking.
 *
 * Lock order: the acting profile (`key share`), the pair, the other profile, requests, follows and contacts by id, then
 * counters in the order of their profiles.
 */

/**
 * The lock of two profiles, as a select-list expression. Take it in a separate statement BEFORE the statements that
 * read and write: a statement sees what was committed when it began, so after waiting for a lock halfway it would use
 * an old snapshot, and a block and an acceptance could both find nothing in their way.
 *
 * `a` and `b` are uuids, in any order.
 */
export function pairLock(a: SQL, b: SQL): SQL {
  return sql`pg_advisory_xact_lock(pair_lock_key(${a}, ${b}))`;
}

/** The same lock, shared with others that take it shared. */
export function sharedPairLock(a: SQL, b: SQL): SQL {
  return sql`pg_advisory_xact_lock_shared(pair_lock_key(${a}, ${b}))`;
}
