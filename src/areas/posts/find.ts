import { and, eq, sql } from 'drizzle-orm';
import type { PostKind, PostStatus, Visibility } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { po } from './columns.ts';
import {
  editable,
  mayInteract,
  readerValues,
  readingJoins,
  selectReadable,
  type Viewer,
  viewerOf,
  visible,
  visibleTo,
} from './visibility.ts';

/** The fields of a post that decisions need. */
export type FoundPost = {
  id: string;
  profile_id: string;
  kind: PostKind;
  status: PostStatus;
  visibility: Visibility;
  revision: number;
  body: string;
  reply_to_post_id: string | null;
  quoted_post_id: string | null;
  editable: boolean;
  may_interact: boolean;
  /** The depth: how many ancestors it has. */
  depth: number;
  image_ids: string[];
};

const find = statement<FoundPost>(
  'posts.find',
  sql`select po.id, po.profile_id, po.kind, po.status, coalesce(ro.visibility, po.visibility) as visibility, po.revision, po.body,
      po.reply_to_post_id, po.quoted_post_id,
      ${editable} as editable, ${mayInteract} as may_interact,
      cardinality(po.ancestor_ids) as depth,
      coalesce((select array_agg(i.id::text) from post_images i where i.post_id = po.id), '{}') as image_ids
    from posts po ${readingJoins}
    where po.id = ${p('id', 'uuid')} and ${visible}`,
);

const selectVisible = (viewer: Viewer) =>
  selectReadable({ id: po.id }, viewer).where(and(eq(po.id, sql.placeholder('id')), visibleTo(viewer)));
const VISIBLE = {
  anonymous: statement('posts.find_visible anonymous', selectVisible('anonymous')),
  member: statement('posts.find_visible member', selectVisible('member')),
};

/** The id of a post, if the caller can see it, for `batch`. Smaller than `findPost`. */
export const readVisible = (ctx: Ctx, id: string): Call<{ id: string }> =>
  VISIBLE[viewerOf(ctx)].call({ ...readerValues(ctx), id });

/** A post that the caller can see, or undefined. */
export function findPost(ctx: Ctx, postId: string): Promise<FoundPost | undefined> {
  return find.one(ctx, { ...readerValues(ctx), profile_id: ctx.acting?.id ?? null, id: idOrNone(postId) });
}

/** The same, failing with `post_not_found`. */
export async function findPostOrFail(ctx: Ctx, postId: string): Promise<FoundPost> {
  return (await findPost(ctx, postId)) ?? fail('post_not_found');
}
