import { exampleProfile } from '../profiles/examples.ts';
import { dnsRecordOf } from './columns.ts';
import type { VerificationWire } from './schemas.ts';

const domain = 'harbour-coffee.example';

export const exampleVerification: VerificationWire = {
  id: '019a4d10-52c3-7e1f-8b6a-0c9d8e7f6a51',
  profile_id: exampleProfile.id,
  method: 'domain',
  domain,
  dns_record: dnsRecordOf(domain, '6f1c0a2b9d3e4f58a7b6c5d4e3f20192'),
  status: 'pending',
  reason: null,
  answer: null,
  created_at: '2026-03-02T10:00:00.000Z',
  checked_at: null,
  expires_at: '2026-04-01T10:00:00.000Z',
};

export const exampleVerified: VerificationWire = {
  ...exampleVerification,
  status: 'verified',
  checked_at: '2026-03-02T10:20:00.000Z',
  expires_at: null,
};
