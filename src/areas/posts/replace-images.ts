import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { posts } from '../../db/schema/posts.ts';
import { authorizedStatement, p, statement } from '../../db/statement.ts';
import { announce } from './announce.ts';
import { draftsOnly } from './hints.ts';
import { discardImages, insertImages } from './image-statements.ts';
import type { StoredImage } from './images.ts';
import { auditOwnPost, changeOwnPost } from './own-post.ts';
import { markedAs, WRITER, writer, writerValues } from './writer.ts';

const requireDraft = statement(
  'posts.require_draft',
  { post_id: 'uuid' },
  sql`select case when status <> 'draft' then ${refuse('invalid_request')} end from posts where id = ${p('post_id', 'uuid')}`,
);

const countRevision = authorizedStatement(
  'posts.count_revision',
  { ...WRITER, now: 'timestamptz', post_id: 'uuid' },
  qb
    .update(posts)
    .set({
      ...writer,
      ...markedAs(sql`${posts.aiDisclosure}`),
      isGoldenTicket: false,
      revision: sql`${posts.revision} + 1`,
      updatedAt: sql`${p('now')}`,
    })
    .where(eq(posts.id, p('post_id'))),
);

/** Replaces the images of a draft. Fails with `post_not_found`, `permission_denied`, `invalid_request` (no draft). */
export async function replaceImages(ctx: Ctx, id: string, images: StoredImage[]) {
  const post_id = idOrNone(id);
  return changeOwnPost(ctx, {
    id,
    permissions: ['posting', 'drafting'],
    checks: [requireDraft.call({ post_id })],
    change: [
      discardImages(ctx, post_id),
      ...insertImages(ctx, post_id, images),
      countRevision.call({ post_id, ...writerValues(ctx), now: ctx.now() }),
      announce(ctx, post_id, 'update'),
      auditOwnPost(ctx, post_id),
    ],
    explain: ({ code }) => (code === 'invalid_request' ? draftsOnly : undefined),
  });
}
