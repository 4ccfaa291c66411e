import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'verifications.json',
    about: 'Verifications of the names of the profiles.',
    lists: [
      listById(
        'profile',
        'verifications',
        sql`v.id, v.profile_id, v.method, v.status, v.domain, v.reason, v.answer, v.checked_at, v.created_at, v.updated_at`,
        sql`verifications v where v.profile_id = ${exportOwner}`,
        sql`v.id`,
      ),
    ],
  },
];
