import { block } from '../../support/follows.ts';
import { makeMember } from '../../support/members.ts';
import { type AreaContract, ITS_OWN, one } from '../contract.ts';
import { hidden, hiddenInPath, someone } from '../foreign-profiles.ts';
import type { World } from '../world.ts';

const blocked = async (w: World) => {
  const other = await makeMember(w.t);
  await block(w.t, w.me, other);
  return { profile_id: other.profile.id };
};

export default {
  recipes: {
    'safety.block': { body: async (w) => ({ profile_id: await someone(w) }), foreign: hidden('profile_id') },
    'safety.unblock': {
      path: blocked,
      missing: 'block_not_found',
      foreign: hiddenInPath('profile_id', 'block_not_found'),
    },
    'safety.list_blocks': {},
  },
  permissions: {
    'safety.block': one('networking'),
    'safety.unblock': one('networking'),
    'safety.list_blocks': one('networking'),
  },
  outsiders: {
    'safety.unblock': ITS_OWN,
  },
  roundTrips: {
    'safety.block': 3,
    'safety.list_blocks': 2,
    'safety.unblock': 1,
  },
} satisfies AreaContract;
