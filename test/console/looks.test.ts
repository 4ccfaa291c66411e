import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/console.ts';
import { follow } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, makePost } from '../support/posts.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const browser = useBrowser();
let t: OAuthApp;
let me: Member;
let author: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  me = await makeMember(t, { name: 'Robin Baker' });
  author = await makeMember(t, { name: 'Ada Example' });
  await t.call('PATCH', `/v1/profiles/${author.profile.id}`, {
    token: author.token,
    body: { occupation: 'Designer, accessibility' },
  });
  await follow(t, me, author);
});

const boxOf = async (page: Page, place: string) => (await page.locator(place).first().boundingBox())!;

describe('how pages look', () => {
  it(
    'the buttons of a post have words where there is room, and its author is not cut',
    async () => {
      const { id } = await makePost(t, as(author), { body: 'Bread at dawn', ai_disclosure: 'assisted' });
      const { page } = await browser.open(`${t.origin}/home`, { ...WIDE, session: me.token });
      const word = `#p-${id} .acts > a .word`;
      expect((await boxOf(page, word)).width).toBeGreaterThan(30);
      await page.setViewportSize(PHONE);
      expect(
        await page
          .locator(word)
          .first()
          .evaluate((one) => getComputedStyle(one).clipPath),
      ).not.toBe('none');
      expect(await page.locator(`#p-${id} .said-by .cut`).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
