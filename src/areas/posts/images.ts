import { sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { newBlobKey } from '../../storage/blob-store.ts';
import { POST_IMAGE, processImage } from '../../storage/image.ts';

/** One picture as it came in: its bytes and what it shows. */
export type IncomingImage = { bytes: Buffer; altText: string | null; path: string };
export type StoredImage = { id: string; blob_key: string; width: number; height: number; alt_text: string | null };

/** A file that no post refers to by then is deleted: the request that wrote it has failed or died. */
const UNREFERENCED_MS = 60 * 60 * 1000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const noteGarbage = statement(
  'posts.note_garbage',
  sql`insert into media_garbage (blob_key, due_at) select key, ${p('due_at', 'timestamptz')} from unnest(${p('keys', 'text[]')}) as key`,
);

/** Strict base64 (RFC 4648 section 4): Node's decoder skips what it does not know. Fails with `invalid_image`. */
export function decodeBase64(text: string, path: string): Buffer {
  if (text.length % 4 !== 0 || !BASE64.test(text))
    fail('invalid_image', { agent: { fields: [{ path, rule: 'base64' }] } });
  return Buffer.from(text, 'base64');
}

/**
 * Decodes and re-encodes pictures one after the other in the process-wide queue, and stores them. Their names stand in
 * the garbage before their files exist, so that whatever happens next, nothing is left behind. A dry run stores nothing.
 *
 * Fails with `too_many_images`, `image_too_large`, `unsupported_image_type`, `invalid_image` or `service_unavailable`.
 */
export async function storeImages(ctx: Ctx, incoming: readonly IncomingImage[]): Promise<StoredImage[]> {
  const { max_per_post } = LIMITS.image;
  if (incoming.length > max_per_post) {
    fail('too_many_images', {
      agent: { fields: [{ path: 'body.images', rule: 'max_items', limit: max_per_post, actual: incoming.length }] },
    });
  }
  const { blobs, decodeQueue } = ctx.deps;
  // One place in the queue for all pictures of a request: a post is not refused behind its third picture.
  const encoded =
    incoming.length === 0 ? [] : await decodeQueue.run(() => encodeAll(ctx, incoming), ctx.signal ?? undefined);
  if (encoded.length > 0 && !ctx.dryRun) {
    const due_at = new Date(ctx.now().getTime() + UNREFERENCED_MS);
    await noteGarbage.all(ctx, { keys: encoded.map(({ stored }) => stored.blob_key), due_at });
    for (const { bytes, stored } of encoded) await blobs.put(stored.blob_key, bytes, { contentType: 'image/webp' });
  }
  return encoded.map(({ stored }) => stored);
}

async function encodeAll(
  ctx: Ctx,
  incoming: readonly IncomingImage[],
): Promise<{ bytes: Buffer; stored: StoredImage }[]> {
  const encoded = [];
  for (const { bytes, altText, path } of incoming) {
    const { image } = await processImage(bytes, {
      path,
      outputs: [POST_IMAGE],
      ...(ctx.signal ? { signal: ctx.signal } : {}),
    });
    const { width, height } = image;
    encoded.push({
      bytes: image.bytes,
      stored: { id: newId(), blob_key: newBlobKey(), width, height, alt_text: altText },
    });
  }
  return encoded;
}
