import { newId } from '../../src/core/ids.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { makeMember } from '../support/members.ts';
import { as } from '../support/posts.ts';
import type { Foreign, Recipe } from './recipes.ts';
import type { World } from './world.ts';

/** The conversation of a member with a new one, who has written a message in it. */
export async function conversation(w: World, member = w.me): Promise<{ conversation_id: string; message_id: string }> {
  const other = await makeMember(w.t);
  const conversation_id = await openConversation(w.t, other, member);
  return { conversation_id, message_id: (await sendMessage(w.t, as(other), conversation_id)).id };
}
async function ownMessage(w: World): Promise<{ conversation_id: string; message_id: string }> {
  const { conversation_id } = await conversation(w);
  return { conversation_id, message_id: (await sendMessage(w.t, as(w.me), conversation_id)).id };
}
const onConversation: Recipe = {
  path: conversation,
  missing: 'conversation_not_found',
  foreign: [
    { what: 'a conversation of others', path: (w) => conversation(w, w.stranger), code: 'conversation_not_found' },
  ],
};
const messageOfAnother: Foreign = {
  what: 'a message of another conversation',
  path: async (w) => ({ ...(await conversation(w)), message_id: (await conversation(w, w.stranger)).message_id }),
  code: 'message_not_found',
};

export const CONVERSATION_RECIPES: Readonly<Record<string, Recipe>> = {
  'conversations.open_direct': {
    body: async (w) => ({ profile_id: (await makeMember(w.t)).profile.id }),
    foreign: [
      {
        what: 'a deleted profile',
        body: {
          foreign: async (w) => {
            const { token, profile } = await makeMember(w.t);
            await w.t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
            return { profile_id: profile.id };
          },
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
  'conversations.send_message': { ...onConversation, body: () => ({ body: 'Made by the matrix' }) },
  'conversations.mark_read': { ...onConversation, body: () => ({}) },
  'conversations.remove_message': {
    ...onConversation,
    path: ownMessage,
    foreign: [
      ...onConversation.foreign!,
      messageOfAnother,
      { what: "the other side's message", path: conversation, code: 'permission_denied' },
    ],
  },
};
