import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { exportOwner, FIRST_ID, postPicturePath, profilePicturePath } from '../export-section.ts';

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
  { owner_id: 'uuid', after: 'uuid', rows: 'int' },
  sql<MediaRow>`select i.id as position, ${postPicturePath} as path, i.blob_key
    from posts po join post_images i on i.post_id = po.id
    where po.profile_id = ${exportOwner} and i.id > ${p('after', 'uuid')} order by i.id limit ${p('rows', 'int')}`,
);

/** The pictures of a profile and a page of those of its posts: their paths in the archive and keys in the store. */
export async function listMedia(ctx: Ctx, owner_id: string, after: string, rows: number): Promise<MediaRow[]> {
  const ofPosts = await listPostPictures.all(ctx, { owner_id, after, rows });
  if (after !== FIRST_ID) return ofPosts;
  return [...(await listProfilePictures.all(ctx, { owner_id })), ...ofPosts];
}
