import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newBlobKey } from '../../../src/adapters/storage/blob-store.ts';
import { publicMediaUrl, signMediaUrl, verifyMediaUrl } from '../../../src/adapters/storage/media-signing.ts';

const baseUrl = 'https://network.example';
const secret = randomBytes(32);
const now = new Date('2031-03-30T01:20:00.000Z');
const HOUR_MS = 3_600_000;

function partsOf(address: string) {
  const url = new URL(address);
  return {
    key: url.pathname.replace('/media/', ''),
    expires: url.searchParams.get('expires'),
    signature: url.searchParams.get('signature'),
  };
}

function after(ms: number): Date {
  return new Date(now.getTime() + ms);
}

test('a public URL is the base and the key, without a doubled slash', () => {
  const key = newBlobKey();
  expect(publicMediaUrl(baseUrl, key)).toBe(`https://network.example/media/${key}`);
  expect(publicMediaUrl(`${baseUrl}/`, key)).toBe(`https://network.example/media/${key}`);
  expect(() => publicMediaUrl(baseUrl, '../secret')).toThrow('not a blob key');
});

test('a signed URL is valid immediately, for at least 23 and at most 24 hours', () => {
  const address = signMediaUrl({ baseUrl, key: newBlobKey(), secret, now, audience: 'reader' });
  const valid = (at: Date) => verifyMediaUrl({ ...partsOf(address), secrets: [secret], now: at, audience: 'reader' });
  const end = new Date('2031-03-31T01:00:00.000Z');
  expect(valid(now)).toEqual(end);
  expect(valid(after(23 * HOUR_MS))).toEqual(end);
  expect(valid(new Date(end.getTime() - 1))).toEqual(end);
  expect(valid(end)).toBeUndefined();
  expect(valid(after(24 * HOUR_MS))).toBeUndefined();
});

test('the URL stays the same within an hour and changes with the next', () => {
  const key = newBlobKey();
  const at = (ms: number) => signMediaUrl({ baseUrl, key, secret, now: after(ms), audience: 'reader' });
  expect(at(39 * 60_000)).toBe(at(0));
  expect(at(40 * 60_000)).not.toBe(at(0));
});

test('a signature is valid only for its key, its expiry and its secret', () => {
  const parts = partsOf(signMediaUrl({ baseUrl, key: newBlobKey(), secret, now, audience: 'reader' }));
  const check = (changed: object) =>
    verifyMediaUrl({ ...parts, secrets: [secret], now, audience: 'reader', ...changed });
  expect(check({})).toBeInstanceOf(Date);
  expect(check({ key: newBlobKey() })).toBeUndefined();
  expect(check({ audience: 'operator' })).toBeUndefined();
  expect(check({ expires: String(Number(parts.expires) + 3600) })).toBeUndefined();
  expect(check({ secrets: [randomBytes(32)] })).toBeUndefined();
  expect(check({ secrets: [] })).toBeUndefined();
  expect(check({ secrets: [randomBytes(32), secret] })).toBeInstanceOf(Date);
});

test('another spelling of a valid URL is refused, and malformed ones do not throw', () => {
  const parts = partsOf(signMediaUrl({ baseUrl, key: newBlobKey(), secret, now, audience: 'reader' }));
  const signature = parts.signature!;
  const twin = signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(42) + 1);
  const malformed: object[] = [
    ...[
      `0${parts.expires}`,
      ` ${parts.expires}`,
      `${parts.expires}.0`,
      '1e12',
      '-1',
      '',
      null,
      undefined,
      7,
      ['1'],
    ].map((expires) => ({ expires })),
    ...[twin, `${signature}=`, '', 'a'.repeat(100_000), '\0', null, undefined, [signature], {}].map((signature) => ({
      signature,
    })),
    { key: '../../etc/passwd' },
    { key: '' },
  ];
  for (const changed of malformed) {
    expect(
      verifyMediaUrl({ ...parts, secrets: [secret], now, audience: 'reader', ...changed }),
      JSON.stringify(changed),
    ).toBeUndefined();
  }
});
