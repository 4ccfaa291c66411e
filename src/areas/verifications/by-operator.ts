import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { type ProfileReference, referredProfileId } from '../profiles/reference.ts';

const now = p('now', 'timestamptz');

const answerPending = statement(
  'verifications.answer_pending',
  { now: 'timestamptz', ref_id: 'uuid?', ref_key: 'text?', ref_username: 'text?', shown_name: 'text?' },
  sql`update ${writes('verifications')} v set status = 'verified', reason = null, updated_at = ${now}
    from profiles pr
    where pr.id = ${referredProfileId} and pr.legal_name_verified and v.profile_id = pr.id
      and v.status = 'pending' and v.method = 'operator' and v.name = coalesce(${p('shown_name', 'text')}, pr.name) and v.name = pr.name`,
);

const rejectVerified = statement(
  'verifications.reject_verified',
  { now: 'timestamptz', ref_id: 'uuid?', ref_key: 'text?', ref_username: 'text?' },
  sql`update ${writes('verifications')} set status = 'rejected', reason = 'declined', updated_at = ${now}
    where profile_id = ${referredProfileId} and status = 'verified'`,
);

/** After the operator has verified a name: answers the pending request, unless the profile was renamed since. */
export const answerPendingOf = (ctx: Ctx, profile: ProfileReference, shownName: string | null): Call<unknown> =>
  answerPending.call({ ...profile, shown_name: shownName, now: ctx.now() });

/** A statement that ends what verified the name. */
export const rejectVerifiedOf = (ctx: Ctx, profile: ProfileReference): Call<unknown> =>
  rejectVerified.call({ ...profile, now: ctx.now() });
