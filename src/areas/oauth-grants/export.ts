import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

const credential = sql`c.id, c.name, c.created_at, c.last_used_at, c.expires_at, c.revoked_at`;

const rights = sql`c.scopes, array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id order by 1) as profile_ids`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'oauth_grants.json',
    about: 'Authorized apps.',
    lists: [
      listById(
        'account',
        'oauth_grants',
        sql`${credential}, g.client_id, g.client_host, ${rights}`,
        sql`credentials c join oauth_grants g on g.credential_id = c.id where c.account_id = ${exportOwner}`,
        sql`c.id`,
      ),
    ],
  },
];
