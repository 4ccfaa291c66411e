import { createHash } from 'node:crypto';
import type { Selected } from '../../db/query.ts';
import { auditLog } from '../../db/schema/journal.ts';

/** The columns of the audit log that a seal covers, in the order of the canonical form. */
export const sealedFields = {
  account_id: auditLog.accountId,
  created_at: auditLog.createdAt,
  grant_id: auditLog.grantId,
  id: auditLog.id,
  manager_profile_id: auditLog.managerProfileId,
  object_id: auditLog.objectId,
  object_type: auditLog.objectType,
  operation: auditLog.operation,
  principal_id: auditLog.principalId,
  principal_type: auditLog.principalType,
  profile_id: auditLog.profileId,
  request_id: auditLog.requestId,
};

export type SealedRow = Selected<typeof sealedFields>;

/** What a seal covers, with its keys in alphabetical order. */
export type Seal = { chain: string; entry: Entry; number: number; previous: string; sealed_until: string };

export type Entry = Omit<SealedRow, 'created_at'> & { created_at: string };

/** The chain of entries without an account. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** The hash before the first one of a chain. */
export const NO_HASH = '0'.repeat(64);

/** How late an entry may become visible. Later ones are sealed once a day and count as inserted afterwards. */
export const LATE_MS = 15 * 60_000;

export function entryOf(row: SealedRow): Entry {
  const entry = Object.keys(sealedFields).map((name) => [name, row[name as keyof SealedRow]]);
  return { ...(Object.fromEntries(entry) as SealedRow), created_at: row.created_at.toISOString() };
}

/** The SHA-256 of a seal as RFC 8785: JSON without spaces; the keys are in sorted order. Covers the hash before it. */
export function hashOf({ chain, entry, number, previous, sealed_until }: Seal): string {
  return createHash('sha256').update(JSON.stringify({ chain, entry, number, previous, sealed_until })).digest('hex');
}
