import { dnsRecordOf, type VerificationRow } from './columns.ts';
import type { VerificationWire } from './schemas.ts';

export function presentVerification(row: VerificationRow): VerificationWire {
  return {
    id: row.id,
    profile_id: row.profile_id,
    method: row.method,
    domain: row.domain,
    dns_record: row.domain === null ? null : dnsRecordOf(row.domain, row.token!),
    status: row.status,
    reason: row.reason,
    answer: row.answer,
    created_at: row.created_at.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
    expires_at: row.status === 'pending' ? row.expires_at.toISOString() : null,
  };
}
