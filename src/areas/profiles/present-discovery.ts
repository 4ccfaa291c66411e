import { type ProfileAddresses, presentListedProfile } from './present.ts';
import type { SitemapItemWire } from './schemas-discovery.ts';
import type { SitemapRow } from './sitemap.ts';
import type { SuggestionRow } from './suggestions.ts';

export function presentSitemapItem({ username, type, updated_at }: SitemapRow): SitemapItemWire {
  return { username, type, updated_at: updated_at.toISOString() };
}

export function presentSuggestion(row: SuggestionRow, addresses: ProfileAddresses) {
  const { followers_count, viewer_following, signup_autofollow } = row;
  return {
    ...presentListedProfile(row, addresses),
    followers_count,
    following: viewer_following,
    signup_autofollow,
  };
}
