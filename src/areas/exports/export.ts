import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'exports.json',
    about: 'Requested exports.',
    lists: [
      listById(
        'account',
        'exports',
        sql`x.id, x.status, x.created_at, x.expires_at`,
        sql`exports x where x.account_id = ${exportOwner}`,
        sql`x.id`,
      ),
    ],
  },
];
