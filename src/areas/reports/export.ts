import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'reports.json',
    about: 'Reports that the profiles sent to the operator.',
    lists: [
      listById(
        'profile',
        'reports',
        sql`re.id, re.reporter_profile_id, re.target_type, re.target_id, re.reason, re.comment, re.created_at`,
        sql`reports re where re.reporter_profile_id = ${exportOwner}`,
        sql`re.id`,
      ),
    ],
  },
];
