import { differing } from '../../db/invariants.ts';
import { CONTRIBUTIONS, countedRows } from '../profiles/contributions.ts';

export const invariants: Readonly<Record<string, string>> = {
  profile_followers_are_rows: differing('profile', 'followers', countedRows(CONTRIBUTIONS.profile_counters.followers)),
  profile_following_are_rows: differing('profile', 'following', countedRows(CONTRIBUTIONS.profile_counters.following)),
};
