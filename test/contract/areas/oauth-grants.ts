import { makeGrant } from '../../support/oauth-grants.ts';
import { type AreaContract, NO_PROFILE } from '../contract.ts';

export default {
  recipes: {
    'oauth_grants.list': {},
    'oauth_grants.revoke': {
      path: async (w) => ({ oauth_grant_id: (await makeGrant(w.t, w.me)).id }),
      missing: 'oauth_grant_not_found',
      foreign: [
        {
          what: "a stranger's authorization",
          path: async (w) => ({ oauth_grant_id: (await makeGrant(w.t, w.stranger)).id }),
          code: 'oauth_grant_not_found',
        },
      ],
    },
  },
  permissions: {
    'oauth_grants.list': NO_PROFILE,
    'oauth_grants.revoke': NO_PROFILE,
  },
  roundTrips: {
    'oauth_grants.list': 1,
    'oauth_grants.revoke': 4,
  },
} satisfies AreaContract;
