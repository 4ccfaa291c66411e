import { type SQL, sql } from '../../db/drizzle.ts';
import { isNoComment, isNoReply, isPublished } from '../../db/schema/posts.ts';
import { p } from '../../db/statement.ts';
import { authorIsBlocked, authorIsShown } from '../posts/visibility.ts';
import { blockedForViewer, isContact, viewerProfiles } from '../relations/queries.ts';

/** The profile whose feed it is. */
const reader = p('reader_id', 'uuid');
const contactReader = p('contact_reader_id', 'uuid');
const ownIds = p('own_ids', 'uuid[]');

/** The posts that a feed can contain. The predicate of its indexes. */
const inFeed = sql`${isPublished} and ${isNoComment}`;
/** The same, for the index by disclosure. */
const inFeedByDisclosure = sql`${isPublished} and ${isNoReply}`;

/** The position that a page starts below, or that newer posts are counted above. */
const older = sql`(one.published_at, one.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`;
const newer = sql`(one.published_at, one.id) > (${p('since', 'timestamptz')}, ${p('since_id', 'uuid')})`;

const newestFirst = (table: SQL) => sql`${table}.published_at desc, ${table}.id desc`;
const oldestFirst = (table: SQL) => sql`${table}.published_at, ${table}.id`;

const isMuted = (author: SQL) =>
  sql`${author} in (select mu.muted_profile_id from mutes mu where mu.muter_profile_id = ${reader})`;

/**
 * Joins that keep posts of `author` that the feed may show: the author is shown, of a type that is not excluded, and no
 * block separates it from the reader. `offset 0` makes each row look up its own.
 */
const authorJoins = (author: SQL) => sql`cross join ${viewerProfiles}
  join lateral (select * from profiles one where one.id = ${author} offset 0) pr
    on ${authorIsShown} and pr.type <> all(${p('excluded_types', 'text[]')})
    and not ${blockedForViewer(author)}`;

/** Reading this many posts takes longer than asking one followed profile, but reads only a fifth of the pages. */
const POSTS_PER_FOLLOW = 60;

/**
 * How many of the newest posts of the network are read before each followed profile is asked. A page needs about `needed`
 * if others post twice as much as followed profiles do. If that is cheaper than asking, up to twice as many are read,
 * otherwise none.
 */
const windowFor = (
  rows: SQL,
) => sql`(select case when needed <= ${POSTS_PER_FOLLOW} * following then least(40000, 500 + 2 * needed) else 0 end::int
    from (select coalesce(sum(pc.following), 0) as following from profile_counters pc where pc.profile_id = ${reader}) followed,
      lateral (select 2 * ${rows} * greatest(reltuples, 0) / greatest(following, 1) as needed from pg_class where oid = 'profiles'::regclass) estimated)`;

/** How many are read to count new posts. A client that polls has missed few. */
const COUNTED_WINDOW = 2000;

/**
 * FROM item `po`: the posts of the feed among the newest of the whole network, with conditions. The order is theirs, so
 * reading stops when the page is full. The hashed set of follows is one index scan; in an OR, it stays a set.
 */
const recent = (position: SQL, order: SQL, rows: SQL) => sql`(
    select one.id, one.profile_id, one.published_at, one.visibility, one.ai_disclosure from posts one
    where ${inFeed} and ${position} order by ${order} limit ${rows}
  ) po ${authorJoins(sql`po.profile_id`)}
  where (po.profile_id = ${reader}
      or po.profile_id in (select fo.followed_profile_id from follows fo where fo.follower_profile_id = ${reader}))
    and not ${isMuted(sql`po.profile_id`)} and po.ai_disclosure <> all(${p('excluded_disclosures', 'text[]')})
    and (po.visibility <> 'contacts' or po.profile_id = any(${ownIds}) or ${isContact(sql`po.profile_id`, contactReader)})`;

/** The columns of a post `po` of a page. What it quotes is in no index of the feed. */
const found = sql`po.id, po.published_at, (select quoting.quoted_post_id from posts quoting where quoting.id = po.id) as quoted_post_id`;

/** Condition: the author of `po` is muted or blocked, in a read of posts. */
export const isUnwanted = sql`(${authorIsBlocked} or ${isMuted(sql`po.profile_id`)})`;

/** The page below the position, or the part of it that is among the newest posts of the network. */
export const selectRecent = (rows: SQL): SQL => sql`select ${found}
  from ${recent(older, newestFirst(sql`one`), windowFor(rows))}
  order by ${newestFirst(sql`po`)} limit ${rows}`;

/** How many posts are above the position, and whether (`complete`) all of them were read. */
export const countRecent = (rows: SQL): SQL => sql`select
  (select count(*)::int from (select from ${recent(newer, oldestFirst(sql`one`), sql`${COUNTED_WINDOW}`)} limit ${rows}) found) as newer,
  not exists (select from posts one where ${inFeed} and ${newer} order by ${oldestFirst(sql`one`)} offset ${COUNTED_WINDOW}) as complete`;

/**
 * The posts of a feed as streams, each a range of an index: those of one author for everybody, those for its contacts if
 * the reader is one, and (`byDisclosure`) each apart by what is disclosed about AI. So no hidden post is ever read.
 */
export type Streams = { byDisclosure: boolean };

/** The posts `one` of the stream `of`, newest first. */
const ofStream = ({ byDisclosure }: Streams, of: SQL, position: SQL, rows: SQL) => sql`select one.id, one.published_at
    from posts one
    where ${byDisclosure ? inFeedByDisclosure : inFeed} and one.profile_id = ${of}.author_id and (one.visibility = 'contacts') = ${of}.for_contacts
      ${byDisclosure ? sql`and one.ai_disclosure = ${of}.disclosure` : sql``} and ${position}
    order by ${newestFirst(sql`one`)} limit ${rows}`;

/** CTE `stream`: the streams with a post at the position, and the newest of each. */
const streamCte = (streams: Streams, position: SQL) => sql`stream as (
    select source.*, head.id, head.published_at
    from (
      select author.id as author_id, lane.for_contacts${streams.byDisclosure ? sql`, kind.disclosure` : sql``}
      from (select fo.followed_profile_id as id from follows fo where fo.follower_profile_id = ${reader}
        union all select ${reader}) author
      cross join (values (false), (true)) lane(for_contacts)
      ${streams.byDisclosure ? sql`cross join unnest(${p('disclosures', 'text[]')}) kind(disclosure)` : sql``}
      where not ${isMuted(sql`author.id`)} and (not lane.for_contacts or author.id = any(${ownIds}) or author.id in (
        select ct.contact_entity_id from contacts ct where ct.owner_entity_id = ${contactReader}))
      offset 0
    ) source
    cross join lateral (${ofStream(streams, sql`source`, position, sql`1`)}) head
  )`;

/**
 * The page below the position, complete for any feed: of the streams with the newest heads as many as the page has rows,
 * because no other can contribute to it, and of these the posts that are not older than the last of these heads.
 */
export const selectFromStreams = (streams: Streams, rows: SQL): SQL => sql`with ${streamCte(streams, older)}, best as (
    select head.* from (select * from stream order by ${newestFirst(sql`stream`)} offset 0) head
    ${authorJoins(sql`head.author_id`)}
    limit ${rows}
  ), bottom as (
    select case when count(*) = ${rows} then min(best.published_at) else '-infinity' end as published_at from best
  )
  select ${found} from best cross join bottom
  cross join lateral (${ofStream(streams, sql`best`, sql`${older} and one.published_at >= bottom.published_at`, rows)}) po
  order by ${newestFirst(sql`po`)} limit ${rows}`;

/** How many posts are above the position, for any feed. */
export const countStreams = (streams: Streams, rows: SQL): SQL => sql`with ${streamCte(streams, newer)}
  select count(*)::int as newer from (
    select from stream ${authorJoins(sql`stream.author_id`)}
    cross join lateral (${ofStream(streams, sql`stream`, newer, rows)}) po
    limit ${rows}
  ) found`;
