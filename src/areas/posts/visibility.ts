import { type SQL, sql } from 'drizzle-orm';
import type { AttachedProfile } from '../../auth/principal.ts';
import type { Permission, PostKind } from '../../core/enums.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { blockedForReader, blockedFrom, isContact } from '../relations/queries.ts';

/** Grant permissions, one of which allows working with a post. Owners need none. */
export const EDITING: readonly Permission[] = ['posting', 'drafting', 'commenting'];
/** The same without comments. */
const DRAFTING: readonly Permission[] = ['posting', 'drafting'];

export function publishingPermissions(kind: PostKind): readonly Permission[] {
  return kind === 'comment' ? ['commenting'] : ['posting'];
}

/** `networking` also allows a manager to read contacts-only posts, because it sees the contacts. */
const NEAR_CONTACTS: readonly Permission[] = [...EDITING, 'networking'];

/** The caller values that the reading fragments below need. */
export function readerValues(ctx: Ctx): Record<string, unknown> {
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
  return (['posts', 'comments', 'feed'] as const).some(
    (area) => allows(scopes, area, 'read', type) || allows(scopes, area, 'write', type),
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
export const editable = sql`(po.profile_id = any(${p('editable_ids', 'uuid[]')})
  or po.kind = 'comment' and po.profile_id = any(${p('editable_comment_ids', 'uuid[]')}))`;

/** The joins that `visible` needs: author `pr` with its account, and the root `ro` of a comment. */
export const readingJoins = sql`
  join profiles pr on pr.id = po.profile_id and pr.deleted_at is null and pr.suspended_at is null
  join accounts oa on oa.id = pr.account_id and oa.suspended_at is null and oa.deletion_scheduled_at is null
  left join posts ro on ro.id = po.root_post_id`;

/** A comment has the visibility of its root, evaluated for the author of the root. */
const audience = sql`coalesce(ro.visibility, po.visibility)`;
const audienceOwner = sql`coalesce(ro.profile_id, po.profile_id)`;

/**
 * Condition: the caller may see `po`. Public posts are for everyone, even across a block (as for an anonymous caller).
 * All others need a signed-in caller with no block between it and the author or the author of the root: for `members`
 * any such caller, for `contacts` a contact that may read such posts (`contact_reader_id`). Unpublished posts are only
 * for those who may edit them.
 */
export const visible = visibleTo(audience);

/** The same for a text of `po` with its own audience. Null: only for those who may edit the post. */
export function visibleTo(audience: SQL): SQL {
  return sql`(${editable} and po.status <> 'removed' or po.status = 'published' and (
  ${audience} = 'public' or ${p('signed_in', 'bool')} and not ${blockedForReader(sql`po.profile_id`)} and (
    ${audience} is not null and ${audienceOwner} = any(${p('own_ids', 'uuid[]')})
    or not ${blockedForReader(audienceOwner)}
      and (${audience} = 'members' or ${audience} = 'contacts' and ${isContact(audienceOwner, p('contact_reader_id', 'uuid'))}))))`;
}

/** Condition for writes: no block between the account of the acting profile and the author or the root's author. */
export const mayInteract = sql`not ${blockedFrom(p('profile_id', 'uuid'), sql`po.profile_id`)}
  and not ${blockedFrom(p('profile_id', 'uuid'), audienceOwner)}`;

/** Condition for lists of other members' posts: profiles that block each other are omitted. */
export const notBlockedForReader = sql`(${p('reader_id', 'uuid')} is null or not ${blockedForReader(sql`po.profile_id`)})`;
