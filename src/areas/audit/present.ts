import type { z } from 'zod';
import { readOperation } from '../../core/job-operation.ts';
import type { AuditRow } from './list.ts';
import type { AuditEntry } from './schemas.ts';

type Entry = z.output<typeof AuditEntry>;

export function presentAuditEntry(row: AuditRow): Entry {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    operation: readOperation(row.operation),
    principal: row.by_operator
      ? { type: 'operator', id: null, name: null }
      : {
          type: row.principal_type as Entry['principal']['type'],
          id: row.principal_id,
          name: row.principal_name,
        },
    profile_id: row.profile_id,
    manager_profile_id: row.manager_profile_id,
    grant_id: row.grant_id,
    object: { type: row.object_type, id: row.object_id },
    request_id: row.request_id,
  };
}
