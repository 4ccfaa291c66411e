import { firstIdWithin } from '../../core/ids.ts';
import { beforeValues, FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { findLateness, lockProgress, startProgress } from './progress.ts';
import { newestFirst, ofStream, older, reader } from './sources.ts';
import { ENTRIES, FRESH_MS, isFresh, NEW_FOLLOWS, newFollows } from './stored.ts';

/**
 * Feeds are stored for profiles that follow at least so many others, and at most one of so many in the network: for those who
 * follow more, its newest posts contain a page.
 */
const FOLLOWS_LEAST = 10;
const PROFILES_PER_FOLLOW = 20;

/** For the placeholder of `isFresh`. */
export const freshAfter = (ctx: Ctx): Date => new Date(ctx.now().getTime() - FRESH_MS);

/** Enqueues a job that stores the feed of the reader, if reading it takes long otherwise. Returns a row even if the job waits already. */
export const requestStore = statement<{ id: string }>(
  'feed.request_store',
  sql`with wanted as (
    select own.id from (select ${reader} as id, coalesce(sum(pc.following), 0) as following from profile_counters pc where pc.profile_id = ${reader}) own
    where own.following >= ${FOLLOWS_LEAST}
      and own.following * ${PROFILES_PER_FOLLOW} <= (select reltuples from pg_class where oid = 'profiles'::regclass)
      and not exists (select from stored_feeds sf where sf.profile_id = own.id and ${isFresh}
        and (select count(*) from (${newFollows}) one) <= ${NEW_FOLLOWS})
  ), requested as (${insertJob('feed.store', {
    payload: sql`jsonb_build_object('profile_id', own.id)`,
    singletonKey: sql`own.id::text`,
    from: sql`wanted own`,
  })})
  select id from wanted`,
);

/** The profile first, like a deletion; the feed before its entries, like `trimFeeds`. */
const lockStored = statement(
  'feed.lock_stored',
  sql`select from stored_feeds where profile_id = (select pr.id from profiles pr where pr.id = ${reader} for key share) for update`,
);

const deleteEntries = statement('feed.delete_entries', sql`delete from feed_entries where profile_id = ${reader}`);

/** Posts for contacts are a stream of their own in the index. */
const insertEntries = statement(
  'feed.insert_entries',
  sql`with target as (
    select id from profiles pr where pr.id = ${reader} and pr.deleted_at is null
  ), head as (
    select source.*, first.published_at, first.id from (
      select author.id as author_id, lane.for_contacts from target cross join lateral (
        select fo.followed_profile_id as id from follows fo where fo.follower_profile_id = target.id union all select target.id) author
      cross join (values (false), (true)) lane(for_contacts) offset 0
    ) source
    cross join lateral (${ofStream({ byDisclosure: false }, sql`source`, older, sql`1`)}) first
    order by ${newestFirst(sql`first`)} limit ${ENTRIES}
  ), bottom as (
    select case when count(*) = ${ENTRIES} then min(published_at) else '-infinity' end as published_at from head
  ), found as materialized (
    select po.published_at, po.id from head cross join bottom
    cross join lateral (${ofStream({ byDisclosure: false }, sql`head`, sql`${older} and one.published_at >= bottom.published_at`, sql`${ENTRIES}`)}) po
    order by ${newestFirst(sql`po`)} limit ${ENTRIES}
  ), entered as (
    insert into feed_entries (profile_id, published_at, post_id)
    select ${reader}, published_at, id from found on conflict do nothing
  )
  insert into stored_feeds (profile_id, stored_at, follows_after, floor_at, floor_id)
  select target.id, ${p('now', 'timestamptz')}, ${p('follows_after', 'uuid')}, coalesce(last.published_at, '-infinity'), coalesce(last.id, ${FIRST_ID})
  from target left join lateral (select * from found order by ${newestFirst(sql`found`)} offset ${ENTRIES - 1}) last on true
  on conflict (profile_id) do update set stored_at = excluded.stored_at, follows_after = excluded.follows_after,
    floor_at = excluded.floor_at, floor_id = excluded.floor_id`,
);

/**
 * Stores the newest posts of the profiles that a profile follows as entries of its feed, or stores them again. A shared
 * lock keeps `fanOut` from writing new posts to the stored feeds in the meantime.
 */
export async function storeFeed(ctx: Ctx, profileId: string): Promise<void> {
  const lateness = await findLateness(ctx);
  const now = ctx.now();
  const horizon = new Date(now.getTime() - lateness);
  const values = { reader_id: profileId, now, follows_after: firstIdWithin(lateness), ...beforeValues(null) };
  await batch(ctx, [
    startProgress.call({ horizon }),
    lockProgress.call(),
    lockStored.call(values),
    deleteEntries.call(values),
    insertEntries.call(values),
  ]);
}
