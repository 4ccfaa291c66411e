import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { SECTIONS, SLUGS } from '../../src/web/docs/guides.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ALL_LOOKS, LOOKS, MOST_SHIFT, problemsOf, shiftOf, useBrowser } from '../support/browser.ts';
import { makeKey, makeMember } from '../support/members.ts';

const browser = useBrowser();
let t: TestApp;
let origin: string;
beforeAll(async () => {
  // Pages and the OpenAPI document contain the base URL, so the port must be known first.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  t = await startTestApp({ PORT: String(port) });
  origin = await t.app.listen({ port, host: '127.0.0.1' });
});

/** Checking a page takes a second, but much longer on a busy machine. */
const PATIENCE_MS = 120_000;

const PAGES = [
  '/docs',
  '/docs/errors',
  '/docs/performance',
  '/docs/search',
  '/docs/all',
  '/docs/reference',
  '/docs/reference/posts.create',
  '/docs/reference/search.posts',
  ...SECTIONS.flatMap((section) => SLUGS[section].map((slug) => `/docs/${section}/${slug}`)),
  '/docs/nothing',
];

it.each(PAGES)(
  '%s is complete and accessible, narrow and wide, light and dark',
  async (path) => {
    const { page, complaints, strangers } = await browser.open(origin + path);
    const missing = path === '/docs/nothing' ? [`404 ${origin}${path}`] : [];
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    expect(await problemsOf(page, { looks: path === '/docs/errors' ? ALL_LOOKS : LOOKS })).toEqual([]);
    expect([complaints, strangers]).toEqual([missing, []]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'a page that arrives slowly does not move',
  async () => {
    const { page } = await browser.open(`${origin}/docs`);
    const devtools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 100, downloadThroughput: 20_000, uploadThroughput: 20_000 };
    await devtools.send('Network.emulateNetworkConditions', slow);
    await page.goto(`${origin}/docs/concepts/scopes`);
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    await page.context().close();
  },
  PATIENCE_MS,
);

describe('a reader', { timeout: PATIENCE_MS }, () => {
  it('copies a command', async () => {
    const { page } = await browser.open(`${origin}/docs`);
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`curl ${origin}/v1`);
    await page.context().close();
  });

  // Loading the reference takes seconds.
  it('finds an operation in the reference, and chooses the dark theme for it and all other pages', async () => {
    const { page, complaints, strangers } = await browser.open(`${origin}/docs`, { width: 360 });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await background()).toBe('rgb(12, 15, 22)');
    await page.goto(`${origin}/docs/errors`);
    expect(await background()).toBe('rgb(12, 15, 22)');
    await page.goto(`${origin}/docs/try#tag/posts/posts.create`);
    await page.locator('body.dark-mode').waitFor();
    const { summary } = t.app.routes.find(({ contract }) => contract.operation === 'posts.create')!.schema;
    const operation = page.locator('section[id$="tag/posts/posts.create"]');
    await operation.getByRole('heading', { name: summary }).first().waitFor();
    const place = () => operation.evaluate((section) => section.getBoundingClientRect().top);
    await expect.poll(place, { timeout: 20_000 }).toBeLessThan(400);
    for (const tag of ['Account', 'Profiles', 'Comments'])
      await page.getByText(tag, { exact: true }).first().waitFor({ state: 'attached' });
    await page.goto(`${origin}/docs/try#tag/webhooks/webhook/POST/comment.created`);
    const webhook = page.locator('section[id$="webhook/POST/comment.created"]');
    await webhook.getByRole('heading', { name: 'comment.created' }).waitFor();
    // The example is of the event itself, in its envelope.
    await expect.poll(() => webhook.getByText('"comment.created"').count(), { timeout: 20_000 }).toBe(2);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.locator('body.light-mode').waitFor();
    // The reference below the bar is third-party code, so its problems can't be fixed here.
    expect(await problemsOf(page, { part: '.top' })).toEqual([]);
    expect([complaints, strangers]).toEqual([[], []]);
    await page.context().close();
  });

  it('chooses a language for all examples, which are all shown without scripts', async () => {
    const { page } = await browser.open(`${origin}/docs/concepts/idempotency`);
    const shown = () =>
      page.locator('.tab:visible').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).dataset['name']));
    expect(await shown()).toEqual(['curl', 'curl']);
    await page.getByRole('tab', { name: 'JavaScript' }).first().click();
    expect(await shown()).toEqual(['JavaScript', 'JavaScript']);
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toEqual(['Python', 'Python']);
    await page.goto(`${origin}/docs/guides/first-post`);
    expect(new Set(await shown())).toEqual(new Set(['Python']));
    expect(await problemsOf(page, { looks: LOOKS })).toEqual([]);
    await page.context().close();
  });

  it('presses / to search, and opens a result', async () => {
    const { page, complaints, strangers } = await browser.open(`${origin}/docs/guides/mcp`);
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency key');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/search?q=idempotency+key');
    await page.getByText(/^\d+ results/).waitFor();
    expect(await problemsOf(page, { looks: LOOKS })).toEqual([]);
    await page.locator('#q').fill('xyzzyxyzzy');
    await page.getByText('Nothing found').waitFor();
    await page.locator('#q').fill('consent pag');
    await page.locator('.results a').first().click();
    await page.waitForURL('**/docs/**');
    expect([complaints, strangers]).toEqual([[], []]);
    await page.context().close();
  });

  it('navigates on a narrow screen with the keyboard', async () => {
    const { page } = await browser.open(`${origin}/docs`, { width: 360 });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.locator('summary[aria-label=Menu]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Error codes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor();
    await page.context().close();
  });

  it('tries a call in the reference with a key, and sees its form on a narrow screen', async () => {
    const ada = await makeMember(t);
    const { token } = await makeKey(t, ada, { name: 'Key of the reader', profileIds: [ada.profile.id] });
    const address = `${origin}/docs/try#tag/me/me.get`;
    const { page, complaints, strangers } = await browser.open(address);
    const open = () => page.locator('[id$="tag/me/me.get"]').getByRole('button', { name: 'Test Request' }).click();
    const close = page.locator('.app-exit-button');
    const closed = () => page.locator('.scalar-client--open').waitFor({ state: 'detached' });
    const answered = page.waitForResponse((response) => response.url().includes('/v1/me'));
    await open();
    await page.getByPlaceholder('Token').last().fill(token);
    await page.getByRole('button', { name: 'Send' }).last().click();
    const answer = await answered;
    // Optional parameters are not sent by default: one of them would turn a write into a dry run.
    expect(answer.url()).toBe(`${origin}/v1/me`);
    expect([answer.status(), answer.request().headers()['authorization']]).toEqual([200, `Bearer ${token}`]);
    await page.getByText('"Key of the reader"').first().waitFor();
    await close.click();
    await closed();

    // Nothing is above the address or the close button.
    await page.setViewportSize({ width: 375, height: 900 });
    await open();
    const form = page.locator('.scalar-client');
    await form.getByRole('button', { name: 'Send' }).first().waitFor();
    expect(await form.locator('.scalar-sidebar-toggle').isVisible()).toBe(false);
    expect(await close.evaluate((button) => getComputedStyle(button).backgroundColor)).toMatch(/^rgb\(/);
    await close.click();
    await closed();
    expect([complaints, strangers]).toEqual([[], []]);
    await page.context().close();
  });
});
