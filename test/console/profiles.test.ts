import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_LOOKS, useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember, makeProfile, signUp, unique } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { grantAccess } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const read = async (member: { token: string }, id: string) =>
  (await t.call('GET', `/v1/profiles/${id}`, { token: member.token })).json.data;

describe('profiles in the console', () => {
  it(
    'leads a new account to its first profile, and explains why a username is unavailable',
    async () => {
      const account = await signUp(t);
      const taken = await makeMember(t);
      const { page, complaints, strangers } = await signInBy(browser, t.origin, account, '/console/profiles');
      await holds(page, 'profiles-none');
      await page.getByRole('link', { name: 'Create your first profile' }).click();
      await page.getByRole('heading', { name: 'New profile' }).waitFor();
      await holds(page, 'profile-new');
      await page.getByLabel('A company').check();
      await page.getByLabel('Name', { exact: true }).fill('Baker & <b>Sons</b>');
      await page.getByLabel('Username').fill(taken.profile.username);
      await page.getByRole('button', { name: 'Create profile' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Baker & <b>Sons</b>');
      expect(await page.getByLabel('A company').isChecked()).toBe(true);
      expect(await page.locator('#username-problem').textContent()).toContain('It is in use');
      await holds(page, 'profile-new-refused');
      await page.getByLabel('Username').fill('support');
      await page.getByLabel('Username').press('Enter');
      await page.getByText('Choose a different username.').waitFor();
      await page.getByLabel('Username').fill('no spaces please');
      await page.getByLabel('Username').press('Enter');
      await page.locator('#username-problem').getByText('Use letters (a–z) and digits').waitFor();
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422', '422', '422']);
      const username = unique('b');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Username').press('Enter');
      await page.getByText('Profile created.').waitFor();
      await page.getByRole('link', { name: 'Profiles', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Baker & <b>Sons</b>' }).waitFor();
      expect(await page.locator('.lean-rows .tag').allInnerTexts()).toEqual(['Company']);
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'edits every field, with a preview of unsaved changes',
    async () => {
      const member = await makeMember(t, { name: 'Robin Example' });
      const path = `/console/profiles/${member.profile.id}`;
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, path);
      await page.getByLabel('Name', { exact: true }).fill('Robin <i>Baker</i>');
      await page.getByLabel('Short name').fill('Rob');
      await page.getByLabel('Headline').fill('Bakes bread');
      await page
        .getByLabel('About')
        .fill('Two ovens.\n<script>alert(1)</script> See https://bread.example/why?a=1&b=2.');
      await page.getByLabel('Country').selectOption({ label: 'Portugal' });
      await page.getByLabel('State or region').selectOption({ label: 'Lisbon' });
      await page.getByRole('combobox', { name: 'City' }).fill('Sintra');
      await page.locator('#card-text').getByText('Sintra, Lisbon, Portugal').waitFor();
      const preview = page.locator('#card-text');
      expect(await preview.locator('.name').textContent()).toBe('Robin <i>Baker</i>');
      expect(await preview.locator('.prose').textContent()).toContain('<script>alert(1)</script>');
      expect(await preview.locator('.prose a').getAttribute('href')).toBe('https://bread.example/why?a=1&b=2');
      expect(await preview.locator('.prose a').getAttribute('rel')).toBe('nofollow ugc noopener noreferrer');
      expect(await read(member, member.profile.id)).toMatchObject({ name: 'Robin Example', bio: null });
      await holds(page, 'profile-edit', ALL_LOOKS);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await read(member, member.profile.id)).toMatchObject({
        name: 'Robin <i>Baker</i>',
        call_name: 'Rob',
        occupation: 'Bakes bread',
        bio: 'Two ovens.\n<script>alert(1)</script> See https://bread.example/why?a=1&b=2.',
        location: { country_code: 'PT', state_code: '11', city_name: 'Sintra' },
      });
      expect(await page.getByLabel('About').inputValue()).toContain('Two ovens.\n<script>');
      // Saved fields can be cleared.
      await page.getByLabel('Country').selectOption('');
      await page.getByLabel('State or region').waitFor({ state: 'detached' });
      await page.getByLabel('About').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForLoadState();
      await expect
        .poll(async () => read(member, member.profile.id))
        .toMatchObject({ bio: null, location: { country_code: null } });
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'shows problems next to their fields, and keeps the input',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}`;
      const { page, complaints } = await signInBy(browser, t.origin, member, path);
      await page.getByLabel('Country').selectOption({ label: 'Portugal' });
      await page.getByLabel('State or region').selectOption({ label: 'Lisbon' });
      await page.getByRole('combobox', { name: 'City' }).fill('Atlantis');
      await page.getByLabel('Headline').fill('x'.repeat(121));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Use at most 120 characters.').waitFor();
      await page.getByLabel('Headline').fill('Sails');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Choose a city in that country.').waitFor();
      expect(await page.getByLabel('Headline').inputValue()).toBe('Sails');
      expect(await page.getByRole('combobox', { name: 'City' }).inputValue()).toBe('Atlantis');
      await holds(page, 'profile-edit-refused');
      expect(complaints.map((line) => line.slice(0, 3))).toEqual(['422', '422']);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'of others can be edited only with `profile_editing`, and are hidden without a grant',
    async () => {
      const owner = await makeMember(t, { name: 'Owner Example' });
      const [editor, writer, nobody] = [await makeMember(t), await makeMember(t), await makeMember(t)];
      await grantAccess(t, owner, editor, ['profile_editing']);
      await grantAccess(t, owner, writer, ['posting', 'messaging']);
      const path = `/console/profiles/${owner.profile.id}`;

      const mayEdit = await signInBy(browser, t.origin, editor, path);
      await mayEdit.page.getByLabel('Headline').fill('Edited by a manager');
      await mayEdit.page.getByRole('button', { name: 'Save' }).click();
      await mayEdit.page.getByText('Saved.').waitFor();
      expect(await read(owner, owner.profile.id)).toMatchObject({ occupation: 'Edited by a manager' });

      const mayWrite = await signInBy(browser, t.origin, writer, path);
      await mayWrite.page.getByText('You can’t edit this profile.').waitFor();
      expect(await mayWrite.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
      await holds(mayWrite.page, 'profile-of-another');
      await mayWrite.page.goto(`${t.origin}/console/profiles`);
      await mayWrite.page.getByText('Your permissions: messaging, posting.').waitFor();
      await holds(mayWrite.page, 'profiles-of-another');

      const stranger = await signInBy(browser, t.origin, nobody, '/console');
      for (const id of [owner.profile.id, 'nonsense', '00000000-0000-7000-8000-000000000000']) {
        expect((await stranger.page.goto(`${t.origin}/console/profiles/${id}`))!.status()).toBe(404);
      }
      for (const { page } of [mayEdit, mayWrite, stranger]) await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'are listed in pages, with long names',
    async () => {
      const account = await signUp(t);
      const long = `${'Confederation of Independent Bakers '.repeat(2)}Ltd`;
      for (let n = 0; n < 21; n++) await makeProfile(t, account, { name: n === 20 ? long : `Profile ${n}` });
      const { page } = await signInBy(browser, t.origin, account, '/console/profiles');
      expect(await page.locator('.lean-rows li').count()).toBe(20);
      const [{ id }] = (await t.pool.query("select id from profiles where name = 'Profile 19'")).rows;
      await t.pool.query('update profiles set suspended_at = now() where id = $1', [id]);
      t.deps.credentialCache.evictAccount(account.accountId);
      await page.reload();
      expect(await page.locator('.lean-rows li', { hasText: 'Suspended' }).locator('h2 a').allTextContents()).toEqual([
        'Profile 19',
      ]);
      await holds(page, 'profiles');
      expect((await page.goto(`${t.origin}/console/profiles/${id}`))!.status()).toBe(403);
      await page.getByText('suspended this profile').waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Next page' }).click();
      await page.getByRole('heading', { name: 'Profile 0' }).waitFor();
      expect(await page.locator('.lean-rows li').count()).toBe(1);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
