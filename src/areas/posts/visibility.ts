import { sql } from 'drizzle-orm';
import type { Permission, PostKind } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { blockedEitherWay, isContact } from '../relations/queries.ts';

/** The grant permissions one of which opens a move on a post. Owners need none. */
export const EDITING: readonly Permission[] = ['posting', 'drafting', 'commenting'];

export function publishingPermissions(kind: PostKind): readonly Permission[] {
  return kind === 'comment' ? ['commenting'] : ['posting'];
}

/** What the reading fragments below need to know of the caller. */
export function readerValues(ctx: Ctx): Record<string, unknown> {
  return {
    reader_id: ctx.acting?.id ?? null,
    signed_in: ctx.principal !== null,
    editable_ids: editableIds(ctx),
  };
}

/** The profiles whose unpublished posts this credential may see and edit, whichever one the header names. */
function editableIds(ctx: Ctx): string[] {
  const profiles = ctx.principal?.profiles.values() ?? [];
  return [...profiles]
    .filter((one) => one.owned || one.permissions.some((held) => EDITING.includes(held)))
    .map((one) => one.id);
}

export const editable = sql`po.profile_id = any(${p('editable_ids', 'uuid[]')})`;

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
 * does); `members` needs a signed-in caller whom the author neither blocks nor is blocked by; `contacts` a contact.
 * What is not published is seen by who may edit it.
 */
export const visible = sql`(${editable} and po.status <> 'removed' or po.status = 'published' and (
  ${audience} = 'public' or ${audienceOwner} = any(${p('editable_ids', 'uuid[]')}) or ${p('signed_in', 'bool')} and case ${audience}
    when 'members' then ${p('reader_id', 'uuid')} is null or not ${blockedEitherWay(audienceOwner, p('reader_id', 'uuid'))}
    else ${isContact(audienceOwner, p('reader_id', 'uuid'))}
      and not ${blockedEitherWay(audienceOwner, p('reader_id', 'uuid'))}
  end))`;

/** Condition for writes: neither the author nor the root's author and the acting profile block each other. */
export const mayInteract = sql`not ${blockedEitherWay(sql`po.profile_id`, p('profile_id', 'uuid'))}
  and not ${blockedEitherWay(audienceOwner, p('profile_id', 'uuid'))}`;

/** Condition for lists of others' posts: blocked ones are left out for each other. */
export const notBlockedForReader = sql`(${p('reader_id', 'uuid')} is null or not ${blockedEitherWay(sql`po.profile_id`, p('reader_id', 'uuid'))})`;
