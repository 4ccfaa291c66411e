import { requireActing } from '../../auth/require.ts';
import type { ContactRequestDecision } from '../../core/enums.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { type Call, p, type RowOf, statement } from '../../db/statement.ts';
import { readNotificationAbout } from '../../events/read-notifications.ts';
import { write } from '../../events/write.ts';
import { noteCalls } from '../conversations/note.ts';
import { openingCalls } from '../conversations/opening.ts';
import { cr } from '../relations/contact-requests.ts';
import { pairLock } from '../relations/pair-lock.ts';
import { createContact } from './pair.ts';
import { foundRequest, isOwnRequest, type RequestWithOther, readRequest } from './requests.ts';
import { endRequest, explainSide, requirePending } from './status.ts';

const me = p('profile_id', 'uuid');

/** What never changes in a request, and is needed to accept it. */
const findNote = statement(
  'contacts.find_note',
  { id: 'uuid', profile_id: 'uuid' },
  qb
    .select({
      message: cr.message,
      by_ai: named(cr.byAi, 'by_ai'),
      requester_actor_id: named(cr.requesterActorId, 'requester_actor_id'),
      requester_profile_id: named(cr.requesterProfileId, 'requester_profile_id'),
      manager_profile_id: named(cr.managerProfileId, 'manager_profile_id'),
      grant_id: named(cr.grantId, 'grant_id'),
    })
    .from(cr)
    .where(and(eq(cr.id, p('id')), eq(cr.addresseeProfileId, me))),
);
type Note = RowOf<typeof findNote>;

const lock = statement(
  'contacts.lock_request',
  { id: 'uuid', profile_id: 'uuid' },
  sql`select ${pairLock(sql`cr.requester_profile_id`, sql`cr.addressee_profile_id`)}
    from contact_requests cr where ${isOwnRequest(me)}`,
);

/**
 * Answers a request to the acting profile. Accepting creates both contacts, and opens the conversation of the two with
 * the note. Fails with `permission_denied` (also for the requester), `contact_request_not_found`,
 * `contact_request_not_pending`, `interaction_not_allowed`.
 */
export async function respondToRequest(
  ctx: Ctx,
  requestId: string,
  decision: ContactRequestDecision,
): Promise<RequestWithOther> {
  const values = { id: idOrNone(requestId), profile_id: requireActing(ctx).id };
  const { id } = values;
  const note = decision === 'accept' ? await findNote.one(ctx, values) : undefined;
  const [found, relation] = readRequest(ctx, id);
  const answer = await write(ctx, {
    permissions: ['networking'],
    checks: [lock.call(values), requirePending(ctx, id, 'addressee')],
    change: {
      ended: endRequest(ctx, id, decision === 'accept' ? 'accepted' : 'rejected'),
      accepted: note ? acceptance(ctx, id, note) : null,
      notification: readNotificationAbout(ctx, id, 'contact_request.created'),
      found,
      relation,
    },
    explain: explainSide(id, 'addressee'),
  });
  return foundRequest(answer.found, answer.relation);
}

/** The statements of an acceptance, after those of the request: `openingCalls` may find nothing to change. */
function acceptance(ctx: Ctx, contactRequestId: string, note: Note): Call<unknown>[] {
  const { requester_actor_id: actorId, requester_profile_id: profileId } = note;
  return [
    ...openingCalls(ctx, { conversationId: newId(), otherProfileId: profileId, contactRequestId }),
    ...(note.message === '' ? [] : noteCalls(ctx, note)),
    ...createContact(ctx, { actorId, profileId, contactRequestId }),
  ];
}
