import { FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { alias, and, eq, gt, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { postImages, posts } from '../../db/schema/posts.ts';
import { p, statement } from '../../db/statement.ts';
import { exportOwner, postPicturePath, profilePicturePath } from '../export-section.ts';

const i = alias(postImages, 'i');

export type MediaRow = { position: string; path: string; blob_key: string };

const listProfilePictures = statement(
  'exports.list_profile_pictures',
  { owner_id: 'uuid' },
  sql<MediaRow>`select pr.id as position, ${profilePicturePath(sql`picture.name`)} as path, picture.blob_key
    from profiles pr cross join lateral (values ('avatar-light', pr.avatar_light), ('avatar-dark', pr.avatar_dark),
      ('banner-light', pr.banner_light), ('banner-dark', pr.banner_dark)) as picture(name, blob_key)
    where pr.id = ${exportOwner} and picture.blob_key is not null order by picture.name`,
);

const listPostPictures = statement(
  'exports.list_post_pictures',
  { owner_id: 'uuid', after: 'uuid', rows: 'bigint' },
  qb
    .select({
      position: named(i.id, 'position'),
      path: sql<string>`${postPicturePath}`.as('path'),
      blob_key: i.blobKey,
    })
    .from(posts)
    .innerJoin(i, eq(i.postId, posts.id))
    .where(and(eq(posts.profileId, exportOwner), gt(i.id, p('after', 'uuid'))))
    .orderBy(i.id)
    .limit(sql.placeholder('rows')),
);

/** The pictures of a profile and a page of those of its posts: their paths in the archive and keys in the store. */
export async function listMedia(ctx: Ctx, owner_id: string, after: string, rows: number): Promise<MediaRow[]> {
  const ofPosts = await listPostPictures.all(ctx, { owner_id, after, rows });
  if (after !== FIRST_ID) return ofPosts;
  return [...(await listProfilePictures.all(ctx, { owner_id })), ...ofPosts];
}
