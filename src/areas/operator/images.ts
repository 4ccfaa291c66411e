import { signMediaUrl } from '../../adapters/storage/media-signing.ts';
import type { Ctx } from '../../ctx.ts';
import type { PostImageCopy } from '../../db/schema/posts.ts';

/** The images of a post for the operator, whatever its visibility: with signed addresses, which expire. */
export function operatedImages(
  { config: { baseUrl }, keys, now }: Ctx,
  images: readonly PostImageCopy[],
): { url: string; alt_text: string | null }[] {
  return images.map(({ blob_key: key, alt_text }) => ({
    url: signMediaUrl({ baseUrl, key, secret: keys.media[0], now: now(), audience: 'operator' }),
    alt_text: alt_text || null,
  }));
}
