import type { Principal } from '../auth/principal.ts';

export type NavigationEntry = { path: string; label: string; group: 'Yours' | 'Rights' | 'Operator' };

/** The pages that the side of every page lists, for who may open them. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/console', label: 'Overview', group: 'Yours' },
  { path: '/console/profiles', label: 'Profiles', group: 'Yours' },
  { path: '/console/account', label: 'Account', group: 'Yours' },
  { path: '/console/api-keys', label: 'API keys', group: 'Rights' },
  { path: '/console/apps', label: 'Connected apps', group: 'Rights' },
];

export function navigationFor({ operator }: Principal): NavigationEntry[] {
  return NAVIGATION.filter(({ group }) => group !== 'Operator' || operator);
}
