import { z } from 'zod';
import { pageQuery } from '../../core/pagination.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { Profile } from '../profiles/schemas.ts';

export const ProfileFollow = z
  .object({
    id: z.uuid(),
    follower_profile_id: z.uuid().describe('The profile that follows.'),
    followed_profile_id: z.uuid().describe('The profile being followed.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ProfileFollow' });

export const FollowItem = z
  .object({
    profile_follow: ProfileFollow,
    profile: Profile.describe('The listed side: the follower, or the followed profile.'),
  })
  .meta({ id: 'FollowItem' });
export const FollowPage = pageOf('FollowPage', FollowItem);
export const RemovedFollow = z.object({
  followed_profile_id: z.uuid(),
  removed: z.boolean().describe('False if the acting profile did not follow it.'),
});

export const FollowProfile = z.strictObject({
  followed_profile_id: profileReference().describe('The id or username of the profile to follow.'),
});
export const FollowPath = z.strictObject({ followed_profile_id: pathSegment() });
export const ListFollowsQuery = z.strictObject({ ...pageQuery, ...viewQuery });

export type ProfileFollowWire = z.output<typeof ProfileFollow>;
