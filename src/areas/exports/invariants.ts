import { lacksAudit } from '../../db/invariants.ts';

/** Rules of this area's data. Each query selects violations, by ids only. */
export const invariants: Readonly<Record<string, string>> = {
  exports_are_in_the_audit_log: `select x.id from exports x where ${lacksAudit('x.id', 'export')}`,
};
