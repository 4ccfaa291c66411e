import type { Area } from '../area.ts';
import { exportSections, invariants } from './data.ts';
import { accountOperations } from './operations.ts';

export const account: Area = {
  name: 'account',
  toolset: 'account',
  tags: {
    Account: 'Signing up and in, and managing sessions, password and second factor.',
  },
  operations: accountOperations,
  tables: [
    'accounts',
    'invites',
    'one_time_tokens',
    'recovery_codes',
    'second_factors',
    'sign_in_tries',
    'sign_up_blocks',
    'workspaces',
  ],
  invariants,
  untrustedFields: ['Account.email', 'Workspace.name', 'Session.user_agent'],
  exportSections,
};
