import { newId } from '../../../src/core/ids.ts';
import { sendMessage } from '../../support/conversations.ts';
import { as } from '../../support/posts.ts';
import { type AreaContract, type Foreign, one, type Recipe } from '../contract.ts';
import { deletedId, someone } from '../foreign-profiles.ts';
import { newConversation, type World } from '../world.ts';

async function ownMessage(w: World): Promise<{ conversation_id: string; message_id: string }> {
  const { conversation_id } = await newConversation(w);
  return { conversation_id, message_id: (await sendMessage(w.t, as(w.me), conversation_id)).id };
}

const onConversation: Recipe = {
  path: newConversation,
  missing: 'conversation_not_found',
  foreign: [
    { what: 'a conversation of others', path: (w) => newConversation(w, w.stranger), code: 'conversation_not_found' },
  ],
};

const messageOfAnother: Foreign = {
  what: 'a message of another conversation',
  path: async (w) => ({ ...(await newConversation(w)), message_id: (await newConversation(w, w.stranger)).message_id }),
  code: 'message_not_found',
};

export default {
  recipes: {
    'conversations.open_direct': {
      body: async (w) => ({ profile_id: await someone(w) }),
      foreign: [
        {
          what: 'a deleted profile',
          body: {
            foreign: async (w) => ({ profile_id: await deletedId(w) }),
            missing: () => ({ profile_id: newId() }),
          },
          code: 'profile_not_found',
        },
      ],
    },
    'conversations.get_summary': {},
    'conversations.list': {},
    'conversations.get': onConversation,
    'conversations.list_messages': onConversation,
    'conversations.get_message': { ...onConversation, foreign: [...onConversation.foreign!, messageOfAnother] },
    'conversations.send_message': { ...onConversation, body: () => ({ body: 'Can we speak tomorrow?' }) },
    'conversations.mark_read': { ...onConversation, body: () => ({}) },
    'conversations.set_mute': onConversation,
    'conversations.remove_mute': onConversation,
    'conversations.remove_message': {
      ...onConversation,
      path: ownMessage,
      foreign: [
        ...onConversation.foreign!,
        messageOfAnother,
        { what: "the other side's message", path: newConversation, code: 'permission_denied' },
      ],
    },
  },
  permissions: {
    'conversations.get_summary': one('messaging'),
    'conversations.list': one('messaging'),
    'conversations.get': one('messaging'),
    'conversations.list_messages': one('messaging'),
    'conversations.get_message': one('messaging'),
    'conversations.open_direct': one('messaging'),
    'conversations.send_message': one('messaging'),
    'conversations.mark_read': one('messaging'),
    'conversations.remove_message': one('messaging'),
    'conversations.set_mute': one('messaging'),
    'conversations.remove_mute': one('messaging'),
  },
  roundTrips: {
    'conversations.get': 1,
    'conversations.get_message': 1,
    'conversations.get_summary': 1,
    'conversations.list': 2,
    'conversations.list_messages': 1,
    'conversations.mark_read': 1,
    'conversations.open_direct': 2,
    'conversations.remove_message': 1,
    'conversations.send_message': 1,
    'conversations.set_mute': 1,
    'conversations.remove_mute': 1,
  },
} satisfies AreaContract;
