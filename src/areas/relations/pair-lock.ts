import { type SQL, sql } from '../../db/drizzle.ts';

/**
 * A block removes what connects two profiles, and nothing new may appear with it: a block, a contact request and its
 * answer hold the lock of the pair (`pairLock`), follows share it (`sharedPairLock`). What a block leaves in place
 * (messages, comments, reactions, quotes) needs none: a check that began before the commit of the block counts as
 * earlier. See docs/locks.md.
 */

/**
 * The lock of two profiles `a` and `b` (uuids, in any order), as a select-list expression. Take it in a separate
 * statement BEFORE those that read and write: after waiting halfway, a statement would use an old snapshot.
 */
export function pairLock(a: SQL, b: SQL): SQL {
  return sql`pg_advisory_xact_lock(pair_lock_key(${a}, ${b}))`;
}

/** The lock of a pair, shared with others that take it shared. */
export function sharedPairLock(a: SQL, b: SQL): SQL {
  return sql`pg_advisory_xact_lock_shared(pair_lock_key(${a}, ${b}))`;
}
