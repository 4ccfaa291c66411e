import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { type Call, type RowOf, statement } from '../../db/statement.ts';
import { hasAt, po } from './columns.ts';
import { READER, readerValues, selectReadable, type Viewer, viewerOf, visibleTo } from './visibility.ts';

const selectVisible = (viewer: Viewer) =>
  selectReadable(
    {
      id: po.id,
      profile_id: po.profileId,
      kind: po.kind,
      status: po.status,
      reply_to_post_id: po.replyToPostId,
      quoted_post_id: po.quotedPostId,
      has_at: hasAt.as('has_at'),
    },
    viewer,
  ).where(and(eq(po.id, sql.placeholder('id')), visibleTo(viewer)));
const VISIBLE = {
  anonymous: statement('posts.find_visible anonymous', { id: 'uuid' }, selectVisible('anonymous')),
  member: statement('posts.find_visible member', { ...READER, id: 'uuid' }, selectVisible('member')),
};

/** The fields of a post that decisions need. */
export type FoundPost = RowOf<typeof VISIBLE.member>;

export const readVisible = (ctx: Ctx, id: string): Call<FoundPost> =>
  VISIBLE[viewerOf(ctx)].call({ ...readerValues(ctx), id });

export function findPost(ctx: Ctx, postId: string): Promise<FoundPost | undefined> {
  return VISIBLE[viewerOf(ctx)].one(ctx, { ...readerValues(ctx), id: idOrNone(postId) });
}
