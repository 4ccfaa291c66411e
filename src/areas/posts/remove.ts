import { sql } from 'drizzle-orm';
import { ApiError } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { discardFiles } from '../../storage/garbage.ts';
import { lockedTarget, ownPost, writeOwnPost } from './own-post.ts';
import { countedCtes } from './published.ts';

type Removal = { post_id: string; removed: boolean };

/** The effects of a removal on the row in the CTE `target`, the same for every caller. */
const removal = sql`post as (
    update posts po set status = 'removed', removed_at = ${p('now', 'timestamptz')}, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id and po.status <> 'removed' returning po.*
  ), dropped as (
    delete from post_images i using target where i.post_id = target.id returning i.blob_key
  ), garbage as (
    ${discardFiles(sql`select blob_key, ${p('now', 'timestamptz')}, null::uuid from dropped`)}
  ), gone as (select target.* from target join post on post.id = target.id where target.status = 'published'),
  ${countedCtes(sql`gone`, -1)}`;

const removed = {
  type: 'post.removed' as const,
  from: sql`post`,
  profile: sql`post.profile_id`,
  objectType: 'post',
  object: sql`post.id`,
  data: sql`jsonb_build_object('kind', post.kind, 'reply_to_post_id', post.reply_to_post_id, 'quoted_post_id', post.quoted_post_id)`,
};
const answer = sql`select target.id as post_id, exists (select 1 from post) as removed from target`;

const writeRemoval = writeStatement<Removal>('posts.remove', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`true`)}, ${removal}`,
  events: [{ ...removed, actor: sql`post.profile_id` }],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer,
});

/**
 * Removal by the operator: no profile of the author's account acts, so the event names no actor, and the audit row
 * names the operator's account. Requires a session: no key or client may remove other members' posts.
 */
const writeOperatorRemoval = writeStatement<Removal>('posts.remove_by_operator', {
  authority: 'caller',
  change: sql`target as (
    select po.* from posts po
    join caller on caller.credential_type = 'session'
    join accounts op on op.id = caller.account_id and op.operator
    where po.id = ${p('post_id', 'uuid')}
  ), ${removal}`,
  events: [removed],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id`, profile: sql`post.profile_id` },
  answer,
});

const lockPost = statement(
  'posts.lock',
  sql`select id from posts where id = ${p('post_id', 'uuid')} for no key update`,
);

/** Locks in a statement of its own, so that the removal sees the images as they are after the wait. */
function removeAsOperator(ctx: Ctx, id: string): Promise<Removal | undefined> {
  const values = { post_id: idOrNone(id) };
  return inTransaction(ctx, async (tx) => {
    await lockPost.all(tx, values);
    return writeOperatorRemoval.run(tx, values);
  });
}

/** Whether an operator's session may do what the profile permissions do not allow. */
function isBeyondRights(ctx: Ctx, error: unknown): boolean {
  const operator = ctx.principal?.operator === true && ctx.principal.type === 'session';
  return operator && error instanceof ApiError && ['post_not_found', 'permission_denied'].includes(error.code);
}

/**
 * Removes a post: its images are no longer served, the counts of its parents and quoted post go down, replies remain. A
 * manager needs `posting`, or for comments `commenting`; an operator's session can remove any post. A repeated call
 * returns `removed: false`. Fails with `post_not_found`, `permission_denied`. One statement.
 */
export async function removePost(ctx: Ctx, id: string): Promise<Removal> {
  const rights = { permissions: ['posting'], commentPermissions: ['posting', 'commenting'] } as const;
  try {
    return (await writeOwnPost(ctx, writeRemoval, { id, ...rights }, () => false))!;
  } catch (error) {
    const row = isBeyondRights(ctx, error) ? await removeAsOperator(ctx, id) : undefined;
    if (row) return row;
    throw error;
  }
}
