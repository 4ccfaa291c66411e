import { type SQL, sql } from '../../db/drizzle.ts';
import { isNoComment, isNoReply, isPublished } from '../../db/schema/posts.ts';
import { type ParameterTypes, p } from '../../db/statement.ts';
import { isForReader, meetsAsked, textOf } from '../posts/audience.ts';
import { callerReads, SIGNED_IN } from '../posts/readers.ts';
import { authorIsShown } from '../posts/visibility.ts';
import { blockedWithAny, viewerProfiles } from '../relations/queries.ts';

/** The parameters of a feed: `viewerCte`, `authors`, `authorJoins` and `isForCaller`. */
export const FEED = { ...SIGNED_IN, excluded_types: 'text[]' } as const satisfies ParameterTypes;
/** Those of `older` and `newer`. */
export const OLDER = { before: 'timestamptz', before_id: 'uuid' } as const;
export const NEWER = { since: 'timestamptz', since_id: 'uuid' } as const;
/** Those of `isInFeed`, and of streams by disclosure. */
export const EXCLUDED = { excluded_disclosures: 'text[]' } as const;
export const DISCLOSED = { disclosures: 'text[]' } as const;

export const reader = p('reader_id', 'uuid');
const contactReader = p('contact_reader_id', 'uuid');

/** The posts that a feed can contain. The predicate of its indexes. */
export const inFeed = sql`${isPublished} and ${isNoComment}`;
/** The predicate of the feed's index by disclosure. */
const inFeedByDisclosure = sql`${isPublished} and ${isNoReply}`;

/** The position that a page starts below, or that newer posts are counted above. */
export const older = sql`(one.published_at, one.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`;
export const newer = sql`(one.published_at, one.id) > (${p('since', 'timestamptz')}, ${p('since_id', 'uuid')})`;

export const newestFirst = (table: SQL) => sql`${table}.published_at desc, ${table}.id desc`;
export const oldestFirst = (table: SQL) => sql`${table}.published_at, ${table}.id`;

const mutedProfiles = sql`select mu.muted_profile_id from mutes mu where mu.muter_profile_id = ${reader}`;

/** Condition: the reader has muted `author`. */
export const isMuted = (author: SQL) => sql`${author} in (${mutedProfiles})`;

/** The ids of the profiles whose posts the feed has: the followed ones that are not muted, and the reader. */
const authors = sql`select fo.followed_profile_id as id from follows fo
  where fo.follower_profile_id = ${reader} and not ${isMuted(sql`fo.followed_profile_id`)}
  union all select ${reader}`;

/** CTE `viewer`: the profiles that blocks apply to (`viewer.ids` of `viewerProfiles`), and whether there are any blocks. */
export const viewerCte = sql`viewer as materialized (
    select ids, exists (select from unnest(ids) one where exists (select from blocks where blocker_profile_id = one)
      or exists (select from blocks where blocked_profile_id = one)) as has_blocks from ${viewerProfiles}
  )`;

/**
 * Joins that keep posts of an `author` that is shown, not of an excluded type, and not separated by a block. `offset 0`
 * makes each row look up its own.
 */
export const authorJoins = (author: SQL) => sql`cross join viewer
  join lateral (select * from profiles one where one.id = ${author} offset 0) pr
  on ${authorIsShown} and pr.type <> all(${p('excluded_types', 'text[]')})
  and not (viewer.has_blocks and ${author} <> all(viewer.ids) and ${blockedWithAny(author, sql`viewer.ids`)})`;

/** FROM item `po`: the `rows` newest posts of the network before the cursor, in this order. */
export const newestOf = (position: SQL, order: SQL, rows: SQL) => sql`(
    select one.id, one.profile_id, one.published_at, one.visibility, one.ai_disclosure from posts one
    where ${inFeed} and ${position} order by ${order} limit ${rows}
  ) po`;

/** Condition: `po`, a post of an author that `authorJoins` keeps, is for the reader. */
export const isForCaller = isForReader(textOf(sql`po`), callerReads);

/** Condition: `po` is a post of the feed. `is true` keeps the hashed set from becoming a join, which needs a sort. */
export const isInFeed = sql`(po.profile_id in (${authors})) is true
  and po.ai_disclosure <> all(${p('excluded_disclosures', 'text[]')}) and ${isForCaller}`;

/** A range of an index each: public, contacts-only, and with `byDisclosure` one per disclosure. None is hidden. */
export type Streams = { byDisclosure: boolean };

/** The posts `one` of the stream `of`, newest first, after `viewer`. A stream for contacts is only there for a contact or owner. */
export const ofStream = (
  { byDisclosure }: Streams,
  of: SQL,
  position: SQL,
  rows: SQL,
) => sql`select one.id, one.published_at from posts one
    where ${byDisclosure ? inFeedByDisclosure : inFeed} and one.profile_id = ${of}.author_id and (one.visibility = 'contacts') = ${of}.for_contacts
      and ${isForReader(textOf(sql`one`), { ...callerReads, isContactOf: () => sql`${of}.for_contacts` })}
      ${byDisclosure ? sql`and one.ai_disclosure = ${of}.disclosure` : sql``} and ${position}
    order by ${newestFirst(sql`one`)} limit ${rows}`;

/** As `callerReads`, for many authors: reads the contacts at once. */
const allContacts = {
  ...callerReads,
  isContactOf: (author: SQL) =>
    sql`${author} in (select ct.contact_entity_id from contacts ct where ct.owner_entity_id = ${contactReader})`,
};

/** CTE `stream`: the streams with a post at the position, and the newest of each. */
export const streamCte = (streams: Streams, position: SQL) => sql`stream as (
    select source.*, head.id, head.published_at
    from (select author.id as author_id, lane.for_contacts${streams.byDisclosure ? sql`, kind.disclosure` : sql``}
      from (${authors}) author
      cross join (values (false), (true)) lane(for_contacts)
      ${streams.byDisclosure ? sql`cross join unnest(${p('disclosures', 'text[]')}) kind(disclosure)` : sql``}
      where not lane.for_contacts or ${meetsAsked('contacts', sql`author.id`, allContacts)}
      offset 0
    ) source cross join viewer
    cross join lateral (${ofStream(streams, sql`source`, position, sql`1`)}) head
  )`;
