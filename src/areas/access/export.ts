import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById, memberOf } from '../export-section.ts';

const grantColumns = sql`g.id, g.profile_id, g.manager_profile_id, g.permissions, g.status, g.budget, g.public,
  g.expires_at, g.accepted_at, g.declined_at, g.revoked_at, g.created_at, g.updated_at`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'access_grants.json',
    about: 'Access grants of the profiles, and those that let them manage other profiles.',
    lists: [
      listById(
        'profile',
        'grants_given',
        sql`${grantColumns}, ${memberOf(sql`g.manager_profile_id`)} as member`,
        sql`access_grants g where g.profile_id = ${exportOwner}`,
        sql`g.id`,
      ),
      listById(
        'profile',
        'grants_held',
        sql`${grantColumns}, ${memberOf(sql`g.profile_id`)} as member`,
        sql`access_grants g where g.manager_profile_id = ${exportOwner}`,
        sql`g.id`,
      ),
    ],
  },
];
