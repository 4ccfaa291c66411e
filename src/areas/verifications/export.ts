import { eq } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { v } from './columns.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'verifications.json',
    about: 'Verifications of the names of the profiles.',
    lists: [
      listOwned(
        'profile',
        'verifications',
        v.id,
        [v.id, v.profileId, v.method, v.status, v.domain, v.reason, v.answer, v.checkedAt, v.createdAt, v.updatedAt],
        eq(v.profileId, exportOwner),
      ),
    ],
  },
];
