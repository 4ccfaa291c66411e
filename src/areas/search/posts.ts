import { POST_KINDS, type PostKind, type View } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { beforeValues, encodePosition, LAST_ID, type PageInput, readCursor } from '../../core/pagination.ts';
import { searchTerms } from '../../core/search-terms.ts';
import { dayRange } from '../../core/timestamps.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { NO_POSTS, type PostSet } from '../posts/load.ts';
import {
  authorsWindowEnd,
  type FoundText,
  loadFound,
  ofAuthor,
  postsCount,
  selectWindowEnd,
  textQuery,
  WINDOW,
  type WindowEnd,
  walkStatement,
} from '../posts/text-search.ts';
import { notBlockedFor, pagedJoins, readerValues, visibleTo } from '../posts/visibility.ts';
import { blockedForViewer, viewerProfiles } from '../relations/queries.ts';
import { FREQUENT, isFoundBy, MAX_INT, type Regime } from './regime.ts';

/** How many matches are ranked. Ranking a repetitive post takes up to 9 ms. */
const RANKED_MAX = 300;
/** How many matches are sorted by time. */
const SORTED_MAX = 10_000;
/** How many times as many posts the index may find by the estimate, which ignores that some words appear together. */
const ESTIMATE_FACTOR = 2;
/**
 * Words in so many posts are looked for in a longer walk, if the usual one finds `HINT` posts or more: reading all of them by
 * the index of words takes longer.
 */
const MANY = 3000;
const HINT = 8;
const LONG_WINDOW = 12_000;
/** How many of the newest posts tell which words are rare, and how many of the words of a query are considered. */
const SAMPLE = 100;
const SAMPLED_WORDS = 32;
/**
 * A query with more nodes is not ranked: that takes up to a second for one post. Sixteen words have 31; only unwanted words
 * and texts in scripts without spaces can make more.
 */
const NODES_MAX = 31;

const ofAll = sql`true`;
const isListed = sql`${isFoundBy(sql`pr`)} and ${notBlockedFor('member')!} and coalesce(${p('has_images', 'bool')} = exists (select from post_images i where i.post_id = po.id), true)`;

const walkAll = walkStatement('search.walk_posts', 'member', { source: ofAll, where: isListed });
const walkLong = walkStatement('search.walk_posts_longer', 'member', {
  source: ofAll,
  where: isListed,
  window: LONG_WINDOW,
});
const walkAuthor = walkStatement('search.walk_posts_of_author', 'member', { source: ofAuthor, where: isListed });

type Ranked = {
  [Column in keyof FoundText]: FoundText[Column] | null;
} & { score: number | null; total: number; newest: Date | null; end_at: Date | null; end_id: string | null };

/** How many posts the index may find: for a further page more, because other words may be the rarest by then. */
const indexedMost = p('indexed_most', 'int');

/**
 * CTE `rarest`: the three rarest words of the query among the newest posts, as a query for the index, and how many posts it
 * may find. More words take the index longer, phrases have to be compared in each post, and unwanted words exclude few.
 */
const rarestCte = sql`rarest as materialized (
      select string_agg(word::text, ' & ')::tsquery as query, max(posts) * exp(sum(ln(share))) as matches
      from (select word, share, ${postsCount} as posts
        from (select plainto_tsquery('pg_catalog.simple', lexeme) as word, length(lexeme) as letters
          from unnest(to_tsvector('pg_catalog.simple', (select string_agg(words, ' ') from unnest(${p('wanted', 'text[]')}) term, search_words(term) words)))
          order by letters desc limit ${SAMPLED_WORDS}) words
        cross join lateral (select (0.5 + count(*)) / ${SAMPLE} as share from (
            select search_vector from posts where status = 'published' order by published_at desc, id desc limit ${SAMPLE}) newest
          where search_vector @@ word) sampled
        order by share, letters desc limit 3) chosen)`;

/**
 * The posts that the index of words finds, best first: with at most `rank_most` matches by `ts_rank_cd`, which favors
 * words that are frequent and close together, then and otherwise the newest first. No more than `indexed_most` posts with the
 * rarest words are read; if there are more, the walk continues behind its window. One row without a post if there is none.
 */
const rank = statement<Ranked>(
  'search.rank_posts',
  sql`with asked as materialized (select ${textQuery} as query
    ), ${rarestCte}, indexed as materialized (
      select id, published_at, (select asked.query = rarest.query from asked, rarest) or search_vector @@ (select query from asked) as is_match
      from posts where status = 'published' and search_vector @@ (select query from rarest where matches <= ${ESTIMATE_FACTOR} * ${indexedMost})
        and published_at <= ${p('newest', 'timestamptz')} limit ${indexedMost} + 1
    ), counted as (
      select case when count(*) > ${indexedMost} or (select matches > ${ESTIMATE_FACTOR} * ${indexedMost} from rarest) then ${SORTED_MAX + 1}
        else count(*) filter (where is_match) end::int as total, max(published_at) filter (where is_match) as newest from indexed
    ), scored as materialized (
      select m.id, m.published_at, case when (select total from counted) <= ${p('rank_most', 'int')} then (
          select coalesce(1000000 * ts_rank_cd(one.search_vector, (select query from asked where numnode(query) <= ${NODES_MAX}), 1), 0)::int
          from posts one where one.id = m.id) else 0 end as score
      from indexed m where is_match and (select total from counted) <= ${SORTED_MAX}
        and m.published_at between ${p('since', 'timestamptz')} and ${p('until', 'timestamptz')}
    )
    select counted.total, counted.newest, ended.published_at as end_at, ended.id as end_id, found.*
    from counted
      left join lateral (select w.* from (${selectWindowEnd(ofAll)}) w where counted.total > ${SORTED_MAX}) ended on true
      left join (
        select po.id, po.quoted_post_id, po.published_at, sorted.score
        from (select * from scored where (score, published_at, id) < (${p('score', 'int')}, ${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
            order by score desc, published_at desc, id desc offset 0) sorted
          join lateral (select * from posts one where one.id = sorted.id offset 0) po on true ${pagedJoins('member')}
        where po.kind = any(${p('kinds', 'text[]')}) and ${isListed} and ${visibleTo('member')}
        order by sorted.score desc, sorted.published_at desc, sorted.id desc limit ${p('rows', 'int')}
      ) found on true
    order by found.score desc, found.published_at desc, found.id desc`,
);

/** Of the posts with the given ids, those of authors that a block separates from the reader. */
const findBlocked = statement<{ id: string }>(
  'search.find_blocked',
  sql`select po.id from posts po cross join ${viewerProfiles}
    where po.id = any(${p('ids', 'uuid[]')}) and ${blockedForViewer(sql`po.profile_id`)}`,
);

export type PostSearch = PageInput & {
  q: string;
  profile_id?: string | undefined;
  kind?: PostKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  has_images?: boolean | undefined;
  view: View;
};

type Row = FoundText & { score?: number };
/** Rows of a page and one more, or all until `end`, behind which the next page continues. */
type Found = { rows: Row[]; end?: WindowEnd | undefined; ranked?: { newest: Date } };

/**
 * Published posts with all wanted words and phrases and none of the unwanted, that the acting profile may see and no
 * block separates it from. Frequent words: newest first; rare ones: by relevance. Which of the two, and the newest post
 * of a ranked search, are in the cursor, so that new posts move no item. At most three round trips and statements.
 */
export async function searchPosts(ctx: Ctx, input: PostSearch): Promise<{ next_cursor: string | null; set: PostSet }> {
  const { wanted, unwanted } = searchTerms(input.q);
  const { cursor: _cursor, limit: _limit, view: _view, ...query } = input;
  const filters = { ...query, kind: input.kind?.join() };
  const position = readCursor(ctx, input, filters);
  if (wanted.length === 0) return { next_cursor: null, set: NO_POSTS };
  const { since, until } = dayRange(input);
  const values = {
    ...readerValues(ctx),
    wanted,
    unwanted,
    since,
    until,
    kinds: input.kind ?? POST_KINDS,
    has_images: input.has_images ?? null,
    author_id: input.profile_id === undefined ? null : idOrNone(input.profile_id),
    rows: input.limit + 1,
  };
  const { rows, end, ranked } = await find(ctx, values, position);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1)! : end;
  const next = last && (ranked ? ['ranked', ranked.newest.getTime(), (last as Row).score!] : ['newest']);
  return {
    next_cursor: next ? encodePosition(ctx, [...next, last.published_at!.getTime(), last.id], filters) : null,
    set: await loadFound(ctx, page, input.view, (ids) => findBlocked.call({ ...readerValues(ctx), ids })),
  };
}

type Values = Record<string, unknown> & { rows: number; author_id: string | null; until: string };

async function find(ctx: Ctx, values: Values, position: (string | number)[] | null): Promise<Found> {
  const regime = (position?.[0] ?? null) as Regime;
  if (regime === 'ranked') {
    const [, newest, score, at, id] = position!;
    const [before, before_id] = [new Date(at!), id];
    const given = {
      ...values,
      newest: new Date(newest!),
      score,
      before,
      before_id,
      rank_most: SORTED_MAX,
      indexed_most: 10 * SORTED_MAX,
    };
    const rows = foundIn(await rank.all(ctx, given));
    return { rows, ranked: { newest: new Date(newest!) } };
  }
  const before = regime === null ? { before: values.until, before_id: LAST_ID } : beforeValues(position!.slice(1));
  if (values.author_id !== null) return walkAuthorOnce(ctx, { ...values, ...before });
  if (regime === null) return findFirst(ctx, { ...values, ...before });
  const rows = await walkLong.all(ctx, { ...values, ...before });
  return rows.length === values.rows ? { rows } : rankFrom(ctx, { ...values, ...before }, regime, rows);
}

async function findFirst(ctx: Ctx, values: Values): Promise<Found> {
  const rows = await walkAll.all(ctx, { ...values, rows: FREQUENT });
  if (rows.length === FREQUENT) return { rows };
  const last = rows.at(-1);
  if (last === undefined || rows.length < HINT || (rows.length / WINDOW) * last.posts < MANY) {
    return rankFrom(ctx, values, null, rows);
  }
  const behind = { before: last.published_at, before_id: last.id, rows: FREQUENT - rows.length };
  const found = [...rows, ...(await walkLong.all(ctx, { ...values, ...behind }))];
  return { rows: found, ...(found.length < FREQUENT && { end: found.at(-1)! }) };
}

/** The posts of one author, always newest first. */
async function walkAuthorOnce(ctx: Ctx, values: Values): Promise<Found> {
  const rows = await walkAuthor.all(ctx, values);
  return rows.length === values.rows ? { rows } : { rows, end: await authorsWindowEnd.one(ctx, values) };
}

/** The same page from the index of words, after a walk that did not fill it. */
async function rankFrom(ctx: Ctx, values: Values, regime: Regime, walked: Row[]): Promise<Found> {
  const isFirst = regime === null;
  const found = await rank.all(ctx, {
    ...values,
    newest: 'infinity',
    rank_most: isFirst ? RANKED_MAX : -1,
    indexed_most: SORTED_MAX,
    score: isFirst ? MAX_INT : 0,
  });
  const [{ total, newest, end_at, end_id }] = found as [Ranked];
  if (total > SORTED_MAX) {
    // A long walk may have found posts behind the end of the usual window.
    const end = (isFirst ? undefined : walked.at(-1)) ?? (end_at && { published_at: end_at, id: end_id! });
    return { rows: walked, ...(end && { end }) };
  }
  const rows = foundIn(found);
  return isFirst && newest !== null && total <= RANKED_MAX ? { rows, ranked: { newest } } : { rows };
}

const foundIn = (rows: Ranked[]): Row[] => rows.filter((row): row is Ranked & Required<Row> => row.id !== null);
