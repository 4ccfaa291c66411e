import type { ReactionType, View } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import type { Selected } from '../../db/query.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileFields } from '../profiles/columns.ts';
import { counted, type ImageRow, images, po, postFields, re } from './columns.ts';
import {
  audience,
  authorIsBlocked,
  editable,
  readerValues,
  selectReadable,
  type Viewer,
  viewerItem,
  viewerOf,
  visibleTo,
} from './visibility.ts';

export type { ImageRow } from './columns.ts';

const fields = { ...postFields, visibility: audience.as('visibility'), images, ...profileFields };
const counts = { likes: counted.likes, replies: counted.replies, comments: counted.comments, quotes: counted.quotes };

/** A post as presented, without its author. */
export type PostRow = Selected<typeof postFields> &
  Selected<typeof counts> & {
    visibility: Selected<typeof fields>['visibility'];
    images: ImageRow[] | null;
    viewer_reaction: ReactionType | null;
    editable: boolean;
  };

export type LoadedPost = PostRow & ProfileRow;

/** The posts of a list or lookup in order, and these and the posts that they quote by id. */
export type PostSet = { listed: LoadedPost[]; byId: ReadonlyMap<string, LoadedPost> };

/** Of the posts that the viewer can see: which of them, in which order, and at most how many. */
export type Choice = {
  where: (viewer: Viewer) => SQL | undefined;
  order?: SQL[];
  rows?: boolean;
  /** Nobody reacts to these posts. */
  unpublished?: boolean;
};

/** A SELECT of posts as a viewer sees them. */
export function selectPosts(viewer: Viewer, { where, order = [], rows = false, unpublished = false }: Choice) {
  const reacts = viewer !== 'anonymous' && !unpublished;
  const mayEdit = { anonymous: sql`false`, member: editable, author: sql`true` }[viewer];
  const query = selectReadable(
    {
      ...fields,
      ...counts,
      viewer_reaction: sql<ReactionType | null>`${reacts ? re.reactionType : null}`.as('viewer_reaction'),
      editable: sql<boolean>`${mayEdit}`.as('editable'),
    },
    viewer,
    rows,
  );
  query.crossJoinLateral(counted).where(and(where(viewer), visibleTo(viewer)));
  if (viewer === 'author' && reacts) query.crossJoinLateral(viewerItem);
  if (reacts) query.leftJoin(re, ownReaction);
  if (order.length > 0) query.orderBy(...order);
  if (rows) query.limit(sql.placeholder('rows'));
  return query;
}

const ownReaction = and(eq(re.postId, po.id), eq(re.profileId, p('reader_id', 'uuid')), sql`not ${authorIsBlocked}`);

/** Reads of posts by a condition, for `batch`, with a statement for callers without a credential and one for others. */
export function postReads(name: string, choice: Choice) {
  const anonymous = statement(`${name} anonymous`, selectPosts('anonymous', choice));
  const member = statement(`${name} member`, selectPosts('member', choice));
  return (ctx: Ctx, values: Record<string, unknown>): Call<LoadedPost> =>
    (viewerOf(ctx) === 'anonymous' ? anonymous : member).call({ ...readerValues(ctx), ...values });
}

/** The same for callers who may edit every post that the condition allows. */
export function authorReads(name: string, choice: Choice) {
  const author = statement(`${name} author`, selectPosts('author', choice));
  return (ctx: Ctx, values: Record<string, unknown>): Call<LoadedPost> =>
    author.call({ ...readerValues(ctx), ...values });
}

const readOne = postReads('posts.read_one', { where: () => eq(po.id, sql.placeholder('id')) });
const readOwn = authorReads('posts.read_own', { where: () => eq(po.id, sql.placeholder('id')) });
const readMany = postReads('posts.read_many', { where: () => sql`${po.id} = any(${p('ids', 'uuid[]')})` });

/** The read of a post by id, for `batch`. No row: there is none that the caller can see. */
export const readPost = (ctx: Ctx, id: string): Call<LoadedPost> => readOne(ctx, { id });

/** The same in a batch that checks that the caller may edit the post. */
export const readOwnPost = (ctx: Ctx, id: string): Call<LoadedPost> => readOwn(ctx, { id });

/** The read of posts by id, in any order, for `batch`. */
export const readPosts = (ctx: Ctx, ids: readonly string[]): Call<LoadedPost> => readMany(ctx, { ids });

/** A post by id, or undefined if there is none that the caller can see. One statement. */
export async function loadPost(ctx: Ctx, id: string): Promise<LoadedPost | undefined> {
  const [[post]] = await batch(ctx, [readPost(ctx, id)]);
  return post;
}

/** Posts by id, in the given order, each once, without those that the caller cannot see. One statement. */
export async function loadPosts(ctx: Ctx, ids: readonly string[]): Promise<LoadedPost[]> {
  const [rows] = await batch(ctx, [readPosts(ctx, ids)]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

/**
 * Posts with the quoted posts that the caller can see. One statement; none without a quote, and none
 * for the compact view, which shows no quoted posts.
 */
export async function withQuoted(
  ctx: Ctx,
  listed: LoadedPost[],
  view: View = 'default',
  known: LoadedPost[] = [],
): Promise<PostSet> {
  const byId = new Map([...known, ...listed].map((row) => [row.id, row]));
  const quotedIds = view === 'compact' ? [] : listed.flatMap((row) => row.quoted_post_id ?? []);
  const missing = quotedIds.filter((id) => !byId.has(id));
  if (missing.length > 0) for (const row of await loadPosts(ctx, missing)) byId.set(row.id, row);
  return { listed, byId };
}
