import { alias, eq } from '../../db/drizzle.ts';
import { reports } from '../../db/schema/reports.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';

const re = alias(reports, 're');

export const exportSections: readonly ExportSection[] = [
  {
    path: 'reports.json',
    about: 'Reports that the profiles sent to the operator.',
    lists: [
      listOwned(
        'profile',
        'reports',
        re.id,
        [re.id, re.reporterProfileId, re.targetType, re.targetId, re.reason, re.comment, re.createdAt],
        eq(re.reporterProfileId, exportOwner),
      ),
    ],
  },
];
