import { ApiError } from '../../core/errors.ts';
import { eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { v, verificationFields } from './columns.ts';

/** In a statement of its own: the next one sees the current name, and a rename waits. */
export const lockProved = statement(
  'verifications.lock_profile',
  { verification_id: 'uuid' },
  sql`select id from profiles where id = (select v.profile_id from verifications v where v.id = ${p('verification_id', 'uuid')})
    for no key update`,
);

/**
 * Condition: the operator withdrew the mark of a profile of the same account, which may have a new one of the same name by
 * now. Then only the operator verifies a name of it.
 */
export const hasLostMark = (profile: SQL): SQL =>
  sql`exists (select from profiles lost where lost.account_id = ${profile}.account_id and lost.mark_withdrawn_at is not null)`;

export const findVerification = statement(
  'verifications.find',
  { verification_id: 'uuid' },
  qb
    .select(verificationFields)
    .from(v)
    .where(eq(v.id, p('verification_id'))),
);

/** Only those who may check or decide a verification learn that it exists. */
export function refuseUnknown(error: unknown): never {
  const isForeign =
    error instanceof ApiError && (error.code === 'permission_denied' || error.code === 'profile_not_attached');
  throw isForeign ? new ApiError('verification_not_found', { cause: error }) : error;
}
