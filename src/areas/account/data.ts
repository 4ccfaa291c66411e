import { and, eq } from '../../db/drizzle.ts';
import { lacksAudit } from '../../db/invariants.ts';
import { credentials } from '../../db/schema/accounts.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'sessions.json',
    about: 'Sessions of the account, including ended ones that are still stored.',
    lists: [
      listOwned(
        'account',
        'sessions',
        credentials.id,
        [
          credentials.id,
          credentials.userAgent,
          credentials.ipPrefix,
          credentials.createdAt,
          credentials.lastUsedAt,
          credentials.expiresAt,
          credentials.revokedAt,
        ],
        and(eq(credentials.accountId, exportOwner), eq(credentials.type, 'session')),
      ),
    ],
  },
];

export const invariants: Readonly<Record<string, string>> = {
  every_account_has_a_workspace:
    'select a.id from accounts a where not exists (select 1 from workspaces w where w.account_id = a.id)',
  every_account_has_its_guest_actor: `select a.id from accounts a
    where not exists (select 1 from actors ac where ac.entity_id = a.id and ac.type = 'guest')`,
  accounts_being_deleted_have_no_sessions: `select a.id from accounts a where a.deletion_scheduled_at is not null
    and exists (select 1 from credentials c where c.account_id = a.id and c.type = 'session' and c.revoked_at is null)`,
  texts_of_erased_accounts_are_gone: `select po.id from posts po join profiles pr on pr.id = po.profile_id
    where pr.account_id is null and (po.body <> '' or exists (select 1 from post_revisions r where r.post_id = po.id))
    union all select cr.id from contact_requests cr join profiles pr on pr.id = cr.requester_profile_id
    where pr.account_id is null and cr.message <> ''
    union all select re.id from reports re join profiles pr on pr.id = re.reporter_profile_id
    where pr.account_id is null and re.comment is not null
    union all select m.id from messages m join actors ac on ac.id = m.sender_actor_id join profiles pr on pr.id = ac.entity_id
    where pr.account_id is null and m.client_reference is not null`,
  one_open_reset_token_per_account: `select account_id from one_time_tokens
    where purpose = 'password_reset' and used_at is null group by 1 having count(*) > 1`,
  no_account_has_the_earlier_address_of_another: `select a.id from accounts a join one_time_tokens t on t.email_key = a.email_key
    where t.purpose = 'email_undo' and t.used_at is null and a.updated_at < t.expires_at and t.account_id <> a.id`,
  suspensions_have_a_beginning: 'select id from accounts where suspension_reason is not null and suspended_at is null',
  sessions_have_no_list_of_profiles: `select c.id from credentials c join credential_profiles cp on cp.credential_id = c.id where c.type = 'session'`,
  accounts_are_in_the_audit_log: `select a.id from accounts a where ${lacksAudit('a.id', 'account')}`,
};
