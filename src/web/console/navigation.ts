import type { Principal } from '../../auth/principal.ts';

export type NavigationEntry = { path: string; label: string; group: 'General' | 'Access' | 'Operator' };

const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/console', label: 'Overview', group: 'General' },
  { path: '/console/notifications', label: 'Notifications', group: 'General' },
  { path: '/console/messages', label: 'Messages', group: 'General' },
  { path: '/console/profiles', label: 'Profiles', group: 'General' },
  { path: '/console/posts', label: 'Posts', group: 'General' },
  { path: '/console/network', label: 'Network', group: 'General' },
  { path: '/console/search', label: 'Search', group: 'General' },
  { path: '/console/verification', label: 'Verification', group: 'General' },
  { path: '/console/approvals', label: 'Approvals', group: 'General' },
  { path: '/console/account', label: 'Account', group: 'General' },
  { path: '/console/export', label: 'Export', group: 'General' },
  { path: '/console/access', label: 'People and agents', group: 'Access' },
  { path: '/console/api-keys', label: 'API keys', group: 'Access' },
  { path: '/console/webhooks', label: 'Webhooks', group: 'Access' },
  { path: '/console/apps', label: 'Connected apps', group: 'Access' },
  { path: '/console/activity', label: 'Activity', group: 'Access' },
  { path: '/console/operator', label: 'Server', group: 'Operator' },
  { path: '/console/operator/invitations', label: 'Invitations', group: 'Operator' },
  { path: '/console/operator/reports', label: 'Reports', group: 'Operator' },
  { path: '/console/operator/accounts', label: 'Accounts', group: 'Operator' },
  { path: '/console/operator/verifications', label: 'Verifications', group: 'Operator' },
  { path: '/console/operator/posts', label: 'Posts', group: 'Operator' },
];

/** All that a suspended account can open. */
const SUSPENDED: readonly string[] = ['/console', '/console/account'];

export function navigationFor({ operator, suspendedAt, profiles }: Principal): NavigationEntry[] {
  // Somebody who only manages profiles may not be allowed to read the messages of any.
  const reads = profiles.size === 0 || profiles.values().some(({ permissions }) => permissions.includes('messaging'));
  return NAVIGATION.filter(({ path, group }) => {
    if (suspendedAt) return SUSPENDED.includes(path);
    if (path === '/console/messages' && !reads) return false;
    return group !== 'Operator' || operator;
  });
}
