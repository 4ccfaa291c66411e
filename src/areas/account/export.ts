import { and, eq } from '../../db/drizzle.ts';
import { credentials } from '../../db/schema/accounts.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'sessions.json',
    about: 'Sessions of the account, including ended ones that are still stored.',
    lists: [
      listOwned(
        'account',
        'sessions',
        credentials.id,
        [
          credentials.id,
          credentials.userAgent,
          credentials.ipPrefix,
          credentials.createdAt,
          credentials.lastUsedAt,
          credentials.expiresAt,
          credentials.revokedAt,
        ],
        and(eq(credentials.accountId, exportOwner), eq(credentials.type, 'session')),
      ),
    ],
  },
];
