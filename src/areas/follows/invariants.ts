import { differing } from '../../db/invariants.ts';

/** Rules of this area's data. Each query selects violations, by ids only. */
export const invariants: Readonly<Record<string, string>> = {
  profile_followers_are_rows: differing(
    'profile',
    'followers',
    'select followed_profile_id as id, count(*) as n from follows group by 1',
  ),
  profile_following_are_rows: differing(
    'profile',
    'following',
    'select follower_profile_id as id, count(*) as n from follows group by 1',
  ),
};
