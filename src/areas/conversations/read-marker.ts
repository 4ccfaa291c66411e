import { sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { getConversationOrFail, getMessageOrFail } from './lists.ts';

export type ReadStateRow = { conversation_id: string; unread_count: number };

const conversationId = p('conversation_id', 'uuid');

/**
 * Moves one side's read marker forward and subtracts the messages in between from its unread count. The conversation's
 * lock comes first, so nothing is sent or deleted meanwhile; but the messages are read from the statement's snapshot,
 * which predates the wait for that lock. Every send or delete changes the conversation's row: if its version (`xmin`)
 * differs from the snapshot's, the statement may have missed messages, returns no row and is run again.
 *
 * A marker that would move backwards is written unchanged, so that the answer is the current row and not the
 * snapshot's.
 */
const moveMarker = writeStatement<ReadStateRow>('conversations.mark_read', {
  authority: 'acting',
  change: sql`locked as (
    select c.id, c.last_seq, cm.actor_id
    from authority
    join conversation_members cm on cm.conversation_id = ${conversationId} and cm.actor_id = authority.actor_id
    join conversations c on c.id = cm.conversation_id
    where c.xmin = (select seen.xmin from conversations seen where seen.id = ${conversationId})
    for no key update of c
  ), target as (
    select locked.id, locked.actor_id, case when ${p('message_id', 'uuid')} is null then locked.last_seq else m.seq end as seq
    from locked left join messages m on m.id = ${p('message_id', 'uuid')} and m.conversation_id = locked.id
  ), marked as (
    update conversation_members me set last_read_seq = greatest(me.last_read_seq, target.seq),
      last_read_at = case when target.seq > me.last_read_seq then ${p('now', 'timestamptz')} else me.last_read_at end,
      unread_count = me.unread_count - (select count(*)::int from messages m
        where m.conversation_id = me.conversation_id and m.seq > me.last_read_seq and m.seq <= target.seq
          and m.sender_actor_id = me.other_actor_id and m.deleted_at is null)
    from target where me.conversation_id = target.id and me.actor_id = target.actor_id and target.seq is not null
    returning me.conversation_id, me.unread_count, me.last_read_at
  )`,
  // A repeat changes nothing, so it must not update the timestamp.
  audit: {
    from: sql`marked where marked.last_read_at = ${p('now', 'timestamptz')}`,
    objectType: 'conversation',
    object: sql`marked.conversation_id`,
  },
  answer: sql`select conversation_id, unread_count from marked`,
});

/** Each retry means that another write came in between: far more than two sides can produce. */
const MAX_ATTEMPTS = 100;

/**
 * Marks everything up to a message as read, by default up to the newest; never moves backwards. Returns the number of
 * unread messages. Fails with `conversation_not_found`, `message_not_found`, `permission_denied`. One statement, and
 * one more for each concurrent write.
 */
export async function markRead(ctx: Ctx, id: string, messageId?: string): Promise<ReadStateRow> {
  const values = { conversation_id: idOrNone(id), message_id: messageId === undefined ? null : idOrNone(messageId) };
  for (let look = 1; look <= MAX_ATTEMPTS; look++) {
    const row = await moveMarker.run(ctx, values, ['messaging']);
    if (row) return row;
    await refuseWithoutAuthority(ctx, ['messaging']);
    if (messageId === undefined) await getConversationOrFail(ctx, id);
    else await getMessageOrFail(ctx, id, messageId);
  }
  return fail('service_unavailable', { internal: `a conversation changed ${MAX_ATTEMPTS} times under one marker` });
}
