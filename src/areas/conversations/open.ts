import { sql } from 'drizzle-orm';
import { requireActing } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { appendedMessage, openedConversation, openedEvents } from '../relations/conversation-statements.ts';
import { type ConversationRow, conversationColumns } from './columns.ts';
import { acceptsMessages, findOtherSide, isOpen, refuseSide } from './other-side.ts';

/** `can_message`: whether the next message would be accepted now; an existing conversation may have a closed inbox. */
export type OpenedRow = ConversationRow & { title: string; opened: boolean; can_message: boolean };

/** Returns an existing conversation unchanged, whatever the inbox policies are; only a block prevents that. */
const openConversation = writeStatement<OpenedRow>('conversations.open_direct', {
  authority: 'acting',
  change: sql`other as (
    select pr.id as profile_id, pr.name, ac.id as actor_id, authority.actor_id as creator_actor_id,
      coalesce(${acceptsMessages}, false) as takes_messages
    from authority cross join profiles pr
    join actors ac on ac.entity_id = pr.id and ac.type = 'profile'
    where pr.id = ${p('other_profile_id', 'uuid')} and pr.id <> authority.profile_id and ${isOpen}
      and (${acceptsMessages} or exists (select 1 from conversations known
        where known.low_actor_id = least(ac.id, authority.actor_id) and known.high_actor_id = greatest(ac.id, authority.actor_id)))
  ), new_message as (
    select null::uuid as sender_actor_id, null::text as body, null::text as preview, null::text as ai_disclosure,
      null::bool as needs_human, null::text as client_reference, null::uuid as manager_profile_id, null::uuid as grant_id
    where false
  ), ${openedConversation(sql`(select creator_actor_id, actor_id as other_actor_id, null::uuid as contact_request_id from other) opening`)},
  ${appendedMessage}`,
  events: openedEvents({ from: sql`other`, creator: p('profile_id', 'uuid'), other: sql`other.profile_id` }),
  audit: {
    from: sql`conversation where conversation.opened`,
    objectType: 'conversation',
    object: sql`conversation.id`,
  },
  answer: sql`select ${conversationColumns}, c.opened, other.name as title,
      other.takes_messages or exists (select 1 from conversation_members om
        where om.conversation_id = c.id and om.actor_id = other.actor_id and om.has_written) as can_message
    from conversation c cross join other`,
});

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/** Counts a conversation that would be new. Reopening one, or being refused, is free. Fails with `rate_limited`. */
export async function reserveOpening(request: LimitedRequest, profileId: string): Promise<void> {
  const side = await findOtherSide(request.ctx, { profileId });
  if (side && side.conversation_id === null && side.refusal === null) await request.reserveLimit('new_conversations');
}

/**
 * The direct conversation of the acting profile with another one, created if needed; if both sides open it at once,
 * both get the same. Fails with `cannot_target_self`, `profile_not_found`, `interaction_not_allowed` (a block, or a
 * closed inbox), `contact_required`, `permission_denied`. One statement.
 */
export async function openDirect(ctx: Ctx, profileId: string): Promise<OpenedRow> {
  const otherId = idOrNone(profileId);
  if (otherId === requireActing(ctx).id) fail('cannot_target_self');
  const values = { other_profile_id: otherId, conversation_id: newId(), message_id: newId() };
  const row = await openConversation.run(ctx, values, ['messaging']);
  if (row) return row;
  await refuseWithoutAuthority(ctx, ['messaging']);
  const side = await findOtherSide(ctx, { profileId });
  if (!side?.is_shown) fail('profile_not_found');
  return refuseSide(ctx, side);
}
