import { alias } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';
import { verifications } from '../../db/schema/verifications.ts';

export const v = alias(verifications, 'v');

export const verificationFields = {
  id: v.id,
  profile_id: v.profileId,
  method: v.method,
  status: v.status,
  domain: v.domain,
  token: v.token,
  reason: v.reason,
  answer: v.answer,
  checked_at: v.checkedAt,
  expires_at: v.expiresAt,
  created_at: v.createdAt,
};

export type VerificationRow = Selected<typeof verificationFields>;

export const verificationColumns = selectList(verificationFields);

/** The DNS record that proves a domain. It has its own name, so that it conflicts with no other record. */
export function dnsRecordOf(domain: string, token: string): { type: 'TXT'; name: string; value: string } {
  return { type: 'TXT', name: `_pronet-challenge.${domain}`, value: `pronet-verification=${token}` };
}
