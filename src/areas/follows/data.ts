import { eq, sql } from '../../db/drizzle.ts';
import { differing } from '../../db/invariants.ts';
import { follows } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';
import { CONTRIBUTIONS, countedRows } from '../profiles/contributions.ts';

const f = follows;
const pair = [f.id, f.followerProfileId, f.followedProfileId];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'follows.json',
    about: 'Members that the profiles follow, and their followers.',
    lists: [
      listOwned(
        'profile',
        'following',
        f.id,
        [...pair, memberOf(f.followedProfileId).as('member'), f.createdAt],
        eq(f.followerProfileId, exportOwner),
      ),
      listOwned(
        'profile',
        'followers',
        f.id,
        [...pair, memberOf(f.followerProfileId).as('member'), f.createdAt],
        eq(f.followedProfileId, exportOwner),
      ),
    ],
  },
];

const profileId = p('profile_id', 'uuid');

const removeFollows = statement(
  'follows.remove_all_of',
  { profile_id: 'uuid' },
  sql<{
    id: string;
    follower_profile_id: string;
    followed_profile_id: string;
  }>`delete from ${writes('follows')} where follower_profile_id = ${profileId} or followed_profile_id = ${profileId}
    returning id, follower_profile_id, followed_profile_id`,
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    const rows = await removeFollows.all(tx, { profile_id: profileId });
    return {
      events: rows.map(({ id, ...follow }) => ({
        type: 'follow.removed',
        profileId: follow.follower_profile_id === profileId ? follow.followed_profile_id : follow.follower_profile_id,
        actorProfileId: profileId,
        objectId: id,
        data: follow,
      })),
    };
  },
};

export const invariants: Readonly<Record<string, string>> = {
  profile_followers_are_rows: differing('profile', 'followers', countedRows(CONTRIBUTIONS.profile_counters.followers)),
  profile_following_are_rows: differing('profile', 'following', countedRows(CONTRIBUTIONS.profile_counters.following)),
};
