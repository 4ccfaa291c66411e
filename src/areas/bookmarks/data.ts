import { eq } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { bookmarks } from '../../db/schema/bookmarks.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'bookmarks.json',
    about: 'Posts that the profiles bookmarked.',
    lists: [
      listOwned(
        'profile',
        'bookmarks',
        bookmarks.postId,
        [bookmarks.profileId, bookmarks.postId, bookmarks.createdAt],
        eq(bookmarks.profileId, exportOwner),
      ),
    ],
  },
];

const removeAll = statement(
  'bookmarks.remove_all_of',
  { profile_id: 'uuid' },
  qb.delete(bookmarks).where(eq(bookmarks.profileId, p('profile_id'))),
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removeAll.all(tx, { profile_id: profileId });
    return {};
  },
};
