import type { View } from '../../core/enums.ts';
import { presentViewer } from '../relations/present.ts';
import { type ProfileAddresses, presentCompactProfile, presentProfile } from './present.ts';
import type { SitemapItemWire } from './schemas-discovery.ts';
import type { SitemapRow } from './sitemap.ts';
import type { SuggestionRow } from './suggestions.ts';

export function presentSitemapItem({ username, type, updated_at }: SitemapRow): SitemapItemWire {
  return { username, type, updated_at: updated_at.toISOString() };
}

/** `seen`: there is a viewer. */
export function presentSuggestion(row: SuggestionRow, view: View, addresses: ProfileAddresses, seen: boolean) {
  const profile =
    view === 'compact'
      ? presentCompactProfile(row, addresses)
      : presentProfile(row, addresses, seen ? presentViewer(row) : null);
  const { followers_count, viewer_following, signup_autofollow } = row;
  return { ...profile, followers_count, following: viewer_following, signup_autofollow };
}
