import { beforeAll, describe, expect, it } from 'vitest';
import { prefersHtml } from '../../src/web/public/prefers-html.ts';
import { ALL_LOOKS, useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS } from '../support/console.ts';
import { makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, pictures, send } from '../support/posts.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it.each<[string | undefined, boolean]>([
  [BROWSER, true],
  ['text/html', true],
  ['TEXT/HTML;charset=utf-8', true],
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html', false],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['text/html;q=0', false],
  ['text/html;q=much', false],
])('Accept: %s prefers HTML: %s', (accept, expected) => {
  expect(prefersHtml(accept)).toBe(expected);
});

const ask = (path: string, accept: string, init: RequestInit = {}) =>
  fetch(`${t.origin}${path}`, { ...init, headers: { accept, ...init.headers } });

describe('the landing page', () => {
  it('is the feed for members who are signed in', async () => {
    const { token } = await makeMember(t);
    const own = await ask('/', BROWSER, { redirect: 'manual', headers: { cookie: `pronet_session=${token}` } });
    expect([own.status, own.headers.get('location'), own.headers.get('cache-control')]).toEqual([
      302,
      '/home',
      'private, no-store',
    ]);
  });

  it('answers browsers with a page and programs with JSON, and sets Vary', async () => {
    const page = await ask('/', BROWSER);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('x-robots-tag')).toBeNull();
    const text = await page.text();
    expect(text).toContain('/console/sign-in');
    expect(text, 'leads to the home page').not.toMatch(/console">Sign in/);
    const json = await ask('/', '*/*');
    expect(await json.json()).toMatchObject({ ok: true, data: { docs: `${t.origin}/docs` } });
    for (const { headers } of [page, json]) expect(headers.get('vary')?.split(/, */)).toContain('Accept');
    expect(page.headers.get('etag')).not.toBe(json.headers.get('etag'));
    const again = await ask('/', BROWSER, { headers: { 'if-none-match': page.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  it('answers unknown paths with a page in a browser, and with JSON below /v1 and elsewhere', async () => {
    const page = await ask('/feed', BROWSER);
    expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
      404,
      'text/html; charset=utf-8',
      expect.stringContaining('Accept'),
    ]);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('Page not found');
    for (const [path, accept, method] of [
      ['/feed', '*/*', 'GET'],
      ['/v1/nothing', BROWSER, 'GET'],
      ['/feed', BROWSER, 'POST'],
    ] as const) {
      const answer = await ask(path, accept, { method });
      expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
        404,
        'route_not_found',
      ]);
    }
  });

  it.each(['/@%ff', '/posts/%ff', `/@${'a'.repeat(600)}`])('answers %s with the same page', async (path) => {
    const page = await ask(path, BROWSER);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain('style-src');
    expect(await page.text()).toContain('Page not found');
    const json = await ask(path, '*/*');
    expect([json.status, await json.json()]).toMatchObject([404, { error_code: 'route_not_found' }]);
  });

  it('answers paths below /v1 that are no UTF-8 with JSON', async () => {
    const answer = await ask('/v1/posts/%ff', BROWSER);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error_code: 'route_not_found' }]);
  });

  it('shows no removed post for longer than cached responses live', async () => {
    const author = await makeMember(t);
    const words = 'Twelve loaves of rye before six';
    const { json } = await t.call('POST', '/v1/posts', { ...as(author), body: { body: words } });
    const shows = async () => (await (await ask('/', BROWSER)).text()).includes(words);
    await expect.poll(shows, { timeout: 10_000 }).toBe(true);
    await t.call('DELETE', `/v1/posts/${json.data.id}`, as(author));
    await expect.poll(shows, { timeout: 10_000 }).toBe(false);
  });

  it('serves /favicon.ico', async () => {
    const icon = await fetch(`${t.origin}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect(Buffer.from(await icon.arrayBuffer()).readUInt16LE(2)).toBe(1);
  });

  it(
    'links to sign-in, sign-up and the documentation, in every width and scheme',
    async () => {
      const { page, complaints, strangers } = await browser.open(t.origin);
      await holds(page, 'landing', ALL_LOOKS);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/sign-up');
      expect([complaints, strangers]).toEqual([[], []]);
      await page.goto(`${t.origin}/nope`);
      await holds(page, 'not-found');
      await page.getByRole('link', { name: 'Start page' }).click();
      await page.getByRole('heading', { name: 'A professional network' }).waitFor();
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

it(
  'a picture of a post fills its column',
  async () => {
    const author = await makeMember(t);
    const answer = await send(t, as(author), pictures(await jpeg({ width: 640, height: 480 })));
    const { page } = await browser.open(`${t.origin}/posts/${answer.json.data.id}`);
    const [picture, column] = await page.evaluate(() =>
      ['.post img:not(.avatar)', '.post .pictures'].map((one) => document.querySelector(one)!.clientWidth),
    );
    expect(picture).toBe(column);
    expect(column).toBeGreaterThan(600);
    await page.context().close();
  },
  PATIENCE_MS,
);
