import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { authors, newestFirst, newestOf, ofStream, older, reader } from './sources.ts';

/** How many entries a feed has when it is stored or trimmed. */
export const ENTRIES = 300;

/** A feed that was stored earlier is read from the followed profiles again, and stored again. */
export const FRESH_MS = 7 * 86_400_000;

/** Profiles followed since the feed was stored are asked for their posts. With more of them, the entries aren't used. */
export const NEW_FOLLOWS = 20;

/** Posts of the network that are not in the entries yet are read, too. With more of them, the entries aren't used. */
const NEW_POSTS = 5000;

/** So many posts are found for each row of a page, because the reader may not see some of them. */
const FOUND_PER_ROW = 2;

/** The new follows of a stored feed `sf`: one more than are asked, at most. */
export const newFollows = sql`select fo.followed_profile_id as id from follows fo
    where fo.follower_profile_id = sf.profile_id and fo.id > sf.follows_after order by fo.id limit ${NEW_FOLLOWS + 1}`;

/** Condition: the stored feed `sf` is not too old. */
export const isFresh = sql`sf.stored_at > ${p('fresh_after', 'timestamptz')}`;

const entryIsOlder = sql`(en.published_at, en.post_id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`;

/** So many posts of each new follow, of those that everybody may see and those for contacts apart. */
const ofNewFollows = (rows: SQL) => sql`select po.published_at, po.id
    from (select author_id, for_contacts from mine, unnest(new_ids) author_id, (values (false), (true)) lane(for_contacts)) stream
    cross join bottom
    cross join lateral (${ofStream({ byDisclosure: false }, sql`stream`, sql`${older} and one.published_at >= bottom.published_at`, rows)}) po`;

/**
 * The newest posts below the position that may be in a stored feed, a few times as many as a page has rows: its entries,
 * posts that are not in them yet, and posts of new follows. None if the feed is not stored. `bottom` is where they end.
 */
export const selectStored = (rows: SQL): SQL => sql`with mine as materialized (
    select sf.*, fp.published_at as through_at, fp.post_id as through_id, array(${newFollows}) as new_ids
    from stored_feeds sf cross join feed_progress fp where sf.profile_id = ${reader} and ${isFresh}
  ), entry as materialized (
    select one.* from mine cross join lateral (
      select en.published_at, en.post_id as id from feed_entries en
      where en.profile_id = ${reader} and ${entryIsOlder} and (en.published_at, en.post_id) >= (mine.floor_at, mine.floor_id)
      order by en.published_at desc, en.post_id desc limit ${FOUND_PER_ROW} * ${rows}) one
  ), recent as materialized (
    select po.* from mine cross join lateral
      ${newestOf(sql`${older} and (one.published_at, one.id) > (mine.through_at, mine.through_id)`, newestFirst(sql`one`), sql`${NEW_POSTS + 1}`)}
  ), bottom as materialized (
    select coalesce(last.published_at, floor_at) as published_at, coalesce(last.id, floor_id) as id
    from mine left join lateral (select * from entry offset ${FOUND_PER_ROW} * ${rows} - 1) last on true
    where cardinality(new_ids) <= ${NEW_FOLLOWS} and (select count(*) from recent) <= ${NEW_POSTS}
  )
  select found.id, found.published_at from (
    select * from entry
    union select published_at, id from recent where (profile_id in (${authors})) is true
    union ${ofNewFollows(sql`${FOUND_PER_ROW} * ${rows}`)}
  ) found join bottom on (found.published_at, found.id) >= (bottom.published_at, bottom.id)
  order by ${newestFirst(sql`found`)} limit ${FOUND_PER_ROW} * ${rows}`;
