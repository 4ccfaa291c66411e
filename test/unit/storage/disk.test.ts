import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BlobInfo, type BlobStore, newBlobKey } from '../../../src/adapters/storage/blob-store.ts';
import { openDiskStore } from '../../../src/adapters/storage/disk.ts';

/** Behavior specific to the disk; what every store must do is in blob-stores.test.ts. */

const WEBP = { contentType: 'image/webp' };
const HOUR_MS = 3_600_000;
let rootPath: string;
let store: BlobStore;

beforeEach(async () => {
  rootPath = join(await mkdtemp(join(tmpdir(), 'blobs-')), 'not', 'there', 'yet');
  store = await openDiskStore(rootPath);
});

afterEach(() => rm(dirname(dirname(dirname(rootPath))), { recursive: true }));

async function filesBelowRoot(): Promise<string[]> {
  const entries = await readdir(rootPath, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function listed(): Promise<BlobInfo[]> {
  const found: BlobInfo[] = [];
  for await (const blob of store.list()) found.push(blob);
  return found;
}

test('the list contains only blobs', async () => {
  const key = newBlobKey();
  await store.put(key, Buffer.from('1234'), WEBP);
  await writeFile(join(rootPath, key.slice(0, 2), 'notes.txt'), 'not ours');
  await writeFile(join(rootPath, 'readme'), 'not ours');
  expect((await listed()).map((blob) => blob.key)).toEqual([key]);
});

test("a failed put leaves no file and is not reported as the caller's fault", async () => {
  const key = newBlobKey();
  // A file instead of the folder: the write succeeds, the rename fails.
  await writeFile(join(rootPath, key.slice(0, 2)), '');
  const failure = await store.put(key, Buffer.alloc(100_000), WEBP).catch((error) => error);
  expect(failure).toMatchObject({ code: 'service_unavailable', statusCode: 503 });
  expect(failure.message).not.toContain(rootPath);
  expect(await filesBelowRoot()).toEqual([join(rootPath, key.slice(0, 2))]);
});

test('a store that lost its folder is not ready, and a put fails as unavailable', async () => {
  await expect(store.ready()).resolves.toBeUndefined();
  await rm(rootPath, { recursive: true });
  await expect(store.ready()).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(store.put(newBlobKey(), Buffer.from('x'), WEBP)).rejects.toMatchObject({ code: 'service_unavailable' });
  await mkdir(rootPath);
  expect(await listed()).toEqual([]);
});

test('opening the store removes files of killed processes, but not those being written by another one', async () => {
  const [stale, fresh] = [join(rootPath, 'temporary', 'stale'), join(rootPath, 'temporary', 'fresh')];
  await writeFile(stale, 'half');
  await writeFile(fresh, 'half');
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(stale, twoHoursAgo, twoHoursAgo);
  await openDiskStore(rootPath);
  expect(await filesBelowRoot()).toEqual([fresh]);
});
