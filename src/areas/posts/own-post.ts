import { type SQL, sql } from 'drizzle-orm';
import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, type WriteStatement } from '../../events/write-statement.ts';
import { type FoundPost, findPost } from './find.ts';
import { getPost } from './lists.ts';
import type { LoadedPost, PostSet } from './load.ts';

const postId = p('post_id', 'uuid');

/**
 * A write to a post acts as the profile of the post, whichever attached profile the header names. The kind of the post
 * decides which permission a manager needs.
 */
export const ownPost = {
  profile: sql`(select profile_id from posts where id = ${postId})`,
  permissions: sql`(select case kind when 'comment' then ${p('comment_permissions', 'text[]')} else ${p('permissions', 'text[]')} end
    from posts where id = ${postId})`,
};

/**
 * CTE `target`: the row, locked, so that the second of two concurrent writes sees the first. Only the row is read again
 * after the wait: the images come from the older snapshot. Each change of text or images increments `revision`, so if
 * the revision differs from the snapshot, the images are stale and no row is returned. Weaker than FOR UPDATE, because
 * a comment's foreign key must not wait for the removal of its parent, which waits for the counters that the comment
 * holds.
 */
export const lockedTarget = (condition: SQL) => sql`target as (
  select po.* from posts po join authority on authority.profile_id = po.profile_id
  where po.id = ${postId} and ${condition}
    and po.revision = (select seen.revision from posts seen where seen.id = ${postId})
  for no key update of po)`;

export type OwnPostWrite = {
  id: string;
  /** A manager needs one of these; owners need none. */
  permissions: readonly Permission[];
  /** The same for comments. Default: `commenting` replaces `posting`. */
  commentPermissions?: readonly Permission[];
  values?: Record<string, unknown>;
};

/** Fails with the reason found in the current post, or returns whether there is nothing to do. */
type Explain = (seen: FoundPost, ctx: Ctx) => Promise<boolean> | boolean;

/** Each failed attempt means that another write changed the post in between: far more than can wait for one row. */
const MAX_LOOKS = 100;

/**
 * Runs a write to an own post. If the write matches nothing, `explain` gets the current post: it fails with the reason,
 * or returns true if there is nothing to do (the result is then undefined). If it finds no reason, another write was
 * concurrent, and the write is retried.
 *
 * Fails with `post_not_found`, `permission_denied` or the error of the credential.
 */
export async function writeOwnPost<Row>(
  ctx: Ctx,
  write: WriteStatement<Row>,
  input: OwnPostWrite,
  explain: Explain,
): Promise<Row | undefined> {
  const { id, permissions, commentPermissions = forComments(permissions) } = input;
  const values = { post_id: idOrNone(id), comment_permissions: commentPermissions, ...input.values };
  for (let look = 1; look <= MAX_LOOKS; look++) {
    const row = await write.run(ctx, values, permissions);
    if (row) return row;
    if (await explain(await refuseOnOwnPost(ctx, id, permissions, commentPermissions), ctx)) return undefined;
  }
  return fail('service_unavailable', { internal: `a post changed ${MAX_LOOKS} times under one write` });
}

/**
 * The same, and reads the post back in the transaction of the write, which holds its row: a concurrent removal waits,
 * instead of turning the committed change into a 404.
 */
export function writeAndRead<Row>(
  ctx: Ctx,
  write: WriteStatement<Row>,
  input: OwnPostWrite,
  explain: Explain,
  afterCommit?: () => void,
): Promise<{ row: LoadedPost; set: PostSet }> {
  return inTransaction(ctx, async (tx) => {
    const written = await writeOwnPost(tx, write, input, explain);
    if (written && afterCommit) tx.afterCommit(afterCommit);
    return getPost(tx, input.id);
  });
}

/** Fails like a write if the caller may not change the post. */
export async function requireOwnPost(
  ctx: Ctx,
  { id, permissions }: Pick<OwnPostWrite, 'id' | 'permissions'>,
): Promise<void> {
  await refuseOnOwnPost(ctx, id, permissions, forComments(permissions));
}

/** Fails with the reason why a write to an own post was refused, or returns the post if the reason is its state. */
async function refuseOnOwnPost(
  ctx: Ctx,
  id: string,
  permissions: readonly Permission[],
  commentPermissions: readonly Permission[],
): Promise<FoundPost> {
  const post = await findPost(ctx, id);
  if (post && ctx.principal?.profiles.has(post.profile_id)) {
    await refuseWithoutAuthority(
      actingAs(ctx, post.profile_id),
      post.kind === 'comment' ? commentPermissions : permissions,
    );
    return post;
  }
  await refuseWithoutAuthority(actingAs(ctx, null));
  return post ? fail('permission_denied', { agent: { required_permission: permissions[0]! } }) : fail('post_not_found');
}

/** The same caller, acting as the profile of the post, whichever profile the header names. */
export function actingAs(ctx: Ctx, profileId: string | null): Ctx {
  const acting = profileId === null ? null : (ctx.principal?.profiles.get(profileId) ?? null);
  return Object.assign(Object.create(ctx) as Ctx, { acting });
}

function forComments(permissions: readonly Permission[]): Permission[] {
  return permissions.map((one) => (one === 'posting' ? 'commenting' : one));
}

/** Whether the manager behind the acting profile may only draft, and so not change what others see. */
export function mayOnlyDraft(ctx: Ctx, post: FoundPost): boolean {
  const acting = ctx.principal?.profiles.get(post.profile_id);
  const publishing: Permission = post.kind === 'comment' ? 'commenting' : 'posting';
  if (acting === undefined || acting.owned || acting.permissions.includes(publishing)) return false;
  return acting.permissions.includes('drafting');
}
