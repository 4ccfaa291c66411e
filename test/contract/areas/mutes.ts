import { makeMember } from '../../support/members.ts';
import type { AreaContract } from '../contract.ts';

const another = {
  path: async (w) => ({ profile_id: (await makeMember(w.t)).profile.id }),
} satisfies AreaContract['recipes'][string];

export default {
  recipes: {
    'mutes.set': {
      ...another,
      missing: 'profile_not_found',
      foreign: [
        {
          what: 'a suspended profile',
          path: (w) => ({ profile_id: w.suspended.profile.id }),
          code: 'profile_not_found',
        },
      ],
    },
    'mutes.remove': { ...another, missing: null },
    'mutes.list': {},
  },
  permissions: {
    'mutes.set': [{ needs: ['networking'] }],
    'mutes.remove': [{ needs: ['networking'] }],
    'mutes.list': [{ needs: ['networking'] }],
  },
  // Everybody may mute any profile, across a block too.
  outsiders: {
    'mutes.set': { stranger: 'done', blocked: 'done' },
    'mutes.remove': { stranger: 'done', blocked: 'done' },
  },
  roundTrips: { 'mutes.set': 1, 'mutes.remove': 1, 'mutes.list': 2 },
} satisfies AreaContract;
