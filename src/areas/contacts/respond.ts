import { sql } from 'drizzle-orm';
import { requireActing } from '../../auth/require.ts';
import type { ContactRequestDecision } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { preview } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { addToCounters } from '../../db/counters.ts';
import { p, statement } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import {
  appendedMessage,
  messageEvents,
  openedConversation,
  openedEvents,
} from '../relations/conversation-statements.ts';
import { pairLock } from '../relations/pair-lock.ts';
import { blockedEitherWay, isShown } from '../relations/queries.ts';
import { requestEvents } from './events.ts';
import { notPending, wrongSide } from './hints.ts';
import { findRequest, isWaiting, type RequestRow, type RequestWithOther, requestColumns } from './requests.ts';

const now = p('now', 'timestamptz');
const id = p('id', 'uuid');

/** Locks the two sides of a request of the acting profile, and reads what never changes in it. */
const lockRequest = statement<{ message: string }>(
  'contacts.lock_request',
  sql`select cr.message, ${pairLock(sql`cr.requester_profile_id`, sql`cr.addressee_profile_id`)}
    from contact_requests cr
    where cr.id = ${id} and ${p('profile_id', 'uuid')} in (cr.requester_profile_id, cr.addressee_profile_id)`,
);

/** The request as its addressee may answer it. Locks the requester's row, so that it is not deleted meanwhile. */
const answerable = sql`asked as (
    select q.id from contact_requests q
      join authority on authority.profile_id = q.addressee_profile_id
      join profiles pr on pr.id = q.requester_profile_id and ${isShown(sql`pr`)}
    where q.id = ${id} and not ${blockedEitherWay(sql`q.addressee_profile_id`, sql`q.requester_profile_id`)}
    for key share of pr
  )`;

const answered = (status: 'accepted' | 'rejected') => sql`cr as (
    update contact_requests cr set status = ${status}::text, responded_at = ${now}, updated_at = ${now}
    from asked where cr.id = asked.id and ${isWaiting} returning cr.*
  )`;

const accept = writeStatement<RequestRow>('contacts.accept', {
  authority: 'acting',
  change: sql`${answerable}, ${answered('accepted')}, mutual as (
    insert into contacts (id, owner_actor_id, owner_entity_id, owner_entity_type, contact_actor_id, contact_entity_id,
      created_from_contact_request_id, created_at, updated_at)
    select side.id, side.owner_actor_id, side.owner_entity_id, 'profile', side.contact_actor_id, side.contact_entity_id, cr.id, ${now}, ${now}
    from cr cross join authority cross join lateral (values
      (${p('contact_id', 'uuid')}, authority.actor_id, cr.addressee_profile_id, cr.requester_actor_id, cr.requester_profile_id),
      (${p('other_contact_id', 'uuid')}, cr.requester_actor_id, cr.requester_profile_id, authority.actor_id, cr.addressee_profile_id)
    ) as side(id, owner_actor_id, owner_entity_id, contact_actor_id, contact_entity_id)
    on conflict (owner_actor_id, contact_actor_id) do nothing
    returning owner_entity_id
  ), counted as (
    ${addToCounters('profile_counters', ['contacts'], sql`select owner_entity_id, 0, 1 from mutual order by owner_entity_id`)}
  ), new_message as (
    select cr.requester_actor_id as sender_actor_id, cr.message as body, ${p('preview', 'text')} as preview,
      case when cr.by_ai then 'generated' else 'none' end as ai_disclosure, false as needs_human,
      null::text as client_reference, cr.manager_profile_id, cr.grant_id
    from cr where cr.message <> ''
  ), ${openedConversation(sql`(select authority.actor_id as creator_actor_id, cr.requester_actor_id as other_actor_id,
      cr.id as contact_request_id from cr cross join authority) as accepted`)}, ${appendedMessage}`,
  events: [
    ...requestEvents('contact_request.accepted', sql`cr.addressee_profile_id`),
    ...openedEvents({ from: sql`cr`, creator: sql`cr.addressee_profile_id`, other: sql`cr.requester_profile_id` }),
    ...messageEvents({ from: sql`cr`, sender: sql`cr.requester_profile_id`, recipient: sql`cr.addressee_profile_id` }),
  ],
  audit: { from: sql`cr`, objectType: 'contact_request', object: sql`cr.id` },
  answer: sql`select ${requestColumns} from cr`,
});

const reject = writeStatement<RequestRow>('contacts.reject', {
  authority: 'acting',
  change: sql`${answerable}, ${answered('rejected')}`,
  events: requestEvents('contact_request.rejected', sql`cr.addressee_profile_id`),
  audit: { from: sql`cr`, objectType: 'contact_request', object: sql`cr.id` },
  answer: sql`select ${requestColumns} from cr`,
});

/**
 * Answers a request to the acting profile. Accepting creates both contacts, opens the conversation of the two if needed
 * and adds the note to it. Fails with `permission_denied` (no `networking`, or the acting profile is the requester),
 * `contact_request_not_found`, `contact_request_not_pending`, `interaction_not_allowed`.
 *
 * Locks: the pair, the two profiles, the request, contacts and counters in the order of their profiles, the
 * conversation, its members.
 */
export async function respondToRequest(
  ctx: Ctx,
  requestId: string,
  decision: ContactRequestDecision,
): Promise<RequestWithOther> {
  const acting = requireActing(ctx);
  return inTransaction(ctx, async (tx) => {
    const values = { id: idOrNone(requestId), profile_id: acting.id };
    const locked = await lockRequest.one(tx, values);
    const row = await (decision === 'reject' ? reject : accept).run(
      tx,
      {
        ...values,
        preview: preview(locked?.message ?? '').preview,
        contact_id: newId(),
        other_contact_id: newId(),
        conversation_id: newId(),
        message_id: newId(),
      },
      ['networking'],
    );
    if (!row) return refuseAnswer(tx, requestId, 'addressee');
    return (await findRequest(tx, row.id)) ?? fail('contact_request_not_found');
  });
}

/** Explains why the acting profile cannot answer a request, or withdraw it as its requester. */
export async function refuseAnswer(ctx: Ctx, requestId: string, side: 'addressee' | 'requester'): Promise<never> {
  await refuseWithoutAuthority(ctx, ['networking']);
  const found = await findRequest(ctx, requestId);
  if (!found) fail('contact_request_not_found');
  if (found[`${side}_profile_id`] !== ctx.acting!.id) {
    fail('permission_denied', { agent: wrongSide(found, side) });
  }
  if (found.status === 'pending') fail('interaction_not_allowed');
  return fail('contact_request_not_pending', { agent: notPending(found, side) });
}
