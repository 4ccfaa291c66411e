import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { conversationReadingOperations } from './operations-reading.ts';
import { conversationWritingOperations } from './operations-writing.ts';

export const conversations: Area = {
  name: 'conversations',
  toolset: 'messages',
  tags: {
    Conversations: 'Direct conversations between two profiles, their messages and unread counts.',
  },
  operations: [...conversationReadingOperations, ...conversationWritingOperations],
  tables: ['conversation_members', 'conversations', 'message_mentions', 'messages'],
  invariants,
  untrustedFields: [
    'Conversation.title',
    'Conversation.last_message_preview',
    'LastMessage.preview',
    'Message.body',
    'Message.client_reference',
  ],
  exportSections,
  erasure,
};
