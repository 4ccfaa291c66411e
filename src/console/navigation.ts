import type { Principal } from '../auth/principal.ts';

export type NavigationEntry = { path: string; label: string; group: 'Yours' | 'Rights' | 'Operator' };

/** The pages that the side of every page lists, for who may open them. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/console', label: 'Overview', group: 'Yours' },
  { path: '/console/profiles', label: 'Profiles', group: 'Yours' },
  { path: '/console/verification', label: 'Verification', group: 'Yours' },
  { path: '/console/approvals', label: 'Approvals', group: 'Yours' },
  { path: '/console/account', label: 'Account', group: 'Yours' },
  { path: '/console/export', label: 'Export', group: 'Yours' },
  { path: '/console/access', label: 'People and agents', group: 'Rights' },
  { path: '/console/api-keys', label: 'API keys', group: 'Rights' },
  { path: '/console/apps', label: 'Connected apps', group: 'Rights' },
  { path: '/console/activity', label: 'Activity', group: 'Rights' },
  { path: '/console/operator/reports', label: 'Reports', group: 'Operator' },
  { path: '/console/operator/accounts', label: 'Accounts', group: 'Operator' },
  { path: '/console/operator/verifications', label: 'Verifications', group: 'Operator' },
  { path: '/console/operator/posts', label: 'Posts', group: 'Operator' },
];

export function navigationFor({ operator }: Principal): NavigationEntry[] {
  return NAVIGATION.filter(({ group }) => group !== 'Operator' || operator);
}
