import type { View } from '../../core/enums.ts';
import { searchTerms } from '../../core/search-terms.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, type Call, type ParameterTypes, p, statement, type ValuesOf } from '../../db/statement.ts';
import { mentionsByText } from '../profiles/mentions.ts';
import { bylinesByPost, readBylines } from './bylines.ts';
import { type FoundPostRow, NO_POSTS, type PostSet, readPosts } from './load.ts';
import { readMentions } from './mentions.ts';
import { READER, readerValues } from './readers.ts';
import { pagedJoins, type Viewer, visibleTo } from './visibility.ts';

/** A post that a search found. It is published, so it has a time. */
export type FoundText = { id: string; quoted_post_id: string | null; published_at: Date | null };

/** The `tsquery` of `wanted` and `unwanted`; null matches nothing. A subquery, so that it is computed once. */
export const textQuery: SQL = sql`(select search_query(${p('wanted', 'text[]')}, ${p('unwanted', 'text[]')}))`;

/** How many posts a walk tests if not stated, as a literal: for a placeholder Postgres expects a tenth of the table. */
const WINDOW = 2000;
const newestFirst = sql`order by published_at desc, id desc`;

/** The parameters of a search, and of a walk without those of its `source` and `where`. */
export const SEARCH = {
  wanted: 'text[]',
  unwanted: 'text[]',
  kinds: 'text[]',
  since: 'timestamptz',
  before: 'timestamptz',
  before_id: 'uuid',
} as const satisfies ParameterTypes;
const WALK = { ...SEARCH, rows: 'int' } as const;

/** The published posts of a walk: from the position `before` down to `since`. */
const candidates = (source: SQL) => sql`from posts where status = 'published' and ${source}
  and (published_at, id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')}) and published_at >= ${p('since', 'timestamptz')} ${newestFirst}`;

/** Condition: one of the newest posts of a walk has the words of `query`. */
export const isAmongNewest = (source: SQL, query: SQL): SQL =>
  sql`exists (select from (select search_vector ${candidates(source)} limit ${WINDOW}) newest where search_vector @@ ${query})`;

/** A post that a walk found, or the last one that it tested. */
type Walked = FoundText & { is_end: boolean };
/** `types` are the parameters of the conditions. */
type Walk<Types> = { types: Types; source: SQL; where: SQL; window?: number };

/** `limit + 1` rows, or fewer and `end`, after which the next page continues. */
export type FoundTexts = { rows: FoundText[]; end?: FoundText | undefined };

/**
 * Tests the newest posts one by one until the page is full or `window` is reached, whatever the words are. If the page
 * is not full and there are more posts, its last row is the end of the window.
 */
export function textWalk<const Types extends ParameterTypes>(
  name: string,
  viewer: Viewer,
  { types, source, where, window = WINDOW }: Walk<Types>,
) {
  const all: ParameterTypes = { ...(viewer === 'member' && READER), ...WALK, ...types };
  const isShort = sql`(select count(*) from found) < ${p('rows', 'int')}`;
  const walked = statement(
    name,
    all,
    sql<Walked>`with found as materialized (
        select po.id, po.quoted_post_id, po.published_at
        from (select * ${candidates(source)} limit ${window}) po ${pagedJoins(viewer)}
        where po.search_vector @@ ${textQuery} and po.kind = any(${p('kinds', 'text[]')}) and ${where} and ${visibleTo(viewer)}
        order by po.published_at desc, po.id desc limit ${p('rows', 'int')})
      select id, quoted_post_id, published_at, false as is_end from found
      union all (select id, null, published_at, true ${candidates(sql`${isShort} and ${source}`)} offset ${window - 1} limit 1)`,
  );
  return async (ctx: Ctx, values: ValuesOf<typeof WALK & Types>): Promise<FoundTexts> => {
    const rows = await walked.all(ctx, { ...readerValues(ctx), ...values });
    return { rows: rows.filter(({ is_end }) => !is_end), end: rows.find(({ is_end }) => is_end) };
  };
}

export const AUTHOR = { author_id: 'uuid' } as const;
export const ofAuthor = sql`profile_id = ${p('author_id', 'uuid')}`;
const walkAuthor = (viewer: Viewer) =>
  textWalk(`posts.search_published ${viewer}`, viewer, { types: AUTHOR, source: ofAuthor, where: sql`true` });
const WALKS = { anonymous: walkAuthor('anonymous'), member: walkAuthor('member') };

/** The published posts of one author with the words of `q`, newest first. */
export async function findByAuthor(
  ctx: Ctx,
  viewer: Viewer,
  q: string,
  values: Omit<ValuesOf<typeof WALK>, 'wanted' | 'unwanted'> & { author_id: string },
): Promise<FoundTexts> {
  const { wanted, unwanted } = searchTerms(q);
  if (wanted.length === 0) return { rows: [] };
  return WALKS[viewer](ctx, { ...values, wanted, unwanted });
}

/** Found posts as presented, except `hidden` ones. The compact view shows no quoted posts and no mentions. */
export async function loadFound(
  ctx: Ctx,
  found: readonly Pick<FoundText, 'id' | 'quoted_post_id'>[],
  view?: View,
  read: (ctx: Ctx, ids: readonly string[]) => Call<FoundPostRow> = readPosts,
): Promise<PostSet> {
  if (found.length === 0) return NO_POSTS;
  const listedIds = found.map(({ id }) => id);
  const isCompact = view === 'compact';
  const ids = isCompact ? listedIds : [...listedIds, ...found.flatMap((row) => row.quoted_post_id ?? [])];
  const reading: Call<FoundPostRow> = isCompact ? readPosts(ctx, ids) : read(ctx, ids);
  const { posts, mentions, bylines } = await batch(ctx, {
    posts: reading,
    mentions: isCompact ? null : readMentions(ctx, ids),
    bylines: isCompact ? null : readBylines(ctx, listedIds),
  });
  const byId = new Map(posts.map((post) => [post.id, post]));
  const listed = listedIds.flatMap((id) => byId.get(id) ?? []);
  for (const { id, hidden } of posts) if (hidden) byId.delete(id);
  return { listed, byId, mentions: mentionsByText(mentions ?? []), bylines: bylinesByPost(bylines ?? []) };
}
