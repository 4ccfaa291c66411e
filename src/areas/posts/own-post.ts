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
 * On a write to a post its own profile acts, whichever attached profile the header names; and the kind of the post
 * decides which permission a manager needs.
 */
export const ownPost = {
  profile: sql`(select profile_id from posts where id = ${postId})`,
  permissions: sql`(select case kind when 'comment' then ${p('comment_permissions', 'text[]')} else ${p('permissions', 'text[]')} end
    from posts where id = ${postId})`,
};

/**
 * CTE `target`: the row itself, locked, so that of two moves on one post the second sees what the first has done. It
 * sees only the row anew, though: the pictures are those of its snapshot, from before the wait. Each change of text or
 * pictures counts `revision` up, so a revision other than the snapshot's means pictures that nobody has looked at, and
 * no row. Weaker than FOR UPDATE, because a comment's foreign key must not wait for its parent's removal, which waits
 * for the counters that the comment holds.
 */
export const lockedTarget = (condition: SQL) => sql`target as (
  select po.* from posts po join authority on authority.profile_id = po.profile_id
  where po.id = ${postId} and ${condition}
    and po.revision = (select seen.revision from posts seen where seen.id = ${postId})
  for no key update of po)`;

export type OwnPostWrite = {
  id: string;
  /** One of these is enough for a manager; owners need none. */
  permissions: readonly Permission[];
  /** The same for comments. Default: `commenting` stands where `posting` stands. */
  commentPermissions?: readonly Permission[];
  values?: Record<string, unknown>;
};

/** Fails with the reason in the post as it is now, or says whether there is nothing to do. */
type Explain = (seen: FoundPost, ctx: Ctx) => Promise<boolean> | boolean;

/** Every refused look means that another write to the post came through in between: far more than can wait for one row. */
const MAX_LOOKS = 100;

/**
 * Runs a write to one's own post. Where it finds nothing to change, `explain` is given the post as it is now: it fails
 * with the reason, or returns true when there is nothing to do (the answer is then undefined). When it finds no reason,
 * another write came in between, and it is tried again.
 *
 * Fails with `post_not_found`, `permission_denied` or the credential's failure.
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
 * The same, and reads the post back in the transaction of the write, which holds its row: somebody who removes the post
 * at this moment waits, instead of turning what was committed into a 404.
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

/** Fails as a write would where the caller may not change the post. */
export async function requireOwnPost(
  ctx: Ctx,
  { id, permissions }: Pick<OwnPostWrite, 'id' | 'permissions'>,
): Promise<void> {
  await refuseOnOwnPost(ctx, id, permissions, forComments(permissions));
}

/** Says why a write to one's own post was refused, or returns the post when the reason lies in its state. */
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

/** The same caller with another of its profiles acting: the post's own, whichever the header names. */
export function actingAs(ctx: Ctx, profileId: string | null): Ctx {
  const acting = profileId === null ? null : (ctx.principal?.profiles.get(profileId) ?? null);
  return Object.assign(Object.create(ctx) as Ctx, { acting });
}

function forComments(permissions: readonly Permission[]): Permission[] {
  return permissions.map((one) => (one === 'posting' ? 'commenting' : one));
}

/** Whether the manager behind the acting profile may only draft: what others see is not theirs to change. */
export function mayOnlyDraft(ctx: Ctx, post: FoundPost): boolean {
  const acting = ctx.principal?.profiles.get(post.profile_id);
  const publishing: Permission = post.kind === 'comment' ? 'commenting' : 'posting';
  if (acting === undefined || acting.owned || acting.permissions.includes(publishing)) return false;
  return acting.permissions.includes('drafting');
}
