import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_SHIFT, shiftOf, useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS } from '../support/console.ts';
import { askForContact } from '../support/contacts.ts';
import { type DemoPages, startDemoPages } from '../support/demo-pages.ts';
import { dispatch } from '../support/events.ts';
import { follow } from '../support/follows.ts';
import { makeMember, makeProfile, signUp } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** What every page promises: it is light, nothing moves after the first paint, and texts may be longer than English ones. */
const COLD_BYTES = 70_000;
const WARM_BYTES = 20_000;

const browser = useBrowser();
let demo: DemoPages;
beforeAll(async () => {
  demo = await startDemoPages();
}, PATIENCE_MS);

/** Each page of the navigation, and one of each other kind. */
const PAGES = [
  '/home',
  '/home/saved',
  '/home/welcome?step=people',
  '/home/agent',
  '/@nordbau-studio',
  '/@mara-lindqvist/followers',
  '/console',
  '/console/notifications',
  '/console/notifications/preferences',
  '/console/messages',
  '/console/messages/new',
  '/console/network/followers',
  '/console/search?q=a',
  '/console/search?q=timber&in=posts',
  '/console/approvals',
  '/console/profiles',
  '/console/profiles/new',
  '/console/account',
  '/console/account/email',
  '/console/posts',
  '/console/posts/new',
  '/console/access',
  '/console/api-keys',
  '/console/api-keys/new',
  '/console/apps',
  '/console/webhooks',
  '/console/webhooks/new',
  '/console/activity',
  '/console/verification',
  '/console/export',
] as const;

/** The bytes that a page took. Pictures of members are left out: they choose them. */
const WEIGHT = `(() => {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return entries.filter(({ name }) => !name.includes('/media/')).reduce((sum, { transferSize }) => sum + transferSize, 0);
})()`;

async function measured(page: Page) {
  return { bytes: Number(await page.evaluate(WEIGHT)), shift: await shiftOf(page) };
}

/** Texts of the interface as long as German ones: 40 % more, in long words. */
const LENGTHEN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    if (text.length < 3 || node.parentElement.closest('script, style, bdi, .prose, pre, time')) continue;
    const more = text.replace(/\\s/g, '').slice(0, Math.ceil(text.length * 0.4)).toLowerCase();
    node.data = node.data.replace(text, text + more);
  }
})()`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('every page', () => {
  it.each(PAGES)(
    '%s is light, stays where it is, and has room for longer words',
    async (path) => {
      const options = { width: 390, height: 844, session: demo.session };
      const { page, complaints, strangers } = await browser.open(demo.t.origin + path, options);
      const cold = await measured(page);
      expect(cold.bytes, 'the assets are counted').toBeGreaterThan(30_000);
      expect(cold.bytes).toBeLessThan(COLD_BYTES);
      expect(cold.shift).toBeLessThan(MOST_SHIFT);
      await page.goto(demo.t.origin + path);
      const warm = await measured(page);
      expect(warm.bytes).toBeLessThan(WARM_BYTES);
      expect(warm.shift).toBeLessThan(MOST_SHIFT);
      await page.evaluate(LENGTHEN);
      expect(await page.evaluate(OVERFLOW), 'longer words on a phone').toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.evaluate(OVERFLOW), 'longer words on a desk').toBe(0);
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

it(
  'a conversation has the whole screen of a phone, and the bar at the bottom covers no end of a page',
  async () => {
    const { items } = (await demo.t.call('GET', '/v1/conversations', demo.mara)).json.data;
    const path = `/console/messages/${items[0].conversation.id}`;
    const { page } = await browser.open(demo.t.origin + path, { width: 390, height: 844, session: demo.session });
    const edgeOf = async (selector: string, edge: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, side) => element.getBoundingClientRect()[side], edge);
    expect(await edgeOf('.write', 'bottom')).toBe(844);
    expect(await edgeOf('.with', 'top')).toBe(0);
    expect(await page.locator('.places').isVisible()).toBe(false);
    await page.getByLabel('All conversations').click();
    await page.locator('.places').waitFor();
    await page.goto(`${demo.t.origin}/console/apps`);
    expect(await edgeOf('.foot', 'bottom')).toBeLessThanOrEqual(await edgeOf('.places', 'top'));
    expect(await page.evaluate('document.documentElement.scrollHeight'), 'nothing to scroll').toBe(844);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'the bar at the top fits at every width',
  async () => {
    const { page } = await browser.open(`${demo.t.origin}/home`, { width: 641, session: demo.session });
    for (const width of [641, 768, 896, 897, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(OVERFLOW), String(width)).toBe(0);
    }
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'menus fit on a phone',
  async () => {
    for (const [path, label] of [
      ['/home', /^Your account/],
      ['/home', /^More for the post/],
      ['/home', /^Choose a reaction/],
      ['/console/network/followers', /^More for @/],
      ['/@tomas-ferreira', /^More for @/],
    ] as const) {
      const { page } = await browser.open(demo.t.origin + path, { width: 360, session: demo.session });
      await page.getByLabel(label).first().click();
      const box = (await page.locator('.pop[open] > .box').boundingBox())!;
      expect(box.x, `${path} ${label}`).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, `${path} ${label}`).toBeLessThanOrEqual(360);
      await page.context().close();
    }
  },
  PATIENCE_MS,
);

it(
  'names of one long word, and from right to left, break no list',
  async () => {
    const { t } = demo;
    const me = await makeMember(t, { name: 'Robin' });
    for (const name of [`Donau${'dampfschifffahrt'.repeat(4)}`, 'إبراهيم الحسيني بن عبد الرحمن']) {
      const other = await makeMember(t, { name });
      await follow(t, other, me);
      await follow(t, me, other);
      await askForContact(t, other, me, `مرحبا ${'x'.repeat(60)}`);
      await makePost(t, as(other), { body: `مرحبا https://example.com/${'a'.repeat(90)}` });
    }
    await dispatch(t);
    for (const path of ['/home', '/console/notifications', '/console/network/requests', '/console/network/followers']) {
      for (const width of [360, 1280]) {
        const { page } = await browser.open(t.origin + path, { width, session: me.token });
        expect(await page.evaluate(OVERFLOW), `${path} ${width}`).toBe(0);
        for (const button of await page.locator('main button:visible').all()) {
          expect((await button.boundingBox())!.height, `${path} ${await button.textContent()}`).toBeLessThan(60);
        }
        await page.context().close();
      }
    }
  },
  PATIENCE_MS,
);

describe('pages that no other test opens', () => {
  it.each(['/home/saved', '/@mara-lindqvist/followers', '/console/posts/new', '/console/notifications/preferences'])(
    '%s is accessible',
    async (path) => {
      const { page } = await browser.open(demo.t.origin + path, { session: demo.session });
      await holds(page, path.replaceAll('/', '-'));
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'the steps of a new member are accessible, also with a name from right to left',
    async () => {
      const account = await signUp(demo.t);
      const session = account.token;
      await makeProfile(demo.t, account, { name: 'إبراهيم الحسيني بن عبد الرحمن' });
      for (const step of ['picture', 'people', 'hello']) {
        const { page } = await browser.open(`${demo.t.origin}/home/welcome?step=${step}`, { session });
        await holds(page, `welcome-${step}`);
        await page.context().close();
      }
    },
    PATIENCE_MS,
  );
});
