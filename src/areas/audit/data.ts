import { alias, and, eq, sql } from '../../db/drizzle.ts';
import { auditLog } from '../../db/schema/journal.ts';
import { type ExportSection, exportedAccount, exportOwner, listOwned } from '../export-section.ts';

const l = alias(auditLog, 'l');

const entry = [
  l.id,
  l.createdAt,
  l.operation,
  l.principalType,
  sql`case when ${l.accountId} = ${exportedAccount} then ${l.principalId} end`.as('principal_id'),
  l.profileId,
  l.managerProfileId,
  l.grantId,
  l.objectType,
  l.objectId,
  l.requestId,
];
const TYPES = { account_id: 'uuid' } as const;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'audit_log.json',
    about: 'Actions of the account, and actions of others on behalf of its profiles.',
    lists: [
      listOwned('account', 'audit_own', l.id, entry, eq(l.accountId, exportOwner), TYPES),
      listOwned(
        'profile',
        'audit_of_profile',
        l.id,
        entry,
        and(eq(l.profileId, exportOwner), sql`${l.accountId} is distinct from ${exportedAccount}`),
        TYPES,
      ),
    ],
  },
];

export const invariants: Readonly<Record<string, string>> = {
  events_have_their_write_in_the_audit_log: `select e.id from events e where e.object_type in ('post', 'profile', 'api_key')
    and not exists (select 1 from audit_log l where l.object_id = e.object_id)`,
  no_events_by_deleted_profiles: `select e.id from events e join profiles pr on pr.id = e.actor_profile_id
    where e.created_at > pr.deleted_at`,
  audit_seals_are_numbered_without_gaps: `select s.chain_id, s.number from audit_seals s where s.number <> 1
      and not exists (select 1 from audit_seals o where o.chain_id = s.chain_id and o.number = s.number - 1)
      and not exists (select 1 from audit_cuts c where c.chain_id = s.chain_id and c.number = s.number - 1)
    union all select chain_id, number from audit_seals group by 1, 2 having count(*) > 1`,
  every_audit_seal_has_its_entry: `select s.chain_id, s.number, s.entry_id from audit_seals s left join audit_log l on l.id = s.entry_id
    where l.id is null or coalesce(l.account_id, '00000000-0000-0000-0000-000000000000') <> s.chain_id`,
  event_positions_are_unique: 'select position from events where position is not null group by 1 having count(*) > 1',
  only_successes_are_stored_for_idempotency: 'select key from idempotency_records where status not in (200, 201)',
};
