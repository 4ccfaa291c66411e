import { sql } from 'drizzle-orm';
import { failScope } from '../../auth/require.ts';
import type { PostKind, PostStatus } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { beforeValues, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { referenceValues, referredProfileId } from '../profiles/reference.ts';
import { isShown } from '../relations/queries.ts';
import { findPostOrFail } from './find.ts';
import { type LoadedPost, loadPost, loadPosts, type PostSet, readPosts } from './load.ts';
import { mayReadDrafts, notBlockedForReader, readerValues, readingJoins, visible, visibleTo } from './visibility.ts';

export type PostPageSet = { page: { items: LoadedPost[]; next_cursor: string | null }; set: PostSet };

const listCommentRows = readPosts(
  'posts.list_comments',
  sql`select po.id, row_number() over (order by po.published_at, po.id) as place
    from posts po ${readingJoins}
    where po.reply_to_post_id = ${p('post_id', 'uuid')} and po.status = 'published'
      and (po.published_at, po.id) > (${p('after', 'timestamptz')}, ${p('after_id', 'uuid')})
      and ${visible} and ${notBlockedForReader}
    order by po.published_at, po.id limit ${p('rows', 'int')}`,
);

/** Direct replies to a post, oldest first. Fails with `post_not_found`. Two statements. */
export async function listComments(ctx: Ctx, input: PageInput & { postId: string }): Promise<PostPageSet> {
  const filters = { post: input.postId };
  const position = readCursor(ctx, input, filters);
  const post = await findPostOrFail(ctx, input.postId);
  const set = await listCommentRows(ctx, {
    post_id: post.id,
    after: position === null ? '-infinity' : new Date(position[0]!),
    after_id: position === null ? '00000000-0000-0000-0000-000000000000' : position[1],
    rows: input.limit + 1,
  });
  return { page: toPage(ctx, set.listed, input, byPublication, filters), set };
}

const listQuoteRows = readPosts(
  'posts.list_quotes',
  sql`select po.id, row_number() over (order by po.published_at desc, po.id desc) as place
    from posts po ${readingJoins}
    where po.quoted_post_id = ${p('post_id', 'uuid')} and po.status = 'published'
      and (po.published_at, po.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
      and ${visible} and ${notBlockedForReader}
    order by po.published_at desc, po.id desc limit ${p('rows', 'int')}`,
);

/** Posts that quote a post, newest first. Fails with `post_not_found`. Two statements. */
export async function listQuotes(ctx: Ctx, input: PageInput & { postId: string }): Promise<PostPageSet> {
  const filters = { post: input.postId };
  const position = readCursor(ctx, input, filters);
  const post = await findPostOrFail(ctx, input.postId);
  const set = await listQuoteRows(ctx, { post_id: post.id, ...beforeValues(position), rows: input.limit + 1 });
  return { page: toPage(ctx, set.listed, input, byPublication, filters), set };
}

function byPublication(row: LoadedPost): (string | number)[] {
  return [row.published_at!.getTime(), row.id];
}

const findAuthor = statement<{ id: string }>(
  'posts.find_author',
  sql`select pr.id from profiles pr where pr.id = ${referredProfileId} and ${isShown(sql`pr`)}`,
);

const listPublishedRows = readPosts(
  'posts.list_published_of_profile',
  sql`select po.id, row_number() over (order by po.published_at desc, po.id desc) as place
    from posts po ${readingJoins}
    where po.profile_id = ${p('author_id', 'uuid')} and po.status = 'published'
      and (${p('kinds', 'text[]')} is null or po.kind = any(${p('kinds', 'text[]')}))
      and (po.published_at, po.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
      and ${visible}
    order by po.published_at desc, po.id desc limit ${p('rows', 'int')}`,
);

const listUnpublishedRows = readPosts(
  'posts.list_unpublished_of_profile',
  sql`select po.id, row_number() over (order by po.created_at desc, po.id desc) as place
    from posts po ${readingJoins}
    where po.profile_id = ${p('author_id', 'uuid')} and po.status = ${p('status', 'text')} and po.status <> 'published'
      and (${p('kinds', 'text[]')} is null or po.kind = any(${p('kinds', 'text[]')}))
      and (po.created_at, po.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
      and ${visible}
    order by po.created_at desc, po.id desc limit ${p('rows', 'int')}`,
);

export type ProfilePostsInput = PageInput & {
  profileId: string;
  status: Exclude<PostStatus, 'removed'>;
  kinds: PostKind[] | undefined;
};

/**
 * The posts of a profile, newest first. Unpublished posts need a scope of posts (or of comments, if only comments are
 * requested), else `insufficient_scope`, and permission to see drafts, else `permission_denied`. Fails with
 * `profile_not_found`, `invalid_cursor`. Two statements.
 */
export async function listProfilePosts(ctx: Ctx, input: ProfilePostsInput): Promise<PostPageSet> {
  const commentsOnly = input.kinds?.every((kind) => kind === 'comment') ?? false;
  const area = commentsOnly ? 'comments' : 'posts';
  if (input.status !== 'published' && ctx.principal && !mayReadDrafts(ctx, area)) failScope(area, 'read');
  const author = await findAuthor.one(ctx, referenceValues(input.profileId));
  if (!author) fail('profile_not_found');
  const filters = { profile: author.id, status: input.status, kinds: input.kinds?.join() };
  const position = readCursor(ctx, input, filters);
  const values = { author_id: author.id, kinds: input.kinds ?? null, ...beforeValues(position), rows: input.limit + 1 };
  if (input.status === 'published') {
    const set = await listPublishedRows(ctx, values);
    return { page: toPage(ctx, set.listed, input, byPublication, filters), set };
  }
  const reader = readerValues(ctx);
  const seen = [reader['editable_ids'], ...(commentsOnly ? [reader['editable_comment_ids']] : [])] as string[][];
  if (!seen.flat().includes(author.id)) {
    fail('permission_denied', { agent: { required_permission: commentsOnly ? 'commenting' : 'posting' } });
  }
  const set = await listUnpublishedRows(ctx, { ...values, status: input.status });
  return { page: toPage(ctx, set.listed, input, (row) => [row.created_at.getTime(), row.id], filters), set };
}

/** One post with the post that it quotes. Fails with `post_not_found`. One statement. */
export async function getPost(ctx: Ctx, postId: string): Promise<{ row: LoadedPost; set: PostSet }> {
  const set = await loadPost(ctx, { id: idOrNone(postId) });
  return { row: set.listed[0] ?? fail('post_not_found'), set };
}

/** Posts by id, in the given order, without those that the caller cannot see. One statement. */
export async function lookupPosts(ctx: Ctx, ids: readonly string[]): Promise<PostSet> {
  return loadPosts(ctx, { ids });
}

const readContext = readPosts(
  'posts.read_context',
  sql`select a.id, a.place from posts t
    cross join lateral unnest(t.ancestor_ids || t.id) with ordinality as a(id, place) where t.id = ${p('id', 'uuid')}`,
);

/**
 * A post with its ancestors, root first. Removed ancestors and those that the caller cannot see are omitted. Fails
 * with `post_not_found`. One statement.
 */
export async function getPostContext(
  ctx: Ctx,
  postId: string,
): Promise<{ ancestors: LoadedPost[]; row: LoadedPost; set: PostSet }> {
  const id = idOrNone(postId);
  const set = await readContext(ctx, { id });
  const row = set.listed.at(-1);
  if (row?.id !== id) fail('post_not_found');
  return { ancestors: set.listed.slice(0, -1), row, set };
}

export type RevisionRow = { revision: number; body: string; created_at: Date };

const listRevisionRows = statement<RevisionRow>(
  'posts.list_revisions',
  sql`select r.revision, r.body, r.created_at from post_revisions r join posts po on po.id = r.post_id ${readingJoins}
    where r.post_id = ${p('post_id', 'uuid')} and r.revision < ${p('before', 'int')} and ${visibleTo(sql`r.visibility`)}
    order by r.revision desc limit ${p('rows', 'int')}`,
);

const MAX_INT = 2_147_483_647;

/**
 * Earlier texts of a post that the caller could read when they were current, newest first: widening the audience opens
 * no earlier text. Those who may edit the post see all of them. Fails with `post_not_found`. Two statements.
 */
export async function listRevisions(ctx: Ctx, input: PageInput & { postId: string }) {
  const filters = { post: input.postId };
  const position = readCursor(ctx, input, filters);
  const post = await findPostOrFail(ctx, input.postId);
  const rows = await listRevisionRows.all(ctx, {
    ...readerValues(ctx),
    post_id: post.id,
    before: position?.[0] ?? MAX_INT,
    rows: input.limit + 1,
  });
  return toPage(ctx, rows, input, (row) => [row.revision], filters);
}
