import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { batch, type Call } from '../../db/statement.ts';
import { hasAt, po } from './columns.ts';
import { readsFor } from './reads.ts';
import { selectReadable, type Viewer, visibleTo } from './visibility.ts';

const selectVisible = (viewer: Viewer) =>
  selectReadable(
    {
      id: po.id,
      profile_id: po.profileId,
      kind: po.kind,
      status: po.status,
      reply_to_post_id: po.replyToPostId,
      quoted_post_id: po.quotedPostId,
      has_at: hasAt(po.body).as('has_at'),
    },
    viewer,
  ).where(and(eq(po.id, sql.placeholder('id')), visibleTo(viewer)));
const read = readsFor('posts.find_visible', { id: 'uuid' }, selectVisible);

/** The fields of a post that decisions need. */
export type FoundPost = NonNullable<ReturnType<typeof read>['row']>;

export const readVisible = (ctx: Ctx, id: string): Call<FoundPost> => read(ctx, { id });

export async function findPost(ctx: Ctx, postId: string): Promise<FoundPost | undefined> {
  const { posts } = await batch(ctx, { posts: readVisible(ctx, idOrNone(postId)) });
  return posts[0];
}
