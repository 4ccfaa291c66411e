import { makeGrant } from '../support/oauth-grants.ts';
import type { Recipe } from './recipes.ts';

export const OAUTH_RECIPES: Record<string, Recipe> = {
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
};
