import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { exampleItem, exampleMessage } from './examples.ts';
import { afterListing, afterMessages, afterSummary, readUntrusted } from './hints.ts';
import {
  getConversationOrFail,
  getMessageOrFail,
  listConversations,
  listMessages,
  summarizeConversations,
} from './lists.ts';
import { presentMessage, presentSide } from './present.ts';
import {
  ConversationItem,
  ConversationPage,
  ConversationPath,
  ListQuery,
  MessageAnswer,
  MessagePage,
  MessagePath,
  MessagesQuery,
  ReadQuery,
  Summary,
} from './schemas.ts';

const tags = ['Conversations'];
const reading = {
  auth: { kind: 'credential', scope: { area: 'messages', access: 'read' } },
  profile: 'required',
  permissions: ['messaging'],
} as const;

/** Routes that read conversations and messages. */
export const conversationReadingRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/v1/conversations/summary',
    {
      config: {
        ...reading,
        operation: 'conversations.get_summary',
        profile: 'required_or_guest',
        example: { data: { unread_count: 2 } },
      },
      schema: {
        summary: 'Count unread conversations',
        description:
          'Returns how many conversations have at least one unread message from the other side. Cheap enough to poll.',
        tags,
        response: answers(Summary),
      },
    },
    async ({ ctx }, reply) => {
      const summary = await summarizeConversations(ctx);
      return reply.ok(summary, afterSummary(summary.unread_count));
    },
  );

  app.get(
    '/v1/conversations',
    {
      config: {
        ...reading,
        operation: 'conversations.list',
        errors: ['invalid_cursor'],
        example: { data: { items: [exampleItem], next_cursor: null } },
      },
      schema: {
        summary: 'List conversations',
        description:
          'Ordered by last activity, newest first: the latest message, or else the creation. Each entry includes the other side, even if blocked, deleted or hidden. `view=compact` shortens the profile.',
        tags,
        querystring: ListQuery,
        response: answers(ConversationPage),
      },
    },
    async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listConversations(ctx, query);
      const unread = items.filter((row) => row.unread_count > 0).map((row) => row.id);
      const { config } = ctx;
      return reply.ok(
        { items: items.map((row) => presentSide(row, query.view, config)), next_cursor },
        afterListing(unread),
      );
    },
  );

  app.get(
    '/v1/conversations/:conversation_id',
    {
      config: {
        ...reading,
        operation: 'conversations.get',
        errors: ['conversation_not_found'],
        example: { data: exampleItem },
      },
      schema: {
        summary: 'Read a conversation',
        description:
          'Returns a conversation of the acting profile with its other side. Messages are listed separately.',
        tags,
        params: ConversationPath,
        querystring: ReadQuery,
        response: answers(ConversationItem),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const row = await getConversationOrFail(ctx, params.conversation_id);
      return reply.ok(presentSide(row, query.view, ctx.config), afterListing(row.unread_count > 0 ? [row.id] : []));
    },
  );

  app.get(
    '/v1/conversations/:conversation_id/messages',
    {
      config: {
        ...reading,
        operation: 'conversations.list_messages',
        errors: ['invalid_cursor', 'conversation_not_found'],
        example: { data: { items: [exampleMessage], next_cursor: null } },
      },
      schema: {
        summary: 'List the messages of a conversation',
        description:
          'Newest first, by time sent. Deleted messages stay in the list, empty and with `deleted_at`. Listing does not mark messages as read; use PUT …/read for that.',
        tags,
        params: ConversationPath,
        querystring: MessagesQuery,
        response: answers(MessagePage),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const page = await listMessages(ctx, { ...query, conversationId: params.conversation_id });
      const items = page.items.map((row) => presentMessage(row, ctx.acting!.actorId));
      const newest = items[0];
      return reply.ok(
        { items, next_cursor: page.next_cursor },
        newest ? afterMessages(newest.conversation_id, page.items[0]!.can_answer) : readUntrusted,
      );
    },
  );

  app.get(
    '/v1/conversations/:conversation_id/messages/:message_id',
    {
      config: {
        ...reading,
        operation: 'conversations.get_message',
        errors: ['conversation_not_found', 'message_not_found'],
        example: { data: { message: exampleMessage } },
      },
      schema: {
        summary: 'Read a message',
        description: 'Returns a message of a conversation of the acting profile, even if it was deleted.',
        tags,
        params: MessagePath,
        response: answers(MessageAnswer),
      },
    },
    async ({ ctx, params }, reply) => {
      const row = await getMessageOrFail(ctx, params.conversation_id, params.message_id);
      return reply.ok({ message: presentMessage(row, ctx.acting!.actorId) }, readUntrusted);
    },
  );
};
