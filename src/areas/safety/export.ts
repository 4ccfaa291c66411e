import { eq } from '../../db/drizzle.ts';
import { named } from '../../db/query.ts';
import { blocks } from '../../db/schema/relations.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'blocks.json',
    about: 'Members that the profiles block.',
    lists: [
      listOwned(
        'profile',
        'blocks',
        blocks.blockedProfileId,
        [
          named(blocks.blockerProfileId, 'profile_id'),
          blocks.blockedProfileId,
          memberOf(blocks.blockedProfileId).as('member'),
          blocks.createdAt,
        ],
        eq(blocks.blockerProfileId, exportOwner),
      ),
    ],
  },
];
