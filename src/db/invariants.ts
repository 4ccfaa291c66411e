import type pg from 'pg';
import { PERMISSIONS } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';

/** A rule that always holds for the data. The query selects violations, by ids only. */
export type Invariant = { name: string; query: string };
export type InvariantResult = { name: string; rows: Record<string, unknown>[] };

/** The maximum number of violations shown for one rule. */
export const MAX_ROWS = 20;

const counts: Record<string, string> = {
  post_likes_count_its_reactions: differing(
    'post',
    'likes',
    'select post_id as id, count(*) as n from reactions group by 1',
  ),
  post_replies_count_published_direct_comments: differing(
    'post',
    'replies',
    "select reply_to_post_id as id, count(*) as n from posts where status = 'published' and reply_to_post_id is not null group by 1",
  ),
  post_comments_count_all_published_descendants: differing(
    'post',
    'comments',
    "select ancestor as id, count(*) as n from posts cross join unnest(ancestor_ids) as ancestor where status = 'published' group by 1",
  ),
  post_quotes_count_published_quotes: differing(
    'post',
    'quotes',
    "select quoted_post_id as id, count(*) as n from posts where status = 'published' and quoted_post_id is not null group by 1",
  ),
  profile_posts_are_its_published_posts_and_quotes: differing(
    'profile',
    'posts',
    "select profile_id as id, count(*) as n from posts where status = 'published' and kind <> 'comment' group by 1",
  ),
  profile_followers_are_rows: differing(
    'profile',
    'followers',
    'select followed_profile_id as id, count(*) as n from follows group by 1',
  ),
  profile_following_are_rows: differing(
    'profile',
    'following',
    'select follower_profile_id as id, count(*) as n from follows group by 1',
  ),
  profile_contacts_are_rows: differing(
    'profile',
    'contacts',
    "select owner_entity_id as id, count(*) as n from contacts where owner_entity_type = 'profile' group by 1",
  ),
};

/** Selects counters whose sum over all shards differs from the number of counted rows, including removed posts. */
function differing(kind: 'post' | 'profile', column: string, rows: string): string {
  return `select coalesce(c.id, r.id) as ${kind}_id, coalesce(c.n, 0) as counted, coalesce(r.n, 0) as there
    from (select ${kind}_id as id, sum(${column}) as n from ${kind}_counters group by 1) c
    full join (${rows}) r on r.id = c.id
    where coalesce(c.n, 0) <> coalesce(r.n, 0)`;
}

/** Every file of post pictures, profile pictures and exports, with its owner. */
export const FILES = `select id as owner_id, blob_key as file from post_images
  union all select pr.id, replace(picture, '.webp', size || '.webp') from profiles pr
    cross join unnest(array[pr.avatar_light, pr.avatar_dark, pr.banner_light, pr.banner_dark]) as picture
    cross join unnest(array['', '-large', '-medium', '-small']) as size where picture is not null
  union all select id, blob_key from exports where blob_key is not null`;

const files: Record<string, string> = {
  no_referenced_file_is_garbage: `select f.owner_id from (${FILES}) f join media_garbage g on g.blob_key = f.file`,
  files_are_of_one_picture: `select f.owner_id from (${FILES}) f
    where f.file in (select twice.file from (${FILES}) twice group by 1 having count(*) > 1)`,
};

const posts: Record<string, string> = {
  comments_have_all_their_ancestors: `select c.id from posts c left join posts parent on parent.id = c.reply_to_post_id
    where c.ancestor_ids <> case when parent.id is null then '{}' else parent.ancestor_ids || parent.id end or c.root_post_id is distinct from c.ancestor_ids[1]`,
  quotes_are_not_comments:
    "select id from posts where (kind = 'quote') <> (quoted_post_id is not null and reply_to_post_id is null)",
  post_timestamps_match_its_status: `select id from posts where (status = 'removed') <> (removed_at is not null)
    or (status = 'scheduled' and scheduled_at is null) or (status in ('draft', 'pending_approval', 'scheduled') and published_at is not null)`,
  posts_of_ai_agents_are_disclosed: `select po.id from posts po join profiles pr on pr.id = po.profile_id
    where pr.type = 'ai_agent' and po.ai_disclosure <> 'generated'`,
  posts_and_comments_are_not_empty: `select id from posts where status = 'published' and body = ''
    and not exists (select 1 from post_images i where i.post_id = posts.id)`,
  earlier_texts_are_of_earlier_revisions:
    'select r.post_id, r.revision from post_revisions r join posts po on po.id = r.post_id where r.revision >= po.revision',
  picture_positions_are_0_to_3_without_gaps: `select post_id from post_images
    group by post_id having count(*) > 4 or max(position) <> count(*) - 1 or count(distinct position) <> count(*)`,
  removed_posts_have_no_pictures:
    "select i.id from post_images i join posts po on po.id = i.post_id where po.status = 'removed'",
};

const members: Record<string, string> = {
  every_account_has_a_workspace:
    'select a.id from accounts a where not exists (select 1 from workspaces w where w.account_id = a.id)',
  every_account_has_its_guest_actor: `select a.id from accounts a
    where not exists (select 1 from actors ac where ac.entity_id = a.id and ac.type = 'guest')`,
  every_profile_has_its_actor: `select pr.id from profiles pr
    where not exists (select 1 from actors ac where ac.entity_id = pr.id and ac.type = 'profile')`,
  every_actor_has_an_owner: `select ac.id from actors ac where not exists (select 1 from profiles pr where ac.type = 'profile' and pr.id = ac.entity_id)
    and not exists (select 1 from accounts a where ac.type = 'guest' and a.id = ac.entity_id)
    and not exists (select 1 from conversation_members cm where ac.type = 'guest' and cm.actor_id = ac.id)`,
  accounts_being_deleted_have_no_sessions: `select a.id from accounts a where a.deletion_scheduled_at is not null
    and exists (select 1 from credentials c where c.account_id = a.id and c.type = 'session' and c.revoked_at is null)`,
  profiles_without_an_account_are_deleted: 'select id from profiles where account_id is null and deleted_at is null',
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
  suspensions_have_a_beginning: 'select id from accounts where suspension_reason is not null and suspended_at is null',
  every_profile_has_its_username: `select pr.id from profiles pr where not exists (
    select 1 from usernames u where u.profile_id = pr.id and u.username = pr.username and u.held_until is null)`,
  a_profile_has_one_username:
    'select profile_id from usernames where held_until is null group by 1 having count(*) > 1',
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
    or exists (select 1 from blocks b where pr.id in (b.blocker_profile_id, b.blocked_profile_id))
    or exists (select 1 from credential_profiles cp where cp.profile_id = pr.id)
    or exists (select 1 from verifications v where v.profile_id = pr.id)
    or exists (select 1 from access_grants g where pr.id in (g.profile_id, g.manager_profile_id) and g.status in ('pending', 'accepted')))`,
  verified_profiles_have_the_verified_name: `select v.id from verifications v join profiles pr on pr.id = v.profile_id
    where v.status = 'verified' and (pr.name <> v.name or not pr.legal_name_verified)`,
  domains_are_of_companies: `select v.id from verifications v join profiles pr on pr.id = v.profile_id
    where v.method = 'domain' and pr.type <> 'company'`,
  contacts_are_mutual: `select c.id from contacts c
    where not exists (select 1 from contacts o where o.owner_actor_id = c.contact_actor_id and o.contact_actor_id = c.owner_actor_id)`,
  blocked_profiles_are_not_connected: `select b.blocker_profile_id, b.blocked_profile_id from blocks b
    where exists (select 1 from follows f where (f.follower_profile_id, f.followed_profile_id)
        in ((b.blocker_profile_id, b.blocked_profile_id), (b.blocked_profile_id, b.blocker_profile_id)))
      or exists (select 1 from contacts c where c.owner_entity_id = b.blocker_profile_id and c.contact_entity_id = b.blocked_profile_id)`,
};

const network: Record<string, string> = {
  no_pending_request_between_contacts_or_blocked: `select cr.id from contact_requests cr where cr.status = 'pending' and (
    exists (select 1 from contacts c where c.owner_entity_id = cr.requester_profile_id and c.contact_entity_id = cr.addressee_profile_id)
    or exists (select 1 from blocks b where (b.blocker_profile_id, b.blocked_profile_id)
      in ((cr.requester_profile_id, cr.addressee_profile_id), (cr.addressee_profile_id, cr.requester_profile_id))))`,
  contacts_have_an_accepted_request: `select c.id from contacts c where c.created_from_contact_request_id is not null
    and not exists (select 1 from contact_requests cr where cr.id = c.created_from_contact_request_id and cr.status = 'accepted'
      and (c.owner_entity_id, c.contact_entity_id)
        in ((cr.requester_profile_id, cr.addressee_profile_id), (cr.addressee_profile_id, cr.requester_profile_id)))`,
  requests_have_the_requesters_actor: `select cr.id from contact_requests cr join actors ac on ac.id = cr.requester_actor_id
    where ac.entity_id <> cr.requester_profile_id`,
  reports_name_an_existing_target_and_its_owner: `select re.id from reports re where not exists (
    select 1 from posts po where re.target_type = 'post' and po.id = re.target_id and po.profile_id = re.target_profile_id
    union all select 1 from profiles pr where re.target_type = 'profile' and pr.id = re.target_id and pr.id = re.target_profile_id
    union all select 1 from messages m join actors ac on ac.id = m.sender_actor_id where re.target_type = 'message' and m.id = re.target_id
      and re.target_profile_id is not distinct from case ac.type when 'profile' then ac.entity_id end)`,
  no_profile_reports_itself: 'select id from reports where reporter_profile_id = target_profile_id',
  requests_by_managers_have_a_grant: `select cr.id from contact_requests cr where cr.manager_profile_id is not null
    and not exists (select 1 from access_grants g where g.id = cr.grant_id and g.profile_id = cr.requester_profile_id
      and g.manager_profile_id = cr.manager_profile_id)`,
};

const rights: Record<string, string> = {
  live_credentials_have_a_secret: `select c.id from credentials c where c.revoked_at is null and c.type <> 'oauth'
    and not exists (select 1 from credential_secrets s where s.credential_id = c.id)`,
  keys_end_with_the_key_that_created_them: `select c.id from credentials c join credentials parent on parent.id = c.parent_id
    where c.account_id <> parent.account_id or (parent.revoked_at is not null and c.revoked_at is null)`,
  sessions_have_no_list_of_profiles: `select c.id from credentials c join credential_profiles cp on cp.credential_id = c.id where c.type = 'session'`,
  keys_have_scopes: "select id from credentials where type = 'api_key' and cardinality(scopes) = 0",
  credentials_act_as_managed_profiles_only: `select cp.credential_id, cp.profile_id from credential_profiles cp
    join credentials c on c.id = cp.credential_id join profiles pr on pr.id = cp.profile_id
    where c.revoked_at is null and pr.account_id is distinct from c.account_id and not exists (
      select 1 from access_grants g join profiles m on m.id = g.manager_profile_id
      where g.profile_id = pr.id and m.account_id = c.account_id and g.status = 'accepted')`,
  oauth_grants_are_expiring_credentials: `select c.id from credentials c left join oauth_grants g on g.credential_id = c.id
    where (c.type = 'oauth') <> (g.credential_id is not null) or (c.type = 'oauth' and c.expires_at is null)`,
  oauth_access_tokens_expire_and_stay_within_their_grant: `select s.id from credential_secrets s join credentials c on c.id = s.credential_id
    where c.type = 'oauth' and (s.expires_at is null or s.scopes is null or not s.scopes <@ c.scopes)`,
  oauth_refresh_tokens_have_an_existing_generation: `select t.hash from oauth_refresh_tokens t join oauth_grants g on g.credential_id = t.credential_id
    where t.generation > g.generation`,
  grant_timestamps_match_its_status: `select id from access_grants where (status = 'accepted' and accepted_at is null)
    or (status = 'declined') <> (declined_at is not null) or (status = 'revoked') <> (revoked_at is not null)
    or (status = 'pending' and accepted_at is not null)`,
  grants_have_known_permissions: `select id from access_grants where cardinality(permissions) = 0
    or not permissions <@ array[${PERMISSIONS.map((permission) => `'${permission}'`).join()}]`,
  invitations_expire: "select id from access_grants where status = 'pending' and invitation_expires_at is null",
  invitations_were_resent_at_most_five_times: `select id from access_grants
    where resend_count not between 0 and ${LIMITS.access_grant.max_resends} or (resend_count > 0) <> (last_sent_at is not null)`,
  budget_usage_matches_writes: `select u.grant_id, u.kind, u.day from grant_usage u left join (
      select bound as grant_id, (l.created_at at time zone 'UTC')::date as day, object_type, count(*) as n
      from audit_log l join access_grants g on g.id = l.grant_id cross join unnest(g.given_under || g.id) as bound group by 1, 2, 3
    ) l on l.grant_id = u.grant_id and l.day = u.day and l.object_type = case u.kind when 'posts_per_day' then 'post'
      when 'messages_per_day' then 'message' when 'contact_requests_per_day' then 'contact_request' end
    where u.used > coalesce(l.n, 0)`,
  delegated_grants_have_ancestors_of_the_same_profile: `select g.id from access_grants g cross join unnest(g.given_under) as giver
    where giver = g.id or not exists (select 1 from access_grants o where o.id = giver and o.profile_id = g.profile_id)`,
  delegated_grants_stay_within_their_givers: `select g.id from access_grants g
    cross join lateral jsonb_each_text(g.given_by) given left join access_grants o on o.id = given.value::uuid
    where g.status in ('pending', 'accepted') and (given.key <> all(g.permissions) or o.id is null or o.profile_id <> g.profile_id
      or o.status <> 'accepted' or given.key <> all(o.permissions)
      or coalesce(g.expires_at, 'infinity') > coalesce(o.expires_at, 'infinity')
      or exists (select 1 from jsonb_each_text(o.budget) bound
        where coalesce((g.budget->>bound.key)::int > bound.value::int, true)))`,
  posts_by_managers_have_a_grant: `select po.id from posts po where po.manager_profile_id is not null
    and not exists (select 1 from access_grants g where g.id = po.grant_id and g.profile_id = po.profile_id
      and g.manager_profile_id = po.manager_profile_id)`,
};

const conversations: Record<string, string> = {
  conversations_have_their_two_sides: `select c.id from conversations c where c.low_actor_id <> all (array(select actor_id from conversation_members where conversation_id = c.id))
    or c.high_actor_id <> all (array(select actor_id from conversation_members where conversation_id = c.id))
    or exists (select 1 from conversation_members cm where cm.conversation_id = c.id
      and (cm.actor_id, cm.other_actor_id) not in ((c.low_actor_id, c.high_actor_id), (c.high_actor_id, c.low_actor_id)))`,
  messages_are_numbered_without_gaps: `select c.id from conversations c
    left join (select conversation_id, count(*) as n, min(seq) as low, max(seq) as high from messages group by 1) m on m.conversation_id = c.id
    where c.last_seq <> coalesce(m.n, 0) or c.last_seq <> coalesce(m.high, 0) or m.low <> 1`,
  messages_are_of_the_two_sides: `select m.id from messages m join conversations c on c.id = m.conversation_id
    where m.sender_actor_id not in (c.low_actor_id, c.high_actor_id)`,
  conversations_show_their_newest_message: `select c.id from conversations c
    left join messages m on m.conversation_id = c.id and m.seq = c.last_seq
    where c.last_message_at is distinct from m.created_at or (c.last_message_preview is null) <> (m.id is null)
      or not starts_with(m.body, c.last_message_preview)`,
  members_have_the_last_activity: `select cm.conversation_id, cm.actor_id from conversation_members cm join conversations c on c.id = cm.conversation_id
    where cm.last_activity_at <> coalesce(c.last_message_at, c.created_at)`,
  members_record_who_has_written: `select cm.conversation_id, cm.actor_id from conversation_members cm where cm.has_written <> exists (
    select 1 from messages m where m.conversation_id = cm.conversation_id and m.sender_actor_id = cm.actor_id)`,
  unread_messages_are_counted: `select cm.conversation_id, cm.actor_id from conversation_members cm
    where cm.unread_count <> (select count(*) from messages m where m.conversation_id = cm.conversation_id
      and m.seq > cm.last_read_seq and m.sender_actor_id <> cm.actor_id and m.deleted_at is null)`,
  read_markers_point_at_messages: `select cm.conversation_id, cm.actor_id from conversation_members cm join conversations c on c.id = cm.conversation_id
    where cm.last_read_seq not between 0 and c.last_seq or (cm.last_read_at is null) <> (cm.last_read_seq = 0)`,
  messages_of_ai_agents_are_disclosed: `select m.id from messages m join actors ac on ac.id = m.sender_actor_id join profiles pr on pr.id = ac.entity_id
    where pr.type = 'ai_agent' and m.ai_disclosure <> 'generated'`,
  messages_by_managers_have_a_grant: `select m.id from messages m join actors ac on ac.id = m.sender_actor_id
    where m.manager_profile_id is not null and not exists (select 1 from access_grants g where g.id = m.grant_id
      and g.profile_id = ac.entity_id and g.manager_profile_id = m.manager_profile_id)`,
};

/** Condition: the event is missing. Ignores objects older than the oldest event, because events are dropped after weeks. */
const lacksEvent = (
  time: string,
  types: string,
  object: string,
) => `${time} > (select coalesce(min(created_at), 'infinity') from events)
  and not exists (select 1 from events e where e.object_id = ${object} and e.type in (${types}))`;
const lacksAudit = (object: string, type: string) =>
  `not exists (select 1 from audit_log l where l.object_id = ${object} and l.object_type = '${type}')`;

const journal: Record<string, string> = {
  published_posts_have_events: `select po.id from posts po where po.published_at is not null
    and ${lacksEvent('po.published_at', "'post.published', 'comment.created'", 'po.id')}`,
  removed_posts_have_events: `select po.id from posts po join profiles pr on pr.id = po.profile_id
    where po.status = 'removed' and pr.deleted_at is null and ${lacksEvent('po.removed_at', "'post.removed'", 'po.id')}`,
  new_profiles_have_events: `select pr.id from profiles pr where ${lacksEvent('pr.created_at', "'profile.created'", 'pr.id')}`,
  deleted_profiles_have_events: `select pr.id from profiles pr where pr.deleted_at is not null
    and ${lacksEvent('pr.deleted_at', "'profile.deleted'", 'pr.id')}`,
  new_keys_have_events: `select c.id from credentials c where c.type = 'api_key' and ${lacksEvent('c.created_at', "'api_key.created'", 'c.id')}`,
  revoked_keys_have_events: `select c.id from credentials c where c.type = 'api_key' and c.revoked_at is not null
    and ${lacksEvent('c.revoked_at', "'api_key.revoked'", 'c.id')}`,
  new_conversations_have_events: `select c.id from conversations c where ${lacksEvent('c.created_at', "'conversation.created'", 'c.id')}`,
  messages_have_events: `select m.id from messages m where ${lacksEvent('m.created_at', "'message.created'", 'm.id')}`,
  deleted_messages_have_events: `select m.id from messages m where m.deleted_at is not null
    and ${lacksEvent('m.deleted_at', "'message.deleted'", 'm.id')}`,
  contact_requests_have_events: `select cr.id from contact_requests cr
    where ${lacksEvent('cr.created_at', "'contact_request.created'", 'cr.id')}`,
  expired_contact_requests_have_events: `select cr.id from contact_requests cr where cr.status = 'expired'
    and ${lacksEvent('cr.updated_at', "'contact_request.expired'", 'cr.id')}`,
  ended_invitations_have_events: `select g.id from access_grants g
    join events i on i.object_id = g.id and i.type = 'access_grant.invited' and i.profile_id = g.profile_id
    where g.status <> 'pending' and not exists (select 1 from events e where e.object_id = g.id and e.type = 'access_grant.' || g.status)`,
  posts_are_in_the_audit_log: `select po.id from posts po where ${lacksAudit('po.id', 'post')}`,
  profiles_are_in_the_audit_log: `select pr.id from profiles pr where ${lacksAudit('pr.id', 'profile')}`,
  keys_are_in_the_audit_log: `select c.id from credentials c where c.type = 'api_key' and ${lacksAudit('c.id', 'api_key')}`,
  accounts_are_in_the_audit_log: `select a.id from accounts a where ${lacksAudit('a.id', 'account')}`,
  verifications_are_in_the_audit_log: `select v.id from verifications v where ${lacksAudit('v.id', 'verification')}`,
  reports_are_in_the_audit_log: `select re.id from reports re where ${lacksAudit('re.id', 'report')}`,
  exports_are_in_the_audit_log: `select x.id from exports x where ${lacksAudit('x.id', 'export')}`,
  events_have_their_write_in_the_audit_log: `select e.id from events e where e.object_type in ('post', 'profile', 'api_key')
    and not exists (select 1 from audit_log l where l.object_id = e.object_id)`,
  no_events_by_deleted_profiles: `select e.id from events e join profiles pr on pr.id = e.actor_profile_id
    where e.created_at > pr.deleted_at`,
  event_positions_are_unique: 'select position from events where position is not null group by 1 having count(*) > 1',
  only_successes_are_stored_for_idempotency: 'select key from idempotency_records where status not in (200, 201)',
};

/** All invariants. */
export const INVARIANTS: readonly Invariant[] = Object.entries({
  ...counts,
  ...posts,
  ...files,
  ...members,
  ...network,
  ...rights,
  ...conversations,
  ...journal,
}).map(([name, query]) => ({ name, query }));

/**
 * Checks all invariants in one consistent snapshot of the database, also while a server runs. The result lists every
 * invariant with at most 20 rows of ids each; a consistent database has none.
 */
export async function runInvariants(pool: Pick<pg.Pool, 'connect'>): Promise<InvariantResult[]> {
  const client = await pool.connect();
  const results: InvariantResult[] = [];
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    for (const { name, query } of INVARIANTS) {
      results.push({ name, rows: (await client.query(`select * from (${query}) found limit ${MAX_ROWS}`)).rows });
    }
    await client.query('commit');
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
  return results;
}
