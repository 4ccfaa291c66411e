import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { type Scheme, useBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/console.ts';
import { type DemoPages, startDemoPages } from '../support/demo-pages.ts';
import { makeProfile, signUp } from '../support/members.ts';
import { ROOT } from '../support/source-files.ts';

/**
 * Ten pages as pictures, so that a change of any is seen in review. `UPDATE_SCREENS=1` writes those that differ. The time,
 * the data and the font are fixed, and Chromium is a package: what differs is the change.
 */
const UPDATES = process.env['UPDATE_SCREENS'] === '1';
const EXPECTED = join(ROOT, 'test/browser/screens');
/** Where the pictures of a failed comparison are. */
const SEEN = join(ROOT, 'node_modules/.cache/pronet-test/screens');
/** Pictures have arrived; the event stream never ends, so the network is never idle. The footer has the port of the server. */
const SETTLED = `const isSeen = (image) => image.getAttribute('src') && image.getBoundingClientRect().top < innerHeight;
document.fonts.ready
  .then(() => Promise.all([...document.images].filter(isSeen).map((image) => { image.loading = 'eager'; return image.decode(); })))
  .then(() => { for (const foot of document.querySelectorAll('.foot')) foot.style.visibility = 'hidden'; })`;
const AT = new Date('2026-03-05T10:30:00Z');
const FORMS: readonly [width: number, height: number, scheme: Scheme][] = [
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [1280, 800, 'light'],
  [1280, 800, 'dark'],
];
/** Of 256: compression and processors differ by less. */
const SAME_WITHIN = 40;
/** The share of pixels that may differ. One more line of text is ten times as much. */
const MOST_DIFFERENT = 0.0004;

const browser = useBrowser();
let demo: DemoPages;
let newcomer: string;
let conversationId: string;
beforeAll(async () => {
  demo = await startDemoPages(AT);
  const account = await signUp(demo.t, { email: 'robin.baker@example.com' });
  await makeProfile(demo.t, account, { username: 'robin-baker', name: 'Robin Baker' });
  newcomer = account.token;
  // Who opens a conversation has read it: the next picture would differ.
  const { t, mara } = demo;
  const { conversation } = (await t.call('GET', '/v1/conversations', mara)).json.data.items[0];
  conversationId = conversation.id;
  expect((await t.call('PUT', `/v1/conversations/${conversationId}/read`, { ...mara, body: {} })).status).toBe(200);
}, PATIENCE_MS);

const PAGES: Record<string, { path: () => Promise<string> | string; by?: 'newcomer' | 'nobody' }> = {
  landing: { path: () => '/', by: 'nobody' },
  'public-profile': { path: () => '/@harbour-roasters', by: 'nobody' },
  home: { path: () => '/home' },
  post: { path: firstPost },
  profile: { path: () => '/@nordbau-studio' },
  conversation: { path: () => `/console/messages/${conversationId}` },
  notifications: { path: () => '/console/notifications' },
  network: { path: () => '/console/network/followers' },
  welcome: { path: () => '/home/welcome', by: 'newcomer' },
  account: { path: () => '/console/api-keys/new' },
};

async function firstPost(): Promise<string> {
  const { items } = (await demo.t.call('GET', '/v1/profiles/harbour-roasters/posts')).json.data;
  const discussed = items.find(({ comments_count: count }: { comments_count: number }) => count > 0) ?? items[0];
  return `/posts/${discussed.id}`;
}

it.each(Object.keys(PAGES))(
  'the page %s looks as it did',
  async (name) => {
    const { path, by } = PAGES[name]!;
    const session = by === 'nobody' ? undefined : by === 'newcomer' ? newcomer : demo.session;
    const changed: string[] = [];
    for (const [width, height, scheme] of FORMS) {
      const form = `${name}-${width}-${scheme}`;
      const options = { width, height, scheme, at: AT, ...(session ? { session } : {}) };
      const { page, complaints } = await browser.open(demo.t.origin + (await path()), options);
      const share = await compare(page, form);
      if (share > MOST_DIFFERENT) changed.push(`${form}: ${(share * 100).toFixed(2)} %`);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
    expect(changed, `look at ${SEEN}; if the change is meant, run this file with UPDATE_SCREENS=1`).toEqual([]);
  },
  PATIENCE_MS,
);

/** The share of pixels that differ from the stored picture. Stores what was seen if they are too many. */
async function compare(page: Page, form: string): Promise<number> {
  await page.evaluate(SETTLED);
  const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 60, effort: 6 })
    .toBuffer();
  const file = join(EXPECTED, `${form}.webp`);
  const expected = await readFile(file).catch(() => null);
  const share = expected ? await shareOfDifferent(expected, picture) : 1;
  if (share <= MOST_DIFFERENT) return share;
  const folder = UPDATES ? EXPECTED : SEEN;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${form}.webp`), picture);
  return UPDATES ? 0 : share;
}

async function shareOfDifferent(expected: Buffer, seen: Buffer): Promise<number> {
  const [one, other] = await Promise.all(
    [expected, seen].map((file) => sharp(file).raw().toBuffer({ resolveWithObject: true })),
  );
  if (one!.info.width !== other!.info.width || one!.info.height !== other!.info.height) return 1;
  let different = 0;
  for (let at = 0; at < one!.data.length; at += 3) {
    const isSame = [0, 1, 2].every(
      (color) => Math.abs(one!.data[at + color]! - other!.data[at + color]!) <= SAME_WITHIN,
    );
    if (!isSame) different++;
  }
  return different / (one!.info.width * one!.info.height);
}
