import { WHOLE_PICTURE } from '../../adapters/storage/image.ts';
import {
  type IncomingPicture,
  type StorageLimit,
  type StoredPicture,
  storePictures,
} from '../../adapters/storage/store-pictures.ts';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { findUploads, type NamedUpload } from '../uploads/uploads.ts';

/** A given image with its alt text: its bytes, or an upload. */
export type IncomingImage = (IncomingPicture | NamedUpload) & { altText: string | null };
export type StoredImage = StoredPicture & { id: string; alt_text: string | null; upload_id?: string };

const isUpload = (image: IncomingImage) => 'uploadId' in image;
const hasBytes = (image: IncomingImage) => 'bytes' in image;

/** How many images must be decoded: uploads were counted when they arrived. */
export const countDecoded = (images: readonly IncomingImage[]): number => images.filter(hasBytes).length;

/** Stores the images of a post. Fails with `too_many_images`, and like `findUploads` and `storePictures`. */
export async function storeImages(
  ctx: Ctx,
  incoming: readonly IncomingImage[],
  limit: StorageLimit,
): Promise<StoredImage[]> {
  const { max_per_post } = LIMITS.image;
  if (incoming.length > max_per_post) {
    fail('too_many_images', {
      agent: { fields: [{ path: 'body.images', rule: 'max_items', limit: max_per_post, actual: incoming.length }] },
    });
  }
  const uploaded = await findUploads(ctx, incoming.filter(isUpload));
  const stored = await storePictures(ctx, incoming.filter(hasBytes), [WHOLE_PICTURE], limit);
  return incoming.map((image) => {
    const picture = isUpload(image) ? uploaded.shift() : stored.shift();
    return { ...picture!, id: newId(), alt_text: image.altText };
  });
}
