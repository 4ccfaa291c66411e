import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import type { createPronetClient } from '../../clients/typescript/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { makeMember } from '../support/members.ts';

vi.setConfig({ testTimeout: 120_000 });

const browser = useBrowser();
let t: TestApp;
let baseUrl: string;
let pageUrl: string;

const SOURCES = new URL('../../clients/typescript/src/', import.meta.url);
const OPENAPI_FETCH = new URL(import.meta.resolve('openapi-fetch'));
const PAGE = `<!doctype html><title>A page of another origin</title>
<script type="importmap">{"imports":{"openapi-fetch":"/openapi-fetch.js"}}</script>
<script type="module">globalThis.client = import('/src/index.ts');</script>`;

beforeAll(async () => {
  t = await startTestApp();
  baseUrl = await t.app.listen({ port: 0, host: '127.0.0.1' });
  // Works like a bundler: strips types and resolves packages.
  const site = createServer(async ({ url = '/' }, response) => {
    const javascript = { 'content-type': 'text/javascript' };
    if (url === '/openapi-fetch.js') return response.writeHead(200, javascript).end(await readFile(OPENAPI_FETCH));
    if (url.startsWith('/src/')) {
      const text = await readFile(new URL(url.slice('/src/'.length), SOURCES), 'utf8');
      return response.writeHead(200, javascript).end(stripTypeScriptTypes(text));
    }
    const [, status] = /^\/answers\/(\d+)\//.exec(url) ?? [];
    if (status) return response.writeHead(Number(status)).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  pageUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  return () => {
    site.closeAllConnections();
    site.close();
  };
});

test('posts and uploads with progress in a real browser from another origin', async () => {
  const member = await makeMember(t);
  const { page, complaints } = await browser.open(pageUrl);
  // Limited to 64 Mbit/s: over loopback the whole upload might finish between two progress events.
  const devtools = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8_000_000 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  const options = { baseUrl, token: member.token, profileId: member.profile.id };
  const outcome = await page.evaluate(async (given) => {
    type Client = { createPronetClient: typeof createPronetClient };
    const { client } = globalThis as unknown as { client: Promise<Client> };
    const api = (await client).createPronetClient(given);
    const posted = await api.POST('/v1/posts', { body: { body: 'From a page' } });

    // Noise does not compress, so the upload takes several chunks.
    const canvas = new OffscreenCanvas(1200, 1200);
    const context = canvas.getContext('2d')!;
    const pixels = context.createImageData(1200, 1200);
    for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(pixels, 0, 0);
    const photo = await canvas.convertToBlob({ type: 'image/png' });

    const steps: { sentBytes: number; totalBytes: number }[] = [];
    const uploaded = await api.upload('POST', '/v1/posts/with-images', {
      fields: { body: 'A noisy picture', images: [photo], alt_text: ['Noise'] },
      onProgress: (progress) => steps.push(progress),
    });
    const refused = await api.upload('POST', '/v1/posts/with-images', {
      fields: { body: 'No picture', images: [new Blob(['words'])] },
      onProgress: () => undefined,
    });
    const aborted = await api
      .upload('POST', '/v1/posts/with-images', {
        fields: { body: 'Never', images: [photo] },
        signal: AbortSignal.abort(new Error('changed my mind')),
        onProgress: () => undefined,
      })
      .then(
        () => 'sent',
        (error: Error) => error.message,
      );
    return {
      posted: posted.data?.body,
      image: uploaded.data?.images[0],
      error: uploaded.error?.error_code,
      steps,
      photoBytes: photo.size,
      refused: [refused.error?.status, refused.error?.error_code],
      aborted,
    };
  }, options);

  expect(outcome).toMatchObject({
    posted: 'From a page',
    image: { alt_text: 'Noise', width: 1200, height: 1200 },
    refused: [400, 'unsupported_image_type'],
    aborted: 'changed my mind',
  });
  const last = outcome.steps.at(-1)!;
  expect(last.sentBytes).toBe(last.totalBytes);
  expect(last.totalBytes).toBeGreaterThan(outcome.photoBytes);
  expect(outcome.steps.length).toBeGreaterThan(1);
  expect(complaints.filter((line) => !line.startsWith('400 '))).toEqual([]);
});

test('an upload that gets a response without a body ends', async () => {
  const { page } = await browser.open(pageUrl);
  const codes = await page.evaluate(async (origin) => {
    type Client = { createPronetClient: typeof createPronetClient };
    const { createPronetClient: create } = await (globalThis as unknown as { client: Promise<Client> }).client;
    const answers = [204, 304].map(async (status) => {
      const api = create({ baseUrl: `${origin}answers/${status}`, token: 'a-token', retries: 0 });
      const { error } = await api.upload('POST', '/v1/posts/with-images', {
        fields: { body: 'Anybody there?' },
        onProgress: () => undefined,
      });
      return [error?.status, error?.error_code];
    });
    return Promise.all(answers);
  }, pageUrl);
  expect(codes).toEqual([
    [204, 'no_envelope'],
    [304, 'no_envelope'],
  ]);
});
