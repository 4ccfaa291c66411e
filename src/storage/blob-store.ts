import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export type BlobInfo = { key: string; sizeBytes: number; modifiedAt: Date };

/** Whoever opens a blob must read its `stream` to the end or `destroy()` it: it holds a file or a connection. */
export type OpenBlob = { stream: Readable; sizeBytes: number; modifiedAt: Date };

/**
 * Where the bytes of pictures and exports lie. A blob is written once under a name that nobody can guess and never changes, so
 * every answer made from it may be cached by its name.
 *
 * All methods refuse a key that `newBlobKey` can not have made, by an Error (a bug, or an address that a stranger made
 * up and that should have gone through `isBlobKey`). What is out of the store's hands (a full disk, a lost connection)
 * is `service_unavailable`.
 */
export interface BlobStore {
  /** Durable once resolved; whoever opens the key meanwhile sees nothing of it or all of it. */
  put(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  /** The same of bytes that are still being made, in memory that does not grow with them; nothing stays of a stream that fails. */
  putStream(key: string, bytes: Readable, options: { contentType: string }): Promise<void>;
  /** null when there is none. */
  open(key: string): Promise<OpenBlob | null>;
  /** A key without a blob is no error: removing twice is as good as once. */
  remove(keys: readonly string[]): Promise<void>;
  /** In order of the keys; with `olderThan` only what was written before it, by the clock of the store. */
  list(prefix?: string, options?: { olderThan?: Date }): AsyncIterable<BlobInfo>;
  /** Rejects with the reason when blobs can not be read and written at the moment. */
  ready(): Promise<void>;
  /** Ends its connections; nothing may be asked of it any more. */
  close(): void;
}

/** A picture in several sizes is one blob under the bare name, the whole of it, and one for each size beside it. */
export const PICTURE_SIZES = ['large', 'medium', 'small'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

const BLOB_KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{30}(?:(?:-(?:large|medium|small))?\.webp|\.zip)$/;
const SIZE = /-(?:large|medium|small)(?=\.webp$)/;

/** 128 random bits, because the address of a public picture is its only protection; its first byte is the folder. */
export function newBlobKey(ending: 'webp' | 'zip' = 'webp'): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}.${ending}`;
}

/** The key of a size of a picture, from the bare one. */
export function sizedBlobKey(key: string, size: PictureSize): string {
  return key.replace(/\.webp$/, `-${size}.webp`);
}

/** The bare key of the picture that a blob is a size of. */
export function bareBlobKey(key: string): string {
  return key.replace(SIZE, '');
}

/** Whether a word can be a key at all. The pattern leaves no room for a path that climbs out of the store. */
export function isBlobKey(word: string): boolean {
  return BLOB_KEY.test(word);
}

/** @throws Error: a key always comes from our own rows or has gone through `isBlobKey`. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error('not a blob key');
}
