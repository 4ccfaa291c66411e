import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { and, eq, ne, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { posts } from '../../db/schema/posts.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';
import { announce } from './announce.ts';
import { findAny, lockAny } from './operator-post.ts';

const golden = p('golden', 'bool');
const differs = and(eq(posts.id, p('post_id')), ne(posts.status, 'removed'), sql`${posts.isGoldenTicket} <> ${golden}`);

const checkDiffers = statement(
  'posts.check_golden_ticket',
  { post_id: 'uuid', golden: 'bool' },
  sql`select ${setChanging(sql`exists (select from posts where ${differs})`)}`,
);

const update = statement(
  'posts.set_golden_ticket',
  { golden: 'bool', now: 'timestamptz', post_id: 'uuid' },
  qb
    .update(posts)
    .set({ isGoldenTicket: sql`${golden}`, updatedAt: sql`${p('now')}` })
    .where(differs)
    .returning({ id: posts.id }),
);

/** Marks a post as a golden ticket, or removes the mark. Undefined: no such post. Fails with `permission_denied`. */
export async function markGoldenTicket(
  ctx: Ctx,
  id: string,
  golden: boolean,
): Promise<{ id: string; changed: boolean } | undefined> {
  const post_id = idOrNone(id);
  const [[post]] = await writeAsOperator(ctx, 'profiles', [findAny.call({ post_id })]);
  if (!post || post.status === 'removed') return undefined;
  const values = { post_id, golden, now: ctx.now() };
  const { changed } = await writeAsOperator(ctx, 'profiles', {
    lock: lockAny.call(values),
    check: checkDiffers.call(values),
    changed: update.call(values),
    announced: announce(ctx, post_id, 'goldenTicket'),
    audit: auditCall(ctx, { type: 'post', id: post_id, profileId: post.profile_id }),
  });
  return { id: post_id, changed: changed.length > 0 };
}
