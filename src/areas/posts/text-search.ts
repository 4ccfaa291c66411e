import type { View } from '../../core/enums.ts';
import { searchTerms } from '../../core/search-terms.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { type MentionRow, mentionsByText } from '../profiles/mentions.ts';
import { type LoadedPost, NO_POSTS, type PostSet, readPosts } from './load.ts';
import { readMentions } from './mentions.ts';
import { pagedJoins, readerValues, type Viewer, visibleTo } from './visibility.ts';

/** A post that a search found. It is published, so it has a time. */
export type FoundText = { id: string; quoted_post_id: string | null; published_at: Date | null };

/**
 * The `tsquery` of the placeholders `wanted` and `unwanted`; null, which matches nothing, if no word is wanted. A subquery,
 * so that it is computed once and not for each post.
 */
export const textQuery: SQL = sql`(select search_query(${p('wanted', 'text[]')}, ${p('unwanted', 'text[]')}))`;

/** A post that a walk found, and about how many posts there are. */
export type Walked = FoundText & { posts: number };
export const postsCount = sql`(select greatest(reltuples, 0)::int from pg_class where oid = 'posts'::regclass)`;

/** How many posts a walk tests, as a literal: for a placeholder Postgres expects a tenth of the table. */
export const WINDOW = 2000;
const newestFirst = sql`order by published_at desc, id desc`;

/** The published posts of a walk: from the position `before` down to `since`. */
const candidates = (source: SQL) => sql`from posts where status = 'published' and ${source}
  and (published_at, id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')}) and published_at >= ${p('since', 'timestamptz')} ${newestFirst}`;

/**
 * A search that tests the newest posts one by one, and stops when the page is full or after `WINDOW` posts. Its cost does
 * not depend on the words. `source` and `where` are conditions of `posts` and of the found `po`.
 */
export const walkStatement = (
  name: string,
  viewer: Viewer,
  { source, where, window = WINDOW }: { source: SQL; where: SQL; window?: number },
) =>
  statement<Walked>(
    name,
    sql`select po.id, po.quoted_post_id, po.published_at, ${postsCount} as posts
      from (select * ${candidates(source)} limit ${window}) po ${pagedJoins(viewer)}
      where po.search_vector @@ ${textQuery} and po.kind = any(${p('kinds', 'text[]')}) and ${where} and ${visibleTo(viewer)}
      order by po.published_at desc, po.id desc limit ${p('rows', 'int')}`,
  );

/** The last post of the window of such a walk. None if the walk reached the end. */
export const selectWindowEnd = (source: SQL): SQL =>
  sql`select published_at, id ${candidates(source)} offset ${WINDOW - 1} limit 1`;

export type WindowEnd = { published_at: Date | null; id: string };

export const ofAuthor = sql`profile_id = ${p('author_id', 'uuid')}`;
export const authorsWindowEnd = statement<WindowEnd>('posts.end_of_search_window', selectWindowEnd(ofAuthor));
const walkAuthor = (viewer: Viewer) =>
  walkStatement(`posts.search_published ${viewer}`, viewer, { source: ofAuthor, where: sql`true` });
const WALKS = { anonymous: walkAuthor('anonymous'), member: walkAuthor('member'), author: walkAuthor('author') };

/** The rows of a page and one more, or fewer and `end`: behind it the next page continues. */
export type FoundTexts = { rows: FoundText[]; end?: WindowEnd | undefined };

/**
 * The published posts of one author with the words of `q`, newest first. One round trip: reading the end of the window
 * along with them takes less time than a second one.
 */
export async function findByAuthor(
  ctx: Ctx,
  viewer: Viewer,
  q: string,
  values: Record<string, unknown> & { rows: number },
): Promise<FoundTexts> {
  const { wanted, unwanted } = searchTerms(q);
  if (wanted.length === 0) return { rows: [] };
  const given = { ...readerValues(ctx), ...values, wanted, unwanted };
  const [rows, [end]] = await batch(ctx, [WALKS[viewer].call(given), authorsWindowEnd.call(given)]);
  return rows.length === values.rows ? { rows } : { rows, end };
}

/**
 * Found posts as presented, with the posts that they quote, except those that `hide` finds, and their mentions. One round
 * trip; none for an empty page. The compact view shows no quoted posts and no mentions.
 */
export async function loadFound(
  ctx: Ctx,
  found: readonly Pick<FoundText, 'id' | 'quoted_post_id'>[],
  view?: View,
  hide?: (ids: readonly string[]) => Call<{ id: string }>,
): Promise<PostSet> {
  if (found.length === 0) return NO_POSTS;
  const listedIds = found.map(({ id }) => id);
  if (view === 'compact') return inOrder(listedIds, await batch(ctx, [readPosts(ctx, listedIds)]));
  const quotedIds = found.flatMap((row) => row.quoted_post_id ?? []);
  const ids = [...listedIds, ...quotedIds];
  const reads = [readPosts(ctx, ids), readMentions(ctx, ids)] as const;
  const hides = hide && quotedIds.length > 0;
  return inOrder(listedIds, await batch(ctx, hides ? [...reads, hide(quotedIds)] : reads));
}

/** The listed posts in the order of their ids. */
function inOrder(
  ids: readonly string[],
  [posts, mentions = [], hidden = []]: readonly [LoadedPost[], MentionRow[]?, { id: string }[]?],
): PostSet {
  const byId = new Map(posts.map((post) => [post.id, post]));
  const listed = ids.flatMap((id) => byId.get(id) ?? []);
  for (const { id } of hidden) byId.delete(id);
  return { listed, byId, mentions: mentionsByText(mentions) };
}
