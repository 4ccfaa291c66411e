import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { newBlobKey, type PictureSize, sizedBlobKey } from './blob-store.ts';
import { type GivenImage, type ImageOutput, processImage } from './image.ts';

/** An uploaded image; `path` is its path in the request, for error messages. */
export type IncomingPicture = { bytes: Buffer; path: string };
export type PictureOutput = ImageOutput<'source' | PictureSize>;
/** A stored image: its bare key, the dimensions of the complete image; of one that was just uploaded, what was given. */
export type StoredPicture = { blob_key: string; width: number; height: number; given?: GivenImage };

/** Counts the bytes that a request adds to the store. Fails with `rate_limited`. */
export type StorageLimit = { reserveLimit(name: 'image_bytes', bytes: number): Promise<void> };

type File = { key: string; bytes: Buffer };

/** A file that is unreferenced for this long is deleted: its request failed or crashed. */
const UNREFERENCED_MS = 60 * 60 * 1000;

const noteGarbage = statement(
  'media.note_garbage',
  { due_at: 'timestamptz', keys: 'text[]' },
  sql`insert into ${writes('media_garbage')} (blob_key, due_at) select key, ${p('due_at', 'timestamptz')} from unnest(${p('keys', 'text[]')}) as key`,
);

/** Registers files before they are written, so that they are deleted if nothing refers to them an hour later. */
export async function expectFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  await noteGarbage.all(ctx, { keys, due_at: new Date(ctx.now().getTime() + UNREFERENCED_MS) });
}

/**
 * Decodes and stores the `outputs` of images, one after the other in the process-wide queue, in which accounts take
 * turns. Their names are registered as garbage before the files exist; the write that refers to them removes the
 * registration. Their bytes count against `limit`, whatever their requests looked like. A dry run stores nothing.
 *
 * Fails with `image_too_large`, `unsupported_image_type`, `invalid_image`, `rate_limited` or
 * `service_unavailable`.
 */
export async function storePictures(
  ctx: Ctx,
  incoming: readonly IncomingPicture[],
  outputs: readonly PictureOutput[],
  limit: StorageLimit,
): Promise<StoredPicture[]> {
  if (incoming.length === 0) return [];
  const { blobs, decodeQueue } = ctx;
  const files: File[] = [];
  const turn = { signal: ctx.signal ?? undefined, group: ctx.principal?.accountId };
  const stored: StoredPicture[] = [];
  for (const picture of incoming) {
    // The first one takes the places of all, so that a post is not rejected after its third image.
    const places = stored.length === 0 ? incoming.length : 0;
    stored.push(await decodeQueue.run(() => encode(ctx, picture, outputs, files), { ...turn, places }));
  }
  if (!ctx.dryRun) {
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
    await limit.reserveLimit('image_bytes', bytes);
    await expectFiles(
      ctx,
      files.map(({ key }) => key),
    );
    // In parallel, so that all files together take no longer than the timeout of one call to the store.
    await Promise.all(files.map(({ key, bytes }) => blobs.put(key, bytes, { contentType: 'image/webp' })));
  }
  return stored;
}

async function encode(
  ctx: Ctx,
  { bytes, path }: IncomingPicture,
  outputs: readonly PictureOutput[],
  files: File[],
): Promise<StoredPicture> {
  const made = await processImage(bytes, { path, outputs, ...(ctx.signal ? { signal: ctx.signal } : {}) });
  const blob_key = newBlobKey();
  for (const { name } of outputs) {
    files.push({ key: name === 'source' ? blob_key : sizedBlobKey(blob_key, name), bytes: made[name].bytes });
  }
  return { blob_key, width: made.source.width, height: made.source.height, given: made.given };
}
