import { sql } from '../../db/drizzle.ts';

/** Condition: the decision that the appeal `ap` is about still holds. */
export const isInForce = sql`case ap.target_type
  when 'account' then exists (select from accounts a where a.id = ap.target_id and a.suspended_at = ap.act_at)
  else exists (select from posts po where po.id = ap.target_id and po.status = 'removed' and po.removed_at = ap.act_at) end`;
