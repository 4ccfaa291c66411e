import type { Area } from '../area.ts';
import { exportSections, invariants } from './data.ts';
import { auditOperations } from './operations.ts';

export const audit: Area = {
  name: 'audit',
  toolset: 'access',
  tags: {
    Audit: 'Who did what, for which profile, with which credential and under which grant.',
  },
  operations: auditOperations,
  tables: ['audit_seals', 'audit_cuts', 'audit_drops'],
  invariants,
  untrustedFields: ['AuditEntry.principal.name', 'AuditEntry.request_id'],
  exportSections,
};
