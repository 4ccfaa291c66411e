import { eq } from '../../db/drizzle.ts';
import { lacksAudit } from '../../db/invariants.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { x } from './columns.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'exports.json',
    about: 'Requested exports.',
    lists: [
      listOwned('account', 'exports', x.id, [x.id, x.status, x.createdAt, x.expiresAt], eq(x.accountId, exportOwner)),
    ],
  },
];

export const invariants: Readonly<Record<string, string>> = {
  exports_are_in_the_audit_log: `select x.id from exports x where ${lacksAudit('x.id', 'export')}`,
};
