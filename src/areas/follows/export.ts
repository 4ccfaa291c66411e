import { eq } from '../../db/drizzle.ts';
import { follows } from '../../db/schema/relations.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';

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
