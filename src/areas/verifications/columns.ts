import { type SQL, sql } from 'drizzle-orm';
import type { VerificationMethod, VerificationReason, VerificationStatus } from '../../core/enums.ts';

/** A verification as stored in its row. */
export type VerificationRow = {
  id: string;
  profile_id: string;
  method: VerificationMethod;
  status: VerificationStatus;
  domain: string | null;
  token: string | null;
  reason: VerificationReason | null;
  answer: string | null;
  checked_at: Date | null;
  expires_at: Date;
  created_at: Date;
};

/** The columns of `VerificationRow`, from the table with the alias `v`. */
export const verificationColumns: SQL = sql`v.id, v.profile_id, v.method, v.status, v.domain, v.token, v.reason,
  v.answer, v.checked_at, v.expires_at, v.created_at`;

/** The DNS record that proves a domain. It has its own name, so that it conflicts with no other record. */
export function dnsRecordOf(domain: string, token: string): { type: 'TXT'; name: string; value: string } {
  return { type: 'TXT', name: `_pronet-challenge.${domain}`, value: `pronet-verification=${token}` };
}
