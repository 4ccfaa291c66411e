import { requireActing } from '../../auth/require.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { lockConversation } from './read-marker.ts';

const set = writeStatement(
  'conversations.set_mute',
  { muted: 'bool', conversation_id: 'uuid', actor_id: 'uuid' },
  {
    change: sql`changed as (
    update ${writes('conversation_members')} me set muted_at = case when ${p('muted', 'bool')} then ${p('now', 'timestamptz')} end
    where me.conversation_id = ${p('conversation_id', 'uuid')} and me.actor_id = ${p('actor_id', 'uuid')}
      and (me.muted_at is null) = ${p('muted', 'bool')}
    returning me.conversation_id
  )`,
    audit: { from: sql`changed`, objectType: 'conversation', object: sql`changed.conversation_id` },
    answer: sql<{ changed: boolean }>`select exists (select from changed) as changed`,
  },
);

/** Mutes a conversation, or ends that. Fails with `conversation_not_found`, `permission_denied`. */
export async function setMuted(ctx: Ctx, id: string, muted: boolean): Promise<string> {
  const conversation_id = idOrNone(id);
  const values = { conversation_id, actor_id: requireActing(ctx).actorId };
  await write(ctx, {
    permissions: ['messaging'],
    checks: [lockConversation.call(values)],
    change: [set.call(ctx, { ...values, muted })],
  });
  return conversation_id;
}
