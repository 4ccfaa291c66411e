import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { type LoadedPost, memberPostColumns } from '../posts/load.ts';
import { seenPost } from '../posts/visibility.ts';
import { profileColumns } from '../profiles/columns.ts';
import {
  authorJoins,
  inFeed,
  isForCaller,
  isInFeed,
  newer,
  newestFirst,
  newestOf,
  ofStream,
  older,
  oldestFirst,
  reader,
  type Streams,
  streamCte,
  viewerCte,
} from './sources.ts';

/** The position of a post in a feed. */
export type FeedRow = { id: string; published_at: Date | null };

/** Reading this many posts takes longer than asking one followed profile, but reads only a seventh of the pages. */
const POSTS_PER_FOLLOW = 60;
const WINDOW_MAX = 20_000;

/** How many of the newest posts are read before each followed profile is asked; none if that would not fill a page. */
const windowFor = (rows: SQL) => sql`(
    select case when ${rows} * profiles <= most * following then most else 0 end::int
    from (select coalesce(sum(pc.following), 0) as following from profile_counters pc where pc.profile_id = ${reader}) own,
      lateral (select least(${WINDOW_MAX}, ${POSTS_PER_FOLLOW} * following) as most) bounded,
      (select greatest(reltuples, 0) as profiles from pg_class where oid = 'profiles'::regclass) estimated
  )`;

/** How many are read to count new posts. A client that polls has missed few. */
const COUNTED_WINDOW = 2000;

/** The page below the position, or the part of it that is among the newest posts of the network. */
export const selectRecent = (rows: SQL) => sql<FeedRow>`with ${viewerCte} select po.id, po.published_at
  from ${newestOf(older, newestFirst(sql`one`), windowFor(rows))} ${authorJoins(sql`po.profile_id`)}
  where ${isInFeed}
  order by ${newestFirst(sql`po`)} limit ${rows}`;

/**
 * Takes the `rows` streams with the newest first post (no other can contribute), then their posts not older than the
 * last of those.
 */
export const selectFromStreams = (
  streams: Streams,
  rows: SQL,
) => sql<FeedRow>`with ${viewerCte}, ${streamCte(streams, older)}, best as (
    select head.* from (select * from stream order by ${newestFirst(sql`stream`)} offset 0) head
    ${authorJoins(sql`head.author_id`)}
    limit ${rows}
  ), bottom as (
    select case when count(*) = ${rows} then min(best.published_at) else '-infinity' end as published_at from best
  )
  select po.id, po.published_at from best cross join bottom cross join viewer
  cross join lateral (${ofStream(streams, sql`best`, sql`${older} and one.published_at >= bottom.published_at`, rows)}) po
  order by ${newestFirst(sql`po`)} limit ${rows}`;

const ids = p('ids', 'uuid[]');

/** The reader's reactions are found all at once: there are few, next to each other in an index. */
const selectMember = sql`with ${viewerCte}, reacted as materialized (
    select post_id, reaction_type from reactions where profile_id = ${reader} and post_id = any(${ids})
  ) select ${memberPostColumns}, ${profileColumns}`;

/** The joins that these columns need. */
const memberJoins = sql`${authorJoins(sql`po.profile_id`)}
  cross join lateral ${seenPost}
  left join lateral (select * from reacted where reacted.post_id = po.id offset 0) re on true`;

/** The posts of a page. They were found before, so each is checked again. */
export const selectPosts = sql<LoadedPost>`${selectMember}
  from unnest(${ids}) found(id) join posts po on po.id = found.id ${memberJoins}
  where po.status = 'published' and ${isForCaller}`;

/** How many posts are above the position, and whether (`complete`) all of them were read. */
export const countRecent = (rows: SQL) => sql<{ newer: number; complete: boolean }>`with ${viewerCte} select
  (select count(*)::int from (select from ${newestOf(newer, oldestFirst(sql`one`), sql`${COUNTED_WINDOW}`)} ${authorJoins(sql`po.profile_id`)} where ${isInFeed} limit ${rows}) found) as newer,
  not exists (select from posts one where ${inFeed} and ${newer} order by ${oldestFirst(sql`one`)} offset ${COUNTED_WINDOW}) as complete`;

/** How many posts are above the position, for any feed. */
export const countStreams = (streams: Streams, rows: SQL) => sql<{
  newer: number;
}>`with ${viewerCte}, ${streamCte(streams, newer)}
  select count(*)::int as newer from (
    select from stream ${authorJoins(sql`stream.author_id`)}
    cross join lateral (${ofStream(streams, sql`stream`, newer, rows)}) po
    limit ${rows}
  ) found`;
