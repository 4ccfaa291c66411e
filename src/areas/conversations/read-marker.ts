import { requireActing } from '../../auth/require.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { readerOf, readNotificationOf } from '../../events/read-notifications.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';

export type ReadStateRow = { conversation_id: string; unread_count: number };

const conversationId = p('conversation_id', 'uuid');
const actorId = p('actor_id', 'uuid');
const messageId = p('message_id', 'uuid');
const now = p('now', 'timestamptz');
const accountId = p('person_account_id', 'uuid');

/** In a statement of its own, so that the next ones see what was sent or deleted before. Nothing is while it is held. */
export const lockConversation = statement(
  'conversations.lock_own',
  { conversation_id: 'uuid', actor_id: 'uuid' },
  sql`with locked as (
    select c.id from conversation_members cm join conversations c on c.id = cm.conversation_id
    where cm.conversation_id = ${conversationId} and cm.actor_id = ${actorId}
    for no key update of c
  )
  select case when not exists (select from locked) then ${refuse('conversation_not_found')} end`,
);

const requireMessage = statement(
  'conversations.require_message',
  { message_id: 'uuid?', conversation_id: 'uuid' },
  sql`select case when not exists (select from messages where id = ${messageId} and conversation_id = ${conversationId})
    then ${refuse('message_not_found')} end`,
);

/**
 * Moves a read marker forward and subtracts the messages in between. One that would move backwards stays. Its time is
 * never earlier than that of the message.
 */
const moveMarker = writeStatement(
  'conversations.mark_read',
  { message_id: 'uuid?', conversation_id: 'uuid', actor_id: 'uuid', person_account_id: 'uuid?' },
  {
    change: sql`target as (
    select m.seq, m.created_at, m.seq > me.last_read_seq as is_ahead from conversation_members me
    left join messages m on m.conversation_id = me.conversation_id
      and m.seq = case when ${messageId} is null then (select last_seq from conversations where id = ${conversationId})
        else (select seq from messages where id = ${messageId}) end
    where me.conversation_id = ${conversationId} and me.actor_id = ${actorId}
  ), marked as (
    update ${writes('conversation_members')} me set last_read_seq = greatest(me.last_read_seq, target.seq),
      last_read_at = case when target.is_ahead then greatest(me.last_read_at, target.created_at, ${now}) else me.last_read_at end,
      unread_count = me.unread_count - (select count(*)::int from messages m
        where m.conversation_id = me.conversation_id and m.seq > me.last_read_seq and m.seq <= target.seq
          and m.sender_actor_id = me.other_actor_id and m.deleted_at is null)
    from target where me.conversation_id = ${conversationId} and me.actor_id = ${actorId}
    returning me.conversation_id, me.unread_count, target.is_ahead
  )`,
    // A person also reads what a program has read before.
    events: [
      {
        type: 'conversation.read',
        from: sql`marked where marked.is_ahead or ${accountId} is not null`,
        profile: sql`null::uuid`,
        object: sql`marked.conversation_id`,
        data: { profile_id: p('profile_id', 'uuid'), person_account_id: accountId },
      },
    ],
    // A repeat changes nothing, so it must not update the timestamp.
    audit: {
      from: sql`marked where marked.is_ahead`,
      objectType: 'conversation',
      object: sql`marked.conversation_id`,
    },
    answer: sql<ReadStateRow>`select conversation_id, unread_count from marked`,
  },
);

/**
 * Marks everything up to a message as read, by default the newest; never backwards. Returns the number of unread
 * messages. Fails with `conversation_not_found`, `message_not_found`, `permission_denied`.
 */
export async function markRead(ctx: Ctx, id: string, lastMessageId?: string): Promise<ReadStateRow> {
  const values = {
    conversation_id: idOrNone(id),
    actor_id: requireActing(ctx).actorId,
    message_id: lastMessageId === undefined ? null : idOrNone(lastMessageId),
    person_account_id: readerOf(ctx).accountId,
  };
  const [[row]] = await write(ctx, {
    permissions: ['messaging'],
    checks: [lockConversation.call(values), ...(lastMessageId === undefined ? [] : [requireMessage.call(values)])],
    change: [moveMarker.call(ctx, values), readNotificationOf(ctx, values.conversation_id)],
  });
  return row!;
}
