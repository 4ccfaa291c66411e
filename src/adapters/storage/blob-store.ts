import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export type BlobInfo = { key: string; sizeBytes: number; modifiedAt: Date };

/** The caller must read `stream` to the end or `destroy()` it, because it holds a file or a connection. */
export type OpenBlob = { stream: Readable; sizeBytes: number; modifiedAt: Date };

/**
 * Stores images and exports. A blob is written once under an unguessable name and never changes, so responses can be
 * cached by its name.
 *
 * All methods throw for a key that is not of `newBlobKey`: check input with `isBlobKey` first. External failures become
 * `service_unavailable`.
 */
export interface BlobStore {
  /** Durable once resolved. Concurrent readers see either nothing or the complete blob. */
  put(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  /** Like `put`, for a stream of any size in constant memory. A failed stream leaves nothing in the store. */
  putStream(key: string, bytes: Readable, options: { contentType: string }): Promise<void>;
  /** null if the blob does not exist. */
  open(key: string): Promise<OpenBlob | null>;
  /** Idempotent: a key without a blob is not an error. */
  remove(keys: readonly string[]): Promise<void>;
  /** In key order. `olderThan` selects blobs written before that time, by the clock of the store. */
  list(prefix?: string, options?: { olderThan?: Date }): AsyncIterable<BlobInfo>;
  /** Rejects with the reason if blobs can't be read and written. */
  ready(): Promise<void>;
  close(): void;
}

/** An image in several sizes has one blob under the bare key, the full image, and one for each of these sizes. */
export const PICTURE_SIZES = ['large', 'medium', 'small'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

const BLOB_KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{30}(?:(?:-(?:large|medium|small))?\.webp|\.zip)$/;
const SIZE = /-(?:large|medium|small)(?=\.webp$)/;

/** 128 random bits, because only its URL protects a public image. The first byte is the folder. */
export function newBlobKey(ending: 'webp' | 'zip' = 'webp'): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}.${ending}`;
}

export function sizedBlobKey(key: string, size: PictureSize): string {
  return key.replace(/\.webp$/, `-${size}.webp`);
}

export function bareBlobKey(key: string): string {
  return key.replace(SIZE, '');
}

/** Whether a text has the format of a key. The pattern excludes path traversal. */
export function isBlobKey(text: string): boolean {
  return BLOB_KEY.test(text);
}

/** @throws Error, not ApiError: keys come from our own rows or have been checked with `isBlobKey`. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error('not a blob key');
}
