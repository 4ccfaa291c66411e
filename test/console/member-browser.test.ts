import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { follow } from '../support/follows.ts';
import { type Member, makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, makePost, pictures, send } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
let me: Member;
let author: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  me = await makeMember(t, { name: 'Robin Baker' });
  author = await makeMember(t, { name: 'Ada Example' });
  await follow(t, me, author);
});

const kindOf = async (id: string) => (await t.call('GET', `/v1/posts/${id}`, as(me))).json.data.viewer_reaction;

describe('in a browser', () => {
  it(
    'a post is reacted to in two clicks, commented in two, and reported in three',
    async () => {
      const { id } = await makePost(t, as(author), { body: 'Bread at dawn' });
      const { page, complaints, strangers } = await signInBy(browser, t.origin, me, '/home');
      const card = page.locator(`#p-${id}`);
      await holds(page, 'home');
      await card.getByRole('button', { name: 'Like', exact: true }).click();
      await card.getByRole('button', { name: 'Like 1' }).waitFor();
      expect(page.url(), 'only the card is replaced').toBe(`${t.origin}/home`);
      await card.getByLabel('Choose a reaction').click();
      await holds(page, 'home-reactions');
      await card.getByRole('button', { name: 'Insightful', exact: true }).click();
      await card.getByRole('button', { name: 'Insightful 1' }).waitFor();
      expect(await kindOf(id)).toBe('insightful');

      await card.getByRole('link', { name: /^Comment on/ }).click();
      await page.waitForURL(/\?answer=yes$/);
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('answer');
      await page.keyboard.type('I will come by');
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await page.getByText('Comment published.').waitFor();
      await holds(page, 'post-thread');
      expect(await page.locator('.thread').textContent()).toContain('I will come by');

      await page.getByRole('link', { name: 'Home' }).click();
      await card.getByLabel('More for the post').click();
      await card.getByRole('link', { name: 'Report' }).click();
      await holds(page, 'report');
      await page.getByLabel('Spam or a scam').check();
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.getByText('Report sent.').waitFor();
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'blocking asks first, a copied link is said, and a profile is followed without a reload',
    async () => {
      const other = await makeMember(t, { name: 'Loud Example' });
      await follow(t, me, other);
      const { id } = await makePost(t, as(other), { body: 'LOUD' });
      const { page, complaints } = await signInBy(browser, t.origin, me, '/home');
      const card = page.locator(`#p-${id}`);
      await card.getByLabel('More for the post').click();
      await card.getByRole('link', { name: 'Copy link' }).click();
      await page.getByText('Link copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${t.origin}/posts/${id}`);
      await card.getByLabel('More for the post').click();
      page.once('dialog', (dialog) => dialog.dismiss());
      await card.getByRole('button', { name: /^Block/ }).click();
      const viewer = async () => (await t.call('GET', `/v1/profiles/${other.profile.id}`, as(me))).json.data.viewer;
      expect((await viewer()).blocked, 'not without a confirmation').toBe(false);
      page.once('dialog', (dialog) => dialog.accept());
      await card.getByRole('button', { name: /^Block/ }).click();
      await page.getByText('Blocked. You can unblock them').waitFor();
      expect((await viewer()).blocked).toBe(true);

      await page.goto(`${t.origin}/@${author.profile.username}`);
      await holds(page, 'member-profile');
      await page.getByRole('button', { name: `Following @${author.profile.username}: unfollow` }).click();
      await page.getByRole('button', { name: `Follow @${author.profile.username}` }).click();
      await page.getByRole('button', { name: `Following @${author.profile.username}: unfollow` }).waitFor();
      await page.getByText('Request contact').click();
      await holds(page, 'member-profile-request');
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'the composer keeps the text when the profile is switched, and more posts load below',
    async () => {
      const shop = await makeProfile(t, me, { name: 'Baker & Sons', type: 'company' });
      const files = await Promise.all([1, 2, 3].map((n) => jpeg({ width: 300 * n, height: 500 })));
      await send(t, as(author), [...pictures(...files), { name: 'body', value: 'Three pictures' }]);
      for (let n = 0; n < 21; n++) await makePost(t, as(author), { body: `Loaf ${n}` });
      const { page, complaints } = await signInBy(browser, t.origin, me, '/home');
      await page.getByLabel('Text of the post').fill('Open on Sunday');
      await page.locator('.chip').click();
      await page.getByRole('radio', { name: 'Baker & Sons' }).check();
      await page.locator('.chip').click();
      expect(await page.getByLabel('Text of the post').inputValue()).toBe('Open on Sunday');
      await page.getByTitle('Mark as written by AI').click();
      await page.getByRole('radio', { name: 'A person, with help from AI' }).check();
      await page.getByTitle('Mark as written by AI').click();
      await page.getByTitle('Pictures').click();
      await holds(page, 'home-composer');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await page.getByText('Post published.').waitFor();
      const { items } = (await t.call('GET', `/v1/profiles/${shop.id}/posts`, as(me))).json.data;
      expect(items).toMatchObject([{ body_preview: 'Open on Sunday', ai_disclosure: 'assisted' }]);
      expect(await page.locator('.stream article').count()).toBe(20);
      await page.getByRole('link', { name: 'Load more' }).click();
      await expect.poll(() => page.locator('.stream article').count()).toBeGreaterThan(20);
      await holds(page, 'home-more');
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
