import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

const credential = sql`c.id, c.name, c.created_at, c.last_used_at, c.expires_at, c.revoked_at`;

const rights = sql`c.scopes, c.permissions, array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id order by 1) as profile_ids`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'api_keys.json',
    about: 'API keys, without their secrets.',
    lists: [
      listById(
        'account',
        'api_keys',
        sql`${credential}, c.prefix, c.for_agent, c.parent_id as parent_key_id, ${rights}`,
        sql`credentials c where c.account_id = ${exportOwner} and c.type = 'api_key'`,
        sql`c.id`,
      ),
    ],
  },
];
