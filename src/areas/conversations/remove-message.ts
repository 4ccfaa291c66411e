import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { requireActing } from '../../auth/require.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write, writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import type { MessageRow } from './columns.ts';
import { sendersOnly } from './hints.ts';
import { findMessage } from './lists.ts';
import { removeMentions } from './mentions.ts';
import { lockConversation } from './read-marker.ts';

const messageId = p('message_id', 'uuid');
const now = p('now', 'timestamptz');

const requireOwnMessage = statement(
  'conversations.require_own_message',
  { actor_id: 'uuid', message_id: 'uuid', conversation_id: 'uuid' },
  sql`select case when m.id is null then ${refuse('message_not_found')}
      when m.sender_actor_id <> ${p('actor_id', 'uuid')} then ${refuse('permission_denied', sql`'{"from_other_side": true}'`)} end
    from (select 1) one
    left join messages m on m.id = ${messageId} and m.conversation_id = ${p('conversation_id', 'uuid')}`,
);

/** Changes nothing if the message is already deleted. */
const emptyMessage = writeStatement(
  'conversations.remove_message',
  { message_id: 'uuid' },
  {
    change: sql`message as (
    update ${writes('messages')} set body = '', deleted_at = greatest(created_at, ${now}), updated_at = greatest(created_at, ${now})
    where id = ${messageId} and deleted_at is null returning *
  ), uncounted as (
    update ${writes('conversation_members')} om set unread_count = om.unread_count - 1
    from message where om.conversation_id = message.conversation_id and om.actor_id <> message.sender_actor_id
      and om.last_read_seq < message.seq
  ), conversation as (
    update ${writes('conversations')} c set updated_at = greatest(c.updated_at, ${now}),
      last_message_preview = case when c.last_seq = message.seq then '' else c.last_message_preview end
    from message where c.id = message.conversation_id
  )`,
    events: [sql`=`, sql`<>`].map((side) => ({
      type: 'message.deleted',
      from: sql`message join conversation_members cm on cm.conversation_id = message.conversation_id
      and cm.actor_id ${side} message.sender_actor_id join actors ac on ac.id = cm.actor_id`,
      profile: sql`ac.entity_id`,
      actor: p('profile_id', 'uuid'),
      object: sql`message.id`,
      data: { conversation_id: sql`message.conversation_id`, needs_human: sql`message.needs_human` },
    })),
    audit: { from: sql`message`, objectType: 'message', object: sql`message.id` },
    answer: sql<{ id: string }>`select id from message`,
  },
);

export const lockOfMessage = statement(
  'conversations.lock_of_message',
  { message_id: 'uuid' },
  sql`select id from conversations where id = (select conversation_id from messages where id = ${messageId}) for no key update`,
);

/**
 * Empties a reported message as the operator, who needs no part in the conversation: both sides see that it was deleted. Fails
 * with `permission_denied`, `recent_sign_in_required`.
 */
export async function hideMessage(ctx: Ctx, message_id: string): Promise<void> {
  await writeAsOperator(ctx, 'reports', [
    ...recentSignInCalls(ctx),
    lockOfMessage.call({ message_id }),
    emptyMessage.call(ctx, { message_id }),
    removeMentions.call({ message_id }),
  ]);
}

/**
 * Deletes an own message for both sides: it stays in the list without text. `removed` is false if it was deleted. Fails
 * with `conversation_not_found`, `message_not_found`, `permission_denied` (even for the other side's message).
 */
export async function removeMessage(
  ctx: Ctx,
  conversationId: string,
  messageId: string,
): Promise<{ row: MessageRow; removed: boolean }> {
  const values = {
    conversation_id: idOrNone(conversationId),
    message_id: idOrNone(messageId),
    actor_id: requireActing(ctx).actorId,
  };
  const { emptied, found } = await write(ctx, {
    permissions: ['messaging'],
    checks: [lockConversation.call(values), requireOwnMessage.call(values)],
    change: {
      emptied: emptyMessage.call(ctx, values),
      found: findMessage.call(values),
      mentions: removeMentions.call(values),
    },
    explain: ({ facts }) => (facts['from_other_side'] ? sendersOnly : undefined),
  });
  return { row: found[0]!, removed: emptied.length > 0 };
}
