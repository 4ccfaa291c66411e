import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById, memberOf } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'blocks.json',
    about: 'Members that the profiles block.',
    lists: [
      listById(
        'profile',
        'blocks',
        sql`b.blocker_profile_id as profile_id, b.blocked_profile_id, ${memberOf(sql`b.blocked_profile_id`)} as member, b.created_at`,
        sql`blocks b where b.blocker_profile_id = ${exportOwner}`,
        sql`b.blocked_profile_id`,
      ),
    ],
  },
];
