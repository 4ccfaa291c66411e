import type { ProfileType, View } from '../../core/enums.ts';
import { encodePosition, LAST_ID, type PageInput, readCursor } from '../../core/pagination.ts';
import { hasWords } from '../../core/search-terms.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, p, statement, type ValuesOf } from '../../db/statement.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import { loadProfiles } from '../profiles/service.ts';
import { blockedForReader, blockedUnlessOwn, isShown, VIEWER, viewerProfiles } from '../relations/queries.ts';
import { isFoundBy, MAX_INT, type Regime } from './regime.ts';

/** The fields that a search for profiles compares, the most telling first. Their weights are in `search_vector`. */
export const PROFILE_FIELDS = ['name', 'call_name', 'username', 'occupation'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** How many profiles a walk tests, and how many matches are ranked and sorted. */
const WINDOW = 4000;
const RANKED_MAX = 2000;
const SORTED_MAX = 10_000;
/** How many of the newest profiles the frequency of the words is estimated from. Fewer would be too few. */
const SAMPLE = 500;
const SAMPLED_MIN = 5;
/** Misspelled names are considered if there are fewer matches than this, and at most this many of them, the newest. */
const FEW = 5;
const SIMILAR_MAX = 100;
/** Words that are looked up in an index, which takes time for each. The others are compared with what it finds. */
const LOOKED_UP = 3;

const q = p('q', 'text');
/** The words of `q` as beginnings of words, in fields with these weights. A subquery, so that it is computed once. */
const prefixes = (operator: '&' | '|', weights = '') =>
  sql`(select search_prefixes(search_words(${q}), ${operator}, ${weights}))`;
const allWords = prefixes('&');
const folded = sql`(select trim(fold_text(${q})))`;
const has = (query: SQL) => sql`search_vector @@ ${query}`;

/** The most telling field with one of the words. */
const matchedField = sql<ProfileField>`case when ${has(prefixes('|', 'A'))} then 'name' when ${has(prefixes('|', 'B'))} then 'call_name'
  when ${has(prefixes('|', 'C'))} then 'username' else 'occupation' end`;

/** The words of the fields in which misspelled words are found, with each of their letters left out. As in its index. */
const typos = sql`search_typos(name || ' ' || call_name || ' ' || coalesce(occupation, ''))`;

const part = (field: ProfileField) => sql`split_part(search_text, e'\\n', ${PROFILE_FIELDS.indexOf(field) + 1})`;

/** The field that is most similar to `q`. */
const similarField = sql<ProfileField>`(select field from (values ${sql.join(
  PROFILE_FIELDS.map((field, place) => sql`(${field}, ${part(field)}, ${place})`),
  sql`, `,
)}) parts(field, words, place) order by word_similarity(${folded}, words) desc, place limit 1)`;

/** Columns of the CTE `asked`. Postgres computes each once. */
const asked = {
  every: sql`(select every from asked)`,
  longest: sql`(select longest from asked, planned where is_rare)`,
  others: sql`(select others from asked)`,
  misspelled: sql`(select misspelled from asked)`,
  inName: sql`(select in_name from asked)`,
  inCallName: sql`(select in_call_name from asked)`,
  inUsername: sql`(select in_username from asked)`,
  folded: sql`(select folded from asked)`,
};

/** From an exact name down to words in several fields; a shorter name is closer. Names with a typing error get less than 100. */
const relevance = sql`case
    when ${asked.folded} in (${part('name')}, ${part('username')}) then 600
    when starts_with(${part('name')}, ${asked.folded}) then 500
    when ${has(asked.inName)} then 400
    when ${has(asked.inCallName)} then 300
    when ${has(asked.inUsername)} then 200
    else 100 end
  + 99 * length(${asked.folded}) / greatest(length(${asked.folded}), length(${part('name')}), 1)`;

const profile = sql`pr`;
/** Condition: `pr` may be found by the reader. */
const isListed = sql`${isShown(profile)} and ${isFoundBy(profile)} and not ${blockedForReader(sql`pr.id`)}`;
/** The same in a statement with the CTE `mine`. */
const isListedForMine = sql`${isShown(profile)} and ${isFoundBy(profile)} and not ${blockedUnlessOwn(sql`(select ids from mine)::uuid[]`, sql`pr.id`)}`;
/** Condition: `pr` has the requested properties. */
const REQUESTED = { q: 'text', type: 'text?', country_code: 'text?', verified: 'bool?' } as const;
const isRequested = sql.join(
  [
    sql`pr.type = coalesce(${p('type', 'text')}, pr.type)`,
    sql`pr.country_code is not distinct from coalesce(${p('country_code', 'text')}, pr.country_code)`,
    sql`pr.legal_name_verified = coalesce(${p('verified', 'bool')}, pr.legal_name_verified)`,
  ],
  sql` and `,
);

/** `is true` keeps Postgres from reading the whole primary key for it. */
const isOld = sql`(id <= ${p('newest', 'uuid')}) is true`;

const windowFrom = sql`from profiles where id < ${p('before_id', 'uuid')} order by id desc`;

const RANKED = { newest: 'uuid', score: 'int', before_id: 'uuid' } as const;

/** A profile that a walk found, or the last one that it tested, without a field. */
type Walked = { id: string; field: ProfileField | null };

/**
 * Tests the newest profiles until the page is full or after `WINDOW`, whatever the words are. If the page is not full
 * and there are more, the last row is the end of the window.
 */
const walk = statement(
  'search.walk_profiles',
  { ...VIEWER, ...REQUESTED, before_id: 'uuid', rows: 'int' },
  sql<Walked>`with found as materialized (
      select pr.id, pr.field
      from (select *, case when ${has(allWords)} then ${matchedField} end as field ${windowFrom} limit ${WINDOW}) pr
      where pr.field is not null and ${isRequested} and ${isListed} order by pr.id desc limit ${p('rows', 'int')})
    select id, field from found
    union all (select id, null from profiles where (select count(*) from found) < ${p('rows', 'int')} and id < ${p('before_id', 'uuid')}
      order by id desc offset ${WINDOW - 1} limit 1)`,
);

/** `total`: how many the reader may find, because hidden matches must change nothing; null if these are too many. */
type Ranked = { id: string | null; score: number | null; total: number | null; newest: string | null };

/** Condition: few of the `tested` profiles that the reader may find were `found`, so that ranking all matches is fast. */
const isRare = sql`(not ${p('walks', 'bool')} or found < ${SAMPLED_MIN}
  or found * least(profiles, 1000) <= 50 * tested and found * profiles <= ${RANKED_MAX} * tested)`;

/**
 * The reader's profiles that the index finds, best first; newest first with more than `rank_most`; none if very many. One row
 * without a profile if there is none.
 */
const rank = statement(
  'search.rank_profiles',
  { ...VIEWER, ...REQUESTED, ...RANKED, walks: 'bool', rank_most: 'int', candidates: 'int' },
  sql<Ranked>`with asked as materialized (
      select search_prefixes(words, '&', '') as every, search_prefixes(words, '&', '', 0, ${LOOKED_UP}) as longest,
        search_prefixes(words, '&', '', ${LOOKED_UP}) as others, search_prefixes(words, '&', 'A') as in_name,
        search_prefixes(words, '&', 'B') as in_call_name, search_prefixes(words, '&', 'C') as in_username, ${folded} as folded
      from search_words(${q}) words
    ), mine as materialized (select * from ${viewerProfiles}
    ), sampled as (
      select count(*) as tested, count(*) filter (where ${has(asked.every)}) as found
      from (select * from profiles pr where id < ${p('before_id', 'uuid')} and ${isListedForMine} order by id desc limit ${SAMPLE}) pr
    ), planned as materialized (
      select ${isRare} as is_rare from sampled,
        lateral (select case when tested < ${SAMPLE} then tested else greatest(tested, reltuples) end as profiles from pg_class where oid = 'profiles'::regclass) counted
    ), matched as materialized (
      select id, ${isRequested} as is_requested, case when ${p('rank_most', 'int')} > 0 then ${relevance} else 0 end as score
      from profiles pr where search_vector @@ ${asked.longest} and (${has(asked.others)}) is not false and ${isOld} and ${isListedForMine}
      limit ${SORTED_MAX + 1}
    ), counted as materialized (
      select case when (select is_rare from planned) and count(*) <= ${SORTED_MAX} then count(*)::int end as total from matched
    ), scored as (
      select id, case when total <= ${p('rank_most', 'int')} then score else 0 end as score
      from counted join matched on total is not null and is_requested
    )
    select best.*, total, case when total is not null then (select id from profiles order by id desc limit 1) end as newest
    from counted left join (
      select * from scored where (score, id) < (${p('score', 'int')}, ${p('before_id', 'uuid')})
      order by score desc, id desc limit ${p('candidates', 'int')}
    ) best on true
    order by score desc, id desc`,
);

type FoundProfile = { id: string; field: ProfileField };

/** The profiles with one wrong letter in a word, the most similar first. */
const misspelled = statement(
  'search.misspelled_profiles',
  { ...VIEWER, ...REQUESTED, ...RANKED, rows: 'int' },
  sql<FoundProfile & { score: number }>`with asked as materialized (
      select misspelled, others, search_prefixes(words, '&', '') as every, ${folded} as folded
      from search_words(${q}) words, search_misspelled(words, ${LOOKED_UP})
    ), alike as materialized (
      select id, search_text from profiles where ${typos} @@ ${asked.misspelled}
        and (${has(asked.others)}) is not false and (${has(asked.every)}) is not true and ${isOld}
    ), scored as (
      select id, (99 * word_similarity(${asked.folded}, search_text))::int as score
      from (select alike.* from (select * from alike order by id desc offset 0) alike
        join lateral (select * from profiles one where one.id = alike.id offset 0) pr on ${isListed} limit ${SIMILAR_MAX}) newest
    )
    select sorted.id, sorted.score, case when ${has(prefixes('|'))} then ${matchedField} else ${similarField} end as field
    from (select * from scored where (score, id) < (${p('score', 'int')}, ${p('before_id', 'uuid')}) order by score desc, id desc offset 0) sorted
      join lateral (select * from profiles one where one.id = sorted.id offset 0) pr on ${isRequested}
    order by sorted.score desc, sorted.id desc limit ${p('rows', 'int')}`,
);

/** The first of the profiles with the given ids, in this order, that the reader may find. */
const list = statement(
  'search.list_profiles',
  { ...VIEWER, q: 'text', ids: 'uuid[]', rows: 'int' },
  sql<FoundProfile>`select pr.id, ${matchedField} as field
    from (select * from unnest(${p('ids', 'uuid[]')}) with ordinality candidates(id, place) order by place offset 0) best
      join lateral (select * from profiles one where one.id = best.id offset 0) pr on ${isListed}
    order by best.place limit ${p('rows', 'int')}`,
);

export type ProfileSearch = PageInput & {
  q: string;
  type?: ProfileType | undefined;
  country_code?: string | undefined;
  verified?: boolean | undefined;
  view: View;
};

export type ProfileMatch = { row: ListedProfileRow; field: ProfileField };

type Row = FoundProfile & { score?: number };
/** `limit + 1` rows, or fewer, and the `end` of a walk, from which the next page continues. `newest`: sorted by relevance. */
type Found = { rows: Row[]; end?: { id: string; score?: undefined } | undefined; newest?: string | undefined };

/**
 * Profiles with words that begin with those of `q`: exact names, names that begin with it, the other fields, and
 * similar names if these are few. If very many match: the newest first. Which of the two, and the newest profile of a
 * ranked search, are in the cursor.
 */
export async function searchProfiles(
  ctx: Ctx,
  input: ProfileSearch,
): Promise<{ items: ProfileMatch[]; next_cursor: string | null }> {
  const { cursor: _cursor, limit, view, ...filters } = input;
  const position = readCursor(ctx, input, filters);
  if (!hasWords(input.q)) return { items: [], next_cursor: null };
  const { rows, end, newest } = await find(ctx, valuesOf(ctx, input), position);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : end;
  const next = last && (newest ? ['ranked', newest, last.score!] : ['newest']);
  const fields = new Map(page.map(({ id, field }) => [id, field]));
  const profiles = await loadProfiles(ctx, [...fields.keys()], view);
  return {
    items: profiles.map((row) => ({ row, field: fields.get(row.profile_id)! })),
    next_cursor: next ? encodePosition(ctx, [...next, last.id], filters) : null,
  };
}

const valuesOf = (ctx: Ctx, input: ProfileSearch) => ({
  q: input.q,
  type: input.type ?? null,
  country_code: input.country_code ?? null,
  verified: input.verified ?? null,
  reader_id: ctx.acting?.id ?? null,
  reader_account_id: ctx.principal?.accountId ?? null,
  reader_ids: ctx.acting ? [ctx.acting.id] : [...(ctx.principal?.profiles.keys() ?? [])],
  rows: input.limit + 1,
  candidates: 3 * input.limit,
});
type Values = ReturnType<typeof valuesOf>;
type Best = Values & ValuesOf<typeof RANKED> & { walks: boolean; rank_most: number };

async function find(ctx: Ctx, values: Values, position: (string | number)[] | null): Promise<Found> {
  const regime = (position?.[0] ?? null) as Regime;
  if (regime === 'ranked') {
    const [, newest, score, before_id] = position!;
    const from = { newest: String(newest), score: Number(score), before_id: String(before_id) };
    const given = { ...values, ...from, walks: false, rank_most: SORTED_MAX };
    return { rows: await listBest(ctx, given, await rank.all(ctx, given)), newest: from.newest };
  }
  const isFirst = regime === null;
  const given = {
    ...values,
    before_id: isFirst ? LAST_ID : String(position![1]),
    newest: LAST_ID,
    walks: true,
    rank_most: isFirst ? RANKED_MAX : -1,
    score: isFirst ? MAX_INT : 0,
  };
  const ranked = await rank.all(ctx, given);
  const { total, newest } = ranked[0]!;
  if (total === null) return walkFrom(ctx, given);
  if (!isFirst || newest === null || total > RANKED_MAX) return { rows: await listBest(ctx, given, ranked) };
  return { rows: await listBest(ctx, { ...given, newest }, ranked), newest };
}

async function walkFrom(ctx: Ctx, values: Values & { before_id: string }): Promise<Found> {
  const walked = await walk.all(ctx, values);
  const rows = walked.filter((row): row is FoundProfile => row.field !== null);
  return { rows, end: walked.find(({ field }) => field === null) };
}

/**
 * The best profiles that the reader may find: `rows`, or all that are left, misspelled ones behind the last of a few. If
 * most of the candidates are hidden, the rest is read at once: a cursor on a page that is not full would reveal them.
 */
async function listBest(ctx: Ctx, values: Best, ranked: readonly Ranked[]): Promise<Row[]> {
  const best = ranked.filter((row): row is Ranked & { id: string; score: number } => row.id !== null);
  const isLast = best.length < values.candidates;
  const isFew = isLast && (ranked[0]!.total ?? FEW) < FEW;
  if (best.length === 0) return isFew ? misspelled.all(ctx, values) : [];
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  const { listed, similar } = await batch(ctx, {
    listed: list.call({ ...values, ids: [...scores.keys()] }),
    similar: isFew ? misspelled.call(values) : null,
  });
  const rows = [...listed.map((row) => ({ ...row, score: scores.get(row.id)! })), ...(similar ?? [])];
  if (isLast || rows.length === values.rows) return rows;
  const { score, id: before_id } = best.at(-1)!;
  const left = values.rows - rows.length;
  const rest = { ...values, walks: false, score, before_id, rows: left, candidates: SORTED_MAX + 1 };
  return [...rows, ...(await listBest(ctx, rest, await rank.all(ctx, rest)))];
}
