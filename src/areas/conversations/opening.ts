import { requireActing } from '../../auth/require.ts';
import type { Ctx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { eventsCall } from '../../events/emit.ts';

const actorId = p('actor_id', 'uuid');
const now = p('now', 'timestamptz');

/** Inserts the conversation with both members, unless there is one. If both do it at once, one inserts nothing. */
const insertConversation = statement(
  'conversations.insert',
  {
    conversation_id: 'uuid',
    actor_id: 'uuid',
    contact_request_id: 'uuid?',
    now: 'timestamptz',
    other_profile_id: 'uuid',
  },
  sql`with opened as (
    insert into ${writes('conversations')} (id, kind, low_actor_id, high_actor_id, created_by_actor_id, created_from_contact_request_id,
      created_at, updated_at)
    select ${p('conversation_id', 'uuid')}, 'direct', least(ac.id, ${actorId}), greatest(ac.id, ${actorId}), ${actorId},
      ${p('contact_request_id', 'uuid')}, ${now}, ${now}
    from actors ac where ac.entity_id = ${p('other_profile_id', 'uuid')} and ac.type = 'profile'
    on conflict (low_actor_id, high_actor_id) do nothing
    returning id, low_actor_id, high_actor_id
  ), members as (
    insert into ${writes('conversation_members')} (conversation_id, actor_id, other_actor_id, last_activity_at)
    select o.id, side.actor_id, side.other_actor_id, ${now}
    from opened o cross join lateral
      (values (o.low_actor_id, o.high_actor_id), (o.high_actor_id, o.low_actor_id)) as side(actor_id, other_actor_id)
  )
  select ${setChanging(sql`exists (select from opened)`)}`,
);

export type Opening = {
  /** A fresh id, for a new conversation. */
  conversationId: string;
  otherProfileId: string;
  /** The request whose acceptance opens it. */
  contactRequestId: string | null;
};

/** After `authorize`: opens the conversation of the two if there is none, with events. Sets `changing`. */
export function openingCalls(ctx: Ctx, opening: Opening): [Call<unknown>, Call<unknown>] {
  const { conversationId, otherProfileId, contactRequestId } = opening;
  const { id, actorId: actor_id } = requireActing(ctx);
  const ids = {
    conversation_id: conversationId,
    other_profile_id: otherProfileId,
    contact_request_id: contactRequestId,
  };
  const event = {
    type: 'conversation.created',
    actorProfileId: id,
    objectId: conversationId,
    data: { created_from_contact_request_id: contactRequestId },
  } as const;
  return [
    insertConversation.call({ ...ids, actor_id, now: ctx.now() }),
    eventsCall(ctx, [
      { ...event, profileId: id },
      { ...event, profileId: otherProfileId },
    ]),
  ];
}
