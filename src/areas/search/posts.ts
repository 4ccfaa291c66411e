import { POST_KINDS, type PostKind, type View } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { beforeValues, encodePosition, LAST_ID, type PageInput, readCursor } from '../../core/pagination.ts';
import { searchTerms } from '../../core/search-terms.ts';
import { dayRange } from '../../core/timestamps.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type ParameterTypes, p, statement, type ValuesOf } from '../../db/statement.ts';
import {
  hidingReads,
  type LoadedPost,
  memberColumns,
  memberJoins,
  NO_POSTS,
  type PostSet,
  withUnhidden,
} from '../posts/load.ts';
import { READER, readerValues } from '../posts/readers.ts';
import {
  AUTHOR,
  type FoundText,
  isAmongNewest,
  loadFound,
  ofAuthor,
  SEARCH,
  textQuery,
  textWalk,
} from '../posts/text-search.ts';
import { authorIsBlocked, pagedJoins, publishedFor } from '../posts/visibility.ts';
import { isFoundBy, MAX_INT, type Regime } from './regime.ts';

/** How many matches are ranked. Ranking a repetitive post takes up to 9 ms. */
const RANKED_MAX = 300;
/** How many matches are sorted by time. */
const SORTED_MAX = 10_000;
/** How many matches the index of words may find before it looks up a further word. */
const LOOKED_UP = 2000;
/** Words in a smaller share of the posts are looked for in a longer walk. */
const LONG_SHARE = 0.05;
const LONG_WINDOW = 12_000;
/** Ranking a query with more nodes takes up to a second. Sixteen words have 31. */
const NODES_MAX = 31;

const ofAll = sql`true`;
const hasImages = sql`coalesce(${p('has_images', 'bool')} = (po.images is not null), true)`;
const LISTED = { has_images: 'bool?' } as const;
const isRequested = sql`po.kind = any(${p('kinds', 'text[]')}) and ${hasImages}`;
const isListed = sql`${isFoundBy(sql`pr`)} and not ${authorIsBlocked}`;
const isListedNew = sql`${isListed} and ${hasImages}`;

const walkAll = textWalk('search.walk_posts', 'member', { types: LISTED, source: ofAll, where: isListedNew });
const walkLong = textWalk('search.walk_posts_longer', 'member', {
  types: LISTED,
  source: ofAll,
  where: isListedNew,
  window: LONG_WINDOW,
});
const walkAuthor = textWalk('search.walk_posts_of_author', 'member', {
  types: { ...LISTED, ...AUTHOR },
  source: ofAuthor,
  where: isListedNew,
});

/**
 * Condition: so few posts match that the reader's are counted. Few enough of them are ranked. Only posts that the reader
 * may find decide the order, which would reveal hidden ones otherwise.
 */
const isCounted = sql`${p('rank_most', 'int')} > 0 and (matches <= ${SORTED_MAX} or not ${p('walks', 'bool')})`;

/**
 * Condition: reading all `matches` is faster than a walk, which tests more posts the rarer the words are. Both take the
 * same time at a number that grows with the square root of the posts.
 */
const isRare = sql`case when matches <= greatest(${RANKED_MAX}, 2 * sqrt(posts)) or not ${p('walks', 'bool')} then true
  when matches > ${SORTED_MAX} then false else not ${isAmongNewest(ofAll, sql`query`)} end`;

/**
 * `is_ranked`: sorted by relevance. `is_sorted`: by time, without a walk. `is_indexed`: the index could find all. `share`:
 * how many of all posts match, as estimated.
 */
type Ranked = {
  id: string | null;
  published_at: Date | null;
  score: number | null;
  is_ranked: boolean;
  is_sorted: boolean;
  is_indexed: boolean;
  share: number;
};

const RANK = {
  ...READER,
  ...SEARCH,
  ...LISTED,
  until: 'timestamptz',
  newest: 'timestamptz',
  walks: 'bool',
  rank_most: 'int',
  indexed_most: 'int',
  score: 'int',
  candidates: 'int',
} as const satisfies ParameterTypes;
const isMatch = sql`((select query = words from asked) or po.search_vector @@ (select query from asked))`;
/** The posts with the rarest of the words. */
const withWords = (
  where: SQL,
) => sql`posts po where status = 'published' and search_vector @@ (select words from ${where})
  and published_at <= ${p('newest', 'timestamptz')} limit ${p('indexed_most', 'int')} + 1`;

/**
 * The posts that the index finds: the reader's, best first (`ts_rank_cd`), if these are at most `rank_most`, else all, the
 * newest first. None if a walk is faster, or with more than `indexed_most` posts of the rarest words. One row without a
 * post if there is none.
 */
const rank = statement(
  'search.rank_posts',
  RANK,
  sql<Ranked>`with asked as materialized (
      select ${textQuery} as query, words, coalesce(matches, 0) as matches,
        (select greatest(reltuples, 1) from pg_class where oid = 'posts'::regclass) as posts
      from search_rarest(${p('wanted', 'text[]')}, ${LOOKED_UP})
    ), readable as materialized (
      select po.place, po.id, po.published_at, ${isRequested} as is_requested
      from (select ctid as place, * from ${withWords(sql`asked where ${isCounted}`)}) po ${pagedJoins('member')}
      where ${isMatch} and ${isListed} and ${publishedFor('member')} limit ${p('rank_most', 'int')} + 1
    ), ranked as materialized (
      select *, ${isCounted} and (select count(*) from readable) <= ${p('rank_most', 'int')} as is_ranked from asked
    ), planned as materialized (select *, not is_ranked and ${isRare} as is_rare from ranked
    ), indexed as materialized (
      select id, published_at, ${isRequested} as is_requested, ${isMatch} as is_match
      from ${withWords(sql`planned where is_rare`)}
    ), counted as materialized (
      select is_ranked, is_rare and (select count(*) from indexed) <= ${p('indexed_most', 'int')} as is_sorted,
        matches <= ${SORTED_MAX} as is_indexed, least(matches / posts, 1) as share from planned
    )
    select best.id, best.published_at, best.score, counted.* from counted left join (
      select * from (
        select id, published_at, is_requested, (
          select coalesce(1000000 * ts_rank_cd(one.search_vector, (select query from asked where numnode(query) <= ${NODES_MAX}), 1), 0)::int
          from posts one where one.ctid = place) as score
        from counted join readable on is_ranked
        union all select id, published_at, is_requested, 0 from counted join indexed on is_sorted and is_match
      ) scored where is_requested and published_at between ${p('since', 'timestamptz')} and ${p('until', 'timestamptz')}
        and (score, published_at, id) < (${p('score', 'int')}, ${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
      order by score desc, published_at desc, id desc limit ${p('candidates', 'int')}
    ) best on true
    order by score desc, published_at desc, id desc`,
);

/** The first of the posts with the given ids, in this order, that the reader may find. */
const list = statement(
  'search.list_posts',
  { ...READER, ids: 'uuid[]', rows: 'int' },
  sql<LoadedPost>`select ${memberColumns}
    from (select * from unnest(${p('ids', 'uuid[]')}) with ordinality candidates(id, place) order by place offset 0) best
      join lateral (select * from posts one where one.id = best.id offset 0) po on true ${memberJoins}
    where ${isListed} and ${publishedFor('member')}
    order by best.place limit ${p('rows', 'int')}`,
);

/** Quoted posts of authors that a block separates from the reader are hidden too. */
const readPosts = hidingReads('search.read_posts', authorIsBlocked);

export type PostSearch = PageInput & {
  q: string;
  profile_id?: string | undefined;
  kind?: PostKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  has_images?: boolean | undefined;
  view: View;
};

type Row = (FoundText | LoadedPost) & { score?: number };
/** As of a walk, or already loaded. `ranked`: all matches are sorted by relevance. */
type Found = { rows: Row[]; end?: Row | undefined; ranked?: { newest: Date } | undefined };

const isLoaded = (rows: Row[]): rows is LoadedPost[] => rows.every((row) => 'body' in row);

/**
 * Published posts with all wanted words and none of the unwanted that the acting profile may see. Frequent words:
 * newest first; rare ones: by relevance. Which of the two, and the time of the first page of a ranked search, are in
 * the cursor, so that new posts move no item.
 */
export async function searchPosts(ctx: Ctx, input: PostSearch): Promise<{ next_cursor: string | null; set: PostSet }> {
  const { wanted, unwanted } = searchTerms(input.q);
  const { cursor: _cursor, limit: _limit, view: _view, ...query } = input;
  const filters = { ...query, kind: input.kind?.join() };
  const position = readCursor(ctx, input, filters);
  if (wanted.length === 0) return { next_cursor: null, set: NO_POSTS };
  const { rows, end, ranked } = await find(ctx, { ...valuesOf(ctx, input), wanted, unwanted }, position);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1)! : end;
  const next = last && (ranked ? ['ranked', ranked.newest.getTime(), last.score!] : ['newest']);
  return {
    next_cursor: next ? encodePosition(ctx, [...next, last.published_at!.getTime(), last.id], filters) : null,
    set: await (isLoaded(page)
      ? withUnhidden(ctx, page, input.view, readPosts)
      : loadFound(ctx, page, input.view, readPosts)),
  };
}

const valuesOf = (ctx: Ctx, input: PostSearch) => ({
  ...readerValues(ctx),
  ...dayRange(input),
  kinds: input.kind ?? POST_KINDS,
  has_images: input.has_images ?? null,
  author_id: input.profile_id === undefined ? null : idOrNone(input.profile_id),
  rows: input.limit + 1,
  candidates: 3 * input.limit,
});
type Values = ReturnType<typeof valuesOf> & { wanted: string[]; unwanted: string[] };
type Best = Values & ValuesOf<typeof RANK>;

/** However many posts match, they are ranked, not walked. */
const ALL_MATCHES = { walks: false, indexed_most: 10 * SORTED_MAX };

async function find(ctx: Ctx, values: Values, position: (string | number)[] | null): Promise<Found> {
  const regime = (position?.[0] ?? null) as Regime;
  if (regime === 'ranked') return findRanked(ctx, values, position!);
  const isFirst = regime === null;
  const before = isFirst ? { before: values.until, before_id: LAST_ID } : beforeValues(position!.slice(1));
  const given = { ...values, ...before };
  const { author_id } = values;
  if (author_id !== null) return walkAuthor(ctx, { ...given, author_id });
  const best = {
    ...given,
    newest: 'infinity' as const,
    walks: true,
    rank_most: isFirst ? RANKED_MAX : -1,
    indexed_most: SORTED_MAX,
    score: isFirst ? MAX_INT : 0,
  };
  const ranked = await rank.all(ctx, best);
  const { is_ranked, is_sorted, is_indexed, share } = ranked[0]!;
  if (is_ranked) return { rows: await listBest(ctx, best, ranked), ranked: { newest: ctx.now() } };
  if (is_sorted) return { rows: await listBest(ctx, best, ranked) };
  const walked = await (share < LONG_SHARE ? walkLong : walkAll)(ctx, given);
  if (walked.end === undefined || !is_indexed) return walked;
  // Whether hidden posts led to a walk must not show in a page that is not full.
  const sorted = { ...best, walks: false, rank_most: -1 };
  return { rows: await listBest(ctx, sorted, await rank.all(ctx, sorted)) };
}

/** A further page of a ranked search. Never walks, however many posts match by now. */
async function findRanked(ctx: Ctx, values: Values, position: (string | number)[]): Promise<Found> {
  const [, at, score, before, before_id] = position;
  const newest = new Date(at!);
  const from = { newest, score: Number(score), before: new Date(before!), before_id: String(before_id) };
  const best = { ...values, ...from, ...ALL_MATCHES, rank_most: SORTED_MAX };
  return { rows: await listBest(ctx, best, await rank.all(ctx, best)), ranked: { newest } };
}

/**
 * The best posts that the reader may find: `rows`, or all that are left. If most of the candidates are hidden, the rest
 * is read at once, because a cursor on a page that is not full would reveal that hidden posts match.
 */
async function listBest(ctx: Ctx, values: Best, ranked: readonly Ranked[]): Promise<Row[]> {
  const best = ranked.filter(
    (row): row is Ranked & { id: string; score: number; published_at: Date } => row.id !== null,
  );
  if (best.length === 0) return [];
  const listed = await list.all(ctx, { ...values, ids: best.map(({ id }) => id) });
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  const rows = listed.map((row) => ({ ...row, score: scores.get(row.id)! }));
  if (rows.length === values.rows || best.length < values.candidates) return rows;
  const { score, published_at: before, id: before_id } = best.at(-1)!;
  const left = values.rows - rows.length;
  const rest = { ...values, ...ALL_MATCHES, score, before, before_id, rows: left, candidates: 10 * SORTED_MAX };
  return [...rows, ...(await listBest(ctx, rest, await rank.all(ctx, rest)))];
}
