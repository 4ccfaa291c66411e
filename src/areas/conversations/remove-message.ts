import { sql } from 'drizzle-orm';
import { requireActing } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { type MessageRow, messageColumns } from './columns.ts';
import { sendersOnly } from './hints.ts';
import { getMessageOrFail } from './lists.ts';

/**
 * Empties a message for both sides, under the conversation's lock. If another call has deleted it meanwhile, the update
 * rechecks the row and returns none. The conversation's row changes in any case, so that a concurrent move of a read
 * marker notices that its snapshot is old.
 */
const emptyMessage = writeStatement<MessageRow>('conversations.remove_message', {
  authority: 'acting',
  change: sql`locked as (
    select c.id, cm.actor_id, cm.other_actor_id
    from authority
    join conversation_members cm on cm.conversation_id = ${p('conversation_id', 'uuid')} and cm.actor_id = authority.actor_id
    join conversations c on c.id = cm.conversation_id
    for no key update of c
  ), message as (
    update messages set body = '', deleted_at = ${p('now', 'timestamptz')}, updated_at = ${p('now', 'timestamptz')}
    from locked
    where messages.id = ${p('message_id', 'uuid')} and messages.conversation_id = locked.id
      and messages.sender_actor_id = locked.actor_id and messages.deleted_at is null
    returning messages.*
  ), uncounted as (
    update conversation_members om set unread_count = om.unread_count - 1
    from message cross join locked
    where om.conversation_id = message.conversation_id and om.actor_id = locked.other_actor_id and om.last_read_seq < message.seq
  ), conversation as (
    update conversations set updated_at = ${p('now', 'timestamptz')},
      last_message_preview = case when conversations.last_seq = message.seq then '' else conversations.last_message_preview end
    from message where conversations.id = message.conversation_id
  ), other as (
    select ac.entity_id as profile_id from locked join actors ac on ac.id = locked.other_actor_id and ac.type = 'profile'
  )`,
  events: [p('profile_id', 'uuid'), sql`other.profile_id`].map((profile) => ({
    type: 'message.deleted',
    from: sql`message cross join other`,
    profile,
    actor: p('profile_id', 'uuid'),
    objectType: 'message',
    object: sql`message.id`,
    data: sql`jsonb_build_object('conversation_id', message.conversation_id)`,
  })),
  audit: { from: sql`message`, objectType: 'message', object: sql`message.id` },
  answer: sql`select ${messageColumns}, ${p('profile_id', 'uuid')} as sender_profile_id from message m`,
});

/**
 * Deletes an own message for both sides: it stays in the list without text and no longer counts as unread. Deleting it
 * again returns the same message. Fails with `conversation_not_found`, `message_not_found`, `permission_denied` (the
 * other side's message). One statement.
 */
export async function removeMessage(ctx: Ctx, conversationId: string, messageId: string): Promise<MessageRow> {
  const ids = { conversation_id: idOrNone(conversationId), message_id: idOrNone(messageId) };
  const row = await emptyMessage.run(ctx, ids, ['messaging']);
  if (row) return row;
  await refuseWithoutAuthority(ctx, ['messaging']);
  const message = await getMessageOrFail(ctx, conversationId, messageId);
  if (message.sender_actor_id !== requireActing(ctx).actorId) fail('permission_denied', { agent: sendersOnly });
  return message.deleted_at ? message : fail('service_unavailable', { internal: 'a right came back meanwhile' });
}
