import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'sessions.json',
    about: 'Sessions of the account, including ended ones that are still stored.',
    lists: [
      listById(
        'account',
        'sessions',
        sql`c.id, c.user_agent, c.ip_prefix, c.created_at, c.last_used_at, c.expires_at, c.revoked_at`,
        sql`credentials c where c.account_id = ${exportOwner} and c.type = 'session'`,
        sql`c.id`,
      ),
    ],
  },
];
