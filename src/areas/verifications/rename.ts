import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { OnRename } from '../profiles/names.ts';

const expireRenamed = statement(
  'verifications.expire_renamed',
  { now: 'timestamptz', profile_id: 'uuid' },
  sql`update ${writes('verifications')} v set status = 'expired', reason = 'name_changed', updated_at = ${p('now', 'timestamptz')}
    from profiles pr
    where pr.id = ${p('profile_id', 'uuid')} and v.profile_id = pr.id and v.status in ('pending', 'verified') and v.name <> pr.name`,
);

/** Ends the verifications of another name. */
export const onRename: OnRename = (ctx, profileId) => expireRenamed.call({ profile_id: profileId, now: ctx.now() });
