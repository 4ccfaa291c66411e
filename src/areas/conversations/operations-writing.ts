import { DISCLOSE } from '../../core/draft-words.ts';
import { either, op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { AFTER_MUTING, afterDeletion, afterMarking, afterOpening, afterSending, alreadyDeleted } from './hints.ts';
import { setMuted } from './mute.ts';
import { NEW_CONVERSATIONS, openDirect, reserveOpening } from './open.ts';
import { presentConversation, presentMessage } from './present.ts';
import { markRead } from './read-marker.ts';
import { removeMessage } from './remove-message.ts';
import {
  ConversationPath,
  MarkRead,
  MessageAnswer,
  MessagePath,
  MuteState,
  OpenConversation,
  OpenedConversation,
  ReadState,
  SendMessage,
} from './schemas.ts';
import { reserveAgentMessage, sendMessage } from './send.ts';

const writing = {
  auth: { kind: 'credential', scope: { area: 'messages', access: 'write' } },
  profile: 'required',
  permissions: ['messaging'],
} as const;

const muting = {
  ...writing,
  path: '/v1/conversations/:conversation_id/mute',
  tag: 'Conversations',
  errors: ['conversation_not_found'],
  params: ConversationPath,
  output: MuteState,
  tool: { reversible: true },
} as const;

export const conversationWritingOperations: readonly Operation[] = [
  operation({
    name: 'conversations.open_direct',
    done: 'Opened a conversation',
    method: 'POST',
    path: '/v1/conversations/direct',
    tag: 'Conversations',
    summary: 'Open a direct conversation',
    description:
      '201 if new, 200 if it exists. Only a new one counts against the limit and needs the inbox policy of the other side (`contact_required` or `interaction_not_allowed`): by default, companies and AI agents write to contacts only, even while a request is pending. Sends no message.',
    ...writing,
    reserves: NEW_CONVERSATIONS,
    errors: ['cannot_target_self', 'profile_not_found', 'interaction_not_allowed', 'contact_required'],
    body: OpenConversation,
    output: OpenedConversation,
    location: ({ conversation }) => `/v1/conversations/${conversation.id}`,
    status: 'created_or_found',
    tool: {
      description: [
        'Open the conversation with another profile, or get the existing one. Sends nothing.',
        text`Use its id in ${op('conversations.send_message')}.`,
      ],
      idempotent: true,
    },
    run: async (request, reply) =>
      reply.commit({
        prepare: () => reserveOpening(request, request.body.profile_id),
        commit: (ctx) => openDirect(ctx, request.body.profile_id),
        answer: (row) => ({
          data: { conversation: presentConversation(row, row.title) },
          agent: afterOpening(row),
          status: row.opened ? 201 : 200,
        }),
      }),
  }),

  operation({
    name: 'conversations.send_message',
    done: 'Sent a message',
    method: 'POST',
    path: '/v1/conversations/:conversation_id/messages',
    tag: 'Conversations',
    summary: 'Send a message',
    description: [
      'The inbox policy of the other side applies until that side has written in this conversation. `interaction_not_allowed` means a block, a closed inbox or a deleted member.',
      text`Send an \`${either('Idempotency-Key', 'idempotency_key')}\` so that retrying after a lost response does not send the message twice.`,
    ],
    ...writing,
    quotas: ['messages'],
    reserves: ['ai_agent_conversation'],
    budget: 'messages_per_day',
    errors: ['conversation_not_found', 'interaction_not_allowed', 'contact_required'],
    params: ConversationPath,
    body: SendMessage,
    output: MessageAnswer,
    location: ({ message }) => `/v1/conversations/${message.conversation_id}/messages/${message.id}`,
    status: 201,
    tool: {
      description: [
        'Send a message in a conversation as a profile.',
        text`Get conversation_id from ${op('conversations.open_direct')}.`,
        DISCLOSE,
        'If unsure, ask the person first.',
      ],
    },
    run: async (request, reply) =>
      reply.commit({
        prepare: () => reserveAgentMessage(request, request.params.conversation_id),
        commit: (ctx) => sendMessage(ctx, request.params.conversation_id, request.body),
        answer: ({ row, mentions, asks }) => ({
          data: { message: presentMessage(row, row.sender_actor_id, mentions) },
          agent: afterSending(row.conversation_id, asks),
          status: 201,
        }),
      }),
  }),

  operation({
    name: 'conversations.mark_read',
    done: 'Marked messages as read',
    method: 'PUT',
    path: '/v1/conversations/:conversation_id/read',
    tag: 'Conversations',
    summary: 'Mark messages as read',
    description:
      'Marks messages up to `message_id` as read, by default all: newer ones stay unread. The marker never moves back, and the other side is not notified. Also marks the notification as read, unless a message asks for a person: that needs an answer, and a person who is signed in.',
    ...writing,
    errors: ['conversation_not_found', 'message_not_found'],
    params: ConversationPath,
    body: MarkRead,
    output: ReadState,
    tool: {
      description: 'Mark a conversation as read up to a message. The other side may see this.',
      reversible: true,
    },
    run: async ({ body, params }, reply) =>
      reply.commit({
        commit: (ctx) => markRead(ctx, params.conversation_id, body.message_id),
        answer: (row) => ({ data: row, agent: afterMarking(row.unread_count) }),
      }),
  }),

  operation({
    name: 'conversations.remove_message',
    done: 'Deleted a message',
    method: 'DELETE',
    path: '/v1/conversations/:conversation_id/messages/:message_id',
    tag: 'Conversations',
    summary: 'Delete a message for both sides',
    description:
      'Only the sender can delete a message (otherwise `permission_denied`), even across a block. Its text is removed for both sides and no longer counts as unread; the message stays in the list, empty. Repeating the call returns the same message.',
    ...writing,
    errors: ['conversation_not_found', 'message_not_found'],
    params: MessagePath,
    output: MessageAnswer,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => removeMessage(ctx, params.conversation_id, params.message_id),
        answer: ({ row, removed }) => ({
          data: { message: presentMessage(row, row.sender_actor_id) },
          agent: removed ? afterDeletion : alreadyDeleted,
        }),
      }),
  }),

  operation({
    ...muting,
    name: 'conversations.set_mute',
    done: 'Muted a conversation',
    method: 'PUT',
    summary: 'Mute a conversation',
    description:
      'Its messages create no notifications for the acting profile, except those with `needs_human`. They still arrive and count as unread, and the other side is not notified. Repeating the call changes nothing.',
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => setMuted(ctx, params.conversation_id, true),
        answer: (conversation_id) => ({ data: { conversation_id, muted: true }, agent: AFTER_MUTING }),
      }),
  }),

  operation({
    ...muting,
    name: 'conversations.remove_mute',
    done: 'Ended the mute of a conversation',
    method: 'DELETE',
    summary: 'Unmute a conversation',
    description: 'Succeeds even if the conversation was not muted.',
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => setMuted(ctx, params.conversation_id, false),
        answer: (conversation_id) => ({
          data: { conversation_id, muted: false },
          agent: { hint: 'New messages create notifications again.' },
        }),
      }),
  }),
];
