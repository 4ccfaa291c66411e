import { FIRST_ID, LAST_ID } from '../../core/pagination.ts';
import { eq, type PgColumn, sql } from '../../db/drizzle.ts';
import { lacksAudit, lacksEvent } from '../../db/invariants.ts';
import { type ExportSection, exportOwner, listOwned, profilePicturePath } from '../export-section.ts';
import { pr } from './columns.ts';

const picture = (key: PgColumn) => {
  const path = profilePicturePath(sql`${key.name.replace('_', '-')}`);
  return sql`case when ${key} is not null then ${path} end`.as(key.name);
};

const profileColumns = [
  pr.id,
  pr.type,
  pr.username,
  pr.name,
  pr.callName,
  pr.occupation,
  pr.bio,
  pr.countryCode,
  pr.stateCode,
  pr.cityName,
  pr.activePlan,
  pr.legalNameVerified,
  pr.indexable,
  pr.inboxPolicy,
  picture(pr.avatarLight),
  picture(pr.avatarDark),
  picture(pr.bannerLight),
  picture(pr.bannerDark),
  sql`(select ac.id from actors ac where ac.entity_id = pr.id and ac.type = 'profile')`.as('actor_id'),
  pr.suspendedAt,
  pr.createdAt,
  pr.updatedAt,
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'profiles.json',
    about: 'Profiles owned by the account, with their settings.',
    lists: [listOwned('profile', 'profiles', pr.id, profileColumns, eq(pr.id, exportOwner))],
  },
];

export const invariants: Readonly<Record<string, string>> = {
  every_profile_has_its_actor: `select pr.id from profiles pr
    where not exists (select 1 from actors ac where ac.entity_id = pr.id and ac.type = 'profile')`,
  every_actor_has_an_owner: `select ac.id from actors ac where not exists (select 1 from profiles pr where ac.type = 'profile' and pr.id = ac.entity_id)
    and not exists (select 1 from accounts a where ac.type = 'guest' and a.id = ac.entity_id)
    and not exists (select 1 from conversation_members cm where ac.type = 'guest' and cm.actor_id = ac.id)`,
  profiles_without_an_account_are_deleted: 'select id from profiles where account_id is null and deleted_at is null',
  profiles_contain_the_state_of_their_account: `select pr.id from profiles pr left join accounts a
      on a.id = pr.account_id and a.suspended_at is null and a.deletion_scheduled_at is null
    where pr.account_is_active <> (a.id is not null)`,
  counts_follow_who_is_shown: `select pr.id from profiles pr join accounts a on a.id = pr.account_id
    where pr.deleted_at is null and pr.uncounted_to <> case when pr.suspended_at is null and pr.account_is_active then '${FIRST_ID}' else '${LAST_ID}' end::uuid
      and greatest(pr.updated_at, a.updated_at) < now() - interval '10 minutes'`,
  every_profile_has_its_username: `select pr.id from profiles pr where not exists (
    select 1 from usernames u where u.profile_id = pr.id and u.username = pr.username and u.held_until is null)`,
  a_profile_has_one_username:
    "select profile_id from usernames where held_until is null and not starts_with(key, '~') group by 1 having count(*) > 1",
  look_alike_usernames_share_a_key:
    "select username from usernames where key <> translate(username, '_-', '') and not starts_with(key, '~')",
  names_of_deleted_profiles_are_hashed: `select pr.id from profiles pr where pr.deleted_at is not null and (pr.username <> 'deleted'
    or exists (select 1 from usernames u where u.profile_id = pr.id and (u.username <> 'deleted' or not starts_with(u.key, '~'))))`,
  deleted_profiles_leave_nothing: `select pr.id from profiles pr where pr.deleted_at is not null and (
    coalesce(pr.avatar_light, pr.avatar_dark, pr.banner_light, pr.banner_dark) is not null
    or exists (select 1 from posts po where po.profile_id = pr.id and po.status <> 'removed')
    or exists (select 1 from reactions r where r.profile_id = pr.id)
    or exists (select 1 from follows f where pr.id in (f.follower_profile_id, f.followed_profile_id))
    or exists (select 1 from contacts c where pr.id in (c.owner_entity_id, c.contact_entity_id))
    or exists (select 1 from credential_profiles cp where cp.profile_id = pr.id)
    or exists (select 1 from verifications v where v.profile_id = pr.id)
    or exists (select 1 from access_grants g where pr.id in (g.profile_id, g.manager_profile_id) and g.status in ('pending', 'accepted')))`,
  new_profiles_have_events: `select pr.id from profiles pr where ${lacksEvent('pr.created_at', "'profile.created'", 'pr.id')}`,
  deleted_profiles_have_events: `select pr.id from profiles pr where pr.deleted_at is not null
    and ${lacksEvent('pr.deleted_at', "'profile.deleted'", 'pr.id')}`,
  profiles_are_in_the_audit_log: `select pr.id from profiles pr where ${lacksAudit('pr.id', 'profile')}`,
};
