import { sql } from 'drizzle-orm';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { isShown } from '../relations/queries.ts';
import { requestEvents } from './events.ts';
import { isWaiting, type RequestRow, requestColumns } from './requests.ts';
import { refuseAnswer } from './respond.ts';

const withdraw = writeStatement<RequestRow>('contacts.withdraw', {
  authority: 'acting',
  change: sql`cr as (
    update contact_requests cr set status = 'withdrawn', updated_at = ${p('now', 'timestamptz')}
    from authority, profiles pr
    where cr.id = ${p('id', 'uuid')} and cr.requester_profile_id = authority.profile_id and ${isWaiting}
      and pr.id = cr.addressee_profile_id and ${isShown(sql`pr`)}
    returning cr.*
  )`,
  events: requestEvents('contact_request.withdrawn', sql`cr.requester_profile_id`),
  audit: { from: sql`cr`, objectType: 'contact_request', object: sql`cr.id` },
  answer: sql`select ${requestColumns} from cr`,
});

/**
 * Withdraws a request of the acting profile. The lock of its row decides between this and an answer. Fails with
 * `permission_denied` (no `networking`, or the acting profile is the addressee), `contact_request_not_found`,
 * `contact_request_not_pending`. One statement.
 */
export async function withdrawRequest(ctx: Ctx, requestId: string): Promise<RequestRow> {
  const row = await withdraw.run(ctx, { id: idOrNone(requestId) }, ['networking']);
  return row ?? refuseAnswer(ctx, requestId, 'requester');
}
