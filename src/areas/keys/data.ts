import { evictCredentials } from '../../auth/credential-eviction.ts';
import { detachUnmanagedSql } from '../../auth/detach.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { lacksAudit, lacksEvent } from '../../db/invariants.ts';
import { named } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { c, rotatedAt } from './columns.ts';

const columns = [
  c.id,
  c.name,
  c.createdAt,
  rotatedAt.as('rotated_at'),
  c.lastUsedAt,
  c.expiresAt,
  c.revokedAt,
  c.prefix,
  c.forAgent,
  named(c.parentId, 'parent_key_id'),
  c.scopes,
  c.permissions,
  sql`array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id order by 1)`.as(
    'profile_ids',
  ),
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'api_keys.json',
    about: 'API keys, without their secrets.',
    lists: [listOwned('account', 'api_keys', c.id, columns, and(eq(c.accountId, exportOwner), eq(c.type, 'api_key')))],
  },
];

const profileId = p('profile_id', 'uuid');

/** Detaches the profile, and those it managed, from credentials. Returns the accounts that lose access. */
const detachCredentials = statement(
  'keys.detach_all_of',
  { profile_id: 'uuid', account_id: 'uuid', now: 'timestamptz' },
  sql<{ account_id: string }>`with detached as (
    delete from ${writes('credential_profiles')} where profile_id = ${profileId} returning credential_id
  ), orphaned as (
    ${detachUnmanagedSql(sql`array[${p('account_id', 'uuid')}]`)} and cp.profile_id <> ${profileId}
  )
  select c.account_id from detached join credentials c on c.id = detached.credential_id
  union select m.account_id from access_grants g join profiles m on m.id = g.manager_profile_id
    where g.profile_id = ${profileId} and m.account_id is not null
  union select ${p('account_id', 'uuid')}`,
);

export const erasure: Erasure = {
  async profile(tx, { profileId, accountId }) {
    const rows = await detachCredentials.all(tx, { profile_id: profileId, account_id: accountId, now: tx.now() });
    await evictCredentials(
      tx,
      rows.map(({ account_id }) => account_id),
    );
    return {};
  },
};

export const invariants: Readonly<Record<string, string>> = {
  live_credentials_have_a_secret: `select c.id from credentials c where c.revoked_at is null and c.type <> 'oauth'
    and not exists (select 1 from credential_secrets s where s.credential_id = c.id)`,
  keys_end_with_the_key_that_created_them: `select c.id from credentials c join credentials parent on parent.id = c.parent_id
    where c.account_id <> parent.account_id or (parent.revoked_at is not null and c.revoked_at is null)`,
  keys_have_no_more_permissions_than_their_creator: `select c.id from credentials c join credentials parent on parent.id = c.parent_id
    where c.revoked_at is null and parent.permissions is not null and (c.permissions <@ parent.permissions) is not true`,
  keys_have_scopes: "select id from credentials where type = 'api_key' and cardinality(scopes) = 0",
  credentials_act_as_managed_profiles_only: `select cp.credential_id, cp.profile_id from credential_profiles cp
    join credentials c on c.id = cp.credential_id join profiles pr on pr.id = cp.profile_id
    where c.revoked_at is null and pr.account_id is distinct from c.account_id and not exists (
      select 1 from access_grants g join profiles m on m.id = g.manager_profile_id
      where g.profile_id = pr.id and m.account_id = c.account_id and g.status = 'accepted')`,
  new_keys_have_events: `select c.id from credentials c where c.type = 'api_key' and ${lacksEvent('c.created_at', "'api_key.created'", 'c.id')}`,
  revoked_keys_have_events: `select c.id from credentials c where c.type = 'api_key' and c.revoked_at is not null
    and ${lacksEvent('c.revoked_at', "'api_key.revoked'", 'c.id')}`,
  keys_are_in_the_audit_log: `select c.id from credentials c where c.type = 'api_key' and ${lacksAudit('c.id', 'api_key')}`,
};
