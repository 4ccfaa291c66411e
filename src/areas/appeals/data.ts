import { alias, and, eq, ne } from '../../db/drizzle.ts';
import { appeals } from '../../db/schema/appeals.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';

const ap = alias(appeals, 'ap');

export const exportSections: readonly ExportSection[] = [
  {
    path: 'appeals.json',
    about: 'Appeals of the account against decisions of operators.',
    lists: [
      listOwned(
        'account',
        'appeals',
        ap.id,
        [ap.id, ap.targetType, ap.targetId, ap.status, ap.text, ap.appealedAt, ap.decidedAt],
        and(eq(ap.accountId, exportOwner), ne(ap.status, 'possible')),
      ),
    ],
  },
];
