import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember, unique } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.className');

describe('forms', () => {
  it(
    'focus the first field, then the problem, and can show a password',
    async () => {
      const { page } = await browser.open(`${t.origin}/console/sign-in`);
      await expect.poll(() => focused(page)).toBe('email');
      await page.getByLabel('E-mail address').fill('nobody@example.com');
      const password = page.getByLabel('Password');
      await password.fill('not the password');
      await page.getByRole('button', { name: 'Show what you type' }).click();
      expect(await password.getAttribute('type')).toBe('text');
      await password.press('Enter');
      await page.getByText('Wrong e-mail or password.').waitFor();
      await expect.poll(() => focused(page)).toBe('problem');
      expect(await password.getAttribute('type')).toBe('password');
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'propose a username, check it, and ask before typed text is lost',
    async () => {
      const member = await makeMember(t, { name: 'Taken' });
      const { page } = await signInBy(browser, t.origin, member, '/console/profiles/new');
      const username = page.getByLabel('Username');
      const word = unique('zoe');
      await page.getByLabel('Name', { exact: true }).pressSequentially(`Zoë ${word} & Sons`);
      expect(await username.inputValue()).toBe(`zoe-${word}-sons`);
      await page.getByText('Available').waitFor();
      const other = await makeMember(t);
      await username.fill(other.profile.username.toUpperCase());
      expect(await username.inputValue()).toBe(other.profile.username);
      await page.getByText('This username is taken.').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Another name');
      expect(await username.inputValue()).toBe(other.profile.username);
      await page.getByRole('button', { name: 'Create profile' }).click();
      await page.getByRole('alert').getByRole('link', { name: 'Username' }).click();
      await expect.poll(() => focused(page)).toBe('username');
      await username.fill('something');
      const asked = new Promise<string>((resolve) => {
        page.on('dialog', (dialog) => dialog.accept().then(() => resolve(dialog.type())));
      });
      await page.getByRole('link', { name: 'Cancel' }).click();
      expect(await asked).toBe('beforeunload');
      await page.waitForURL(`${t.origin}/console/profiles`);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it('say what a username is made of, once it can’t become one', async () => {
    const visitor = signedIn(t, await makeMember(t));
    const about = async (word: string) => (await visitor.get(`/console/username?username=${word}`)).text;
    for (const word of ['ab%20c', 'Mara%20Lind!', 'zo%C3%AB'])
      expect(await about(word), word).toMatch(/Use letters \(a–z\)/);
    for (const word of ['', 'ab', 'ada-']) expect(await about(word), word).not.toMatch(/This username|Use letters/);
  });

  it('say of a username what the form would say', async () => {
    const member = await makeMember(t, { username: 'm1riam-0rtiz' });
    const visitor = signedIn(t, member);
    const { id, username } = member.profile;
    const about = async (word: string, of = '') =>
      /This .*\.|Available/.exec(
        (await visitor.get(`/console/username?username=${word}${of && `&profile=${of}`}`)).text,
      )?.[0];
    for (const word of ['support', 'supp0rt']) expect(await about(word), word).toBe('This username is reserved.');
    for (const word of [username, 'miriam-ortiz', 'm1riam_0rtiz']) {
      expect(await about(word), word).toBe('This username is taken.');
    }
    expect(await about(username, id)).toBe('This is the username now.');
    for (const word of ['miriam-ortiz', 'm1riam_0rtiz']) {
      expect(await about(word, id), word).toBe('Available');
    }
    const other = await makeMember(t);
    expect(await about('miriam-ortiz', other.profile.id)).toBe('This username is taken.');
    await t.call('DELETE', `/v1/profiles/${other.profile.id}`, { token: other.token });
    expect(await about(other.profile.username)).toBe('This username is taken.');
  });
});

it(
  'the menu closes with Escape and with a click elsewhere',
  async () => {
    const { page } = await signInBy(browser, t.origin, await makeMember(t));
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${t.origin}/console`);
    const menu = page.getByRole('navigation', { name: 'All pages' });
    await page.getByLabel('Menu').click();
    expect(await menu.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menu.isVisible()).toBe(false);
    await page.getByLabel('Menu').click();
    await page.locator('.brand').click({ noWaitAfter: true });
    await menu.waitFor({ state: 'hidden' });
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'times are local with a script, and UTC without one',
  async () => {
    const member = await makeMember(t);
    const { id } = await makePost(t, as(member));
    await t.pool.query("update posts set published_at = '2026-01-31T20:30:00Z' where id = $1", [id]);
    const post = `${t.origin}/posts/${id}`;
    expect(await (await fetch(post)).text()).toContain('31 Jan 2026, 20:30 UTC</time>');
    const { page, complaints } = await browser.open(post, { timezoneId: 'Asia/Tokyo' });
    const time = page.locator('article .when time');
    expect(await time.textContent()).toBe('1 February 2026 at 05:30');
    expect(await time.getAttribute('title')).toContain('Sunday');
    await holds(page, 'post-local');
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'the time of a scheduled post is exact and has a time zone, in the list and in the form',
  async () => {
    const member = await makeMember(t);
    const day = new Date(t.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const { id } = await makePost(t, as(member), { scheduled_at: `${day}T20:30:00.000Z` });
    const list = '/console/posts?status=scheduled';
    const form = `/console/posts/${member.profile.id}/${id}`;
    for (const path of [list, form]) {
      const { html } = await signedIn(t, member).get(path);
      expect(html).toMatch(new RegExp(`<time datetime="${day}T20:30:00.000Z"[^>]*>\\d+ \\w+ \\d{4}, 20:30 UTC</time>`));
    }
    const signIn = `${t.origin}/console/sign-in?next=${encodeURIComponent(list)}`;
    const { page, complaints } = await browser.open(signIn, { timezoneId: 'Asia/Kolkata' });
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${t.origin}${list}`);
    const exact = /^\w{3}, \d+ \w+ \d{4}(,| at) 02:00 GMT\+5:30$/;
    expect(await page.locator('main time').textContent()).toMatch(exact);
    await holds(page, 'posts-scheduled');
    await page.goto(`${t.origin}${form}`);
    expect(await page.locator('main time').textContent()).toMatch(exact);
    await page.getByText('02:00 GMT+5:30, your time').waitFor();
    await holds(page, 'post-scheduled');
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it('shows the current tab where tabs scroll', async () => {
  const { page } = await signInBy(browser, t.origin, await makeMember(t), '/console/search');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${t.origin}/console/network/muted`);
  const tab = page.locator('.tabs [aria-current]');
  expect(await tab.textContent()).toBe('Muted');
  await expect
    .poll(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360;
    })
    .toBe(true);
  await page.context().close();
});
