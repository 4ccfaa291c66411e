import { sql } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';
import { newBlobKey, type PictureSize, sizedBlobKey } from './blob-store.ts';
import { type ImageOutput, processImage } from './image.ts';

/** One picture as it came in; `path` is its place in the request, for the advice of a refusal. */
export type IncomingPicture = { bytes: Buffer; path: string };
/** What is made of a picture: the whole of it, and any of the sizes. */
export type PictureOutput = ImageOutput<'source' | PictureSize>;
/** A picture in the store: its bare key, and the pixels of the whole of it. */
export type StoredPicture = { blob_key: string; width: number; height: number };

type File = { key: string; bytes: Buffer };

/** A file that nothing refers to by then is deleted: the request that wrote it has failed or died. */
const UNREFERENCED_MS = 60 * 60 * 1000;

const noteGarbage = statement(
  'media.note_garbage',
  sql`insert into media_garbage (blob_key, due_at) select key, ${p('due_at', 'timestamptz')} from unnest(${p('keys', 'text[]')}) as key`,
);

/** Before files are written: those that nothing refers to an hour from now are deleted. */
export async function expectFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  await noteGarbage.all(ctx, { keys, due_at: new Date(ctx.now().getTime() + UNREFERENCED_MS) });
}

/**
 * Decodes and re-encodes pictures one after the other in the process-wide queue, and stores what `outputs` asks for of
 * each. Their names stand in the garbage before their files exist, so that whatever happens next, nothing is left
 * behind; the write that refers to them takes them out of it. A dry run stores nothing.
 *
 * Fails with `image_too_large`, `unsupported_image_type`, `invalid_image` or `service_unavailable`.
 */
export async function storePictures(
  ctx: Ctx,
  incoming: readonly IncomingPicture[],
  outputs: readonly PictureOutput[],
): Promise<StoredPicture[]> {
  if (incoming.length === 0) return [];
  const { blobs, decodeQueue } = ctx.deps;
  const files: File[] = [];
  // One place in the queue for all pictures of a request: a post is not refused behind its third picture.
  const encodeAll = async () => {
    const made = [];
    for (const picture of incoming) made.push(await encode(ctx, picture, outputs, files));
    return made;
  };
  const stored = await decodeQueue.run(encodeAll, ctx.signal ?? undefined, incoming.length);
  if (!ctx.dryRun) {
    await expectFiles(
      ctx,
      files.map(({ key }) => key),
    );
    // At once: each may take as long as a store is given, and all of them together should not take longer.
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
  return { blob_key, width: made.source.width, height: made.source.height };
}
