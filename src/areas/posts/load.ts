import type { ReactionType, View } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, type PgColumn, type SQL, sql } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';
import { callRows, callTypes, sharedBatch } from '../../db/shared-batch.ts';
import { batch, type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns, profileFields } from '../profiles/columns.ts';
import { type MentionRow, mentionsByText } from '../profiles/mentions.ts';
import { type Byline, type BylineRow, bylinesByPost, idsWithBylines, readBylines } from './bylines.ts';
import { counts, countsUnless, po, postFields, re } from './columns.ts';
import { idsWithMentions, readMentions } from './mentions.ts';
import { changedSince, decidable, type MaybePending, targetOf, type WriterName, writerNames } from './pending.ts';
import { readAs, readsFor } from './reads.ts';
import {
  audienceFor,
  authorIsBlocked,
  commentIsListedFor,
  hasPlaceFor,
  isEditable,
  pagedJoins,
  placedIsClosed,
  publishedFor,
  selectReadable,
  threadIsClosed,
  type Viewer,
  viewerOf,
  visibleTo,
  visibleToEditor,
} from './visibility.ts';

const { profile_id, ...ownFields } = postFields;
const fieldsFor = (viewer: Viewer) => ({
  ...ownFields,
  visibility: audienceFor(viewer).as('visibility'),
  images: po.images,
  counts: viewer === 'anonymous' ? counts : countsUnless(threadIsClosed),
});

export type PostRow = Selected<ReturnType<typeof fieldsFor>> & {
  profile_id: string;
  viewer_reaction: ReactionType | null;
  editable: boolean;
};

export type LoadedPost = PostRow & ProfileRow;

/**
 * What posts are presented with: posts that they quote, by id, the mentions in these and those, by the id of their post,
 * and who wrote the first for their authors.
 */
export type Related = {
  byId: ReadonlyMap<string, LoadedPost>;
  mentions: ReadonlyMap<string, readonly MentionRow[]>;
  bylines: ReadonlyMap<string, Byline>;
  /** Pending posts that the caller decides about, by id. */
  pending?: ReadonlyMap<string, PendingFacts>;
};

export type PendingFacts = { writtenWith: string | null; targetChanged: boolean };

/** The posts of a list or lookup in order. `byId` also contains these. */
export type PostSet = Related & { listed: LoadedPost[] };

export const NO_POSTS: PostSet = { listed: [], byId: new Map(), mentions: new Map(), bylines: new Map() };

/** Which of the posts that the viewer can see are read, in which order, and at most how many. */
export type Choice = {
  where: (viewer: Viewer) => SQL | undefined;
  order?: SQL[];
  rows?: boolean;
  /** Finds many posts, like one with `rows`. */
  many?: boolean;
  /** Whether these posts are published: all or none. Nobody reacts to unpublished posts. `placed`: see `threadReads`. */
  only?: keyof typeof SEEN;
};

/** Condition: the viewer sees a post of such a choice. */
const SEEN = {
  published: publishedFor,
  unpublished: () => visibleToEditor,
  placed: hasPlaceFor,
} as const satisfies Record<string, (viewer: Viewer) => SQL>;

const viewerFields = (viewer: Viewer, reacts: boolean) => ({
  viewer_reaction: sql<ReactionType | null>`${reacts ? re.reactionType : null}`.as('viewer_reaction'),
  editable: sql<boolean>`${viewer === 'anonymous' ? sql`false` : isEditable}`.as('editable'),
});

/** A SELECT of posts as a viewer sees them, with the columns of their authors and others. */
function selectPosts<F extends Record<string, PgColumn | SQL | SQL.Aliased>>(
  viewer: Viewer,
  { where, order = [], rows = false, many = rows, only }: Choice,
  others: F,
) {
  const reacts = viewer !== 'anonymous' && only !== 'unpublished';
  const query = selectReadable({ ...fieldsFor(viewer), ...others, ...viewerFields(viewer, reacts) }, viewer, {
    paged: many,
    byAuthor: !('username' in others),
    anyAuthor: only === 'placed',
  });
  query.where(and(where(viewer), only === undefined ? visibleTo(viewer) : SEEN[only](viewer)));
  if (reacts) query.leftJoin(re, ownReaction);
  if (order.length > 0) query.orderBy(...order);
  if (rows) query.limit(sql.placeholder('rows'));
  return query;
}

const ownReaction = and(eq(re.postId, po.id), eq(re.profileId, p('reader_id', 'uuid')), sql`not ${authorIsBlocked}`);

const memberFields = { ...fieldsFor('member'), ...viewerFields('member', true) };
/** The columns of a `PostRow` of `po`, no comment, for a `sql` template with `seen` and the reader's reaction `re`, without its author's id. */
export const memberPostColumns: SQL = selectList({ ...memberFields, counts });
/** The columns of a `LoadedPost` of `po` and the joins that they need, for a `sql` template with `publishedFor('member')`. */
export const memberColumns: SQL = sql`${selectList(memberFields)}, ${profileColumns}`;
export const memberJoins: SQL = sql`${pagedJoins('member')} left join reactions re on ${ownReaction}`;

/** A choice with its parameters. */
type Declared<Types> = Choice & { types: Types };

/** Reads of the posts of a choice. */
export const postReads = <const Types extends ParameterTypes>(name: string, choice: Declared<Types>) =>
  readsFor(name, choice.types, (viewer) => selectPosts(viewer, choice, profileFields));

export type PlacedPost = LoadedPost & { hidden: boolean };

/** Like `postReads`, for published comments of a thread. Those that only keep their place are `hidden`. */
export const threadReads = <const Types extends ParameterTypes>(name: string, choice: Declared<Types>) =>
  readsFor(name, choice.types, (viewer) => {
    const hidden = sql<boolean>`not ${commentIsListedFor(viewer)}`.as('hidden');
    const others = { ...profileFields, hidden };
    const counted = viewer === 'anonymous' ? others : { ...others, counts: countsUnless(placedIsClosed) };
    return selectPosts(viewer, { ...choice, only: 'placed' }, counted);
  });

/** Like `postReads`, for unpublished posts, which only editors see. */
export const draftReads = <const Types extends ParameterTypes>(name: string, choice: Declared<Types>) =>
  readAs(name, choice.types, selectPosts('member', { ...choice, only: 'unpublished' }, profileFields));

/** Like `postReads`, for one author; the caller reads the author separately. */
export const readsOfAuthor = <const Types extends ParameterTypes>(name: string, choice: Declared<Types>) =>
  readsFor(name, choice.types, (viewer) => selectPosts(viewer, choice, { profile_id }));

export const draftsOfAuthor = <const Types extends ParameterTypes>(name: string, choice: Declared<Types>) =>
  readAs(name, choice.types, selectPosts('member', { ...choice, only: 'unpublished' }, { profile_id }));

const byId = { types: { id: 'uuid' }, where: () => eq(po.id, sql.placeholder('id')) } as const;
const byIds = {
  types: { ids: 'uuid[]' },
  where: () => sql`${po.id} = any(${p('ids', 'uuid[]')})`,
  many: true,
} as const;
const readOne = postReads('posts.read_one', byId);
const readMany = postReads('posts.read_many', byIds);

/** A post of a page that hides quoted posts of some authors. */
export type FoundPostRow = LoadedPost & { hidden?: boolean };
type ReadPosts = (ctx: Ctx, ids: readonly string[]) => Call<FoundPostRow>;

/** The read of posts by id for such a page, for members. `hidden` is a condition for the author of `po`. */
export function hidingReads(name: string, hidden: SQL) {
  const fields = { ...profileFields, hidden: sql<boolean>`${hidden}`.as('hidden') };
  const read = readAs(name, byIds.types, selectPosts('member', byIds, fields));
  return (ctx: Ctx, ids: readonly string[]): Call<FoundPostRow> => read(ctx, { ids });
}

/** The listed posts of such a page with what they are presented with. */
export async function withUnhidden(ctx: Ctx, listed: LoadedPost[], view: View, read: ReadPosts): Promise<PostSet> {
  if (view === 'compact') return withQuoted(ctx, listed, view);
  const quotedIds = listed.flatMap((row) => row.quoted_post_id ?? []);
  const mentioning = [...idsWithMentions(listed), ...quotedIds];
  const found = await readSome(ctx, { ids: quotedIds, mentioning, written: idsWithBylines(listed) }, { read });
  const shown = found.posts.filter(({ hidden }) => !hidden);
  const byId = new Map([...shown, ...listed].map((row) => [row.id, row]));
  return { listed, byId, mentions: mentionsByText(found.mentions), bylines: bylinesByPost(found.bylines) };
}

/** Reads a post by id in a `batch`. Returns no row if the caller cannot see it. */
export const readPost = (ctx: Ctx, id: string): Call<LoadedPost> => readOne(ctx, { id });

export const readPosts = (ctx: Ctx, ids: readonly string[]): Call<LoadedPost> => readMany(ctx, { ids });

/** Anonymous reads of several requests in one statement. */
const readShared = sharedBatch<LoadedPost & { n: number }>({
  answer: statement(
    'posts.read_shared',
    callTypes({ id: 'uuid' }),
    sql<
      LoadedPost & { n: number }
    >`select i.n, ${selectList({ ...fieldsFor('anonymous'), ...profileFields, ...viewerFields('anonymous', false) })}
    from ${callRows({ id: 'uuid' })} join lateral (select * from posts where id = i.id offset 0) po on true
    ${pagedJoins('anonymous')} where ${visibleTo('anonymous')}`,
  ),
});

/** A post by id, or undefined. Requests without a credential share the statement. */
export async function loadPost(ctx: Ctx, id: string): Promise<LoadedPost | undefined> {
  if (viewerOf(ctx) === 'anonymous') return readShared.one(ctx, { id });
  const [[post]] = await batch(ctx, [readPost(ctx, id)]);
  return post;
}

/** Posts by id, in the given order, each once, without those that the caller cannot see. */
export async function loadPosts(ctx: Ctx, ids: readonly string[]): Promise<LoadedPost[]> {
  const [rows] = await batch(ctx, [readPosts(ctx, ids)]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

/** What a list of posts is presented with. None of it for the compact view. */
export async function withQuoted(
  ctx: Ctx,
  listed: LoadedPost[],
  view: View = 'default',
  known: LoadedPost[] = [],
): Promise<PostSet> {
  const posts = [...known, ...listed];
  if (view !== 'compact') return { listed, ...(await loadRelated(ctx, listed, { posts })) };
  return { ...NO_POSTS, listed, byId: new Map(posts.map((row) => [row.id, row])) };
}

type Known = { posts?: readonly LoadedPost[]; mentions?: readonly MentionRow[] | undefined };

/**
 * The posts that some posts quote, if the caller can see them, the mentions in all of them, and who wrote these posts.
 * `known` are posts that may be quoted.
 */
export async function loadRelated(
  ctx: Ctx,
  rows: readonly (Pick<PostRow, 'id' | 'body' | 'submitted_at' | 'manager_profile_id'> & MaybePending)[],
  known: Known = {},
): Promise<Related> {
  const byId = new Map(known.posts?.map((row) => [row.id, row]));
  const decided = decidable(ctx, rows);
  const referred = [...rows.map((row) => row.quoted_post_id), ...decided.map(targetOf)];
  const missing = [...new Set(referred.flatMap((id) => id ?? []))].filter((id) => !byId.has(id));
  const unread = known.mentions ? [] : idsWithMentions([...rows, ...byId.values()]);
  const wanted = { ids: missing, mentioning: unread, written: idsWithBylines(rows) };
  const found = await readSome(ctx, wanted, { names: writerNames(ctx, decided) });
  for (const row of found.posts) byId.set(row.id, row);
  const inQuoted = await readSome(ctx, { mentioning: idsWithMentions(found.posts) });
  const mentions = mentionsByText([...(known.mentions ?? found.mentions), ...inQuoted.mentions]);
  const pending = pendingFacts(decided, byId, found.writers);
  return { byId, mentions, bylines: bylinesByPost(found.bylines), pending };
}

function pendingFacts(
  decided: readonly (Pick<PostRow, 'id' | 'submitted_at'> & MaybePending)[],
  byId: ReadonlyMap<string, LoadedPost>,
  writers: readonly WriterName[],
): Map<string, PendingFacts> {
  const names = new Map(writers.map(({ id, name }) => [id, name]));
  return new Map(
    decided.map((post) => {
      const target = targetOf(post);
      const targetChanged = target !== null && changedSince(post, byId.get(target));
      return [post.id, { writtenWith: names.get(post.written_with_id ?? '') ?? null, targetChanged }];
    }),
  );
}

type Wanted = Partial<Record<'ids' | 'mentioning' | 'written', readonly string[]>>;
type Found = { posts: FoundPostRow[]; mentions: MentionRow[]; bylines: BylineRow[]; writers: WriterName[] };

/** Posts by their ids, and mentions and bylines by those of their posts, in one round trip; none without ids. */
async function readSome(
  ctx: Ctx,
  { ids = [], mentioning = [], written = [] }: Wanted,
  { read = readPosts, names = null }: { read?: ReadPosts; names?: Call<WriterName> | null } = {},
): Promise<Found> {
  const { posts, mentions, bylines, writers } = await batch(ctx, {
    writers: names,
    posts: ids.length === 0 ? null : read(ctx, ids),
    mentions: mentioning.length === 0 ? null : readMentions(ctx, mentioning),
    bylines: written.length === 0 ? null : readBylines(ctx, written),
  });
  return { posts: posts ?? [], mentions: mentions ?? [], bylines: bylines ?? [], writers: writers ?? [] };
}
