import type { Visibility } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { type PgColumn, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { posts } from '../../db/schema/posts.ts';
import { p } from '../../db/statement.ts';
import { pr } from '../profiles/columns.ts';
import {
  blockedForViewer,
  blockedUnlessOwn,
  blockedWithAny,
  isShown,
  mayBlock,
  profilesOfAccount,
  viewerFor,
  viewerProfiles,
} from '../relations/queries.ts';
import { isForAll, isForEditor, isForReader, type Reader, type Text, textOf } from './audience.ts';
import { po, ro } from './columns.ts';
import { commentsBelow } from './counters.ts';
import { callerReads, profileReads } from './readers.ts';

/** Condition: the caller may edit `po`, whichever profile the header names. `commenting` alone is for comments. */
export const editable = sql<boolean>`(po.profile_id = any(${p('editable_ids', 'uuid[]')})
  or po.kind = 'comment' and po.profile_id = any(${p('editable_comment_ids', 'uuid[]')}))`;

/** `anonymous`: without a credential. Each has its own statements. */
export type Viewer = 'anonymous' | 'member';

export function viewerOf(ctx: Ctx): Viewer {
  return ctx.principal === null ? 'anonymous' : 'member';
}

/** Join condition of a post's author `pr`. */
export const authorIsShown = isShown(sql`pr`);
const isShownAuthor = sql`${pr.id} = ${po.profileId} and ${authorIsShown}`;
const isRoot = sql`${ro.id} = ${po.rootPostId}`;

const written = textOf(sql`po`, sql`ro`);
const rootAudience = sql`${written.audience} as visibility`;
const rootOwner = sql`${written.owner} as owner_id`;
/** FROM item `seen`: a comment has the visibility of its root, evaluated for the author of the root. */
const seen = sql`(select ${rootAudience}, ${rootOwner}, ${editable} as editable) seen`;
/** FROM item `seen` for posts that are no comments. */
export const seenPost = sql`(select po.visibility, ${editable} as editable) seen`;
const audience: SQL<Visibility> = sql<Visibility>`seen.visibility`;
/** Without a credential, only public posts are visible. */
export const audienceFor = (viewer: Viewer): SQL<Visibility> =>
  viewer === 'anonymous' ? sql<Visibility>`${'public' satisfies Visibility}::text` : audience;
const owner = sql`seen.owner_id`;
/** The text of `po`, with what `seen` has found. */
const text: Text = { ...written, audience, owner };
export const isEditable = sql<boolean>`seen.editable`;
/** FROM item `viewer`: the viewer's profiles, and whether a block lies between them and the author of `po`. */
const viewerItem = viewerFor(sql`po.profile_id`);
/** FROM item `viewer` for the author of all posts of a list. */
const viewerOfAuthor = viewerFor(p('author_id', 'uuid'));
export const authorIsBlocked = sql`viewer.blocks_author`;

/** Whether a block hides the author of `po`, or that of its root, from the viewer. */
const blockedInView: NonNullable<Reader['blocked']> = { author: authorIsBlocked, owner: blockedForViewer(owner) };

/** Condition: `po` is public. A subquery for the roots of comments costs other posts less than a join. */
const isPublic = sql`case when po.root_post_id is null then ${isForAll(textOf(sql`po`))}
    else (select ${isForAll(textOf(sql`ro`))} from posts ro where ro.id = po.root_post_id) end`;

/** The joins that `visible` needs: author `pr`, the root `ro` of a comment, and the viewer's profiles. */
export const readingJoins = sql`
  join profiles pr on ${isShownAuthor}
  left join posts ro on ${isRoot} cross join lateral ${seen}
  cross join lateral ${viewerItem}`;

/** For pages. `offset 0` keeps the planner from hashing whole tables: each row looks up its own. */
const lookups = {
  author: sql`(select * from profiles where id = po.profile_id offset 0) pr`,
  root: sql`(select * from posts where id = po.root_post_id offset 0) ro`,
  /** The author of `po`, and whether comments are below it. */
  placed: sql`(select *, ${commentsBelow(sql`po.id`)} > 0 as answered from profiles where id = po.profile_id offset 0) pr`,
};
const isAnswered = sql`pr.answered`;

type Readable = {
  /** It can find many posts. */
  paged?: boolean;
  /** Its author is read by another statement of the same batch, which also decides whether it is shown. */
  byAuthor?: boolean;
  /** Its author may be hidden, for `hasPlaceFor`. */
  anyAuthor?: boolean;
};

/** A SELECT of posts `po` with the joins that `visible` needs for this viewer. */
export function selectReadable<F extends Record<string, PgColumn | SQL | SQL.Aliased>>(
  fields: F,
  viewer: Viewer,
  { paged = false, byAuthor = false, anyAuthor = false }: Readable = {},
) {
  const query = qb.select(fields).from(po).$dynamic();
  if (!byAuthor) {
    if (anyAuthor) query.innerJoinLateral(lookups.placed, sql`(${authorIsShown} or ${isAnswered})`);
    else if (paged) query.innerJoinLateral(lookups.author, authorIsShown);
    else query.innerJoin(pr, isShownAuthor);
  }
  if (viewer === 'anonymous') return query;
  if (paged) query.leftJoinLateral(lookups.root, sql`true`);
  else query.leftJoin(ro, isRoot);
  query.crossJoinLateral(seen);
  query.crossJoinLateral(byAuthor ? viewerOfAuthor : viewerItem);
  if (anyAuthor) query.crossJoinLateral(threadItem);
  return query;
}

/**
 * Condition: the viewer may see `po`: a published one by `isForReader`, others by `isForEditor`, which also opens
 * published ones.
 */
export function visibleTo(viewer: Viewer, blocked = blockedInView): SQL {
  return readOrEdited(viewer, isOpenFor(viewer, blocked));
}

/** Condition: a member may see `po`, because it may edit it. */
export const visibleToEditor: SQL = isForEditor(text, { ...callerReads, edits: isEditable });

/** Condition: the viewer may see an earlier text of `po` with this audience. Null: only those who may edit the post. */
export function textVisibleTo(viewer: Viewer, audience: SQL): SQL {
  return readOrEdited(viewer, sql`${audience} is not null and ${isFor(viewer, { ...text, audience })}`);
}

function readOrEdited(viewer: Viewer, isOpen: SQL): SQL {
  const isRead = sql`po.status = 'published' and ${isOpen}`;
  return viewer === 'anonymous' ? isRead : sql`(${isRead} or ${visibleToEditor})`;
}

/** Condition: `po` is published, and the viewer may see it. */
export function publishedFor(viewer: Viewer): SQL {
  const isPublished = sql`po.status = 'published'`;
  const isOpen = isOpenFor(viewer);
  return sql`${isPublished} and ${viewer === 'anonymous' ? isOpen : sql`(${isOpen} or ${visibleToEditor})`}`;
}

/** Condition: published, `po` is for the viewer. */
const isOpenFor = (viewer: Viewer, blocked = blockedInView): SQL =>
  viewer === 'anonymous' ? isPublic : isFor(viewer, text, blocked);

/** Condition: a published text is for the viewer. */
const isFor = (viewer: Viewer, text: Text, blocked = blockedInView): SQL =>
  viewer === 'anonymous'
    ? isForAll(text)
    : isForReader(text, { ...callerReads, isSignedIn: p('signed_in', 'bool'), blocked });

/** The joins of `threadIsOpenFor`: for a member the root of the comment `po`, and the viewer's profiles. */
export const threadJoins = (viewer: Viewer): SQL =>
  viewer === 'anonymous'
    ? sql``
    : sql`cross join lateral ${lookups.root} cross join lateral (select ${rootAudience}, ${rootOwner}) seen
      cross join ${viewerProfiles}`;

/** Condition: the thread of the comment `po` is for the viewer, no matter whose comment it is. */
export const threadIsOpenFor = (viewer: Viewer): SQL => isOpenFor(viewer, { owner: blockedInView.owner });

/** Condition: a member sees the comment `po` only because it may edit it, and no comments of others in its thread. */
export const threadIsClosed: SQL = sql`(po.root_post_id is not null and ${isEditable} and not ${threadIsOpenFor('member')})`;

/** FROM item `thread` for the comments of `hasPlaceFor`, for a member. */
const threadItem = sql`(select ${threadIsOpenFor('member')} as is_open) thread`;
/** `threadIsClosed` for these. */
export const placedIsClosed: SQL = sql`not thread.is_open`;

/** Condition: in an open thread, the viewer sees a comment of the author `pr`, who may be hidden, or behind a block. */
export const isListedInThread = (viewer: Viewer, isBlocked: SQL): SQL =>
  viewer === 'anonymous'
    ? authorIsShown
    : sql`(${authorIsShown} and (not ${isBlocked} or ${p('reader_id', 'uuid')} is null and ${isForAll(text)}))`;

/** The same for the comment `po`. */
export const commentIsListedFor = (viewer: Viewer): SQL => isListedInThread(viewer, authorIsBlocked);

/** Condition: the published comment `po` has a place in its thread: it is listed, or keeps its place for comments below it. */
export function hasPlaceFor(viewer: Viewer): SQL {
  const isOpen = viewer === 'anonymous' ? threadIsOpenFor(viewer) : sql`thread.is_open`;
  const inOpen = sql`${isOpen} and (${commentIsListedFor(viewer)} or ${isAnswered})`;
  const isPublished = sql`po.status = 'published'`;
  if (viewer === 'anonymous') return sql`${isPublished} and ${inOpen}`;
  return sql`${isPublished} and (${inOpen} or ${commentIsListedFor(viewer)} and ${visibleToEditor})`;
}

/** Condition: the post is not removed. */
export const isLive = (post: SQL): SQL =>
  sql`exists (select from posts po where po.id = ${post} and po.status <> 'removed')`;

export const authorOf = (post: SQL): SQL => sql`(select po.profile_id from posts po where po.id = ${post})`;

/**
 * Condition: the post is published, its author shown, and the profile may read it. `ids` are the profiles of its
 * account. Does not check blocks.
 */
export const isReadBy = (post: SQL, profile: SQL, ids = sql`own.ids`): SQL => sql`exists (select from posts po
    join lateral ${lookups.author} on ${authorIsShown} left join lateral ${lookups.root} on true
    cross join lateral (select ${rootAudience}, ${rootOwner}) seen
    where po.id = ${post} and po.status = 'published' and ${isForReader(text, {
      ...profileReads(profile, ids),
      blocked: { owner: blockedWithAny(owner, ids) },
    })})`;

/** The joins that `visibleTo` needs in a page of found posts `po`, as in `selectReadable`. */
export const pagedJoins = (viewer: Viewer): SQL => sql`
  join lateral ${lookups.author} on ${authorIsShown}
  ${viewer === 'member' ? sql`left join lateral ${lookups.root} on true cross join lateral ${seen} cross join lateral ${viewerItem}` : sql``}`;

/** The condition of writes, for every caller. */
export const visible = visibleTo('member');

/** FROM item `blocked`, after `viewer`: whether any block lies between its profiles and the author of `po` or of its root. */
const blockedItem = sql`(
  select coalesce(bool_or(other = po.profile_id), false) as author, coalesce(bool_or(other = ${owner}), false) as owner from (
    select bl.blocked_profile_id as other from blocks bl
    where bl.blocker_profile_id = any(viewer.ids) and bl.blocked_profile_id in (po.profile_id, ${owner})
    union all
    select bl.blocker_profile_id from blocks bl
    where bl.blocked_profile_id = any(viewer.ids) and bl.blocker_profile_id in (po.profile_id, ${owner})) bl) blocked`;

/** Joins for writes that concern posts `po`: ask once about all blocks, for both conditions below. */
export const targetJoins = sql`
  join lateral ${lookups.author} on ${authorIsShown}
  left join lateral ${lookups.root} on true
  cross join lateral ${seen}
  cross join ${viewerProfiles}
  cross join lateral ${blockedItem}`;

/**
 * FROM item of a shared write: the author of a published post, if everybody may read it and no block lies between its
 * authors and `account`.
 */
export const openTarget = (id: SQL, account: SQL): SQL => sql`(
    select po.profile_id as author_id from posts po
    where po.id = ${id} and po.status = 'published'
      and exists (select from profiles pr where pr.id = po.profile_id and ${authorIsShown} offset 0)
      and exists (select from posts ro where ro.id = coalesce(po.root_post_id, po.id) and ${isForAll(textOf(sql`ro`))}
        and not ${mayBlock(account, [sql`po.profile_id`, sql`ro.profile_id`])} offset 0) offset 0) target`;

const unlessOwn = (author: SQL, isBlocked: SQL) => sql`(${isBlocked} and ${author} <> all(viewer.ids))`;

/** Condition, with `targetJoins`: as `visible`. */
export const targetIsVisible = visibleTo('member', {
  author: unlessOwn(sql`po.profile_id`, sql`blocked.author`),
  owner: unlessOwn(owner, sql`blocked.owner`),
});

/** Condition, with `targetJoins`: the thread of `po` is for the caller. It sees its own comments in any thread. */
export const targetThreadIsOpen = sql`(po.root_post_id is null or ${isOpenFor('member', { owner: unlessOwn(owner, sql`blocked.owner`) })})`;

/** Condition, with `targetJoins`: a block between the account of the acting profile and the author or the root's author. */
export const targetIsBlocked = sql`(blocked.author or blocked.owner)`;

/** The current audience of the thread of a comment in an update of `posts`; null of what is none. */
export const rootVisibility = sql`(select root.visibility from posts root where root.id = ${posts.rootPostId})`;

/** Joins for the two conditions below about the author of the comment `po`. */
export const writerJoins = sql`
  cross join lateral ${lookups.root}
  cross join lateral (select ${rootAudience}, ${rootOwner}) seen
  cross join lateral (select ${profilesOfAccount(sql`po.profile_id`)} as ids) writer
  left join posts answered on answered.id = po.reply_to_post_id`;

/** Condition: the thread of a comment is for its author. */
export const threadIsOpenForWriter = isForReader(text, {
  ...profileReads(sql`po.profile_id`, sql`writer.ids`),
  blocked: { owner: blockedUnlessOwn(sql`writer.ids`, owner) },
});

/** Condition: a block lies between its author and that of the thread, or of what it answers. */
export const threadIsBlockedForWriter = sql`(${blockedUnlessOwn(sql`writer.ids`, owner)}
  or ${blockedUnlessOwn(sql`writer.ids`, sql`answered.profile_id`)})`;

/** Condition for lists of other members' posts: profiles that block each other are omitted. */
export const notBlockedFor = (viewer: Viewer): SQL | undefined =>
  viewer === 'anonymous' ? undefined : sql`(${p('reader_id', 'uuid')} is null or not ${authorIsBlocked})`;
