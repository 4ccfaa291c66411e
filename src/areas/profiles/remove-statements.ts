import { sql } from 'drizzle-orm';
import { authorityCtes } from '../../auth/authority.ts';
import { detachUnmanagedSql } from '../../auth/detach.ts';
import { addToCounters } from '../../db/counters.ts';
import { p, statement } from '../../db/statement.ts';
import { filesOfPicture } from '../../storage/picture-rows.ts';
import { grantsLock } from '../relations/grant-chains.ts';

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

/**
 * Allows one deletion at a time. Each one changes rows and counts of many other profiles in several statements, so two
 * profiles that know each other would deadlock (measured: 11 of 16 concurrent ones failed).
 */
export const lockRemovals = statement(
  'profiles.lock_removals',
  sql`select pg_advisory_xact_lock(hashtextextended('profiles.remove', 0))`,
);

/**
 * Locks the profile if the caller owns it (no permission is passed, so no grant counts). `for update`, and nothing
 * weaker: it waits for concurrent inserts that refer to the profile, so that the following statements see them.
 */
export const lockOwned = statement<{ id: string }>(
  'profiles.lock_owned',
  sql`with ${authorityCtes()}
  select pr.id from profiles pr join authority on authority.profile_id = pr.id and authority.owned
  where pr.deleted_at is null and pr.suspended_at is null
  for update of pr`,
);

/** Locks the profile in the same way if its account is due. */
export const lockDue = statement<{ id: string }>(
  'profiles.lock_due',
  sql`select pr.id from profiles pr join accounts a on a.id = pr.account_id and a.deletion_scheduled_at <= ${now}
  where pr.id = ${profileId} and pr.account_id = ${p('account_id', 'uuid')} and pr.deleted_at is null
  for update of pr`,
);

/** Counts are sums over shards, so a negative row in shard 0 subtracts. Ordered by id to avoid deadlocks. */
export const removeReactions = statement(
  'profiles.remove_reactions',
  sql`with gone as (delete from reactions where profile_id = ${profileId} returning post_id)
  ${addToCounters('post_counters', ['likes'], sql`select post_id, 0, -1 from gone order by post_id`)}`,
);

/** Only published posts are counted; drafts and scheduled ones are removed as well. */
export const removePosts = statement(
  'profiles.remove_posts',
  sql`with mine as (
    select id, status = 'published' as counted, reply_to_post_id, ancestor_ids, quoted_post_id
    from posts where profile_id = ${profileId} and status <> 'removed' for no key update
  ), removed as (
    update posts set status = 'removed', removed_at = ${now}, updated_at = ${now} from mine where posts.id = mine.id
  ), pictures as (
    delete from post_images using mine where post_images.post_id = mine.id returning blob_key
  ), garbage as (
    insert into media_garbage (blob_key, due_at) select blob_key, ${now} from pictures
    on conflict (blob_key) do update set due_at = least(media_garbage.due_at, excluded.due_at)
  ), lost as (
    select reply_to_post_id as post_id, 1 as replies, 0 as comments, 0 as quotes from mine where counted and reply_to_post_id is not null
    union all
    select ancestor, 0, 1, 0 from mine cross join unnest(ancestor_ids) as ancestor where counted and reply_to_post_id is not null
    union all
    select quoted_post_id, 0, 0, 1 from mine where counted and quoted_post_id is not null
  )
  ${addToCounters(
    'post_counters',
    ['replies', 'comments', 'quotes'],
    sql`select post_id, 0, -sum(replies), -sum(comments), -sum(quotes) from lost group by post_id order by post_id`,
  )}`,
);

export type LostRelation = { kind: 'follow' | 'contact' | 'contact_request'; id: string; other_profile_id: string };

/**
 * Removes follows in both directions, both rows of each contact (the other side may be a guest, which has no counts),
 * pending contact requests, blocks, and the profile's own counts. Returns what the other sides lost.
 */
export const removeRelations = statement<LostRelation>(
  'profiles.remove_relations',
  sql`with following as (
    delete from follows where follower_profile_id = ${profileId} returning id, followed_profile_id as other
  ), followers as (
    delete from follows where followed_profile_id = ${profileId} returning id, follower_profile_id as other
  ), own_contacts as (
    delete from contacts where owner_entity_id = ${profileId} returning contact_entity_id as other
  ), their_contacts as (
    delete from contacts where contact_entity_id = ${profileId}
      and owner_entity_id in (select contact_entity_id from contacts where owner_entity_id = ${profileId})
    returning id, owner_entity_id as other, owner_entity_type as type
  ), withdrawn as (
    update contact_requests set status = 'withdrawn', updated_at = ${now}
    where status = 'pending' and (requester_profile_id = ${profileId} or addressee_profile_id = ${profileId})
    returning id, case when requester_profile_id = ${profileId} then addressee_profile_id else requester_profile_id end as other
  ), unblocked as (
    delete from blocks where blocker_profile_id = ${profileId} or blocked_profile_id = ${profileId}
  ), own_counts as (
    delete from profile_counters where profile_id = ${profileId}
  ), lost as (
    select other, -1 as followers, 0 as following, 0 as contacts from following
    union all select other, 0, -1, 0 from followers
    union all select other, 0, 0, -1 from their_contacts where type = 'profile'
  ), counted as (
    ${addToCounters(
      'profile_counters',
      ['followers', 'following', 'contacts'],
      sql`select other, 0, sum(followers), sum(following), sum(contacts) from lost group by other order by other`,
    )}
  )
  select 'follow' as kind, id, other as other_profile_id from following
  union all select 'follow', id, other from followers
  union all select 'contact', id, other from their_contacts where type = 'profile'
  union all select 'contact_request', id, other from withdrawn`,
);

/** Locks the grants of the profile and of all profiles it manages, in the order of the managed profiles. */
export const lockGrants = statement<{ profile_id: string }>(
  'profiles.lock_grants',
  sql`select one.profile_id, ${grantsLock(sql`one.profile_id`)} from (
    select distinct profile_id from access_grants
    where (manager_profile_id = ${profileId} or profile_id = ${profileId}) and status in ('pending', 'accepted')
    order by profile_id) one`,
);

/** The grants that let the profile manage others. */
export const findHeldGrants = statement<{ id: string; profile_id: string }>(
  'profiles.find_held_grants',
  sql`select id, profile_id from access_grants where manager_profile_id = ${profileId} and status in ('pending', 'accepted')`,
);

export type RevokedGrant = { id: string; other_profile_id: string };

/** Revokes the grants of the profile and those that it holds on others. */
export const revokeGrants = statement<RevokedGrant>(
  'profiles.revoke_grants',
  sql`update access_grants set status = 'revoked', revoked_at = ${now}, updated_at = ${now}
  where (profile_id = ${profileId} or manager_profile_id = ${profileId}) and status in ('pending', 'accepted')
  returning id, case when profile_id = ${profileId} then manager_profile_id else profile_id end as other_profile_id`,
);

/**
 * Detaches the profile from keys and OAuth grants, and the profiles it managed from those of its own account. Returns
 * the accounts whose credentials lose access by that or by the end of a grant.
 */
export const detachCredentials = statement<{ account_id: string }>(
  'profiles.detach_credentials',
  sql`with detached as (
    delete from credential_profiles where profile_id = ${profileId} returning credential_id
  ), orphaned as (
    ${detachUnmanagedSql(sql`array[${p('account_id', 'uuid')}]`)} and cp.profile_id <> ${profileId}
  )
  select c.account_id from detached join credentials c on c.id = detached.credential_id
  union select m.account_id from access_grants g join profiles m on m.id = g.manager_profile_id
    where g.profile_id = ${profileId} and m.account_id is not null
  union select ${p('account_id', 'uuid')}`,
);

/**
 * Keeps the row, as others refer to it (messages name their author), without anything that its member wrote.
 * `hashNames` hashes the names. Its pictures, and those they had replaced, become garbage.
 */
export const eraseProfile = statement(
  'profiles.erase',
  sql`with pictures as (
    select file from profiles pr
      cross join unnest(array[pr.avatar_light, pr.avatar_dark, pr.banner_light, pr.banner_dark]) as picture
      cross join ${filesOfPicture(sql`picture`)} as file
    where pr.id = ${profileId} and file is not null
  ), garbage as (
    insert into media_garbage (blob_key, due_at) select file, ${now} from pictures on conflict (blob_key) do nothing
  ), replaced as (
    update media_garbage set due_at = ${now}, profile_id = null where profile_id = ${profileId} and due_at > ${now}
  ), proofs as (delete from verifications where profile_id = ${profileId})
  update profiles set deleted_at = ${now}, updated_at = ${now}, username = 'deleted', name = 'Deleted member', call_name = 'Deleted',
    occupation = null, bio = null, country_code = null, state_code = null, city_name = null,
    avatar_light = null, avatar_dark = null, banner_light = null, banner_dark = null,
    legal_name_verified = false, indexable = false, signup_autofollow = false
  where id = ${profileId}`,
);
