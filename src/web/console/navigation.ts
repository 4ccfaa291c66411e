import type { Principal } from '../../auth/principal.ts';
import { type OperatorTask, opens } from '../../core/operator-roles.ts';

export type NavigationEntry = {
  path: string;
  label: string;
  group: 'General' | 'Settings' | 'Operator';
  task?: OperatorTask;
};

const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/home', label: 'Home', group: 'General' },
  { path: '/console/notifications', label: 'Notifications', group: 'General' },
  { path: '/console/messages', label: 'Messages', group: 'General' },
  { path: '/console/network', label: 'Network', group: 'General' },
  { path: '/console/search', label: 'Search', group: 'General' },
  { path: '/console/approvals', label: 'Approvals', group: 'General' },
  { path: '/console/profiles', label: 'Profiles', group: 'General' },
  { path: '/console', label: 'Overview', group: 'Settings' },
  { path: '/console/account', label: 'Account', group: 'Settings' },
  { path: '/console/posts', label: 'Posts', group: 'Settings' },
  { path: '/console/access', label: 'Access', group: 'Settings' },
  { path: '/console/api-keys', label: 'API keys', group: 'Settings' },
  { path: '/console/apps', label: 'Connected apps', group: 'Settings' },
  { path: '/console/webhooks', label: 'Webhooks', group: 'Settings' },
  { path: '/console/activity', label: 'Activity', group: 'Settings' },
  { path: '/console/verification', label: 'Verification', group: 'Settings' },
  { path: '/console/export', label: 'Export', group: 'Settings' },
  { path: '/console/operator', label: 'Server', group: 'Operator', task: 'accounts' },
  { path: '/console/operator/invitations', label: 'Invitations', group: 'Operator', task: 'invitations' },
  { path: '/console/operator/reports', label: 'Reports', group: 'Operator', task: 'reports' },
  { path: '/console/operator/sign-ups', label: 'Sign-ups', group: 'Operator', task: 'sign_ups' },
  { path: '/console/operator/appeals', label: 'Appeals', group: 'Operator', task: 'appeals' },
  { path: '/console/operator/accounts', label: 'Accounts', group: 'Operator', task: 'accounts' },
  { path: '/console/operator/verifications', label: 'Verifications', group: 'Operator', task: 'verifications' },
  { path: '/console/operator/blocks', label: 'Blocks', group: 'Operator', task: 'blocks' },
  { path: '/console/operator/posts', label: 'Posts', group: 'Operator', task: 'posts' },
];

/** All that a suspended account can open. */
const SUSPENDED: readonly string[] = ['/console', '/console/account'];

export function navigationFor({ operatorRoles, suspendedAt, profiles }: Principal): NavigationEntry[] {
  // Somebody who only manages profiles may not be allowed to read the messages of any.
  const reads = profiles.size === 0 || profiles.values().some(({ permissions }) => permissions.includes('messaging'));
  return NAVIGATION.filter(({ path, task }) => {
    if (suspendedAt) return SUSPENDED.includes(path);
    if (path === '/console/messages' && !reads) return false;
    return task === undefined || opens(operatorRoles, task);
  });
}
