import { exampleProfile } from '../profiles/examples.ts';
import type { ConversationWire, MessageWire } from './schemas.ts';

const conversation_id = '0199c5b0-2f61-7a94-b3d8-6c0e5f1a7d42';
const actorId = '0199c5a0-7d52-7c3e-9a41-3c1f6e2b8d02';
const sent = '2026-11-03T09:20:00.000Z';
const body = 'Which glue holds the lamellas of the footbridge?';

export const exampleConversation: ConversationWire = {
  id: conversation_id,
  kind: 'direct',
  title: exampleProfile.name,
  created_by_actor_id: actorId,
  created_from_contact_request_id: null,
  last_message_at: sent,
  last_message_preview: body,
  created_at: '2026-11-03T09:18:00.000Z',
  updated_at: sent,
};

export const exampleItem = {
  conversation: exampleConversation,
  profile: {
    ...exampleProfile,
    viewer: {
      following: true,
      followed_by: false,
      contact: 'none',
      blocked: false,
      can_message: true,
      can_request_contact: true,
    },
  },
  unread_count: 0,
  last_read_at: null,
  muted: false,
};

export const exampleMessage: MessageWire = {
  id: '0199c5b2-04e7-7d10-8a5c-1b9f3e6d2c70',
  conversation_id,
  sender_actor_id: actorId,
  sender_profile_id: '0199c5a0-7d52-7c3e-9a41-3c1f6e2b8d01',
  mine: true,
  kind: 'text',
  body,
  mentions: [],
  links: [],
  ai_disclosure: 'none',
  needs_human: false,
  client_reference: null,
  deleted_at: null,
  created_at: sent,
  updated_at: sent,
};
