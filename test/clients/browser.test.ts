import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pronet } from '@pronet/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { onEvents } from '../../src/areas/index.ts';
import { startDispatcher } from '../../src/events/dispatcher.ts';
import { NPM_MODULES } from '../../src/web/docs/npm-package.ts';
import { useBrowser } from '../support/browser.ts';
import { follow } from '../support/follows.ts';
import { FEED_READ, holdRead } from '../support/held-reads.ts';
import { makeMember, makeProfile, signUp } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { photo2MB } from '../support/pictures.ts';
import { as, makePost } from '../support/posts.ts';
import { ROOT } from '../support/source-files.ts';

vi.setConfig({ testTimeout: 120_000 });

const browser = useBrowser();
let t: OAuthApp;
let baseUrl: string;
let pageUrl: string;

const DIST = new URL('./', import.meta.resolve('@pronet/client'));
const PAGE = `<!doctype html><title>A page of another origin</title>
<script type="module">globalThis.client = import('/client/index.js');</script>`;

/** The pages that the guide shows, for this server: one that reads, and one that signs in. */
async function guidePages(): Promise<string[]> {
  const guide = await readFile(join(ROOT, 'docs/guides/apps.md'), 'utf8');
  const blocks = guide.matchAll(/```html test=test\/clients\/browser\.test\.ts\n([\s\S]*?)```/g);
  const icon = '<!doctype html><title>No bundler</title><link rel="icon" href="data:,">';
  return [...blocks].map(
    ([, block]) => icon + block!.replaceAll('{{base_url}}', baseUrl).replaceAll('{{npm_modules}}', NPM_MODULES),
  );
}

beforeAll(async () => {
  t = await startOAuthApp();
  baseUrl = t.origin;
  const dispatcher = startDispatcher(t.deps, { onEvents });
  const pages = await guidePages();
  const site = createServer(async ({ url = '/' }, response) => {
    const [, name] = /^\/client\/([\w-]+\.js)$/.exec(url) ?? [];
    if (name)
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(new URL(name, DIST)));
    const shown = ['/no-bundler', '/signs-in'].indexOf(url.split('?')[0]!);
    if (shown >= 0) return response.writeHead(200, { 'content-type': 'text/html' }).end(pages[shown]);
    const [, status] = /^\/answers\/(\d+)\//.exec(url) ?? [];
    if (status) return response.writeHead(Number(status)).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  pageUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  return async () => {
    await dispatcher.stop();
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
    const { client } = globalThis as unknown as { client: Promise<{ Pronet: typeof Pronet }> };
    const pronet = new (await client).Pronet(given);
    const posted = await pronet.posts.create({ body: 'From a page' });

    // Noise does not compress, so the upload takes several chunks.
    const canvas = new OffscreenCanvas(1200, 1200);
    const context = canvas.getContext('2d')!;
    const pixels = context.createImageData(1200, 1200);
    for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(pixels, 0, 0);
    const photo = await canvas.convertToBlob({ type: 'image/png' });

    const steps: { sentBytes: number; totalBytes: number }[] = [];
    const uploaded = await pronet.posts.createWithImages(
      { body: 'A noisy picture', images: [photo], alt_text: ['Noise'] },
      { onProgress: (progress) => steps.push(progress) },
    );
    const words = { body: 'No picture', images: [new Blob(['words'])] };
    const refused = await pronet.posts.createWithImages(words, { onProgress: () => undefined }).then(
      () => 'posted',
      (error) => [error.status, error.code],
    );
    const signal = AbortSignal.abort(new Error('changed my mind'));
    const never = { body: 'Never', images: [photo] };
    const aborted = await pronet.posts.createWithImages(never, { signal, onProgress: () => undefined }).then(
      () => 'sent',
      (error: Error) => error.message,
    );
    const image = uploaded.images[0];
    return { posted: posted.body, image, steps, photoBytes: photo.size, refused, aborted };
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

test('a page of another origin imports the client from the server', async () => {
  const member = await makeMember(t, { username: 'app-tester' });
  await makePost(t, as(member), { body: 'Read without a bundler' });
  const { page, complaints } = await browser.open(`${pageUrl}no-bundler`);
  await page.getByText('Read without a bundler.').waitFor();
  const modules = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
  )) as string[];
  expect(modules.length).toBeGreaterThan(5);
  expect(modules.every((one) => one.startsWith(`${baseUrl}/docs/clients/${NPM_MODULES}/`))).toBe(true);
  expect(complaints).toEqual([]);
  const other = await fetch(`${baseUrl}/docs/clients/${NPM_MODULES}/none.js`);
  expect(other.status).toBe(404);
});

test('the whole page of the guide signs in, posts pictures of an input, reacts, and shows what happens', async () => {
  const member = await makeMember(t, { name: 'Robin Example' });
  await makeProfile(t, member, { type: 'company', name: 'Robin Bakery' });
  const { page, complaints } = await browser.open(`${pageUrl}signs-in`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('You did not allow access.').waitFor();
  expect(page.url(), 'the answer is not kept in the address').toBe(`${pageUrl}signs-in`);

  await page.getByRole('button', { name: 'Sign in' }).click();
  for (const name of ['Robin Example', 'Robin Bakery']) await page.getByLabel(name).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByLabel('Post as').waitFor();
  await page.getByLabel('Post as').selectOption('Robin Example');
  await page.getByLabel('What is new?').fill('A <b>post</b> with two pictures');
  const picture = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo2MB() };
  await page.getByLabel('Pictures').setInputFiles([picture, picture]);
  await page.getByLabel('What do they show?').fill('A pale sun');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('listitem').filter({ hasText: 'Robin Example: A <b>post</b> with two pictures' });
  await post.locator('img').nth(1).waitFor();
  await post.getByRole('button', { name: '♡ 0' }).click();
  await post.getByRole('button', { name: '♥ 1' }).waitFor();
  const { items } = (await t.call('GET', `/v1/profiles/${member.profile.id}/posts`)).json.data;
  const other = as(await makeMember(t));
  await t.call('PUT', `/v1/posts/${items[0].id}/reaction`, { ...other, body: { reaction_type: 'love', active: true } });
  await post.getByRole('button', { name: '♥ 2' }).waitFor();
  expect(await post.locator('img').first().getAttribute('alt')).toBe('A pale sun');

  // What happens between the first read and the opening of the stream is not lost.
  await page.getByLabel('Post as').selectOption('Robin Bakery');
  await post.waitFor({ state: 'detached' });
  await page.getByText('Nothing here yet').waitFor();
  await page.route(
    /\/v1\/feed/,
    async (route) => {
      const response = await route.fetch();
      const back = { ...other, body: { reaction_type: 'love', active: false } };
      await t.call('PUT', `/v1/posts/${items[0].id}/reaction`, back);
      await sleep(500);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByLabel('Post as').selectOption('Robin Example');
  await post.getByRole('button', { name: '♥ 1' }).waitFor();

  await page.getByLabel('Post as').selectOption('Robin Bakery');
  await post.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').textContent()).toBe('');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the page of the guide shows and asks nothing of a profile that the person has left', async () => {
  const member = await makeMember(t, { name: 'Robin Example' });
  await makeProfile(t, member, { type: 'company', name: 'Robin Bakery' });
  await makePost(t, as(member), { body: 'By the person' });
  const page = await signIn(member, async (page) => {
    for (const name of ['Robin Example', 'Robin Bakery']) await page.getByLabel(name).check();
  });
  const choose = (name: string) => page.getByLabel('Post as').selectOption(name);
  const counted: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('since=')) counted.push(response.status());
  });
  const countNew = async () => {
    const answer = page.waitForResponse(/since=/);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await answer;
  };

  await choose('Robin Example');
  await page.getByText('By the person').waitFor();
  // While the next feed is on its way, the cursor of the last one is not used.
  let held = await holdRead(page, FEED_READ);
  await choose('Robin Bakery');
  const feedOfBakery = await held.started;
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await feedOfBakery.answer();
  await page.getByText('Nothing here yet').waitFor();
  await countNew();
  expect(counted).toEqual([200]);

  // A feed, or the start of a stream, that arrives after the next choice is not used.
  for (const read of [FEED_READ, /\/v1\/events\?/]) {
    held = await holdRead(page, read);
    await choose('Robin Example');
    const late = await held.started;
    await choose('Robin Bakery');
    await page.getByText('Nothing here yet').waitFor();
    await late.answer();
    await countNew();
    await countNew();
    expect(await page.getByText('By the person').count()).toBe(0);
  }
  expect(counted).toEqual([200, 200, 200, 200, 200]);
  expect(await page.getByRole('alert').textContent()).toBe('');
});

/** Signs in on the page of the guide; `choose` prepares the consent. */
async function signIn(who: { email: string; password: string }, choose = async (_page: Page) => {}): Promise<Page> {
  const page = await seeConsent(who);
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await choose(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  return page;
}

async function seeConsent(who: { email: string; password: string }): Promise<Page> {
  const { page } = await browser.open(`${pageUrl}signs-in`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

test('the page of the guide counts posts of followed profiles, shortens long ones, and can sign in again', async () => {
  const [member, other] = [await makeMember(t), await makeMember(t, { name: 'Kim Example' })];
  const page = await signIn(member);
  await page.getByText('Nothing here yet').waitFor();
  await follow(t, member, other);
  await makePost(t, as(other), { body: 'x'.repeat(281) });
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole('button', { name: '1 new post', exact: true }).click();
  await page.getByText(`Kim Example: ${'x'.repeat(280)}…`).waitFor();

  // Two clicks, one post.
  await page.getByLabel('What is new?').fill('Only once');
  await page.evaluate(`const form = document.querySelector('form'), button = form.querySelector('button');
    button.click(); button.click();`);
  await page.getByText('Only once').waitFor();
  expect((await t.call('GET', `/v1/profiles/${member.profile.id}/posts`)).json.data.items).toHaveLength(1);

  const { items } = (await t.call('GET', '/v1/oauth-grants', { token: member.token })).json.data;
  await t.call('DELETE', `/v1/oauth-grants/${items[0].id}`, { token: member.token });
  await page.getByRole('alert').getByText('Your access has ended. Sign in again.').waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow' }).waitFor();
});

test('the page of the guide knows drafts only, cleared scopes, and an account without a profile', async () => {
  const drafts = await signIn(await makeMember(t), async (page) => page.getByLabel('Drafts only').check());
  await drafts.getByLabel('What is new?').fill('For approval');
  await drafts.getByRole('button', { name: 'Post', exact: true }).click();
  await drafts.getByRole('status').getByText('It waits for your approval.').waitFor();

  const reader = await signIn(await makeMember(t), async (page) => {
    for (const scope of ['posts:write', 'notifications:read']) await page.locator(`input[value*="${scope}"]`).uncheck();
  });
  await reader.getByText('Nothing here yet').waitFor();
  expect(await reader.getByLabel('What is new?').isVisible()).toBe(false);
  expect(await reader.getByRole('alert').textContent()).toBe('');

  const nobody = await seeConsent(await signUp(t));
  await nobody.getByText('You have no profile yet.').waitFor();
  expect(await nobody.getByRole('button', { name: 'Allow' }).count()).toBe(0);
  expect(await nobody.getByRole('link', { name: 'Create a profile' }).getAttribute('href')).toContain(
    '/console/profiles/new?next=%2Foauth%2Fconsent%2F',
  );
});

test('an upload that gets a response without a body ends', async () => {
  const { page } = await browser.open(pageUrl);
  const codes = await page.evaluate(async (origin) => {
    const { client } = globalThis as unknown as { client: Promise<{ Pronet: typeof Pronet }> };
    const { Pronet: Client } = await client;
    const answers = [204, 304].map(async (status) => {
      const pronet = new Client({ baseUrl: `${origin}answers/${status}`, token: 'a-token', retries: 0 });
      return pronet.posts.createWithImages({ body: 'Anybody there?' }, { onProgress: () => undefined }).then(
        () => 'posted',
        (error) => [error.status, error.code],
      );
    });
    return Promise.all(answers);
  }, pageUrl);
  expect(codes).toEqual([
    [204, 'no_envelope'],
    [304, 'no_envelope'],
  ]);
});
