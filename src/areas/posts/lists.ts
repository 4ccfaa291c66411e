import { failScope } from '../../auth/require.ts';
import { POST_KINDS, type PostKind, type PostStatus, type View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import {
  beforeValues,
  encodePosition,
  FIRST_ID,
  LAST_ID,
  type Page,
  type PageInput,
  readCursor,
  toPage,
} from '../../core/pagination.ts';
import { dayRange } from '../../core/timestamps.ts';
import type { Ctx } from '../../ctx.ts';
import { and, asc, desc, eq, lt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { pr, profileFields } from '../profiles/columns.ts';
import { REFERENCE, referenceValues, referredProfileId } from '../profiles/reference.ts';
import { isShown } from '../relations/queries.ts';
import { po, rv } from './columns.ts';
import { readVisible } from './find.ts';
import { editorsOnly } from './hints.ts';
import {
  draftsOfAuthor,
  type LoadedPost,
  loadPost,
  loadPosts,
  type PostRow,
  type PostSet,
  postReads,
  readPost,
  readsOfAuthor,
  threadReads,
  withQuoted,
} from './load.ts';
import {
  inThread,
  isPost,
  type Placeholder,
  placed,
  placesAbove,
  readPlaceholder,
  removedBelow,
  withoutVain,
} from './placeholders.ts';
import { mayReadDrafts, readerValues } from './readers.ts';
import { readsFor } from './reads.ts';
import { type FoundTexts, findByAuthor, loadFound } from './text-search.ts';
import { notBlockedFor, selectReadable, textVisibleTo, type Viewer, viewerOf } from './visibility.ts';

export type CommentPageSet = { page: Page<LoadedPost | Placeholder>; set: PostSet };
export type PostPageSet = { page: { items: LoadedPost[]; next_cursor: string | null }; set: PostSet };

const publishedBefore = sql`(po.published_at, po.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`;
const publishedSince = sql`po.published_at >= ${p('since', 'timestamptz')}`;
const newestFirst = [desc(po.publishedAt), desc(po.id)];

const PART = { post_id: 'uuid', rows: 'bigint' } as const;
const BEFORE = { before: 'timestamptz', before_id: 'uuid' } as const;

const readComments = threadReads('posts.list_comments', {
  types: { ...PART, after: 'timestamptz', after_id: 'uuid' },
  where: () =>
    and(
      eq(po.replyToPostId, sql.placeholder('post_id')),
      sql`(po.published_at, po.id) > (${p('after', 'timestamptz')}, ${p('after_id', 'uuid')})`,
    ),
  order: [asc(po.publishedAt), asc(po.id)],
  rows: true,
});

/** How often a page of comments is read on after placeholders that are left out. */
const MORE_READS = 2;

type PartsInput = PageInput & { postId: string; view?: View };

/** Direct replies to a post, or to a comment that keeps its place, oldest first. Fails with `post_not_found`. */
export async function listComments(ctx: Ctx, input: PartsInput): Promise<CommentPageSet> {
  const filters = { post: input.postId };
  const post_id = idOrNone(input.postId);
  const rows = input.limit + 1;
  const first = await readThread(ctx, post_id, readCursor(ctx, input, filters), rows);
  if (first.found.length === 0) {
    const [places] = await batch(ctx, [readPlaceholder(ctx, { id: post_id })]);
    if ((await withoutVain(ctx, places)).length === 0) fail('post_not_found');
  }
  const kept = await withoutVain(ctx, first.items);
  // Placeholders that are left out are made up for, but a page takes few round trips: it may be short, and go on.
  let { last } = first;
  for (let reads = 0; last !== null && kept.length < rows && reads < MORE_READS; reads++) {
    ctx.signal?.throwIfAborted();
    const more = await readThread(ctx, post_id, last, Math.max(rows, LIMITS.page.max));
    kept.push(...(await withoutVain(ctx, more.items)));
    last = more.last;
  }
  const whole = toPage(ctx, kept, input, byPublication, filters);
  const goesOn = whole.next_cursor === null && last !== null;
  const page = goesOn ? { ...whole, next_cursor: encodePosition(ctx, last!, filters) } : whole;
  return { page, set: await withQuoted(ctx, page.items.filter(isPost), input.view) };
}

/** Comments and placeholders from a position on. `last`: where the next ones begin; null if there are none. */
async function readThread(ctx: Ctx, post_id: string, position: (string | number)[] | null, rows: number) {
  const after = position === null ? '-infinity' : new Date(position[0]!);
  const after_id = position === null ? FIRST_ID : String(position[1]);
  const part = { post_id, after, after_id, rows };
  const { comments, removed, found } = await batch(ctx, {
    comments: readComments(ctx, part),
    removed: removedBelow(ctx, part),
    found: readVisible(ctx, post_id),
  });
  const items = inThread([...comments.map(placed), ...removed]).slice(0, rows);
  return { items, last: items.length < rows ? null : byPublication(items.at(-1)!), found };
}

const readQuotes = postReads('posts.list_quotes', {
  types: { ...PART, ...BEFORE },
  where: (viewer) => and(eq(po.quotedPostId, sql.placeholder('post_id')), publishedBefore, notBlockedFor(viewer)),
  order: newestFirst,
  rows: true,
  only: 'published',
});

/** Posts that quote a post, newest first. Fails with `post_not_found`. */
export async function listQuotes(ctx: Ctx, input: PartsInput): Promise<PostPageSet> {
  const filters = { post: input.postId };
  const position = beforeValues(readCursor(ctx, input, filters));
  const post_id = idOrNone(input.postId);
  const [rows, [quoted]] = await batch(ctx, [
    readQuotes(ctx, { post_id, ...position, rows: input.limit + 1 }),
    readPost(ctx, post_id),
  ]);
  if (!quoted) fail('post_not_found');
  const page = toPage(ctx, rows, input, byPublication, filters);
  return { page, set: await withQuoted(ctx, page.items, input.view, [quoted]) };
}

function byPublication(row: Pick<PostRow, 'published_at' | 'id'>): (string | number)[] {
  return [row.published_at!.getTime(), row.id];
}

function byCreation(row: PostRow): (string | number)[] {
  return [row.created_at.getTime(), row.id];
}

const findAuthor = statement(
  'posts.find_author',
  REFERENCE,
  qb
    .select({ id: pr.id })
    .from(pr)
    .where(and(eq(pr.id, referredProfileId), isShown(sql`pr`))),
);

/** The author of the posts that the statements below read in the same batch, which don't check whether it is shown. */
const readAuthor = statement(
  'posts.read_author',
  { author_id: 'uuid' },
  qb
    .select(profileFields)
    .from(pr)
    .where(and(eq(pr.id, sql.placeholder('author_id')), isShown(sql`pr`))),
);

const ofAuthor = and(eq(po.profileId, sql.placeholder('author_id')), sql`${po.kind} = any(${p('kinds', 'text[]')})`);

const OF_AUTHOR = { author_id: 'uuid', kinds: 'text[]', rows: 'bigint', ...BEFORE } as const;
const readPublished = readsOfAuthor('posts.list_published', {
  types: { ...OF_AUTHOR, since: 'timestamptz' },
  where: () => and(ofAuthor, publishedBefore, publishedSince),
  order: newestFirst,
  rows: true,
  only: 'published',
});

const readUnpublished = draftsOfAuthor('posts.list_unpublished', {
  types: { ...OF_AUTHOR, status: 'text' },
  where: () =>
    and(
      ofAuthor,
      sql`${po.status} = ${p('status', 'text')} and ${po.status} <> 'published'`,
      sql`(po.created_at, po.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`,
    ),
  order: [desc(po.createdAt), desc(po.id)],
  rows: true,
});

export type ProfilePostsInput = PageInput & {
  profileId: string;
  status: Exclude<PostStatus, 'removed'>;
  kinds: PostKind[] | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  view?: View;
};

/** Of what is published, unless others are asked for: comments belong to the threads of others. */
const SHOWN_KINDS: readonly PostKind[] = ['post', 'quote'];

/**
 * The posts of a profile, newest first. Unpublished ones need a credential (`credentials_required`), a scope
 * (`insufficient_scope`), and permission to see drafts (`permission_denied`). Fails with `profile_not_found`,
 * `invalid_cursor`.
 */
export async function listProfilePosts(ctx: Ctx, input: ProfilePostsInput): Promise<PostPageSet> {
  const commentsOnly = input.kinds?.every((kind) => kind === 'comment') ?? false;
  const area = commentsOnly ? 'comments' : 'posts';
  if (input.status !== 'published') {
    if (!ctx.principal) fail('credentials_required', { agent: editorsOnly });
    if (!mayReadDrafts(ctx, area)) failScope(area, 'read');
  }
  const reference = referenceValues(input.profileId);
  const findId = async () => (await findAuthor.one(ctx, reference))?.id ?? fail('profile_not_found');
  const author_id = reference.ref_id ?? (await findId());
  const { q, from, to } = input;
  const filters = { profile: author_id, status: input.status, kinds: input.kinds?.join(), q, from, to };
  const position = readCursor(ctx, input, filters);
  if (input.status !== 'published' && !mayEditAll(ctx, author_id, commentsOnly)) {
    await findId();
    fail('permission_denied', { agent: { required_permission: commentsOnly ? 'commenting' : 'posting' } });
  }
  const { since, until } = dayRange(input);
  const before = position === null ? { before: until, before_id: LAST_ID } : beforeValues(position);
  const isPublished = input.status === 'published';
  const kinds = input.kinds ?? (isPublished ? SHOWN_KINDS : POST_KINDS);
  const values = { author_id, kinds, since, ...before, rows: input.limit + 1 };
  if (q !== undefined) {
    const found = await findByAuthor(ctx, viewerOf(ctx), q, values);
    if (found.rows.length === 0 && reference.ref_id !== null) await findId();
    return foundPage(ctx, input, found, filters);
  }
  const read = isPublished ? readPublished : readUnpublished;
  const [[author], rows] = await batch(ctx, [
    readAuthor.call({ author_id }),
    read(ctx, { ...values, status: input.status }),
  ]);
  if (!author) fail('profile_not_found');
  const page = toPage(ctx, rows, input, isPublished ? byPublication : byCreation, filters);
  const items = page.items.map((row) => ({ ...row, ...author }));
  return { page: { ...page, items }, set: await withQuoted(ctx, items, input.view) };
}

async function foundPage(
  ctx: Ctx,
  input: ProfilePostsInput,
  { rows, end }: FoundTexts,
  filters: Record<string, unknown>,
): Promise<PostPageSet> {
  const found = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? found.at(-1) : end;
  const next_cursor = last ? encodePosition(ctx, [last.published_at!.getTime(), last.id], filters) : null;
  const set = await loadFound(ctx, found, input.view);
  return { page: { items: set.listed, next_cursor }, set };
}

/** Whether the caller may edit all posts of the profile, or all its comments. */
function mayEditAll(ctx: Ctx, authorId: string, commentsOnly: boolean): boolean {
  const { editable_ids, editable_comment_ids } = readerValues(ctx);
  return (commentsOnly ? [...editable_ids, ...editable_comment_ids] : editable_ids).includes(authorId);
}

/** One post with the post that it quotes. Fails with `post_not_found`. */
export async function getPost(ctx: Ctx, postId: string, view?: View): Promise<{ row: LoadedPost; set: PostSet }> {
  const row = (await loadPost(ctx, idOrNone(postId))) ?? fail('post_not_found');
  return { row, set: await withQuoted(ctx, [row], view) };
}

/** Posts by id, in the given order, without those that the caller cannot see. */
export async function lookupPosts(ctx: Ctx, ids: readonly string[], view?: View): Promise<PostSet> {
  return withQuoted(ctx, await loadPosts(ctx, ids), view);
}

const readContext = postReads('posts.read_context', {
  types: { id: 'uuid' },
  where: () => sql`po.id = any((select t.ancestor_ids || t.id from posts t where t.id = ${p('id', 'uuid')})::uuid[])`,
  order: [sql`cardinality(po.ancestor_ids)`],
  many: true,
});

/** A post with the ancestors that the caller can see or that keep their place, root first. Fails with `post_not_found`. */
export async function getPostContext(
  ctx: Ctx,
  postId: string,
  view?: View,
): Promise<{ ancestors: (LoadedPost | Placeholder)[]; row: LoadedPost; set: PostSet }> {
  const id = idOrNone(postId);
  const { rows, places } = await batch(ctx, { rows: readContext(ctx, { id }), places: placesAbove(ctx, { id }) });
  const row = rows.at(-1);
  if (row?.id !== id) fail('post_not_found');
  const seen = new Set(rows.map((one) => one.id));
  const ancestors = inThread([...rows.slice(0, -1), ...places.filter((place) => !seen.has(place.id))]);
  return { ancestors, row, set: await withQuoted(ctx, rows, view) };
}

const selectRevisions = (viewer: Viewer) =>
  selectReadable({ revision: rv.revision, body: rv.body, created_at: rv.createdAt }, viewer)
    .innerJoin(rv, eq(rv.postId, po.id))
    .where(
      and(
        eq(po.id, sql.placeholder('post_id')),
        lt(rv.revision, sql.placeholder('before')),
        textVisibleTo(viewer, sql`${rv.visibility}`),
      ),
    )
    .orderBy(desc(rv.revision))
    .limit(sql.placeholder('rows'));
const readRevisions = readsFor('posts.list_revisions', { ...PART, before: 'int' }, selectRevisions);

const MAX_INT = 2_147_483_647;

/**
 * Earlier texts that the caller could read when they were current, newest first: a wider audience opens no earlier
 * text. Those who may edit see all. Fails with `post_not_found`.
 */
export async function listRevisions(ctx: Ctx, input: PageInput & { postId: string }) {
  const filters = { post: input.postId };
  const position = readCursor<[number]>(ctx, input, filters);
  const post_id = idOrNone(input.postId);
  const page = { post_id, before: position?.[0] ?? MAX_INT, rows: input.limit + 1 };
  const { rows, found } = await batch(ctx, { rows: readRevisions(ctx, page), found: readVisible(ctx, post_id) });
  if (found.length === 0) fail('post_not_found');
  return toPage(ctx, rows, input, (row) => [row.revision], filters);
}
