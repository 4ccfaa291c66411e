import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { bookmarks } from '../../db/schema/bookmarks.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'bookmarks.json',
    about: 'Posts that the profiles bookmarked.',
    lists: [
      listById(
        'profile',
        'bookmarks',
        sql`bm.profile_id, bm.post_id, bm.created_at`,
        sql`bookmarks bm where bm.profile_id = ${exportOwner}`,
        sql`bm.post_id`,
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
