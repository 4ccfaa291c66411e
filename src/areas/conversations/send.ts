import { sql } from 'drizzle-orm';
import { requireActing } from '../../auth/require.ts';
import type { AiDisclosure } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import { preview } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { appendedMessage, continuedConversation, messageEvents } from '../relations/conversation-statements.ts';
import { type MessageRow, messageColumns } from './columns.ts';
import { acceptsMessages, findOtherSide, isOpen, refusalOf, refuseSide } from './other-side.ts';
import type { SendMessageInput } from './schemas.ts';

const sendMessageStatement = writeStatement<MessageRow>('conversations.send_message', {
  authority: 'acting',
  change: sql`other as (
    select cm.conversation_id, pr.id as profile_id
    from authority
    join conversation_members cm on cm.conversation_id = ${p('conversation_id', 'uuid')} and cm.actor_id = authority.actor_id
    join conversation_members om on om.conversation_id = cm.conversation_id and om.actor_id = cm.other_actor_id
    join actors ac on ac.id = cm.other_actor_id and ac.type = 'profile'
    join profiles pr on pr.id = ac.entity_id
    where ${isOpen} and (om.has_written or ${acceptsMessages})
  ), new_message as (
    select authority.actor_id as sender_actor_id, ${p('body', 'text')} as body, ${p('preview', 'text')} as preview,
      case when authority.by_ai then 'generated' else ${p('ai_disclosure', 'text')} end as ai_disclosure,
      ${p('needs_human', 'bool')} as needs_human, ${p('client_reference', 'text')} as client_reference,
      authority.manager_profile_id, authority.grant_id
    from authority
  ), ${continuedConversation(sql`conversations.id = other.conversation_id`, sql`cross join other`)},
  ${appendedMessage}`,
  events: messageEvents({ from: sql`other`, sender: p('profile_id', 'uuid'), recipient: sql`other.profile_id` }),
  spends: { budget: 'messages_per_day', from: sql`message` },
  audit: { from: sql`message`, objectType: 'message', object: sql`message.id` },
  answer: sql`select ${messageColumns}, authority.profile_id as sender_profile_id from message m cross join authority`,
});

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/**
 * Stops endless exchanges of two AI agents: their messages count against a limit of the conversation, which both sides
 * share. Fails with `rate_limited`.
 */
export async function reserveAgentMessage(request: LimitedRequest, conversationId: string): Promise<void> {
  if (requireActing(request.ctx).type !== 'ai_agent') return;
  const side = await findOtherSide(request.ctx, { conversationId });
  if (side?.type === 'ai_agent' && refusalOf(side) === null) await request.reserveLimit('ai_agent_conversation');
}

/**
 * Sends a message. Fails with `conversation_not_found`, `interaction_not_allowed` (a block, a closed inbox, or a
 * deleted member), `contact_required`, `permission_denied`, `grant_budget_reached`. One statement.
 */
export async function sendMessage(ctx: Ctx, conversationId: string, input: SendMessageInput): Promise<MessageRow> {
  const values = {
    conversation_id: idOrNone(conversationId),
    message_id: newId(),
    body: input.body,
    preview: preview(input.body).preview,
    ai_disclosure: input.ai_disclosure ?? ('none' satisfies AiDisclosure),
    needs_human: input.needs_human ?? false,
    client_reference: input.client_reference || null,
  };
  const row = await sendMessageStatement.run(ctx, values, ['messaging']);
  if (row) return row;
  await refuseWithoutAuthority(ctx, ['messaging']);
  const side = (await findOtherSide(ctx, { conversationId })) ?? fail('conversation_not_found');
  return refuseSide(ctx, side);
}
