import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { cacheText, codingOf } from '../../src/http/cached-text.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
const PATHS = [
  '/openapi.json',
  '/llms.txt',
  '/docs',
  '/docs/nothing',
  '/docs/try/scalar.js',
  '/docs/assets/docs.css',
  '/docs/assets/docs.js',
  '/console/assets/console.css',
  '/console/assets/htmx.js',
  '/oauth/pages.css',
  '/.well-known/oauth-authorization-server',
];

describe.each(PATHS)('%s', (path) => {
  it('is sent as cached, in every encoding', async () => {
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const codings = { br: brotliDecompressSync, gzip: gunzipSync, '*': brotliDecompressSync };
    for (const [coding, unpack] of Object.entries(codings)) {
      const answer = await get(path, { 'accept-encoding': coding });
      expect(answer.headers['content-encoding']).toBe(coding === '*' ? 'br' : coding);
      // A response compressed on the fly has no length.
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(unpack(answer.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(answer.headers['vary']).toBe('Accept-Encoding');
    }
  });

  it.skipIf(path === '/docs/nothing')('has one entity tag, and returns 304 for it', async () => {
    const { etag } = (await get(path)).headers;
    expect((await get(path, { 'accept-encoding': 'br' })).headers['etag']).toBe(etag);
    const again = await get(path, { 'if-none-match': String(etag), 'accept-encoding': 'gzip' });
    expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([304, '', etag]);
  });
});

it('compresses a text once for all clients', async () => {
  const made = await cacheText('text/plain', async () => 'words '.repeat(1000))();
  for (const compress of [made.brotli!, made.gzip!]) {
    const [first, second] = await Promise.all([compress(), compress()]);
    expect(first).toBe(second);
  }
});

it('serves the OpenAPI document to 400 clients at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => get('/openapi.json', { 'accept-encoding': 'gzip' })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // A response compressed on the fly has no length.
  expect(new Set(answers.map(({ headers }) => headers['content-length'])).size).toBe(1);
  expect(Number(answers[0]!.headers['content-length'])).toBeGreaterThan(0);
});

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['gzip, BR ; q=0.000', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', null],
  ['identity', null],
  ['brave, gzipped', null],
  ['', null],
])('selects an encoding for "%s"', (header, coding) => {
  expect(codingOf(header)).toBe(coding);
});
