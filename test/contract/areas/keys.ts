import { newId } from '../../../src/core/ids.ts';
import { makeKey } from '../../support/members.ts';
import { type AreaContract, type Foreign, type Made, NO_PROFILE } from '../contract.ts';

const strangersKey: Foreign = {
  what: "a stranger's key",
  path: async (w) => ({ api_key_id: (await makeKey(w.t, w.stranger, { name: 'of a stranger' })).id }),
  code: 'api_key_not_found',
};

/** No stronger than the weakest key that may change keys. */
const ownKey: Made<Record<string, string>> = async (w) => ({
  api_key_id: (await makeKey(w.t, w.me, { scopes: ['keys:write'] })).id,
});

export default {
  recipes: {
    'keys.create': {
      body: (w) => ({ name: 'My agent', scopes: ['keys:write'], profile_ids: [w.me.profile.id] }),
      foreign: [
        {
          what: "a stranger's profile in profile_ids",
          body: {
            foreign: (w) => ({ name: 'Stolen key', scopes: ['posts:read'], profile_ids: [w.stranger.profile.id] }),
            missing: () => ({ name: 'Stolen key', scopes: ['posts:read'], profile_ids: [newId()] }),
          },
          code: 'permission_denied',
        },
      ],
    },
    'keys.list': {},
    'keys.update': {
      path: ownKey,
      body: () => ({ name: 'renamed' }),
      missing: 'api_key_not_found',
      foreign: [strangersKey],
    },
    'keys.rotate': { path: ownKey, body: () => ({}), missing: 'api_key_not_found', foreign: [strangersKey] },
    'keys.revoke': { path: ownKey, missing: 'api_key_not_found', foreign: [strangersKey] },
  },
  permissions: {
    'keys.create': NO_PROFILE,
    'keys.list': NO_PROFILE,
    'keys.update': NO_PROFILE,
    'keys.rotate': NO_PROFILE,
    'keys.revoke': NO_PROFILE,
  },
  roundTrips: {
    'keys.create': 4,
    'keys.list': 1,
    'keys.revoke': 6,
    'keys.rotate': 4,
    'keys.update': 5,
  },
} satisfies AreaContract;
