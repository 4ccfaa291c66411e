import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { type Member, makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, makePost } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
let me: Member;
let author: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  me = await makeMember(t, { name: 'Robin Baker' });
  author = await makeMember(t, { name: 'Ada Example' });
});

describe('what a person chose', () => {
  it(
    'as the profile to post as has its picture next to the text, and stays on other pages of the visit',
    async () => {
      const shop = await makeProfile(t, me, { name: 'Baker & Sons', type: 'company' });
      const { id } = await makePost(t, as(author), { body: 'Bread at dawn' });
      const { page, complaints } = await signInBy(browser, t.origin, me, '/home');
      await page.getByLabel('Text of the post').click();
      await page.locator('.chip').click();
      await holds(page, 'home-choices');
      await page.getByRole('radio', { name: 'Baker & Sons' }).check();
      expect(await page.locator('.chip').textContent()).toContain('Baker & Sons');
      const shown = () =>
        page.locator('[data-as]:not([hidden])').evaluateAll((all) => all.map((one) => one.dataset['as']));
      expect(new Set(await shown())).toEqual(new Set([shop.id]));
      await page.goto(`${t.origin}/posts/${id}`);
      expect(await page.locator('[name=as]:checked').inputValue()).toBe(shop.id);
      expect(new Set(await shown())).toEqual(new Set([shop.id]));
      await page.goto(`${t.origin}/home?as=${me.profile.id}`);
      const chosen = await page.locator('[name=as]:checked').inputValue();
      expect(chosen, 'not if a link asks for another').toBe(me.profile.id);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'of a picture can be cancelled, and then nothing asks before the page is left',
    async () => {
      const path = `/console/profiles/${me.profile.id}/pictures`;
      const { page } = await signInBy(browser, t.origin, me, path);
      const asked: string[] = [];
      page.on('dialog', async (dialog) => {
        asked.push(dialog.type());
        await dialog.accept();
      });
      const choose = async (button: string) => {
        const buffer = await jpeg({ width: 400, height: 400 });
        const field = page.locator('#avatar-light').getByLabel('New picture');
        await field.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
        await page.locator('dialog.crop').getByRole('button', { name: button }).click();
        await page.locator('dialog.crop').waitFor({ state: 'detached' });
      };
      await choose('Cancel');
      expect(await page.locator('#avatar-light img[src^="blob:"]').count()).toBe(0);
      await page.goto(`${t.origin}/home`);
      expect(asked).toEqual([]);
      await page.goto(t.origin + path);
      await choose('Use picture');
      await page.goto(`${t.origin}/home`);
      expect(asked).toEqual(['beforeunload']);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'to follow is counted at once',
    async () => {
      const { page } = await signInBy(browser, t.origin, me, `/@${author.profile.username}`);
      const numbers = page.locator('.numbers .facts');
      await expect.poll(() => numbers.textContent()).toMatch(/Followers\s*0/);
      await page.getByRole('button', { name: /^Follow @/ }).click();
      await expect.poll(() => numbers.textContent()).toMatch(/Follower\s*1/);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'as a time in UTC is said in the time zone of the person, which is named before',
    async () => {
      const options = { session: me.token, timezoneId: 'Asia/Tokyo' };
      const { page } = await browser.open(`${t.origin}/console/posts/new?profile=${me.profile.id}`, options);
      await page.getByText('Publish later').click();
      await page.getByText('Your time zone: Asia/Tokyo (UTC+9)').waitFor();
      await page.goto(`${t.origin}/console/api-keys/new`);
      await page.getByText('Your time zone: Asia/Tokyo (UTC+9)').waitFor();
      await page.getByLabel('Expires').fill('2031-05-01');
      await page.getByText(/Friday,? 2 May 2031 at 09:00/).waitFor();
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
