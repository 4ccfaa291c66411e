import { isOperator } from '../../auth/operator.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import type { Permission } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { and, eq, ne, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { posts } from '../../db/schema/posts.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { write, writeAsOperator } from '../../events/write.ts';
import { offerAppeal } from '../appeals/offer.ts';
import { announce } from './announce.ts';
import { uncountAnswer, uncountForAuthor } from './counters.ts';
import { discardImages } from './image-statements.ts';
import { type AnyPost, findAny, lockAny, lockAuthor, requireAny } from './operator-post.ts';
import { auditOwnPost, ofOwnPost } from './own-post.ts';

type Removal = { post_id: string; removed: boolean };

/** Returns a row unless the post was already removed. */
const update = statement(
  'posts.remove',
  { note: 'text', now: 'timestamptz', post_id: 'uuid' },
  qb
    .update(posts)
    .set({
      status: 'removed',
      removedAt: sql`${p('now')}`,
      updatedAt: sql`${p('now')}`,
      removalNote: sql`nullif(${p('note', 'text')}, '')`,
    })
    .where(and(eq(posts.id, p('post_id')), ne(posts.status, 'removed')))
    .returning({ id: posts.id }),
);

/** The effects of a removal; the last statement returns a row unless the post was already removed. */
const removal = (
  ctx: Ctx,
  post_id: string,
  audit: Call<unknown>,
  { what = 'removal', note = '' }: { what?: 'removal' | 'removalByOperator'; note?: string } = {},
): Call<unknown>[] => [
  discardImages(ctx, post_id),
  uncountAnswer.call({ post_id }),
  uncountForAuthor.call({ post_id }),
  announce(ctx, post_id, what),
  audit,
  update.call({ post_id, now: ctx.now(), note }),
];

const outcome = (post_id: string, results: readonly unknown[][]): Removal => ({
  post_id,
  removed: results.at(-1)!.length > 0,
});

const COMMENTS: readonly Permission[] = ['posting', 'commenting'];

/**
 * Removes a post: its images and counts go, replies remain. An operator can remove any post; `note` tells the
 * author why. A repeated call returns `removed: false`. Fails with `post_not_found`, `permission_denied`,
 * `recent_sign_in_required` (an operator).
 */
export async function removePost(ctx: Ctx, id: string, note?: string): Promise<Removal> {
  const post_id = idOrNone(id);
  if (isOperator(ctx, 'posts', 'write')) {
    const post = await findAny.one(ctx, { post_id });
    if (!mayRemove(ctx, post)) return removeAsOperator(ctx, post_id, post, note);
  }
  const spec = ofOwnPost(ctx, {
    id,
    permissions: ['posting'],
    commentPermissions: COMMENTS,
    mayBeRemoved: true,
    change: removal(ctx, post_id, auditOwnPost(ctx, post_id)),
  });
  return outcome(post_id, await write(ctx, spec));
}

/** Whether the caller owns or manages the post, so that no right of an operator is needed. */
function mayRemove(ctx: Ctx, post: AnyPost | undefined): boolean {
  const acting = post && ctx.principal?.profiles.get(post.profile_id);
  if (!acting) return false;
  const needed: readonly Permission[] = post.kind === 'comment' ? COMMENTS : ['posting'];
  return acting.owned || acting.permissions.some((permission) => needed.includes(permission));
}

/**
 * The event names no actor, the author is notified, and the audit row names the operator's account. It is always the
 * operation that removes: the author, who can read it, does not learn that there was a report.
 */
async function removeAsOperator(
  ctx: Ctx,
  post_id: string,
  post: AnyPost | undefined,
  note: string | undefined,
): Promise<Removal> {
  const audit = auditCall(ctx, {
    operation: 'posts.remove',
    type: 'post',
    id: post_id,
    profileId: post?.profile_id ?? null,
  });
  return inTransaction(ctx, async (tx) => {
    const results = await writeAsOperator(tx, 'posts', [
      ...recentSignInCalls(tx),
      lockAuthor.call({ post_id }),
      lockAny.call({ post_id }),
      requireAny.call({ post_id }),
      ...removal(tx, post_id, audit, { what: 'removalByOperator', ...(note === undefined ? {} : { note }) }),
    ]);
    const done = outcome(post_id, results);
    if (done.removed) await offerAppeal(tx, 'post', post_id);
    return done;
  });
}
