import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fail } from '../../core/errors.ts';
import { assertBlobKey, type BlobInfo, type BlobStore, isBlobKey } from './blob-store.ts';

/** On the same file system as the blobs, so that a rename is atomic. Not two hex digits, so never mistaken for a shard. */
const TEMPORARY = 'temporary';
/** Age at which unfinished files of killed processes are deleted: longer than any put of another process takes. */
const STALE_TEMPORARY_MS = 60 * 60 * 1000;

/** Opens or creates the store: `<2 hex>/<name>` below `rootPath`. Several processes can share it. */
export async function openDiskStore(rootPath: string): Promise<BlobStore> {
  const temporaryPath = join(rootPath, TEMPORARY);
  await mkdir(temporaryPath, { recursive: true, mode: 0o700 });
  await sweepTemporary(temporaryPath);
  return {
    put: (key, bytes) => put(rootPath, key, bytes),
    putStream: (key, bytes) => put(rootPath, key, bytes),
    open: (key) => openBlob(rootPath, key),
    remove: (keys) => remove(rootPath, keys),
    list: (prefix, options) => list(rootPath, prefix ?? '', options?.olderThan),
    ready: () => access(temporaryPath, constants.R_OK | constants.W_OK | constants.X_OK),
    close: () => {},
  };
}

async function put(rootPath: string, key: string, bytes: Uint8Array | Readable): Promise<void> {
  assertBlobKey(key);
  const path = join(rootPath, key);
  const temporaryPath = join(rootPath, TEMPORARY, randomUUID());
  try {
    await writeDurably(temporaryPath, bytes);
    const madeFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temporaryPath, path);
    // The name is stored in the folder: without this, a power failure could keep a post but lose its image.
    await syncFolder(dirname(path));
    if (madeFolder !== undefined) await syncFolder(rootPath);
  } catch (error) {
    await rm(temporaryPath, { force: true }).catch(() => {});
    failOutside(error);
  }
}

async function writeDurably(path: string, bytes: Uint8Array | Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openBlob(rootPath: string, key: string) {
  assertBlobKey(key);
  const file = await open(join(rootPath, key), 'r').catch(absentOrFail);
  if (file === null) return null;
  try {
    const { size, mtime } = await file.stat();
    return { stream: file.createReadStream(), sizeBytes: size, modifiedAt: mtime };
  } catch (error) {
    await file.close();
    return failOutside(error);
  }
}

async function remove(rootPath: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) assertBlobKey(key);
  for (const key of keys) await unlink(join(rootPath, key)).catch(absentOrFail);
}

async function* list(rootPath: string, prefix: string, olderThan: Date | undefined): AsyncGenerator<BlobInfo> {
  const shards = await namesIn(rootPath);
  for (const shard of shards) {
    const mayMatch = prefix.startsWith(`${shard}/`) || `${shard}/`.startsWith(prefix);
    if (!/^[0-9a-f]{2}$/.test(shard) || !mayMatch) continue;
    for (const name of await namesIn(join(rootPath, shard))) {
      const key = `${shard}/${name}`;
      if (!isBlobKey(key) || !key.startsWith(prefix)) continue;
      const found = await stat(join(rootPath, key)).catch(absentOrFail);
      if (found === null || (olderThan && found.mtime >= olderThan)) continue;
      yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }
}

async function namesIn(path: string): Promise<string[]> {
  return ((await readdir(path).catch(absentOrFail)) ?? []).sort();
}

async function sweepTemporary(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    const found = await stat(join(path, name)).catch(absentOrFail);
    // The machine's clock set the time of the file, so compare with the same clock.
    if (found && found.mtimeMs < Date.now() - STALE_TEMPORARY_MS) await rm(join(path, name), { force: true });
  }
}

function absentOrFail(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOENT' ? null : failOutside(error);
}

/** Disk full, quota, read-only, too many open files: temporary, so the caller may retry. */
function failOutside(error: unknown): never {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  fail('service_unavailable', { internal: `blob store: ${code} at ${syscall}`, cause: error });
}
