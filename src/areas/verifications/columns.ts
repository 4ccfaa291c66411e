import { type SQL, sql } from 'drizzle-orm';
import type { VerificationMethod, VerificationReason, VerificationStatus } from '../../core/enums.ts';

/** A verification as a row has it. */
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

/** The columns of `VerificationRow`, from the table under the alias `v`. */
export const verificationColumns: SQL = sql`v.id, v.profile_id, v.method, v.status, v.domain, v.token, v.reason,
  v.answer, v.checked_at, v.expires_at, v.created_at`;

/** Where the proof of a domain stands, and what stands there. Its own name, so that it is in nobody's way. */
export function dnsRecordOf(domain: string, token: string): { type: 'TXT'; name: string; value: string } {
  return { type: 'TXT', name: `_pronet-challenge.${domain}`, value: `pronet-verification=${token}` };
}
