import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BlobInfo,
  type BlobStore,
  bareBlobKey,
  isBlobKey,
  newBlobKey,
  PICTURE_SIZES,
  sizedBlobKey,
} from '../../../src/adapters/storage/blob-store.ts';
import { openDiskStore } from '../../../src/adapters/storage/disk.ts';
import { openS3Store } from '../../../src/adapters/storage/s3.ts';
import { noise } from '../../support/pictures.ts';
import { s3Options, startS3Server } from '../../support/s3-server.ts';

/** The behavior that every store must have. */

const WEBP = { contentType: 'image/webp' };
const HOUR_MS = 3_600_000;

type Opened = { store: BlobStore; fileOf: (key: string) => string; close: () => Promise<void> };

async function openOnDisk(): Promise<Opened> {
  const directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  const store = await openDiskStore(directory);
  return { store, fileOf: (key) => join(directory, key), close: () => rm(directory, { recursive: true }) };
}

async function openOnS3(prefix: string): Promise<Opened> {
  const server = await startS3Server();
  const store = await openS3Store(s3Options(server.port, { prefix }));
  const fileOf = (key: string) => join(server.directory, `${prefix}${key}._S3rver_object`);
  return { store, fileOf, close: server.close };
}

describe.each([
  ['disk', openOnDisk],
  ['s3', () => openOnS3('')],
  ['s3 with a prefix', () => openOnS3('our/media/')],
])('%s', (_name, openOne) => {
  let opened: Opened;
  let store: BlobStore;
  beforeAll(async () => {
    opened = await openOne();
    store = opened.store;
  });
  beforeEach(async () => store.remove((await listed()).map(({ key }) => key)));
  afterAll(async () => {
    store.close();
    await opened.close();
  });

  async function listed(prefix?: string, options?: { olderThan?: Date }): Promise<BlobInfo[]> {
    const found: BlobInfo[] = [];
    for await (const blob of store.list(prefix, options)) found.push(blob);
    return found;
  }
  const keys = async () => (await listed()).map(({ key }) => key);

  test('opens a stored blob with its size and bytes, and no longer after its removal', async () => {
    const [key, bytes] = [newBlobKey(), noise(3 * 1024 * 1024, 1)];
    await store.put(key, bytes, WEBP);
    const blob = await store.open(key);
    expect(blob?.sizeBytes).toBe(bytes.length);
    expect(Math.abs(Date.now() - blob!.modifiedAt.getTime())).toBeLessThan(60_000);
    expect((await buffer(blob!.stream)).equals(bytes)).toBe(true);
    expect(await keys()).toEqual([key]);

    await store.remove([key]);
    expect(await store.open(key)).toBeNull();
    expect(await keys()).toEqual([]);
  });

  test('stores a whole stream, whatever its length and chunks', async () => {
    const part = 8 * 1024 * 1024;
    for (const lengthBytes of [0, 1000, part, part + 1, 2 * part + 12_345]) {
      const [key, bytes] = [newBlobKey('zip'), noise(lengthBytes, 3)];
      const pieces = function* () {
        for (let at = 0; at < bytes.length; at += 300_007) yield bytes.subarray(at, at + 300_007);
      };
      await store.putStream(key, Readable.from(pieces(), { objectMode: false }), { contentType: 'application/zip' });
      const blob = await store.open(key);
      expect(blob?.sizeBytes).toBe(lengthBytes);
      expect((await buffer(blob!.stream)).equals(bytes), String(lengthBytes)).toBe(true);
    }
  });

  test('a failed stream leaves nothing', async () => {
    for (const before of [1000, 9 * 1024 * 1024]) {
      const failing = async function* () {
        yield noise(before, 4);
        throw new Error('no more of it');
      };
      const bytes = Readable.from(failing(), { objectMode: false });
      await expect(store.putStream(newBlobKey('zip'), bytes, { contentType: 'application/zip' })).rejects.toThrow();
    }
    expect(await keys()).toEqual([]);
  });

  test('a blob removed during a read can be read to its end', async () => {
    const key = newBlobKey();
    await store.put(key, Buffer.alloc(300_000, 'x'), WEBP);
    const blob = await store.open(key);
    await store.remove([key]);
    expect((await buffer(blob!.stream)).length).toBe(300_000);
  });

  test('a blob may be left unread, with many open at once', async () => {
    const key = newBlobKey();
    await store.put(key, noise(200_000, 2), WEBP);
    for (let round = 0; round < 4; round++) {
      const blobs = await Promise.all(Array.from({ length: 40 }, () => store.open(key)));
      for (const blob of blobs) blob!.stream.destroy();
    }
    expect((await buffer((await store.open(key))!.stream)).length).toBe(200_000);
  });

  test('removes many keys, ignoring missing ones', async () => {
    const [kept, first, second, absent] = [newBlobKey(), newBlobKey(), newBlobKey(), newBlobKey()];
    for (const key of [kept, first, second]) await store.put(key, Buffer.from(key), WEBP);
    await store.remove([first, absent, second]);
    await store.remove([]);
    expect(await keys()).toEqual([kept]);
  });

  test('lists keys in order, filtered by prefix and age', async () => {
    const made = Array.from({ length: 12 }, newBlobKey).sort();
    for (const key of made) await store.put(key, Buffer.from('1234'), WEBP);
    const old = new Date(Math.floor(Date.now() / 1000) * 1000 - 48 * HOUR_MS);
    await utimes(opened.fileOf(made[3]!), old, old);

    expect(await keys()).toEqual(made);
    expect((await listed(made[5])).map((blob) => blob.key)).toEqual([made[5]]);
    const shard = made[5]!.slice(0, 2);
    expect((await listed(shard)).map((blob) => blob.key)).toEqual(made.filter((key) => key.startsWith(shard)));
    expect(await listed('', { olderThan: new Date(Date.now() - 24 * HOUR_MS) })).toEqual([
      { key: made[3], sizeBytes: 4, modifiedAt: old },
    ]);
  });

  test('is ready', async () => {
    await expect(store.ready()).resolves.toBeUndefined();
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
    'ab/ab000000000000000000000000000000-huge.webp',
    'ab/ab000000000000000000000000000000-large-small.webp',
    'ab/-large000000000000000000000000000.webp',
    'ab%2fab000000000000000000000000000000.webp',
    'temporary/ab000000000000000000000000000000.webp',
  ])('%j is not a valid key: nothing is written, read or removed', async (word) => {
    const key = newBlobKey();
    await store.put(key, Buffer.from('kept'), WEBP);
    expect(isBlobKey(word)).toBe(false);
    await expect(store.put(word, Buffer.from('x'), WEBP)).rejects.toThrow('not a blob key');
    await expect(store.open(word)).rejects.toThrow('not a blob key');
    await expect(store.remove([key, word])).rejects.toThrow('not a blob key');
    expect(await keys()).toEqual([key]);
  });
});

test('the sizes of a picture have derived keys, which lead back to it', () => {
  const key = newBlobKey();
  const sized = PICTURE_SIZES.map((size) => sizedBlobKey(key, size));
  expect(new Set([key, ...sized]).size).toBe(4);
  expect(sized.every(isBlobKey)).toBe(true);
  expect([key, ...sized].map(bareBlobKey)).toEqual([key, key, key, key]);
});

test('keys are unguessable, spread over folders, and match the pattern', () => {
  const keys = Array.from({ length: 500 }, newBlobKey);
  expect(new Set(keys).size).toBe(500);
  expect(new Set(keys.map((key) => key.slice(0, 2))).size).toBeGreaterThan(150);
  expect(keys.every(isBlobKey)).toBe(true);
});
