import { and, eq, inArray, ne } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { pr } from '../profiles/columns.ts';
import type { OnRename } from '../profiles/names.ts';
import { v } from './columns.ts';

const expireRenamed = statement(
  'verifications.expire_renamed',
  { now: 'timestamptz', profile_id: 'uuid' },
  qb
    .update(v)
    .set({ status: 'expired', reason: 'name_changed', updatedAt: p('now', 'timestamptz') })
    .from(pr)
    .where(
      and(
        eq(pr.id, p('profile_id', 'uuid')),
        eq(v.profileId, pr.id),
        inArray(v.status, ['pending', 'verified']),
        ne(v.name, pr.name),
      ),
    ),
);

/** Ends the verifications of another name. */
export const onRename: OnRename = (ctx, profileId) => expireRenamed.call({ profile_id: profileId, now: ctx.now() });
