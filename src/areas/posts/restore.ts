import type { TxCtx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { posts } from '../../db/schema/posts.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';
import { announce } from './announce.ts';
import { countAnswer, countForAuthor } from './counters.ts';
import { findAny, lockAny, lockAuthor } from './operator-post.ts';

const isRemoved = and(eq(posts.id, p('post_id')), eq(posts.status, 'removed'));

const checkRemoved = statement(
  'posts.check_removed',
  { post_id: 'uuid' },
  sql`select ${setChanging(sql`exists (select from posts where ${isRemoved})`)}`,
);

const update = statement(
  'posts.restore',
  { post_id: 'uuid', now: 'timestamptz' },
  qb
    .update(posts)
    .set({ status: 'published', removedAt: null, removalNote: null, updatedAt: sql`${p('now')}` })
    .where(isRemoved)
    .returning({ id: posts.id }),
);

/** Publishes a post again that an operator removed, without its pictures, which are gone. Fails with `permission_denied`. */
export async function restorePost(tx: TxCtx, post_id: string): Promise<void> {
  const post = await findAny.one(tx, { post_id });
  if (!post) return;
  await writeAsOperator(tx, 'posts', [
    lockAuthor.call({ post_id }),
    lockAny.call({ post_id }),
    checkRemoved.call({ post_id }),
    update.call({ post_id, now: tx.now() }),
    countAnswer.call({ post_id }),
    ...(post.kind === 'comment' ? [] : [countForAuthor.call({ profile_id: post.profile_id })]),
    announce(tx, post_id, 'update'),
    auditCall(tx, { type: 'post', id: post_id, profileId: post.profile_id }),
  ]);
}
