import type { Area } from '../area.ts';
import { exportSections, invariants } from './data.ts';
import { accountOperations } from './operations.ts';

export const account: Area = {
  name: 'account',
  toolset: 'account',
  tags: {
    Account: 'Signing up and in, and managing sessions, e-mail address and password.',
  },
  operations: accountOperations,
  tables: ['accounts', 'invites', 'one_time_tokens', 'sign_in_tries', 'workspaces'],
  invariants,
  untrustedFields: ['Account.email', 'Workspace.name', 'Session.user_agent'],
  exportSections,
};
