import { eq, sql } from 'drizzle-orm';
import { requireOperator } from '../../auth/operator.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { posts } from '../../db/schema/posts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { operatorStatement } from '../../events/operator-statement.ts';
import { removePost } from '../posts/remove.ts';
import type { Changed } from './profiles.ts';

const postId = p('post_id', 'uuid');

const find = statement(
  'operator.find_post',
  qb
    .select({
      id: posts.id,
      kind: posts.kind,
      status: posts.status,
      body: posts.body,
      is_golden_ticket: posts.isGoldenTicket,
      created_at: posts.createdAt,
      username: profiles.username,
      account_id: profiles.accountId,
    })
    .from(posts)
    .innerJoin(profiles, eq(profiles.id, posts.profileId))
    .where(eq(posts.id, p('post_id'))),
);

/** A post for the operator, regardless of its audience. */
export type OperatedPost = RowOf<typeof find>;

/** A post in any state; undefined if it does not exist. Fails with `permission_denied`. One statement. */
export async function findOperatedPost(ctx: Ctx, id: string): Promise<OperatedPost | undefined> {
  requireOperator(ctx);
  return find.one(ctx, { post_id: idOrNone(id) });
}

const lock = statement('operator.lock_post', sql`select id from posts where id = ${postId} for no key update`);

const goldenStatement = operatorStatement<Changed>('operator.set_golden_ticket', {
  change: sql`target as (
    select po.id, po.is_golden_ticket from posts po cross join operator where po.id = ${postId} and po.status <> 'removed'
  ), changed as (
    update posts po set is_golden_ticket = ${p('golden', 'bool')}, updated_at = ${p('now', 'timestamptz')} from target
    where po.id = target.id and target.is_golden_ticket <> ${p('golden', 'bool')} returning po.*
  )`,
  events: [
    {
      type: 'post.updated',
      from: sql`changed where changed.status = 'published'`,
      profile: sql`changed.profile_id`,
      objectType: 'post',
      object: sql`changed.id`,
      data: sql`jsonb_build_object('revision', changed.revision, 'status', changed.status)`,
    },
  ],
  audit: { from: sql`changed`, objectType: 'post', object: sql`changed.id`, profile: sql`changed.profile_id` },
  answer: sql`select target.id, exists (select from changed) as changed from target`,
});

/**
 * Marks a post as a golden ticket, or removes the mark. Undefined if there is no such post or it was removed. Fails
 * with `permission_denied`. Two statements in a transaction.
 */
export async function setGoldenTicket(ctx: Ctx, id: string, golden: boolean): Promise<Changed | undefined> {
  const values = { post_id: idOrNone(id) };
  return inTransaction(ctx, async (tx) => {
    await lock.all(tx, values);
    return goldenStatement.run(tx, { ...values, golden });
  });
}

/** Removes any post, for an operator's session. Fails with `permission_denied`, `post_not_found`. */
export async function removePostAsOperator(ctx: Ctx, id: string): Promise<{ removed: boolean }> {
  requireOperator(ctx);
  return removePost(ctx, id);
}
