import { follow } from '../../support/follows.ts';
import { makeMember } from '../../support/members.ts';
import { type AreaContract, any, ITS_OWN, one, type Recipe } from '../contract.ts';
import { hidden, hiddenInPath, someone } from '../foreign-profiles.ts';
import type { World } from '../world.ts';

const followed = async (w: World) => {
  const other = await makeMember(w.t);
  await follow(w.t, w.me, other);
  return { followed_profile_id: other.profile.id };
};

const listsFollows: Recipe = {
  path: async (w) => {
    await follow(w.t, w.me, await makeMember(w.t));
    await follow(w.t, await makeMember(w.t), w.me);
    return { profile_id: w.me.profile.id };
  },
  missing: 'profile_not_found',
  foreign: hiddenInPath('profile_id', 'profile_not_found'),
};

export default {
  recipes: {
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
  },
  permissions: {
    'follows.create': one('following'),
    'follows.remove': one('following'),
    'follows.list_followers': any,
    'follows.list_following': any,
  },
  outsiders: {
    'follows.remove': ITS_OWN,
  },
  roundTrips: {
    'follows.create': 2,
    'follows.list_followers': 1,
    'follows.list_following': 1,
    'follows.remove': 1,
  },
} satisfies AreaContract;
