import { type SQL, sql } from 'drizzle-orm';
import type { AttachedProfile } from '../../auth/principal.ts';
import type { Permission, PostKind } from '../../core/enums.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { blockedForReader, blockedFrom, isContact } from '../relations/queries.ts';

/** The grant permissions one of which opens a move on a post. Owners need none. */
export const EDITING: readonly Permission[] = ['posting', 'drafting', 'commenting'];
/** The same without comments. */
const DRAFTING: readonly Permission[] = ['posting', 'drafting'];

export function publishingPermissions(kind: PostKind): readonly Permission[] {
  return kind === 'comment' ? ['commenting'] : ['posting'];
}

/** What else lets a manager read what the profile's contacts have written for theirs: its contacts are open to it. */
const NEAR_CONTACTS: readonly Permission[] = [...EDITING, 'networking'];

/** What the reading fragments below need to know of the caller. */
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
 * Whether the credential's scopes have to do with posts at all: what is for contacts was not written for a key that may
 * only follow or block.
 */
function mayReadForContacts(ctx: Ctx): boolean {
  if (ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  return (['posts', 'comments', 'feed'] as const).some(
    (area) => allows(scopes, area, 'read', type) || allows(scopes, area, 'write', type),
  );
}

/**
 * Whether the credential's scopes open what is not published: reading it, or writing it, because who writes posts has
 * to see what waits. Any other scope sees what an anonymous caller sees of it: nothing.
 */
export function mayReadDrafts(ctx: Ctx, area: 'posts' | 'comments'): boolean {
  if (ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  const areas = area === 'comments' ? (['comments', 'posts'] as const) : (['posts'] as const);
  return areas.some((one) => allows(scopes, one, 'read', type) || allows(scopes, one, 'write', type));
}

/**
 * Condition: the caller may see and edit `po` whatever its status, whichever of its profiles the header names. Who may
 * only comment for a profile works with its comments and not with its posts.
 */
export const editable = sql`(po.profile_id = any(${p('editable_ids', 'uuid[]')})
  or po.kind = 'comment' and po.profile_id = any(${p('editable_comment_ids', 'uuid[]')}))`;

/** The joins that `visible` reads: author `pr` with its account, and the root `ro` of a comment. */
export const readingJoins = sql`
  join profiles pr on pr.id = po.profile_id and pr.deleted_at is null and pr.suspended_at is null
  join accounts oa on oa.id = pr.account_id and oa.suspended_at is null and oa.deletion_scheduled_at is null
  left join posts ro on ro.id = po.root_post_id`;

/** A comment has its root's visibility, judged by the root's author. */
const audience = sql`coalesce(ro.visibility, po.visibility)`;
const audienceOwner = sql`coalesce(ro.profile_id, po.profile_id)`;

/**
 * Condition: the caller may see `po`. Public posts are for everyone, also across a block (read as an anonymous caller
 * does). All else needs a signed-in caller whom neither the author nor the root's author blocks or is blocked by:
 * `members` any such one, `contacts` a contact whose caller may read such posts (`contact_reader_id`). What is not published is seen by who may edit it.
 */
export const visible = visibleTo(audience);

/** The same for a text of `po` with an audience of its own; null: only for those who may edit the post. */
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

/** Condition for lists of others' posts: blocked ones are left out for each other. */
export const notBlockedForReader = sql`(${p('reader_id', 'uuid')} is null or not ${blockedForReader(sql`po.profile_id`)})`;
