import { sql } from 'drizzle-orm';
import { failFields } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { discardFiles, keepFiles } from '../../storage/garbage.ts';
import type { StoredImage } from './images.ts';
import { lockedTarget, ownPost, writeAndRead } from './own-post.ts';
import { updatedEvent } from './published.ts';

const writeImages = writeStatement<{ id: string }>('posts.replace_images', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status = 'draft'`)}, dropped as (
    delete from post_images i using target where i.post_id = target.id returning i.blob_key
  ), garbage as (
    ${discardFiles(sql`select blob_key, ${p('now', 'timestamptz')}, null::uuid from dropped`)}
  ), pictures as (
    insert into post_images (id, post_id, position, blob_key, width, height, alt_text)
    select i.id, target.id, i.position, i.blob_key, i.width, i.height, i.alt_text
    from target cross join jsonb_to_recordset(${p('images', 'jsonb')})
      as i(id uuid, position smallint, blob_key text, width int, height int, alt_text text)
  ), kept as (
    ${keepFiles(sql`target`, sql`any(${p('blob_keys', 'text[]')})`)}
  ), post as (
    update posts po set revision = po.revision + 1, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id returning po.*
  )`,
  events: [updatedEvent],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select id from post`,
});

/**
 * Replaces the images of a draft. Fails with `post_not_found`, `permission_denied`, `invalid_request` (not a draft).
 * Four statements.
 */
export async function replaceImages(ctx: Ctx, id: string, images: StoredImage[]) {
  const values = {
    images: JSON.stringify(images.map((image, position) => ({ ...image, position }))),
    blob_keys: images.map(({ blob_key }) => blob_key),
  };
  return writeAndRead(ctx, writeImages, { id, permissions: ['posting', 'drafting'], values }, (seen) => {
    if (seen.status !== 'draft') failFields([{ path: 'path.post_id', rule: 'status', allowed: ['draft'] }]);
    return false;
  });
}
