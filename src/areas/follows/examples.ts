import { exampleProfile } from '../profiles/examples.ts';
import type { ProfileFollowWire } from './schemas.ts';

const ownProfileId = '0198c1a2-7b3c-7d4e-8f50-61728394a5c0';

/** The acting profile follows Ada Lovelace. */
export const exampleFollow: ProfileFollowWire = {
  id: '0198c1b2-3f40-7152-8c63-d4e5f6071829',
  follower_profile_id: ownProfileId,
  followed_profile_id: exampleProfile.id,
  created_at: '2026-03-02T12:00:00.000Z',
};

/** Ada Lovelace follows another profile; the viewer is not signed in. */
export const exampleFollowerItem = {
  profile_follow: { ...exampleFollow, follower_profile_id: exampleProfile.id, followed_profile_id: ownProfileId },
  profile: exampleProfile,
};
export const exampleFollowedItem = { profile_follow: exampleFollow, profile: exampleProfile };
