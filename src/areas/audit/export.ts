import { alias, and, eq, sql } from '../../db/drizzle.ts';
import { auditLog } from '../../db/schema/journal.ts';
import { type ExportSection, exportedAccount, exportOwner, listOwned } from '../export-section.ts';

const l = alias(auditLog, 'l');

const entry = [
  l.id,
  l.createdAt,
  l.operation,
  l.principalType,
  sql`case when ${l.accountId} = ${exportedAccount} then ${l.principalId} end`.as('principal_id'),
  l.profileId,
  l.managerProfileId,
  l.grantId,
  l.objectType,
  l.objectId,
  l.requestId,
];
const TYPES = { account_id: 'uuid' } as const;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'audit_log.json',
    about: 'Actions of the account, and actions of others on behalf of its profiles.',
    lists: [
      listOwned('account', 'audit_own', l.id, entry, eq(l.accountId, exportOwner), TYPES),
      listOwned(
        'profile',
        'audit_of_profile',
        l.id,
        entry,
        and(eq(l.profileId, exportOwner), sql`${l.accountId} is distinct from ${exportedAccount}`),
        TYPES,
      ),
    ],
  },
];
