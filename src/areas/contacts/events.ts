import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import { dataOf } from '../../events/payload.ts';

const data = dataOf<'contact_request.created'>({
  requester_profile_id: sql`cr.requester_profile_id`,
  addressee_profile_id: sql`cr.addressee_profile_id`,
  status: sql`cr.status`,
});

/**
 * An INSERT of the events about a request, in both logs. `contact_request.accepted` is also the event of the new contact:
 * there is no `contact.created`. `cr` is a FROM item of that name with its row; `actor` may use
 * `event.profile_id`. Placeholders: now, event_1_id, event_2_id.
 */
export const insertRequestEvents = (cr: SQL, actor: SQL): SQL =>
  insertEventsFrom(sql`
    select event.id, ${p('now', 'timestamptz')},
      'contact_request.' || case cr.status when 'pending' then 'created' else cr.status end,
      event.profile_id, null, ${actor}, 'contact_request', cr.id,
      ${data}
    from ${cr} cross join lateral (values
      (${p('event_1_id', 'uuid')}, cr.requester_profile_id), (${p('event_2_id', 'uuid')}, cr.addressee_profile_id)
    ) as event(id, profile_id)`);

const announce = statement(
  'contacts.announce_request',
  { now: 'timestamptz', profile_id: 'uuid', event_1_id: 'uuid', event_2_id: 'uuid', id: 'uuid' },
  sql`${insertRequestEvents(sql`contact_requests cr`, p('profile_id', 'uuid'))} where cr.id = ${p('id', 'uuid')}`,
);

/** A statement that notifies both sides of what the acting profile did with a request, by its status. */
export function announceRequest(ctx: Ctx, id: string): Call<unknown> {
  return announce.call({ id, now: ctx.now(), profile_id: ctx.acting!.id, event_1_id: newId(), event_2_id: newId() });
}
