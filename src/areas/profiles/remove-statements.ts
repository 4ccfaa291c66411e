import { discardFiles, hideReplaced } from '../../adapters/storage/garbage.ts';
import { filesOfPicture } from '../../adapters/storage/picture-rows.ts';
import { isOpen } from '../../auth/grants.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profileCounters } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { grantsLock } from '../relations/grant-chains.ts';

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

/** One deletion at a time: each changes rows of many profiles, so concurrent ones deadlock (measured: 11 of 16). */
export const lockRemovals = statement(
  'profiles.lock_removals',
  {},
  sql`select pg_advisory_xact_lock(hashtextextended('profiles.remove', 0))`,
);

/** `for update`, nothing weaker: waits for inserts that refer to the profile, so that later statements see them. */
export const lockOwned = statement(
  'profiles.lock_owned',
  { profile_id: 'uuid' },
  sql<{ username: string }>`select username from profiles where id = ${profileId} for update`,
);

/** Locks the profile in the same way if its account is due. */
export const lockDue = statement(
  'profiles.lock_due',
  { now: 'timestamptz', profile_id: 'uuid', account_id: 'uuid' },
  sql<{
    id: string;
  }>`select pr.id from profiles pr join accounts a on a.id = pr.account_id and a.deletion_scheduled_at <= ${now}
  where pr.id = ${profileId} and pr.account_id = ${p('account_id', 'uuid')} and pr.deleted_at is null
  for update of pr`,
);

export const removeCounters = statement(
  'profiles.remove_counters',
  { profile_id: 'uuid' },
  qb.delete(profileCounters).where(eq(profileCounters.profileId, profileId)),
);

/** Locks the grants of the profile and of all profiles it manages, in the order of the managed profiles. */
export const lockGrants = statement(
  'profiles.lock_grants',
  { profile_id: 'uuid' },
  sql<{ profile_id: string }>`select one.profile_id, ${grantsLock(sql`one.profile_id`)} from (
    select distinct g.profile_id from access_grants g
    where (g.manager_profile_id = ${profileId} or g.profile_id = ${profileId}) and ${isOpen}
    order by g.profile_id) one`,
);

/** Keeps the row, as messages name their author, without what its member wrote. Its pictures become garbage. */
export const eraseProfile = statement(
  'profiles.erase',
  { profile_id: 'uuid', now: 'timestamptz' },
  sql`with pictures as (
    select file from profiles pr
      cross join unnest(array[pr.avatar_light, pr.avatar_dark, pr.banner_light, pr.banner_dark]) as picture
      cross join ${filesOfPicture(sql`picture`)} as file
    where pr.id = ${profileId} and file is not null
  ), garbage as (
    ${discardFiles(sql`select file, ${now}, null::uuid from pictures`)}
  ), replaced as (
    ${hideReplaced(profileId, now)}
  )
  update ${writes('profiles')} set deleted_at = ${now}, updated_at = ${now}, username = 'deleted', name = 'Deleted member', call_name = 'Deleted',
    occupation = null, bio = null, country_code = null, state_code = null, city_name = null,
    avatar_light = null, avatar_dark = null, banner_light = null, banner_dark = null,
    legal_name_verified = false, verified_domain = null, indexable = false, signup_autofollow = false
  where id = ${profileId}`,
);
