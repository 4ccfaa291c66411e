import type { Area } from '../area.ts';
import { exportSections, invariants } from './data.ts';
import { oauthGrantOperations } from './operations.ts';

export const oauthGrants: Area = {
  name: 'oauth_grants',
  toolset: 'account',
  tags: {
    'OAuth grants': 'Apps authorized through OAuth 2.1, and how to revoke their access.',
  },
  operations: oauthGrantOperations,
  invariants,
  untrustedFields: ['OAuthClient.id', 'OAuthClient.name', 'OAuthClient.host'],
  exportSections,
};
