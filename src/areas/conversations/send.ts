import { sql } from 'drizzle-orm';
import { byAi, grantId, managerProfileId } from '../../auth/authorize.ts';
import { spendBudget } from '../../auth/budget.ts';
import { requireActing } from '../../auth/require.ts';
import type { AiDisclosure } from '../../core/enums.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import { preview } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall, insertEventsFrom } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { appendedMessage, continuedConversation } from '../relations/conversation-statements.ts';
import { type MessageRow, messageColumns } from './columns.ts';
import type { ContactChance } from './hints.ts';
import { findOtherSide, hintsOnContact, requireRecipientOf } from './other-side.ts';
import type { SendMessageInput } from './schemas.ts';

const messageId = p('message_id', 'uuid');
const profileId = p('profile_id', 'uuid');

const insertMessage = statement<Omit<MessageRow, 'sender_profile_id'>>(
  'conversations.send_message',
  sql`with new_message as (
    select ${p('actor_id', 'uuid')} as sender_actor_id, ${p('body', 'text')} as body, ${p('preview', 'text')} as preview,
      case when ${byAi} then 'generated' else ${p('ai_disclosure', 'text')} end as ai_disclosure,
      ${p('needs_human', 'bool')} as needs_human, ${p('client_reference', 'text')} as client_reference,
      ${managerProfileId} as manager_profile_id, ${grantId} as grant_id
  ), ${continuedConversation(sql`conversations.id = ${p('conversation_id', 'uuid')}`)}, ${appendedMessage}
  select ${messageColumns} from message m`,
);

/** In the event logs of both sides. */
const announceMessage = statement(
  'conversations.announce_message',
  insertEventsFrom(sql`
    select event.id, ${p('now', 'timestamptz')}, 'message.created', event.profile_id, null, ${profileId}, 'message', m.id,
      jsonb_build_object('conversation_id', m.conversation_id, 'needs_human', m.needs_human)
    from messages m
    join conversation_members cm on cm.conversation_id = m.conversation_id and cm.actor_id = m.sender_actor_id
    join actors other on other.id = cm.other_actor_id
    cross join lateral (values (${p('event_1_id', 'uuid')}, ${profileId}), (${p('event_2_id', 'uuid')}, other.entity_id)) as event(id, profile_id)
    where m.id = ${messageId}`),
);

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/**
 * Stops endless exchanges of two AI agents: their messages count against a limit of the conversation, which both sides
 * share. Fails with `rate_limited`.
 */
export async function reserveAgentMessage(request: LimitedRequest, conversationId: string): Promise<void> {
  if (requireActing(request.ctx).type !== 'ai_agent') return;
  const side = await findOtherSide(request.ctx, { conversationId });
  if (side?.type === 'ai_agent' && side.refusal === null) await request.reserveLimit('ai_agent_conversation');
}

/**
 * Sends a message. Fails with `conversation_not_found`, `interaction_not_allowed` (a block, a closed inbox, or a
 * deleted member), `contact_required`, `permission_denied`, `grant_budget_reached`. One round trip.
 *
 * Locks: the sender, the conversation, its members in the order of their actors, the budgets.
 */
export async function sendMessage(ctx: Ctx, conversationId: string, input: SendMessageInput): Promise<MessageRow> {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const conversation_id = idOrNone(conversationId);
  const message_id = newId();
  const now = ctx.now();
  const [[row]] = await write(ctx, {
    permissions: ['messaging'],
    checks: [requireRecipientOf(ctx, conversation_id)],
    change: [
      insertMessage.call({
        actor_id,
        conversation_id,
        message_id,
        now,
        body: input.body,
        preview: preview(input.body).preview,
        ai_disclosure: input.ai_disclosure ?? ('none' satisfies AiDisclosure),
        needs_human: input.needs_human ?? false,
        client_reference: input.client_reference || null,
      }),
      ...spendBudget(ctx, 'messages_per_day'),
      announceMessage.call({ message_id, profile_id, now, event_1_id: newId(), event_2_id: newId() }),
      auditCall(ctx, { type: 'message', id: message_id }),
    ],
    explain: ({ code, facts }) =>
      code === 'contact_required' ? hintsOnContact(ctx, facts as ContactChance) : undefined,
  });
  return { ...row!, sender_profile_id: profile_id };
}
