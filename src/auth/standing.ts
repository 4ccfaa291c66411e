import { type SQL, sql } from '../db/drizzle.ts';

/**
 * Condition: neither `profile` nor its account is deleted, scheduled for deletion or suspended. Else everything that
 * belongs to it gets 404, and what it granted is not in force.
 */
export function isShown(profile: SQL): SQL {
  return sql`(${profile}.deleted_at is null and ${profile}.suspended_at is null and ${profile}.account_is_active)`;
}
