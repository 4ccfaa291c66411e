import type { Ctx } from '../../ctx.ts';
import { and, eq, or, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { pr } from '../profiles/columns.ts';
import { type ProfileReference, REFERENCE, referredProfileId } from '../profiles/reference.ts';
import { v } from './columns.ts';

const now = p('now', 'timestamptz');

const answerPending = statement(
  'verifications.answer_pending',
  { now: 'timestamptz', ...REFERENCE, shown_name: 'text?' },
  qb
    .update(v)
    .set({ status: 'verified', reason: null, updatedAt: now })
    .from(pr)
    .where(
      and(
        eq(pr.id, referredProfileId),
        pr.legalNameVerified,
        eq(v.profileId, pr.id),
        eq(v.status, 'pending'),
        eq(v.method, 'operator'),
        eq(v.name, sql`coalesce(${p('shown_name', 'text')}, ${pr.name})`),
        eq(v.name, pr.name),
      ),
    ),
);

const rejectVerified = statement(
  'verifications.reject_verified',
  { now: 'timestamptz', ...REFERENCE },
  qb
    .update(v)
    .set({ status: 'rejected', reason: 'declined', updatedAt: now })
    .where(
      and(
        eq(v.profileId, referredProfileId),
        or(eq(v.status, 'verified'), and(eq(v.status, 'pending'), eq(v.method, 'domain'))),
      ),
    ),
);

/** After the operator has verified a name: answers the pending request, unless the profile was renamed since. */
export const answerPendingOf = (ctx: Ctx, profile: ProfileReference, shownName: string | null): Call<unknown> =>
  answerPending.call({ ...profile, shown_name: shownName, now: ctx.now() });

/** A statement that ends what verified the name, or what was about to. */
export const rejectVerifiedOf = (ctx: Ctx, profile: ProfileReference): Call<unknown> =>
  rejectVerified.call({ ...profile, now: ctx.now() });
