import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  deriveKey,
  loadSecretKeys,
  newToken,
  readSecrets,
  replaceGeneratedKey,
  reseal,
  safeEqual,
  seal,
  sha256,
  sha256Hex,
  sign,
  unseal,
  verifySignature,
} from '../../../src/auth/secrets.ts';
import type { KeyRing } from '../../../src/core/key-ring.ts';

const root = Buffer.alloc(32, 7);
const key = deriveKey(root, 'test');
const ring: KeyRing = [key];

describe('hashes, tokens and keys', () => {
  it('hashes with SHA-256 (FIPS 180-4 example)', () => {
    const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(sha256Hex('abc')).toBe(hex);
    expect(sha256('abc').toString('hex')).toBe(hex);
  });

  it('creates tokens of 256 bits with a prefix', () => {
    expect(newToken('x_')).toMatch(/^x_[A-Za-z0-9_-]{43}$/);
    expect(newToken()).not.toBe(newToken());
  });

  it('compares values of any length', () => {
    expect(safeEqual('abc', 'abc')).toBe(true);
    expect(safeEqual('abc', 'abcd')).toBe(false);
    expect(safeEqual('', 'a')).toBe(false);
  });

  it('derives one key per purpose and root', () => {
    expect(key).toHaveLength(32);
    expect(deriveKey(root, 'test')).toEqual(key);
    expect(deriveKey(root, 'other')).not.toEqual(key);
    expect(deriveKey(Buffer.alloc(32, 8), 'test')).not.toEqual(key);
  });
});

describe('seal and unseal', () => {
  it('restores what was sealed, and never produces the same sealed text twice', () => {
    for (const text of ['', 'a', 'grün 😀', 'x'.repeat(100_000)]) {
      expect(unseal(ring, seal(ring, text, 'row 1'), 'row 1')).toBe(text);
    }
    expect(seal(ring, 'a')).not.toBe(seal(ring, 'a'));
    expect(Buffer.from(seal(ring, 'needle'), 'base64').includes('needle')).toBe(false);
  });

  it('produces text that scanners do not report as a secret', () => {
    expect(seal(ring, 'x'.repeat(10_000))).toMatch(/^[0-9A-Za-z+/]+=*$/);
  });

  it('opens only with the same key and context', () => {
    const sealed = seal(ring, 'secret', 'row 1');
    expect(() => unseal(ring, sealed, 'row 2')).toThrow('modified or has another context');
    expect(() => unseal(ring, sealed)).toThrow('modified or has another context');
    for (const purpose of ['a', 'b', 'c', 'd'])
      expect(() => unseal([deriveKey(root, purpose)], sealed, 'row 1')).toThrow();
  });

  it('rejects a change of any byte', () => {
    const sealed = Buffer.from(seal(ring, 'secret'), 'base64');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i]! ^= 1;
      expect(() => unseal(ring, changed.toString('base64'))).toThrow();
    }
  });

  it('rejects truncated and malformed values', () => {
    const sealed = seal(ring, '');
    for (const text of ['', 'AQ', 'nonsense', sealed.slice(0, -2)]) expect(() => unseal(ring, text)).toThrow();
  });
});

describe('several keys', () => {
  // Of 300 keys, some have the id of the first one.
  const many = Array.from({ length: 300 }, (_, number) => deriveKey(root, `key ${number}`));
  const [old, ...others] = many as [Buffer, ...Buffer[]];

  it('opens what one of them has sealed, and seals it again with the first', () => {
    const sealed = seal([old], 'secret', 'row 1');
    for (const current of others) {
      expect(() => unseal([current], sealed, 'row 1')).toThrow();
      const rotated = reseal([current, old], sealed, 'row 1')!;
      expect(unseal([current], rotated, 'row 1')).toBe('secret');
      expect(reseal([current, old], rotated, 'row 1')).toBeNull();
    }
    expect(() => reseal([others[0]!, old], sealed, 'row 2')).toThrow();
    expect(() => reseal([others[0]!], sealed, 'row 1')).toThrow();
  });

  it('signs with the first, and accepts the signature of each', () => {
    const [current] = others as [Buffer];
    const both: KeyRing = [current, old];
    expect(sign(both, 'data')).toBe(sign([current], 'data'));
    expect([current, old].map((one) => verifySignature(both, 'data', sign([one], 'data')))).toEqual([true, true]);
    expect(verifySignature([current], 'data', sign([old], 'data'))).toBe(false);
  });
});

describe('sign and verifySignature', () => {
  it('is HMAC-SHA256 (RFC 4231, test case 2)', () => {
    const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    const signature = sign([Buffer.from('Jefe')], 'what do ya want for nothing?');
    expect(Buffer.from(signature, 'base64url').toString('hex')).toBe(expected);
  });

  it('accepts exactly one spelling of a signature', () => {
    const signature = sign(ring, 'data');
    expect(verifySignature(ring, 'data', signature)).toBe(true);
    for (const other of ['', `${signature}=`, ` ${signature}`, sign(ring, 'date'), sign([root], 'data')]) {
      expect(verifySignature(ring, 'data', other)).toBe(false);
    }
  });
});

describe('loadSecretKeys', () => {
  const directories: string[] = [];
  const newDirectory = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'pronet-secret-'));
    directories.push(directory);
    return join(directory, 'data');
  };
  afterEach(async () => {
    for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
  });

  it('uses SECRET_KEY, and writes nothing', async () => {
    const dataDir = await newDirectory();
    const [a, previous] = await loadSecretKeys({
      secretKey: 'a'.repeat(32),
      previousSecretKeys: ['b'.repeat(32)],
      dataDir,
    });
    const [b] = await loadSecretKeys({ secretKey: 'b'.repeat(32), dataDir });
    expect(previous).toEqual(b);
    expect(a.key).toHaveLength(32);
    expect(a.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(a.fingerprint).not.toBe(b.fingerprint);
    expect(a.key.toString('hex')).not.toContain(a.fingerprint);
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('rejects a short one without repeating it', async () => {
    const load = loadSecretKeys({ secretKey: 'hunter2hunter2', dataDir: '/nowhere' });
    await expect(load).rejects.toThrow('SECRET_KEY must have at least 32 characters (it has 14)');
    await expect(load).rejects.not.toThrow('hunter2');
  });

  it('creates one once, readable by its owner only; moved to SECRET_KEY it is the same', async () => {
    const dataDir = await newDirectory();
    const first = await loadSecretKeys({ dataDir });
    const path = join(dataDir, 'secret-key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await loadSecretKeys({ dataDir })).toEqual(first);
    expect(await loadSecretKeys({ secretKey: (await readFile(path, 'utf8')).trim(), dataDir })).toEqual(first);
  });

  it('ends with one key and no temporary files if many start at once', async () => {
    const dataDir = await newDirectory();
    const loaded = await Promise.all(Array.from({ length: 30 }, () => loadSecretKeys({ dataDir })));
    expect(new Set(loaded.map(([one]) => one.fingerprint)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });

  it('replaces a generated key, and still knows it and the one before', async () => {
    const dataDir = await newDirectory();
    const path = join(dataDir, 'secret-key');
    const keys = [(await loadSecretKeys({ dataDir }))[0]];
    for (let round = 0; round < 3; round++) {
      await replaceGeneratedKey(dataDir, (await readSecrets({ dataDir })).slice(0, 2));
      const loaded = await loadSecretKeys({ dataDir });
      expect(loaded.slice(1)).toEqual(keys.slice(0, 2));
      keys.unshift(loaded[0]);
    }
    expect(new Set(keys.map(({ fingerprint }) => fingerprint)).size).toBe(4);
    expect((await stat(`${path}-previous`)).mode & 0o777).toBe(0o600);
    // As if it had ended between the two files.
    await writeFile(`${path}-previous`, (await readSecrets({ dataDir })).join('\n'));
    expect(await loadSecretKeys({ dataDir })).toEqual(keys.slice(0, 3));
  });

  it('names a damaged file', async () => {
    const dataDir = await newDirectory();
    await loadSecretKeys({ dataDir });
    await writeFile(join(dataDir, 'secret-key'), '');
    await expect(loadSecretKeys({ dataDir })).rejects.toThrow(join(dataDir, 'secret-key'));
  });
});
