import type { ProfileType, View } from '../../core/enums.ts';
import { encodePosition, LAST_ID, type PageInput, readCursor } from '../../core/pagination.ts';
import { hasWords } from '../../core/search-terms.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import { loadProfiles } from '../profiles/service.ts';
import { blockedForReader, isShown } from '../relations/queries.ts';
import { FREQUENT, isFoundBy, MAX_INT, type Regime } from './regime.ts';

/** The fields that a search for profiles compares, the most telling first. Their weights are in `search_vector`. */
export const PROFILE_FIELDS = ['name', 'call_name', 'username', 'occupation'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** How many profiles a walk tests, and how many matches are ranked and sorted. */
const WINDOW = 1000;
const RANKED_MAX = 5000;
const SORTED_MAX = 10_000;
/** Misspelled names are considered if there are fewer matches than this, and at most so many: the newest. */
const FEW = 5;
const SIMILAR_MAX = 100;
/** Words that are looked up in an index, which takes time for each. The others are compared with what it finds. */
const LOOKED_UP = 3;

const q = p('q', 'text');
/** The words of `q` as beginnings of words, in fields with these weights. A subquery, so that it is computed once. */
const prefixes = (operator: '&' | '|', weights = '') =>
  sql`(select search_prefixes(search_words(${q}), ${operator}, ${weights}))`;
const allWords = prefixes('&');
const longestWords = sql`(select search_prefixes(search_words(${q}), '&', '', 0, ${LOOKED_UP}))`;
const otherWords = sql`(select search_prefixes(search_words(${q}), '&', '', ${LOOKED_UP}))`;
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

/** From an exact name down to words in several fields; a shorter name is closer. Names with a typing error get less than 100. */
const relevance = sql`case
    when ${folded} in (${part('name')}, ${part('username')}) then 600
    when starts_with(${part('name')}, ${folded}) then 500
    when ${has(prefixes('&', 'A'))} then 400
    when ${has(prefixes('&', 'B'))} then 300
    when ${has(prefixes('&', 'C'))} then 200
    else 100 end
  + 99 * length(${folded}) / greatest(length(${folded}), length(${part('name')}), 1)`;

/** Condition: `pr` may be found by the reader and has the requested properties. */
const isListed = sql`${isShown(sql`pr`)} and ${isFoundBy(sql`pr`)} and not ${blockedForReader(sql`pr.id`)}
  and (${p('type', 'text')} is null or pr.type = ${p('type', 'text')})
  and (${p('country_code', 'text')} is null or pr.country_code = ${p('country_code', 'text')})
  and (${p('verified', 'bool')} is null or pr.legal_name_verified = ${p('verified', 'bool')})`;

/** `is true` keeps Postgres from reading the whole primary key for it. */
const isOld = sql`(id <= ${p('newest', 'uuid')}) is true`;

const windowFrom = sql`from profiles where id < ${p('before_id', 'uuid')} order by id desc`;

type FoundProfile = { id: string; field: ProfileField };

/** Tests the newest profiles one by one. Stops when the page is full or after `WINDOW` profiles, whatever the words are. */
const walk = statement<FoundProfile>(
  'search.walk_profiles',
  sql`select pr.id, pr.field
    from (select *, case when ${has(allWords)} then ${matchedField} end as field ${windowFrom} limit ${WINDOW}) pr
    where pr.field is not null and ${isListed} order by pr.id desc limit ${p('rows', 'int')}`,
);

type Ranked = {
  id: string | null;
  field: ProfileField | null;
  score: number | null;
  total: number;
  newest: string | null;
  end_id: string | null;
};

/**
 * The profiles that the index of words finds, best first, or the newest first if there are more than `rank_most`. If there
 * are only a few, those with one wrong letter in a word follow.
 */
const rank = statement<Ranked>(
  'search.rank_profiles',
  sql`with matched as materialized (
      select id, search_text, search_vector from profiles where ${has(longestWords)} and (${has(otherWords)}) is not false and ${isOld} limit ${SORTED_MAX + 1}
    ), counted as (select count(*)::int as total from matched
    ), asked as materialized (select * from search_misspelled(search_words(${q}), ${LOOKED_UP})
    ), alike as materialized (
      select id, search_text from profiles
      where (select total from counted) < ${FEW} and ${typos} @@ (select misspelled from asked)
        and (${has(sql`(select others from asked)`)}) is not false and ${isOld}
        and id <> all(array(select id from matched))
    ), scored as materialized (
      select id, case when (select total from counted) <= ${p('rank_most', 'int')} then ${relevance} else 0 end as score
      from matched where (select total from counted) <= ${SORTED_MAX}
      union all
      select id, (99 * word_similarity(${folded}, search_text))::int from (select * from alike order by id desc limit ${SIMILAR_MAX}) newest
    )
    select counted.total, case when counted.total <= ${SORTED_MAX} then (select id from profiles order by id desc limit 1) end as newest,
      case when counted.total > ${SORTED_MAX} then (select id ${windowFrom} offset ${WINDOW - 1} limit 1) end as end_id, found.*
    from counted left join (
      select sorted.id, sorted.score, case when ${has(prefixes('|'))} then ${matchedField} else ${similarField} end as field
      from (select * from scored where (score, id) < (${p('score', 'int')}, ${p('before_id', 'uuid')}) order by score desc, id desc offset 0) sorted
        join lateral (select * from profiles one where one.id = sorted.id offset 0) pr on ${isListed}
      order by sorted.score desc, sorted.id desc limit ${p('rows', 'int')}
    ) found on true
    order by found.score desc, found.id desc`,
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
type Found = { rows: Row[]; end?: string | undefined; newest?: string | undefined };

/**
 * Profiles with words that begin with those of `q`, by relevance: exact names, names that begin with it, the other fields;
 * if there are only a few, similar names too. If very many match: the newest first. Which of the two, and the newest
 * profile of a ranked search, are in the cursor, so that new profiles move no item. At most three round trips and four
 * statements.
 */
export async function searchProfiles(
  ctx: Ctx,
  input: ProfileSearch,
): Promise<{ items: ProfileMatch[]; next_cursor: string | null }> {
  const { cursor: _cursor, limit, view, ...filters } = input;
  const position = readCursor(ctx, input, filters);
  if (!hasWords(input.q)) return { items: [], next_cursor: null };
  const values = {
    q: input.q,
    type: input.type ?? null,
    country_code: input.country_code ?? null,
    verified: input.verified ?? null,
    reader_id: ctx.acting?.id ?? null,
    reader_account_id: ctx.principal?.accountId ?? null,
    reader_ids: ctx.acting ? [ctx.acting.id] : [...(ctx.principal?.profiles.keys() ?? [])],
    rows: limit + 1,
  };
  const { rows, end, newest } = await find(ctx, values, position);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : end === undefined ? undefined : { id: end };
  const next = last && (newest ? ['ranked', newest, (last as Row).score!] : ['newest']);
  const fields = new Map(page.map(({ id, field }) => [id, field]));
  const profiles = await loadProfiles(ctx, [...fields.keys()], view);
  return {
    items: profiles.map((row) => ({ row, field: fields.get(row.profile_id)! })),
    next_cursor: next ? encodePosition(ctx, [...next, last.id], filters) : null,
  };
}

type Values = Record<string, unknown> & { rows: number };

async function find(ctx: Ctx, values: Values, position: (string | number)[] | null): Promise<Found> {
  const regime = (position?.[0] ?? null) as Regime;
  if (regime === 'ranked') {
    const [, newest, score, before_id] = position!;
    const rows = await rank.all(ctx, { ...values, newest, score, before_id, rank_most: SORTED_MAX });
    return { rows: foundIn(rows), newest: String(newest) };
  }
  const isFirst = regime === null;
  const rows = isFirst ? FREQUENT : values.rows;
  const before_id = isFirst ? LAST_ID : position![1];
  const walked = await walk.all(ctx, { ...values, before_id, rows });
  if (walked.length === rows) return { rows: walked };
  const ranking = { newest: LAST_ID, rank_most: isFirst ? RANKED_MAX : -1, score: isFirst ? MAX_INT : 0 };
  const found = await rank.all(ctx, { ...values, before_id, ...ranking });
  const [{ total, newest, end_id }] = found as [Ranked];
  if (total > SORTED_MAX) return { rows: walked, end: end_id ?? undefined };
  return { rows: foundIn(found), newest: isFirst && total <= RANKED_MAX ? (newest ?? undefined) : undefined };
}

const foundIn = (rows: Ranked[]): Row[] => rows.filter((row): row is Ranked & Required<Row> => row.id !== null);
