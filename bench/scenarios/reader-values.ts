import { LIMITS } from '../../src/core/limits.ts';
import type { Member } from './scenario.ts';

/** The values that the columns of `viewer` need from the acting profile. */
export function viewerOf({ profileId }: Member): Record<string, unknown> {
  const now = new Date();
  return {
    viewer_profile_id: profileId,
    viewer_type: 'human',
    now,
    cooldown_since: new Date(now.getTime() - LIMITS.contact_request.cooldown_ms),
  };
}

/** Sorts before the first row of a list, like the id in a cursor. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
