import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById, memberOf } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'follows.json',
    about: 'Members that the profiles follow, and their followers.',
    lists: [
      listById(
        'profile',
        'following',
        sql`f.id, f.follower_profile_id, f.followed_profile_id, ${memberOf(sql`f.followed_profile_id`)} as member, f.created_at`,
        sql`follows f where f.follower_profile_id = ${exportOwner}`,
        sql`f.id`,
      ),
      listById(
        'profile',
        'followers',
        sql`f.id, f.follower_profile_id, f.followed_profile_id, ${memberOf(sql`f.follower_profile_id`)} as member, f.created_at`,
        sql`follows f where f.followed_profile_id = ${exportOwner}`,
        sql`f.id`,
      ),
    ],
  },
];
