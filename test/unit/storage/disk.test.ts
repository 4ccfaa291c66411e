import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BlobInfo, type BlobStore, isBlobKey, newBlobKey } from '../../../src/storage/blob-store.ts';
import { openDiskStore } from '../../../src/storage/disk.ts';

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

async function listed(prefix?: string, options?: { olderThan?: Date }): Promise<BlobInfo[]> {
  const found: BlobInfo[] = [];
  for await (const blob of store.list(prefix, options)) found.push(blob);
  return found;
}

test('what was put is opened with its size and its bytes, and is gone once removed', async () => {
  const key = newBlobKey();
  await store.put(key, Buffer.from('picture'), WEBP);
  const blob = await store.open(key);
  expect(blob?.sizeBytes).toBe(7);
  expect(Math.abs(Date.now() - blob!.modifiedAt.getTime())).toBeLessThan(60_000);
  expect((await buffer(blob!.stream)).toString()).toBe('picture');
  expect(await filesBelowRoot()).toEqual([join(rootPath, key)]);

  await store.remove([key]);
  expect(await store.open(key)).toBeNull();
  expect(await filesBelowRoot()).toEqual([]);
});

test('a blob that is being read when it is removed is read to its end', async () => {
  const key = newBlobKey();
  await store.put(key, Buffer.alloc(300_000, 'x'), WEBP);
  const blob = await store.open(key);
  await store.remove([key]);
  expect((await buffer(blob!.stream)).length).toBe(300_000);
});

test('removing takes many keys, and those that are not there are no error', async () => {
  const [kept, first, second, absent] = [newBlobKey(), newBlobKey(), newBlobKey(), newBlobKey()];
  for (const key of [kept, first, second]) await store.put(key, Buffer.from(key), WEBP);
  await store.remove([first, absent, second]);
  expect((await listed()).map((blob) => blob.key)).toEqual([kept]);
});

test('keys are unguessable, spread over folders, and accepted by the pattern', () => {
  const keys = Array.from({ length: 500 }, newBlobKey);
  expect(new Set(keys).size).toBe(500);
  expect(new Set(keys.map((key) => key.slice(0, 2))).size).toBeGreaterThan(150);
  expect(keys.every(isBlobKey)).toBe(true);
});

test.each([
  '',
  '..',
  '../../etc/passwd',
  'ab/../../../etc/passwd.webp',
  '/ab/ab000000000000000000000000000000.webp',
  'ab/cd000000000000000000000000000000.webp',
  'ab/ab00000000000000000000000000000.webp',
  'AB/AB000000000000000000000000000000.webp',
  'ab/ab000000000000000000000000000000.webp\n',
  'ab/ab000000000000000000000000000000.webp\0',
  'ab/ab000000000000000000000000000000.png',
  'ab%2fab000000000000000000000000000000.webp',
  'temporary/ab000000000000000000000000000000.webp',
])('%j is no key: nothing is written, read or removed by it', async (word) => {
  const key = newBlobKey();
  await store.put(key, Buffer.from('kept'), WEBP);
  expect(isBlobKey(word)).toBe(false);
  await expect(store.put(word, Buffer.from('x'), WEBP)).rejects.toThrow('not a blob key');
  await expect(store.open(word)).rejects.toThrow('not a blob key');
  await expect(store.remove([key, word])).rejects.toThrow('not a blob key');
  expect(await filesBelowRoot()).toEqual([join(rootPath, key)]);
});

test('the list is in order, narrowed by prefix and by age, and shows only blobs', async () => {
  const keys = Array.from({ length: 12 }, newBlobKey).sort();
  for (const key of keys) await store.put(key, Buffer.from('1234'), WEBP);
  await writeFile(join(rootPath, keys[0]!.slice(0, 2), 'notes.txt'), 'not ours');
  await writeFile(join(rootPath, 'readme'), 'not ours');
  const old = new Date(Date.now() - 48 * HOUR_MS);
  await utimes(join(rootPath, keys[3]!), old, old);

  expect((await listed()).map((blob) => blob.key)).toEqual(keys);
  expect((await listed(keys[5])).map((blob) => blob.key)).toEqual([keys[5]]);
  const shard = keys[5]!.slice(0, 2);
  expect((await listed(shard)).map((blob) => blob.key)).toEqual(keys.filter((key) => key.startsWith(shard)));
  expect(await listed('', { olderThan: new Date(Date.now() - 24 * HOUR_MS) })).toEqual([
    { key: keys[3], sizeBytes: 4, modifiedAt: old },
  ]);
});

test('a put that fails leaves no file and says that it is not the fault of the caller', async () => {
  const key = newBlobKey();
  // A file where the folder should be: the write succeeds, the rename can not.
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

test('opening the store sweeps what a killed process left, and not what another one is writing', async () => {
  const [stale, fresh] = [join(rootPath, 'temporary', 'stale'), join(rootPath, 'temporary', 'fresh')];
  await writeFile(stale, 'half');
  await writeFile(fresh, 'half');
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(stale, twoHoursAgo, twoHoursAgo);
  await openDiskStore(rootPath);
  expect(await filesBelowRoot()).toEqual([fresh]);
});
