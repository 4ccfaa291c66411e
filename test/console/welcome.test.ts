import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember, makeProfile, signUp, unique } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, pictures, send } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const WELCOME = '/home/welcome';

describe('the first steps', () => {
  it('lead from the profile over a picture and members to a first post, and each can be skipped', async () => {
    const account = await signUp(t);
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [account.accountId]);
    const visitor = signedIn(t, account);
    const start = (await visitor.get(WELCOME)).location!;
    expect(start).toBe(`/console/profiles/new?next=${encodeURIComponent(WELCOME)}`);
    expect((await visitor.get(start)).text).toContain('Who are you?');
    const username = unique('new');
    const made = await visitor.post('/console/profiles/new', {
      type: 'human',
      name: 'Robin Baker',
      username,
      occupation: 'Baker',
      next: WELCOME,
    });
    expect(made.location).toBe(WELCOME);
    expect((await t.call('GET', `/v1/profiles/${username}`)).json.data.occupation).toBe('Baker');
    await makeMember(t);
    for (const [step, words, next] of [
      ['', 'Step 2 of 5', `${WELCOME}?step=people`],
      ['?step=people', 'Step 3 of 5', `${WELCOME}?step=hello`],
      ['?step=hello', 'Step 4 of 5', '/home/agent'],
    ] as const) {
      const page = await visitor.get(`${WELCOME}${step}`);
      expect(page.text, step).toContain(words);
      expect(page.html, step).toContain(`href="${next}"`);
      expect(page.html, 'nothing leads away but to finish later').not.toMatch(/class="(places|foot)"/);
    }
    const picture = await visitor.get(WELCOME);
    expect(picture.html, 'the picture itself is what is chosen').toContain('drop-face');
    expect(picture.html, 'a profile is created once').not.toContain('>Back<');
    expect((await visitor.get(`${WELCOME}?step=hello`)).html).toContain(`href="${WELCOME}?step=people">Back<`);
    const last = await visitor.get('/home/agent');
    expect(last.text).toContain('Step 5 of 5');
    expect(last.html).toContain('aria-label="An example"');
  });
});

it('offers to follow all members of the step at once', async () => {
  for (let i = 0; i < 2; i++) await makeMember(t);
  const member = await makeMember(t);
  const visitor = signedIn(t, member);
  expect((await visitor.get(`${WELCOME}?step=people`)).html).toContain(`action="${WELCOME}/follow"`);
  expect((await visitor.post(`${WELCOME}/follow`, {})).location).toBe(`${WELCOME}?step=people`);
  const page = await visitor.get(`${WELCOME}?step=people`);
  expect(page.html).not.toContain('value="follow"');
  expect(page.html).toContain('value="unfollow"');
});

describe('an agent that works for somebody', () => {
  it(
    'gets a key for drafts only, whose first draft is run, shown and approved in two clicks',
    async () => {
      const member = await makeMember(t, { name: 'Mara Lind' });
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, '/home/agent');
      await holds(page, 'agent-start');
      await page.getByRole('button', { name: 'Show a first draft' }).click();
      await page.locator('.welcome-draft').getByText('Hello, I am Mara Lind').waitFor();
      await holds(page, 'agent-draft');
      await page.getByText('Connect your own agent').click();
      await page.locator('#agent-secret').waitFor();
      await holds(page, 'agent-key');
      await page.locator('.step-buttons').getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Post approved.').waitFor();
      await page.getByRole('heading', { name: 'An agent works for you' }).waitFor();
      await page.getByText('It is published, and marked: “Written by AI”.').waitFor();
      await holds(page, 'agent-approved');
      await page.goto(`${t.origin}/home`);
      expect(
        await page
          .locator('.aside')
          .getByRole('link', { name: /three clicks/ })
          .count(),
      ).toBe(0);
      const { items } = (await t.call('GET', `/v1/profiles/${member.profile.id}/posts`)).json.data;
      expect(items).toMatchObject([{ status: 'published', ai_disclosure: 'generated' }]);
      const [key] = (await t.call('GET', '/v1/api-keys', { token: member.token })).json.data.items;
      expect(key).toMatchObject({ for_agent: true, permissions: ['drafting'], profile_ids: [member.profile.id] });
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it('approves here only what the page shows whole, and sends to Approvals for the rest', async () => {
    const member = await makeMember(t);
    const body = { name: 'Agent', scopes: ['posts:all'], profile_ids: [member.profile.id], permissions: ['drafting'] };
    const { secret } = (await t.call('POST', '/v1/api-keys', { token: member.token, body })).json.data;
    const draft = (text: string) =>
      t.call('POST', '/v1/posts', { token: secret, as: member.profile.id, body: { body: text } });
    expect((await draft('Short')).json.data.status).toBe('pending_approval');
    expect((await signedIn(t, member).get('/home/agent')).text).toContain('Approve');
    await draft(`${'word '.repeat(80)}the end`);
    const { html } = await signedIn(t, member).get('/home/agent');
    expect(html, 'only the newest').not.toContain('action="/home/agent/approve"');
    expect(html).toContain('Read all of it, then decide');
  });
});

describe('pictures of a post', () => {
  it(
    'open over the page, with keys and their descriptions, and the menu changes profile and theme',
    async () => {
      const member = await makeMember(t, { name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau' });
      await makeProfile(t, member, { name: 'إبراهيم الحسيني' });
      const picture = await jpeg({ width: 400, height: 300 });
      const made = await send(t, as(member), [
        { name: 'body', value: 'Two' },
        ...pictures(picture),
        { name: 'alt_text', value: 'A red door' },
        ...pictures(picture),
      ]);
      expect(made.status, made.text).toBe(201);
      const { page, complaints } = await signInBy(browser, t.origin, member, `/posts/${made.json.data.id}`);
      await holds(page, 'post-long-name');
      await page.locator('.pictures a').first().click();
      const viewer = page.locator('dialog.viewer');
      expect(await viewer.textContent()).toContain('1 of 2');
      expect(await viewer.locator('figcaption').textContent()).toBe('A red door');
      await holds(page, 'viewer');
      await page.keyboard.press('ArrowRight');
      expect(await viewer.locator('.place').textContent()).toBe('2 of 2');
      await page.keyboard.press('Escape');
      expect(await page.evaluate("document.activeElement.matches('.pictures a')")).toBe(true);

      await page.locator('.account > summary').click();
      await holds(page, 'account-menu');
      await page.getByRole('button', { name: 'Dark', exact: true }).click();
      await page.reload();
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
      await page.locator('.account > summary').click();
      await page.getByRole('button', { name: 'System', exact: true }).click();
      await page.getByRole('link', { name: 'إبراهيم الحسيني' }).click();
      await page.waitForURL(/switch=yes/);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
