import { WHOLE_PICTURE } from '../../adapters/storage/image.ts';
import { type IncomingPicture, type StoredPicture, storePictures } from '../../adapters/storage/store-pictures.ts';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';

/** An uploaded image: its bytes and its alt text. */
export type IncomingImage = IncomingPicture & { altText: string | null };
export type StoredImage = StoredPicture & { id: string; alt_text: string | null };

/** Stores the images of a post. Fails with `too_many_images`, and like `storePictures`. */
export async function storeImages(ctx: Ctx, incoming: readonly IncomingImage[]): Promise<StoredImage[]> {
  const { max_per_post } = LIMITS.image;
  if (incoming.length > max_per_post) {
    fail('too_many_images', {
      agent: { fields: [{ path: 'body.images', rule: 'max_items', limit: max_per_post, actual: incoming.length }] },
    });
  }
  const stored = await storePictures(ctx, incoming, [WHOLE_PICTURE]);
  return stored.map((picture, index) => ({ ...picture, id: newId(), alt_text: incoming[index]!.altText }));
}
