import { requireOperator } from '../../auth/operator.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { eq } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { posts } from '../../db/schema/posts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { markGoldenTicket } from '../posts/golden-ticket.ts';
import { removePost } from '../posts/remove.ts';

const find = statement(
  'operator.find_post',
  { post_id: 'uuid' },
  qb
    .select({
      id: posts.id,
      kind: posts.kind,
      status: posts.status,
      body: posts.body,
      images: posts.images,
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

/** A post in any state; undefined if it does not exist. Fails with `permission_denied`. */
export async function findOperatedPost(ctx: Ctx, id: string): Promise<OperatedPost | undefined> {
  requireOperator(ctx, 'posts');
  return find.one(ctx, { post_id: idOrNone(id) });
}

/** As `markGoldenTicket`. */
export const setGoldenTicket = markGoldenTicket;

/** Removes any post; the author reads `note`. Fails with `permission_denied`, `post_not_found`. */
export async function removePostAsOperator(ctx: Ctx, id: string, note: string): Promise<{ removed: boolean }> {
  requireOperator(ctx, 'posts');
  return removePost(ctx, id, note);
}
