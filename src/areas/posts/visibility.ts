import type { AttachedProfile } from '../../auth/principal.ts';
import type { Permission, PostKind, Visibility } from '../../core/enums.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { type PgColumn, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p } from '../../db/statement.ts';
import { pr } from '../profiles/columns.ts';
import { blockedForViewer, blockedFrom, isContact, viewerFor } from '../relations/queries.ts';
import { oa, po, ro } from './columns.ts';

/** Grant permissions, one of which allows working with a post. Owners need none. */
export const EDITING: readonly Permission[] = ['posting', 'drafting', 'commenting'];
/** The same without comments. */
const DRAFTING: readonly Permission[] = ['posting', 'drafting'];

export function publishingPermissions(kind: PostKind): readonly Permission[] {
  return kind === 'comment' ? ['commenting'] : ['posting'];
}

/** `networking` also allows a manager to read contacts-only posts, because it sees the contacts. */
const NEAR_CONTACTS: readonly Permission[] = [...EDITING, 'networking'];

/** What the reading fragments below need to know of the caller. */
export type ReaderValues = ReturnType<typeof readerValues>;

export function readerValues(ctx: Ctx) {
  const profiles = [...(ctx.principal?.profiles.values() ?? [])];
  const mayWith = (permissions: readonly Permission[]) => (one: AttachedProfile) =>
    one.owned || one.permissions.some((held) => permissions.includes(held));
  const managedWith = (permissions: readonly Permission[]) =>
    profiles.filter(mayWith(permissions)).map((one) => one.id);
  const readsContacts = mayReadForContacts(ctx);
  return {
    reader_id: ctx.acting?.id ?? null,
    reader_account_id: ctx.principal?.accountId ?? null,
    reader_ids: ctx.acting ? [ctx.acting.id] : profiles.map((one) => one.id),
    signed_in: ctx.principal !== null,
    contact_reader_id: readsContacts && ctx.acting && mayWith(NEAR_CONTACTS)(ctx.acting) ? ctx.acting.id : null,
    own_ids: readsContacts ? managedWith(EDITING) : [],
    editable_ids: mayReadDrafts(ctx, 'posts') ? managedWith(DRAFTING) : [],
    editable_comment_ids: mayReadDrafts(ctx, 'comments') ? managedWith(EDITING) : [],
  };
}

/**
 * Whether the scopes of the credential concern posts at all: contacts-only posts are not for a key that may only follow
 * or block.
 */
function mayReadForContacts(ctx: Ctx): boolean {
  if (ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  // `feed:write` only sets bookmarks and mutes.
  return (
    allows(scopes, 'feed', 'read', type) ||
    (['posts', 'comments'] as const).some(
      (area) => allows(scopes, area, 'read', type) || allows(scopes, area, 'write', type),
    )
  );
}

/**
 * Whether the scopes allow reading unpublished posts: by reading posts or by writing them, because a writer has to see
 * drafts. With any other scope, the caller sees as little of them as an anonymous one.
 */
export function mayReadDrafts(ctx: Ctx, area: 'posts' | 'comments'): boolean {
  if (ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  const areas = area === 'comments' ? (['comments', 'posts'] as const) : (['posts'] as const);
  return areas.some((one) => allows(scopes, one, 'read', type) || allows(scopes, one, 'write', type));
}

/**
 * Condition: the caller may see and edit `po` whatever its status, whichever profile the header names. A manager with
 * only `commenting` works with comments, not with posts.
 */
export const editable = sql<boolean>`(po.profile_id = any(${p('editable_ids', 'uuid[]')})
  or po.kind = 'comment' and po.profile_id = any(${p('editable_comment_ids', 'uuid[]')}))`;

/**
 * The caller of a statement that reads posts. `anonymous`: without a credential. `author`: may edit every post that the
 * statement can find. Each has its own statements, so that none contains conditions that do not concern its caller.
 */
export type Viewer = 'anonymous' | 'member' | 'author';

export function viewerOf(ctx: Ctx): 'anonymous' | 'member' {
  return ctx.principal === null ? 'anonymous' : 'member';
}

/** Join conditions of a post's author and the account of the author: neither is gone, suspended or about to go. */
export const authorIsActive = sql`${pr.deletedAt} is null and ${pr.suspendedAt} is null`;
export const accountIsActive = sql`${oa.suspendedAt} is null and ${oa.deletionScheduledAt} is null`;
const authorIsShown = sql`${pr.id} = ${po.profileId} and ${authorIsActive}`;
const accountIsShown = sql`${oa.id} = ${pr.accountId} and ${accountIsActive}`;
const isRoot = sql`${ro.id} = ${po.rootPostId}`;

const rootAudience = sql`coalesce(ro.visibility, po.visibility) as visibility`;
const rootOwner = sql`coalesce(ro.profile_id, po.profile_id) as owner_id`;
/** FROM item `seen`: a comment has the visibility of its root, evaluated for the author of the root. */
const seen = sql`(select ${rootAudience}, ${rootOwner}, ${editable} as editable) seen`;
/** The same for a viewer whose relation to the author does not matter. */
const seenAudience = sql`(select ${rootAudience}) seen`;
export const audience: SQL<Visibility> = sql<Visibility>`seen.visibility`;
const owner = sql`seen.owner_id`;
export const isEditable = sql<boolean>`seen.editable`;
/** FROM item `viewer`: the viewer's profiles, and whether a block lies between them and the author of `po`. */
export const viewerItem = viewerFor(sql`po.profile_id`);
export const authorIsBlocked = sql`viewer.blocks_author`;

/** The joins that `mayInteract` needs: the root `ro` of a comment. */
export const rootJoins = sql`left join posts ro on ${isRoot} cross join lateral (select ${rootOwner}) seen`;

/** The joins that `visible` needs: author `pr` with its account, the root `ro` of a comment, and the viewer's profiles. */
export const readingJoins = sql`
  join profiles pr on ${authorIsShown}
  join accounts oa on ${accountIsShown}
  left join posts ro on ${isRoot} cross join lateral ${seen}
  cross join lateral ${viewerItem}`;

/**
 * The same joins for pages. `offset 0` keeps the planner from hashing whole tables and sorting: each row of the page
 * looks up its own.
 */
const lookups = {
  author: sql`(select * from profiles where id = po.profile_id offset 0) pr`,
  account: sql`(select * from accounts where id = pr.account_id offset 0) oa`,
  root: sql`(select * from posts where id = po.root_post_id offset 0) ro`,
};

/** A SELECT of posts `po` with the joins that `visible` needs for this viewer. `paged`: it can find many posts. */
export function selectReadable<F extends Record<string, PgColumn | SQL | SQL.Aliased>>(
  fields: F,
  viewer: Viewer,
  paged = false,
) {
  const query = qb.select(fields).from(po).$dynamic();
  if (paged) {
    query.innerJoinLateral(lookups.author, authorIsActive);
    query.innerJoinLateral(lookups.account, accountIsActive);
    query.leftJoinLateral(lookups.root, sql`true`);
  } else {
    query.innerJoin(pr, authorIsShown);
    query.innerJoin(oa, accountIsShown);
    query.leftJoin(ro, isRoot);
  }
  query.crossJoinLateral(viewer === 'member' ? seen : seenAudience);
  if (viewer === 'member') query.crossJoinLateral(viewerItem);
  return query;
}

/**
 * Condition: the viewer may see `po`. Public posts are for everyone, even across a block (as for an anonymous caller).
 * All others need a signed-in caller with no block between it and the author or the author of the root: for `members`
 * any such caller, for `contacts` a contact that may read such posts (`contact_reader_id`). Unpublished posts are only
 * for those who may edit them.
 */
export function visibleTo(viewer: Viewer): SQL {
  if (viewer === 'author') return sql`po.status <> 'removed'`;
  return readOrEdited(viewer, isForAudience(viewer, audience));
}

/** Condition: the viewer may see an earlier text of `po` with this audience. Null: only those who may edit the post. */
export function textVisibleTo(viewer: 'anonymous' | 'member', audience: SQL): SQL {
  return readOrEdited(viewer, sql`${audience} is not null and ${isForAudience(viewer, audience)}`);
}

function readOrEdited(viewer: 'anonymous' | 'member', isOpen: SQL): SQL {
  const isRead = sql`po.status = 'published' and ${isOpen}`;
  return viewer === 'anonymous' ? isRead : sql`(${isRead} or ${isEditable} and po.status <> 'removed')`;
}

/** Condition: `po` is published, and the viewer may see it. */
export function publishedFor(viewer: Viewer): SQL {
  const isPublished = sql`po.status = 'published'`;
  if (viewer === 'author') return isPublished;
  const isOpen = isForAudience(viewer, audience);
  return sql`${isPublished} and ${viewer === 'anonymous' ? isOpen : sql`(${isOpen} or ${isEditable})`}`;
}

/** Condition: a published text of `po` with this audience is for the viewer. */
function isForAudience(viewer: 'anonymous' | 'member', audience: SQL): SQL {
  // A CASE, because Postgres expects `=` to match one row of 200 here, and would sort such few rows of a page.
  const isPublic = sql`case ${audience} when 'public' then true else false end`;
  if (viewer === 'anonymous') return isPublic;
  return sql`(${isPublic} or ${p('signed_in', 'bool')} and not ${authorIsBlocked} and (
      ${owner} = any(${p('own_ids', 'uuid[]')}) or not ${blockedForViewer(owner)}
        and (${audience} = 'members' or ${audience} = 'contacts' and ${isContact(owner, p('contact_reader_id', 'uuid'))})))`;
}

/** The joins that `visibleTo` needs in a page of found posts `po`, as in `selectReadable`. */
export const pagedJoins = (viewer: Viewer): SQL => sql`
  join lateral ${lookups.author} on ${authorIsActive}
  join lateral ${lookups.account} on ${accountIsActive}
  left join lateral ${lookups.root} on true
  cross join lateral ${seen} ${viewer === 'anonymous' ? sql`` : sql`cross join lateral ${viewerItem}`}`;

/** The condition of writes, for every caller. */
export const visible = visibleTo('member');

/** Condition for writes: no block between the account of the acting profile and the author or the root's author. */
export const mayInteract = sql`not ${blockedFrom(p('profile_id', 'uuid'), sql`po.profile_id`)}
  and not ${blockedFrom(p('profile_id', 'uuid'), owner)}`;

/** Condition for lists of other members' posts: profiles that block each other are omitted. */
export const notBlockedFor = (viewer: Viewer): SQL | undefined =>
  viewer === 'anonymous' ? undefined : sql`(${p('reader_id', 'uuid')} is null or not ${authorIsBlocked})`;
