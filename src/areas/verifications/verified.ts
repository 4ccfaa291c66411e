import { type SQL, sql } from 'drizzle-orm';
import { p, statement } from '../../db/statement.ts';

/**
 * Locks the profile of a verification, in a statement of its own: the next one sees the current name, and a rename
 * waits until it can end the decision.
 */
export const lockProved = statement(
  'verifications.lock_profile',
  sql`select id from profiles where id = (select v.profile_id from verifications v where v.id = ${p('verification_id', 'uuid')})
    for no key update`,
);

/**
 * CTE `flagged`, after the CTE `moved` with the row of the verification: its profile, if it was not verified before.
 */
export const flaggedCte: SQL = sql`flagged as (
    update profiles pr set legal_name_verified = true, updated_at = ${p('now', 'timestamptz')}
    from moved where pr.id = moved.profile_id and moved.status = 'verified' and not pr.legal_name_verified
    returning pr.id, moved.id as verification_id, moved.method
  )`;

/** The event in the log of a profile that becomes verified. */
export const verifiedEvent = {
  type: 'profile.verified' as const,
  from: sql`flagged`,
  profile: sql`flagged.id`,
  objectType: 'profile',
  object: sql`flagged.id`,
  data: sql`jsonb_build_object('verification_id', flagged.verification_id, 'method', flagged.method)`,
};
