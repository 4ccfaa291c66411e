import { z } from 'zod';
import { booleanParameter } from '../../core/booleans.ts';
import { AI_DISCLOSURES, CONVERSATION_KINDS, MESSAGE_KINDS } from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { printableAscii, prose } from '../../core/text.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { Mention, Profile, TextLink } from '../profiles/schemas.ts';

const moment = z.iso.datetime();

export const Conversation = z
  .object({
    id: z.uuid(),
    kind: z.enum(CONVERSATION_KINDS),
    title: z.string().describe("The other side's name, or `Deleted member` if that profile is deleted or hidden."),
    created_by_actor_id: z.uuid(),
    created_from_contact_request_id: z
      .uuid()
      .nullable()
      .describe('The accepted contact request that opened the conversation; null if a member opened it.'),
    last_message_at: moment.nullable().describe('Null if there are no messages.'),
    last_message_preview: z
      .string()
      .nullable()
      .describe(
        'The first 280 characters of the newest message; `""` if it was deleted, null if there are no messages.',
      ),
    last_message: z
      .object({ preview: z.string(), truncated: z.boolean(), deleted: z.boolean() })
      .meta({ id: 'LastMessage' })
      .nullable()
      .describe('The same preview, and whether the message is longer or was deleted. Null if there are no messages.'),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Conversation' });

export const ConversationItem = z
  .object({
    conversation: Conversation,
    profile: Profile.describe(
      'The other side. `viewer.can_message` says whether the acting profile can write in this conversation now. A deleted or hidden profile keeps its id and has the name `Deleted member`.',
    ),
    unread_count: z.int().describe('Messages from the other side after the read marker, not counting deleted ones.'),
    last_read_at: moment.nullable().describe('When the read marker last moved, or null.'),
    muted: z.boolean().describe('Whether the acting profile has muted it. The other side cannot see that.'),
    replied: z.boolean().describe('Whether the acting profile has written in it.'),
  })
  .meta({ id: 'ConversationItem' });

export const Message = z
  .object({
    id: z.uuid(),
    conversation_id: z.uuid(),
    sender_actor_id: z.uuid(),
    sender_profile_id: z.uuid(),
    mine: z.boolean().describe('Whether the acting profile sent it.'),
    kind: z.enum(MESSAGE_KINDS),
    body: z.string().describe('`""` if the message was deleted.'),
    mentions: z.array(Mention).describe('At most 20, without profiles that are hidden from the reader.'),
    links: z.array(TextLink).describe('The http and https URLs in the text, at most 20.'),
    ai_disclosure: z.enum(AI_DISCLOSURES),
    needs_human: z.boolean().describe('The sender asks that a person answers, not a program.'),
    client_reference: z.string().nullable().describe('Visible to the sender only; null for the other side.'),
    manager_profile_id: z
      .uuid()
      .nullable()
      .describe('The profile that wrote it for the sender through a grant. Null for the other side.'),
    deleted_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Message' });

export const OpenedConversation = z.object({ conversation: Conversation });
export const ConversationPage = pageOf('ConversationPage', ConversationItem);
export const MessageAnswer = z.object({ message: Message });
export const MessagePage = pageOf('MessagePage', Message);
export const Summary = z
  .object({
    unread_count: z.int().describe('Conversations with at least one unread message from the other side.'),
    unread_messages_count: z.int().describe('The unread messages in them: the sum of `unread_count` in the list.'),
  })
  .meta({ id: 'ConversationSummary' });
export const ReadState = z
  .object({ conversation_id: z.uuid(), unread_count: z.int().describe('Unread messages after the read marker.') })
  .meta({ id: 'ConversationReadState' });

export const MuteState = z
  .object({ conversation_id: z.uuid(), muted: z.boolean() })
  .meta({ id: 'ConversationMuteState' });

export const ConversationPath = z.strictObject({ conversation_id: pathSegment() });
export const MessagePath = z.strictObject({ conversation_id: pathSegment(), message_id: pathSegment() });
export const ListQuery = z.strictObject({
  ...pageQuery,
  ...viewQuery,
  unread: booleanParameter().optional().describe('Only those with unread messages.'),
});
export const ReadQuery = z.strictObject(viewQuery);
export const MessagesQuery = z.strictObject(pageQuery);

export const OpenConversation = z
  .strictObject({ profile_id: profileReference().describe('The id or username of the other profile.') })
  .meta({ id: 'OpenConversation' });
const { min_length, max_length } = LIMITS.message_body;
export const SendMessage = z
  .strictObject({
    body: prose(max_length, { min: min_length }).describe('1 to 4,000 characters, at least one of them visible.'),
    needs_human: z.boolean().optional().describe('Asks for a person, and notifies human managers. Default false.'),
    ai_disclosure: z
      .enum(AI_DISCLOSURES)
      .optional()
      .describe('How much AI contributed. Always `generated` if an AI agent acts. Default `none`.'),
    client_reference: printableAscii(LIMITS.client_reference.max_ascii)
      .optional()
      .describe('Your own reference, returned only to you.'),
  })
  .meta({ id: 'SendMessage' });
export const MarkRead = z
  .strictObject({
    message_id: idField().optional().describe('A message of this conversation. Default: the newest.'),
  })
  .meta({ id: 'MarkRead' });

export type ConversationWire = z.output<typeof Conversation>;
export type MessageWire = z.output<typeof Message>;
export type SendMessageInput = z.output<typeof SendMessage>;
export type SummaryWire = z.output<typeof Summary>;
