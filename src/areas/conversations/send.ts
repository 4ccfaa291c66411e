import { disclosureOf } from '../../auth/authorize.ts';
import { reserveBudget } from '../../auth/budget.ts';
import { requireActing } from '../../auth/require.ts';
import type { AiDisclosure } from '../../core/enums.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import { previewSource } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { asksForPerson } from '../../events/read-notifications.ts';
import { column } from '../../events/shared-write.ts';
import { write } from '../../events/write.ts';
import type { MentionRow } from '../profiles/mentions.ts';
import { sendingStatement, sharedSending } from './append-message.ts';
import type { MessageRow } from './columns.ts';
import { insertMentions, readMentions } from './mentions.ts';
import { explainRecipient, findOtherSide, requireRecipientOf } from './other-side.ts';
import type { SendMessageInput } from './schemas.ts';

const insertMessage = sendingStatement(
  'conversations.send_message',
  {
    conversation_id: 'uuid',
    actor_id: 'uuid',
    body: 'text',
    preview: 'text',
    ai_disclosure: 'text',
    needs_human: 'bool',
    client_reference: 'text?',
  },
  sql`select ${p('actor_id', 'uuid')} as sender_actor_id, ${p('body', 'text')} as body, ${p('preview', 'text')} as preview,
    ${disclosureOf(found.by_ai, p('ai_disclosure', 'text'))} as ai_disclosure,
    ${p('needs_human', 'bool')} as needs_human, ${p('client_reference', 'text')} as client_reference,
    ${found.manager_profile_id} as manager_profile_id, ${found.grant_id} as grant_id`,
  sql`conversations.id = ${p('conversation_id', 'uuid')}`,
);

const insertPlain = sharedSending(
  'conversations.send_messages',
  disclosureOf(column('by_ai'), column('ai_disclosure')),
);

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/** Messages of two AI agents count against a limit of the conversation. Fails with `rate_limited`. */
export async function reserveAgentMessage(request: LimitedRequest, conversationId: string): Promise<void> {
  if (requireActing(request.ctx).type !== 'ai_agent') return;
  const side = await findOtherSide(request.ctx, { conversationId });
  if (side?.type === 'ai_agent' && side.refusal === null) await request.reserveLimit('ai_agent_conversation');
}

/** Whether a message of the conversation still asks for a person. */
const awaitsPerson = statement(
  'conversations.awaits_person',
  { profile_id: 'uuid', conversation_id: 'uuid' },
  sql<{ asks: boolean }>`select exists (select from notifications n where n.profile_id = ${p('profile_id', 'uuid')}
    and n.type = 'message.created' and n.group_id = ${p('conversation_id', 'uuid')} and n.read_at is null
    and ${asksForPerson}) as asks`,
);

/** `asks`: a message there still asks for a person, and the caller manages the profile with a key or an app. */
export type SentMessage = { row: MessageRow; mentions: readonly MentionRow[]; asks: boolean };

/**
 * Sends a message. Fails with `conversation_not_found`, `interaction_not_allowed`, `contact_required`,
 * `permission_denied`, `grant_budget_reached`.
 */
export async function sendMessage(ctx: Ctx, conversationId: string, input: SendMessageInput): Promise<SentMessage> {
  const { id: profile_id, actorId: actor_id, type: acting_type, owned } = requireActing(ctx);
  const conversation_id = idOrNone(conversationId);
  const message_id = newId();
  const mentions = insertMentions(message_id, input.body);
  const message = {
    actor_id,
    conversation_id,
    message_id,
    body: input.body,
    preview: previewSource(input.body),
    ai_disclosure: input.ai_disclosure ?? ('none' satisfies AiDisclosure),
    needs_human: input.needs_human ?? false,
    client_reference: input.client_reference || null,
  };
  // One that needs a person notifies several profiles, whose order the batch does not know.
  if (owned && mentions.length === 0 && !message.needs_human) {
    const row = await insertPlain.one(ctx, { ...message, acting_type }, conversation_id);
    if (row) return { row: { ...row, sender_profile_id: profile_id }, mentions: [], asks: false };
  }
  const { inserted, found, asking } = await write(ctx, {
    permissions: ['messaging'],
    checks: [requireRecipientOf(ctx, conversation_id)],
    change: {
      inserted: insertMessage.call(ctx, message),
      mentions,
      budget: reserveBudget(ctx, 'messages_per_day'),
      found: mentions.length === 0 ? null : readMentions(ctx, [message_id]),
      asking: owned || ctx.principal?.type === 'session' ? null : awaitsPerson.call({ profile_id, conversation_id }),
    },
    explain: explainRecipient(ctx),
  });
  return {
    row: { ...inserted[0]!, sender_profile_id: profile_id },
    mentions: found ?? [],
    asks: asking?.[0]?.asks ?? false,
  };
}
