import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../src/core/scopes.ts';
import { SCOPE_PRESETS, scopesInWords } from '../../src/web/console/scope-choices.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeKey, makeMember, makeProfile, unique } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';
import { signedIn } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const run = promisify(execFile);
/** Runs a command from the page as a reader would paste it. */
async function inShell(line: string) {
  const { stdout } = await run('bash', ['-c', `${line} --silent --show-error`]);
  return JSON.parse(stdout);
}

const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

describe('API keys in a browser', () => {
  it(
    'creates a key, runs its commands, narrows, rotates and revokes it',
    async () => {
      const member = await makeMember(t, { name: 'Rossi bakery' });
      const other = await makeProfile(t, member, { name: 'Robin Example', username: unique('robin') });
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, '/console/api-keys');
      await page.getByText('No API keys yet.').waitFor();
      await holds(page, 'keys-none');
      await page.getByRole('link', { name: 'Create API key' }).click();
      await holds(page, 'keys-new');
      await page.getByLabel('Name', { exact: true }).fill('Posts of the bakery');
      await page.getByLabel('Custom').check();
      await page.getByRole('group', { name: 'Feed' }).getByLabel(/^Read/).check();
      await page.getByRole('group', { name: 'Posts' }).getByLabel('Write').check();
      await page.getByLabel('Rossi bakery').check();
      await page.getByLabel('Drafts only: I approve').check();
      await page.getByLabel('Expires').fill('2099-12-31');
      await holds(page, 'keys-new-filled');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('heading', { name: 'Key created' }).waitFor();
      await holds(page, 'keys-secret');
      await page.getByRole('button', { name: 'Copy secret' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const secret = await copied(page);
      expect(secret).toMatch(/^pn_\w+$/);

      await page.getByRole('button', { name: 'Copy command', exact: true }).click();
      const plain = await inShell(await copied(page));
      expect(plain.data.principal).toMatchObject({ type: 'api_key', name: 'Posts of the bakery' });
      expect(plain.data.scopes.sort()).toEqual(['feed:read', 'posts:write']);
      expect(plain.data.profiles).toMatchObject([{ permissions: ['drafting'] }]);
      await page.getByRole('button', { name: 'Copy command with profile' }).click();
      expect((await inShell(await copied(page))).data.active_profile_id).toBe(member.profile.id);

      await page.getByRole('link', { name: 'Done' }).click();
      expect(await page.content()).not.toContain(secret);
      await page.locator('.lean-rows p', { hasText: 'Posts (write), Feed (read)' }).waitFor();
      await holds(page, 'keys-list');
      await page.getByRole('link', { name: 'Posts of the bakery' }).click();
      await holds(page, 'keys-edit');
      expect(await page.getByRole('group', { name: 'Feed' }).getByLabel(/^Read/).isChecked()).toBe(true);
      await page.getByRole('radio', { name: /^Posts and comments/ }).check();
      await page.getByLabel('Robin Example').check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('API key updated').waitFor();
      const me = (await t.call('GET', '/v1/me', { token: secret })).json.data;
      expect(me.scopes.sort()).toEqual(['comments:read', 'comments:write', 'posts:read', 'posts:write']);
      expect(me.profiles.map((item: { profile: { id: string } }) => item.profile.id).sort()).toEqual(
        [member.profile.id, other.id].sort(),
      );

      await page.getByRole('link', { name: 'Posts of the bakery' }).click();
      await page.getByLabel('Old secret').selectOption('3600');
      await page.getByRole('button', { name: 'Create a new secret' }).click();
      await page.getByRole('heading', { name: 'New secret created' }).waitFor();
      const renewed = (await page.locator('#secret').textContent())!.trim();
      expect(renewed).not.toBe(secret);
      for (const token of [secret, renewed]) expect((await t.call('GET', '/v1/me', { token })).status).toBe(200);

      await page.goto(`${t.origin}/console/api-keys`);
      await page.getByRole('link', { name: 'Posts of the bakery' }).click();
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Revoke this key' }).click();
      await page.getByText('API key revoked').waitFor();
      await holds(page, 'keys-ended');
      for (const token of [secret, renewed]) expect((await t.call('GET', '/v1/me', { token })).status).toBe(401);
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it('starts with the acting profile, and says what a key without one can’t do', async () => {
    const member = await makeMember(t);
    const shop = await makeProfile(t, member, { name: 'Shop' });
    const visitor = signedIn(t, member);
    const { html } = await visitor.get(`/console/api-keys/new?profile=${shop.id}`);
    expect(html).toContain(`name="profile" value="${shop.id}" checked`);
    expect(html).not.toContain(`name="profile" value="${member.profile.id}" checked`);
    const fields = { name: 'No profile', preset: 'posts', use: 'program', once: crypto.randomUUID(), ends: '' };
    expect((await visitor.post('/console/api-keys/new', fields)).text).toContain('This key has no profile');
    const withOne = { ...fields, once: crypto.randomUUID(), profile: shop.id };
    expect((await visitor.post('/console/api-keys/new', withOne)).text).not.toContain('This key has no profile');
  });

  it(
    'keeps the input of a rejected form, and opens the scope table by keyboard',
    async () => {
      const member = await makeMember(t);
      const { page } = await signInBy(browser, t.origin, member, '/console/api-keys/new');
      await page.getByLabel('Name', { exact: true }).fill('A very long name of a key '.repeat(5));
      await page.getByRole('radio', { name: /^Posts and comments/ }).focus();
      for (let i = 0; i < SCOPE_PRESETS.length; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.value')).toBe('all:read');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Use at most 80 characters.').waitFor();
      await page.getByText('Choose at least one.').waitFor();
      await holds(page, 'keys-refused');
      expect(await page.getByLabel('Custom').isChecked()).toBe(true);
      expect(await page.getByLabel(member.profile.name).isChecked()).toBe(true);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

describe('API keys by hand', () => {
  async function signedIn() {
    const member = await makeMember(t);
    const visitor = new Visitor(t.origin);
    const { token } = formOf((await visitor.request('/console/sign-in')).text);
    await visitor.post('/console/sign-in', { token, email: member.email, password: member.password, next: '' });
    const page = (await visitor.request('/console/api-keys/new')).text;
    const once = /name="once" value="([^"]+)"/.exec(page)![1]!;
    const fields = { name: 'k', preset: 'look', profile: member.profile.id, ends: '' };
    return { member, visitor, form: { ...fields, token: /name="token" value="([^"]+)"/.exec(page)![1]!, once } };
  }

  it('creates one key for a form that is sent twice, and forbids caching', async () => {
    const { visitor, form, member } = await signedIn();
    const answers = [
      await visitor.post('/console/api-keys/new', form),
      await visitor.post('/console/api-keys/new', form),
    ];
    const secrets = answers.map(({ text }) => /id="secret">([^<]+)</.exec(text)?.[1]);
    expect(secrets[0]).toBe(secrets[1]);
    expect(answers[0]!.headers.get('cache-control')).toBe('private, no-store');
    const keys = (await t.call('GET', '/v1/api-keys', { token: member.token })).json.data.items;
    expect(keys).toHaveLength(1);
    expect(keys[0].scopes).toEqual(['all:read']);
  });

  it('explains why a form was rejected', async () => {
    const { visitor, form } = await signedIn();
    const past = await visitor.post('/console/api-keys/new', { ...form, once: 'a', ends: '2020-01-01' });
    expect([past.status, /This must be in the future/.test(past.text)]).toEqual([422, true]);
    const nonsense = await visitor.post('/console/api-keys/new', { ...form, once: 'b', ends: 'soon' });
    expect([nonsense.status, /Enter a valid date/.test(nonsense.text)]).toEqual([422, true]);
    const stranger = (await makeMember(t)).profile.id;
    const others = await visitor.post('/console/api-keys/new', { ...form, once: 'c', profile: stranger });
    expect([others.status, /You don’t have permission to do this/.test(others.text)]).toEqual([422, true]);
    const unknown = await visitor.request('/console/api-keys/nothing');
    expect([unknown.status, unknown.text.includes('<html')]).toEqual([404, true]);
    const foreign = await visitor.post('/console/api-keys/new', { ...form, token: 'x' });
    expect([foreign.status, foreign.text.includes('id="secret"')], 'shown again, and nothing is created').toEqual([
      422,
      false,
    ]);
  });

  it('finds keys beyond the first page, and links to the next page', async () => {
    const { member, visitor } = await signedIn();
    const oldest = await makeKey(t, member, { name: 'the oldest' });
    for (let i = 0; i < 20; i++) await makeKey(t, member, { name: `<b>key</b> ${i}` });
    const first = await visitor.request('/console/api-keys');
    expect(first.text).not.toContain('the oldest');
    expect(first.text).not.toContain('<b>key');
    const older = /href="([^"]+)">Next page/.exec(first.text)![1]!.replaceAll('&amp;', '&');
    expect((await visitor.request(older)).text).toContain('the oldest');
    expect((await visitor.request(`/console/api-keys/${oldest.id}`)).text).toContain('the oldest');
  });
});

it('describes every scope that can be granted', () => {
  for (const scope of ALL_SCOPES) expect(scopesInWords([scope])).toHaveLength(1);
  expect(scopesInWords(['posts:all', 'feed:all'])).toEqual(['Posts (read and write)', 'Feed (read and write)']);
});
