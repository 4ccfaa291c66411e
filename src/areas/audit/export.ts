import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportedAccount, exportOwner, listById } from '../export-section.ts';

const entry = sql`l.id, l.created_at, l.operation, l.principal_type,
  case when l.account_id = ${exportedAccount} then l.principal_id end as principal_id, l.profile_id, l.manager_profile_id,
  l.grant_id, l.object_type, l.object_id, l.request_id`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'audit_log.json',
    about: 'Actions of the account, and actions of others on behalf of its profiles.',
    lists: [
      listById('account', 'audit_own', entry, sql`audit_log l where l.account_id = ${exportOwner}`, sql`l.id`),
      listById(
        'profile',
        'audit_of_profile',
        entry,
        sql`audit_log l where l.profile_id = ${exportOwner} and l.account_id is distinct from ${exportedAccount}`,
        sql`l.id`,
      ),
    ],
  },
];
