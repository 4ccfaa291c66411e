import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/console.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { follow } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, makeContacts, makePost } from '../support/posts.ts';

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
    'on a phone, what waits is above the feed, and each button has room for a finger',
    async () => {
      const [owner, other] = [await makeMember(t), await makeMember(t, { name: 'Nina Petrov' })];
      await makeContacts(t, owner, other);
      await sendMessage(t, as(other), await openConversation(t, other, owner), 'Are you there?');
      const { id } = await makePost(t, as(author), { body: 'Bread in the morning' });
      await follow(t, owner, author);
      const { page } = await browser.open(`${t.origin}/home`, { ...PHONE, session: owner.token });
      const [waiting, composer] = [await boxOf(page, '.waiting'), await boxOf(page, '.composer')];
      expect(waiting.y + waiting.height).toBeLessThanOrEqual(composer.y);
      expect(await page.locator('.foot').isVisible()).toBe(false);
      await page.locator('#body').fill('Hello');
      const sizes = async (place: string) =>
        page
          .locator(`main :is(button, summary, a.button, a.act):visible`)
          .evaluateAll((all) => all.map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().height]))
          .then((all) => all.filter(([, height]) => Number(height) < 40).map(([html]) => `${place}: ${html}`));
      expect(await sizes('home')).toEqual([]);
      await page.goto(`${t.origin}/posts/${id}`);
      expect(await sizes('post')).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'the buttons of all posts of a feed are in the same columns',
    async () => {
      const busy = await makePost(t, as(author), { body: 'Bread for many' });
      const calm = await makePost(t, as(author), { body: 'Bread for few' });
      const reaction = { reaction_type: 'insightful', active: true };
      await t.call('PUT', `/v1/posts/${busy.id}/reaction`, { ...as(me), body: reaction });
      const { page } = await browser.open(`${t.origin}/home`, { ...WIDE, session: me.token });
      const columns = (id: string) =>
        page.locator(`#p-${id} .acts > *`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
      expect(await columns(busy.id)).toEqual(await columns(calm.id));
      await page.context().close();
    },
    PATIENCE_MS,
  );

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

  it(
    'the buttons of a profile stand next to its picture, and what it says has an order of sizes',
    async () => {
      const path = `${t.origin}/@${author.profile.username}`;
      for (const session of [undefined, me.token]) {
        const { page } = await browser.open(path, { ...PHONE, ...(session ? { session } : {}) });
        const [card, face] = [await boxOf(page, '.profile-card'), await boxOf(page, '.profile-card .avatar')];
        const button = (await page
          .getByRole(session ? 'button' : 'link', { name: /^Follow/ })
          .first()
          .boundingBox())!;
        expect(button.x).toBeGreaterThan(face.x + face.width);
        expect(button.y + button.height).toBeLessThanOrEqual(face.y + face.height + 1);
        expect(button.x + button.width).toBeLessThanOrEqual(card.x + card.width);
        const sizes = ['.name', '.headline', '.place-of'].map((part) =>
          page.locator(`.profile-card ${part}`).evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
        );
        const [name, headline, place] = await Promise.all(sizes);
        expect(name).toBeGreaterThan(headline!);
        expect(headline).toBeGreaterThan(place!);
        await page.context().close();
      }
    },
    PATIENCE_MS,
  );

  it(
    'the box for a comment looks like that for a post: a line next to a face, which grows',
    async () => {
      const { id } = await makePost(t, as(author), { body: 'Bread at noon' });
      const { page } = await browser.open(`${t.origin}/posts/${id}`, { ...WIDE, session: me.token });
      const shape = (place: string) => page.locator(place).evaluate((one) => getComputedStyle(one).borderRadius);
      const before = await boxOf(page, '#answer');
      const round = await shape('#answer');
      await page.locator('#answer').fill('One\nTwo\nThree');
      expect((await boxOf(page, '#answer')).height).toBeGreaterThan(before.height * 1.5);
      await page.goto(`${t.origin}/home`);
      expect(await shape('#body')).toBe(round);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'all of a notification leads to what it is about, and a first picture is shown where it is chosen',
    async () => {
      const { id } = await makePost(t, as(me), { body: 'Bread at night' });
      await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(author), body: { reaction_type: 'like', active: true } });
      await dispatch(t);
      const { page } = await browser.open(`${t.origin}/console/notifications`, { ...PHONE, session: me.token });
      const words = await boxOf(page, '.notices .words-of');
      await page.mouse.click(words.x + words.width / 2, words.y + words.height / 2);
      await page.waitForURL(new RegExp(`/posts/${id}`));
      await page.goto(`${t.origin}/home/welcome`);
      const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await jpeg({ width: 300, height: 300 }) };
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByLabel('Choose a picture').setInputFiles(file);
      await page.getByRole('button', { name: 'Use picture' }).click();
      await page.locator('.drop-face img.avatar[src^="blob:"]').waitFor();
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
