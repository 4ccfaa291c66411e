import type { Page } from '../../core/pagination.ts';
import { type ProfileAddresses, presentListedProfile, withoutMember } from '../profiles/present.ts';
import type { BlockRow } from './blocks.ts';

export function presentBlockPage(page: Page<BlockRow>, addresses: ProfileAddresses) {
  const items = page.items.map((row) => ({
    profile: presentListedProfile(row.is_shown ? row : { ...row, ...withoutMember(row) }, addresses),
    created_at: row.blocked_at.toISOString(),
  }));
  return { items, next_cursor: page.next_cursor };
}
