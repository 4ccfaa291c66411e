import { newId } from '../../src/core/ids.ts';
import { block, follow } from '../support/follows.ts';
import { makeMember } from '../support/members.ts';
import type { Foreign, Recipe } from './recipes.ts';
import { conversation } from './recipes-conversations.ts';
import type { World } from './world.ts';

const someone = async (w: World) => (await makeMember(w.t)).profile.id;
const deleted = async (w: World) => {
  const { token, profile } = await makeMember(w.t);
  await w.t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
  return profile.id;
};
const followed = async (w: World) => {
  const other = await makeMember(w.t);
  await follow(w.t, w.me, other);
  return { followed_profile_id: other.profile.id };
};
const blocked = async (w: World) => {
  const other = await makeMember(w.t);
  await block(w.t, w.me, other);
  return { profile_id: other.profile.id };
};

const reported = (target_type: string, target_id: string = newId()) => ({ target_type, target_id, reason: 'spam' });

/** Bodies in which a field names a profile that the caller may not see. */
function hidden(field: string): Foreign[] {
  const missing = () => ({ [field]: newId() });
  return [
    {
      what: 'a deleted profile',
      body: { foreign: async (w) => ({ [field]: await deleted(w) }), missing },
      code: 'profile_not_found',
    },
    {
      what: 'a suspended profile',
      body: { foreign: (w) => ({ [field]: w.suspended.profile.id }), missing },
      code: 'profile_not_found',
    },
  ];
}

/** Paths with such a profile. */
const hiddenInPath = (field: string, code: Foreign['code']): Foreign[] => [
  { what: 'a deleted profile', path: async (w) => ({ [field]: await deleted(w) }), code },
  { what: 'a suspended profile', path: (w) => ({ [field]: w.suspended.profile.id }), code },
];

const listsFollows: Recipe = {
  path: async (w) => {
    await follow(w.t, w.me, await makeMember(w.t));
    await follow(w.t, await makeMember(w.t), w.me);
    return { profile_id: w.me.profile.id };
  },
  missing: 'profile_not_found',
  foreign: hiddenInPath('profile_id', 'profile_not_found'),
};

export const RELATION_RECIPES: Readonly<Record<string, Recipe>> = {
  'follows.create': {
    body: async (w) => ({ followed_profile_id: await someone(w) }),
    foreign: [...hidden('followed_profile_id')],
  },
  'follows.remove': {
    path: followed,
    missing: 'profile_not_found',
    foreign: hiddenInPath('followed_profile_id', 'profile_not_found'),
  },
  'follows.list_followers': listsFollows,
  'follows.list_following': listsFollows,

  'safety.block': { body: async (w) => ({ profile_id: await someone(w) }), foreign: hidden('profile_id') },
  'safety.unblock': {
    path: blocked,
    missing: 'block_not_found',
    foreign: hiddenInPath('profile_id', 'block_not_found'),
  },
  'safety.list_blocks': {},

  'reports.create': {
    body: async (w) => ({ target_type: 'profile', target_id: await someone(w), reason: 'spam' }),
    foreign: [
      {
        what: 'a suspended profile',
        body: { foreign: (w) => reported('profile', w.suspended.profile.id), missing: () => reported('profile') },
        code: 'profile_not_found',
      },
      {
        what: 'a draft of another member',
        body: {
          foreign: async (w) => reported('post', await w.post(w.stranger, { status: 'draft' })),
          missing: () => reported('post'),
        },
        code: 'post_not_found',
      },
      {
        what: 'a message of others',
        body: {
          foreign: async (w) => reported('message', (await conversation(w, w.stranger)).message_id),
          missing: () => reported('message'),
        },
        code: 'message_not_found',
      },
    ],
  },

  'audit.list': {},
};
