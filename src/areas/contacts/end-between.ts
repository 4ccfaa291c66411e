import { requireActing } from '../../auth/require.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { isBetween, isExpired, isPending } from '../relations/contact-requests.ts';
import { insertRequestEvents } from './events.ts';

const me = p('profile_id', 'uuid');
const other = p('other_profile_id', 'uuid');
const now = p('now', 'timestamptz');
const withdraws = p('withdraws', 'bool');

/** Only the acting profile's event names the actor, because the other side must not infer a block from its own. */
const actor = sql`case when ${withdraws} and event.profile_id = ${me} then ${me} end`;

const endBetween = statement(
  'contacts.end_between',
  {
    now: 'timestamptz',
    profile_id: 'uuid',
    other_profile_id: 'uuid',
    withdraws: 'bool',
    event_1_id: 'uuid',
    event_2_id: 'uuid',
  },
  sql`with cr as (
    update ${writes('contact_requests')} cr set updated_at = ${now},
      status = case when ${isExpired} then 'expired' else 'withdrawn' end
    where ${isBetween(me, other)} and (${isExpired} or ${withdraws} and ${isPending})
    returning cr.*
  ) ${insertRequestEvents(sql`cr`, actor)}`,
);

/** Ends the pending request between the two if it has expired, with `withdraws` in any case. Needs the pair's lock. */
export function endRequestBetween(
  ctx: Ctx,
  otherProfileId: string,
  { withdraws }: { withdraws: boolean },
): Call<unknown> {
  const { id } = requireActing(ctx);
  const eventIds = { event_1_id: newId(), event_2_id: newId() };
  return endBetween.call({ profile_id: id, other_profile_id: otherProfileId, withdraws, now: ctx.now(), ...eventIds });
}
