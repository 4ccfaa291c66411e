import { lacksAudit } from '../../db/invariants.ts';

export const invariants: Readonly<Record<string, string>> = {
  exports_are_in_the_audit_log: `select x.id from exports x where ${lacksAudit('x.id', 'export')}`,
};
