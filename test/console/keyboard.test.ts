import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/console.ts';
import { type DemoPages, startDemoPages } from '../support/demo-pages.ts';
import { dispatch } from '../support/events.ts';
import { follow } from '../support/follows.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { type Member, makeMember, PASSWORD, unique } from '../support/members.ts';
import { as, makeContacts, makePost } from '../support/posts.ts';

const browser = useBrowser();
let demo: DemoPages;
beforeAll(async () => {
  demo = await startDemoPages();
}, PATIENCE_MS);

const open = (path: string, session?: string) =>
  browser.open(demo.t.origin + path, session === undefined ? {} : { session });
const said = (page: Page, words: string) => page.getByText(words).first().waitFor();
const arrived = (page: Page, path: RegExp | string) =>
  page.waitForURL(typeof path === 'string' ? `${demo.t.origin}${path}` : path);

describe('by keyboard alone', () => {
  it(
    'a new member signs up, says hello and follows somebody',
    async () => {
      const { page, complaints } = await open('/');
      const keys = keyboardOf(page);
      await keys.press('link', 'Create an account');
      await keys.type('E-mail address', `${unique('robin')}@example.com`);
      await keys.type('Password', PASSWORD);
      await page.keyboard.press('Enter');
      await arrived(page, /\/console\/profiles\/new/);
      await keys.type('Name', 'Robin Baker');
      await page.keyboard.press('Enter');
      await said(page, 'Step 2 of 5');
      await keys.press('link', 'Skip');
      await said(page, 'Step 3 of 5');
      await keys.press('button', /^Follow @/);
      await page.getByRole('button', { name: /^Following @.*: unfollow$/ }).waitFor();
      await keys.press('link', 'Continue with 1');
      await said(page, 'Step 4 of 5');
      await keys.type('Your first post', 'Hello, I bake bread.');
      await keys.press('button', 'Post and continue');
      await said(page, 'Post published.');
      await said(page, 'Step 5 of 5');
      await keys.press('link', 'Finish later');

      await keys.open('More for the post by @robin-baker');
      await keys.press('link', 'Remove');
      await keys.press('button', /Remove/);
      await said(page, 'removed');
      expect([keys.unseen, complaints]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'a member finds others, asks for contact, reacts, comments, quotes, writes, reports and blocks',
    async () => {
      const robin = await makeMember(demo.t, { name: 'Robin Baker' });
      const { page, complaints } = await open('/console/search', robin.token);
      const keys = keyboardOf(page);
      await keys.type(/^Search people/, 'aiko');
      await page.keyboard.press('Enter');
      await arrived(page, /q=aiko/);
      await keys.press('button', 'Follow @aiko-tanaka');
      await said(page, 'Followed.');
      await keys.open('More for @aiko-tanaka');
      await keys.open('Request contact with @aiko-tanaka');
      await keys.type(/^Message to/, 'We met at the fair.');
      await keys.press('button', 'Send request');
      await said(page, 'Contact request sent.');

      await page.goto(`${demo.t.origin}/home`);
      const post = page.locator('article').first();
      await keys.to(post.getByRole('button', { name: /^Like/ }));
      await page.keyboard.press('Enter');
      await post.getByRole('button', { name: /^Like/, pressed: true }).waitFor();
      await keys.open('Choose a reaction to the post by @aiko-tanaka');
      await keys.press('button', 'Celebrate');
      await post.getByRole('button', { name: /^Celebrate \d/ }).waitFor();
      await keys.press('link', /^Comment on the post by @aiko-tanaka/);
      await page.locator('#answer:focus').waitFor();
      await page.keyboard.type('I will try this.');
      await keys.press('button', 'Comment');
      await said(page, 'Comment published.');
      await keys.press('link', /^Quote the post/);
      await page.locator('#body:focus').waitFor();
      await page.keyboard.type('Read this.');
      await keys.press('button', 'Post');
      await said(page, 'Post published.');

      await page.goto(`${demo.t.origin}/@aiko-tanaka`);
      await keys.press('link', 'Message');
      await keys.type('Message to Aiko Tanaka', 'Hello Aiko');
      await keys.press('button', 'Send');
      await page.locator('.bubble', { hasText: 'Hello Aiko' }).waitFor();

      await page.goto(`${demo.t.origin}/@nordbau-studio`);
      await keys.open('More for @nordbau-studio');
      await keys.press('link', 'Report');
      await keys.choose('Spam or a scam');
      await keys.press('button', 'Send report');
      await said(page, 'Report sent.');
      await page.goto(`${demo.t.origin}/@nordbau-studio`);
      page.once('dialog', (dialog) => dialog.accept());
      await keys.open('More for @nordbau-studio');
      await keys.press('button', 'Block @nordbau-studio');
      await page.getByRole('button', { name: 'Unblock @nordbau-studio' }).waitFor();
      expect([keys.unseen, complaints]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS * 2,
  );

  it(
    'a member answers a request, reads notifications, creates a key and approves a draft',
    async () => {
      const [robin, asking] = [
        await makeMember(demo.t, { name: 'Robin' }),
        await makeMember(demo.t, { name: 'Asker' }),
      ];
      const body = { profile_id: robin.profile.id, message: 'Hello' };
      await demo.t.call('POST', '/v1/contact-requests', { ...as(asking), body });
      const { id } = await makePost(demo.t, as(robin), { body: 'Fresh rolls' });
      await demo.t.call('POST', `/v1/posts/${id}/comments`, { ...as(asking), body: { body: 'Any left?' } });
      await dispatch(demo.t);
      const { page, complaints } = await open('/console/notifications', robin.token);
      const keys = keyboardOf(page);
      await keys.press('button', 'Accept');
      await said(page, 'Request accepted.');
      await keys.press('link', 'Reply');
      await page.locator('#answer:focus').waitFor();
      await page.keyboard.type('Three.');
      await keys.press('button', 'Reply');
      await said(page, 'Comment published.');
      await follow(demo.t, asking, robin);
      await dispatch(demo.t);
      await page.goto(`${demo.t.origin}/console/notifications`);
      await keys.press('button', 'Mark all as read');
      await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });

      await page.goto(`${demo.t.origin}/home/agent`);
      await keys.press('button', 'Show a first draft');
      await page.locator('.welcome-draft').waitFor();
      await keys.press('button', 'Approve');
      await said(page, 'Post approved.');
      await page.goto(`${demo.t.origin}/console/api-keys/new`);
      await keys.type('Name', 'Bakery posts');
      await keys.press('button', 'Create key');
      await page.getByRole('button', { name: /^Copy/ }).first().waitFor();
      expect([keys.unseen, complaints]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

describe('from a notification', () => {
  let robin: Member;
  beforeAll(async () => {
    const fan = await makeMember(demo.t, { name: 'Fan Example' });
    robin = await makeMember(demo.t, { name: 'Robin' });
    await makeContacts(demo.t, robin, fan);
    const { id } = await makePost(demo.t, as(robin), { body: 'Fresh rolls' });
    await demo.t.call('POST', `/v1/posts/${id}/comments`, { ...as(fan), body: { body: 'Any left?' } });
    await dispatch(demo.t);
  });

  /** Opens the notifications, and does what `act` does with each click counted. */
  async function clicks(act: (page: Page, click: (name: RegExp | string) => Promise<void>) => Promise<void>) {
    const { page, complaints } = await open('/console/notifications', robin.token);
    let count = 0;
    const click = async (name: RegExp | string) => {
      count++;
      const target = page.getByRole('link', { name }).or(page.getByRole('button', { name })).or(page.getByLabel(name));
      await page.locator('main').locator(target).first().click();
    };
    await act(page, click);
    expect(complaints).toEqual([]);
    await page.context().close();
    return count;
  }

  it(
    'a reply, a reaction, a message and the form of a report take at most three clicks',
    async () => {
      const reply = await clicks(async (page, click) => {
        await click('Reply');
        await page.locator('#answer').fill('Three.');
        await click(/^Reply$/);
        await said(page, 'Comment published.');
      });
      const reaction = await clicks(async (page, click) => {
        await click('commented on your post');
        await click(/^Like/);
        await page.getByRole('button', { name: /^Like/, pressed: true }).waitFor();
      });
      const message = await clicks(async (page, click) => {
        await click('Fan Example');
        await click('Message');
        await page.getByLabel('Message to Fan Example').fill('Come by.');
        await click('Send');
        await page.locator('.bubble', { hasText: 'Come by.' }).waitFor();
      });
      const report = await clicks(async (page, click) => {
        await click('commented on your post');
        await click(/^More for the comment by @/);
        await click('Report');
        await page.getByRole('radio', { name: 'Spam or a scam' }).waitFor();
      });
      expect({ reply, reaction, message, report }).toEqual({ reply: 2, reaction: 2, message: 3, report: 3 });
    },
    PATIENCE_MS,
  );
});
