import type { Page } from '../../core/pagination.ts';
import { type ProfileAddresses, presentListedProfile } from '../profiles/present.ts';
import type { FollowRow } from './follow.ts';
import type { FollowListRow } from './lists.ts';
import type { ProfileFollowWire } from './schemas.ts';

export function presentFollow(row: FollowRow): ProfileFollowWire {
  return {
    id: row.id,
    follower_profile_id: row.follower_profile_id,
    followed_profile_id: row.followed_profile_id,
    created_at: row.created_at.toISOString(),
  };
}

export function presentFollowPage(page: Page<FollowListRow>, addresses: ProfileAddresses) {
  const items = page.items.map((row) => ({
    profile_follow: presentFollow(row),
    profile: presentListedProfile(row, addresses),
  }));
  return { items, next_cursor: page.next_cursor };
}
