import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { png } from '../support/pictures.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

describe('access in a browser', () => {
  it(
    'invites an agent, returns and publishes its draft, changes its access and revokes it',
    async () => {
      const [owner, agent] = [await makeMember(t, { name: 'Rossi bakery' }), await makeMember(t, { name: 'Quill' })];
      const mine = await signInBy(browser, t.origin, owner, `/console/access/${owner.profile.id}`);
      await mine.page.getByText('Only the owner has access.').waitFor();
      await mine.page.getByLabel('Username').fill('nobody-of-that-name');
      await mine.page.getByRole('button', { name: 'Invite' }).click();
      await mine.page.getByText('No member has this username.').waitFor();
      await mine.page.getByLabel('Username').fill(`@${agent.profile.username}`);
      await mine.page.getByRole('checkbox', { name: /^Draft/ }).check();
      await mine.page.getByRole('spinbutton', { name: 'Posts and comments' }).fill('5');
      await holds(mine.page, 'access-invite');
      await mine.page.getByRole('button', { name: 'Invite' }).click();
      await mine.page.getByText('Invitation sent.').waitFor();
      await holds(mine.page, 'access-profile');

      const theirs = await signInBy(browser, t.origin, agent, '/console/access');
      await holds(theirs.page, 'access-overview');
      await theirs.page.getByRole('button', { name: 'Accept' }).click();
      await theirs.page.getByText('You can now act for this profile.').waitFor();
      await theirs.page.getByRole('link', { name: 'Rossi bakery' }).waitFor();

      const as = { token: agent.token, as: owner.profile.id };
      const content_base64 = (await png({ width: 640, height: 400 })).toString('base64');
      const images = [{ content_base64, alt_text: 'Four colored squares' }];
      const draft = async (body: string) => {
        const made = await t.call('POST', '/v1/posts/with-images', { ...as, body: { body, images } });
        expect(made.json.data.status, made.text).toBe('pending_approval');
        return made.json.data.id as string;
      };
      const status = async (id: string) => (await t.call('GET', `/v1/posts/${id}`, as)).json.data;
      const id = await draft('Fresh rolls from six in the morning.');
      const other = await draft('Closed on Monday.');
      await mine.page.goto(`${t.origin}/console/approvals`);
      await mine.page.getByRole('img', { name: 'Four colored squares' }).first().waitFor();
      const card = mine.page.getByRole('article').filter({ hasText: 'Fresh rolls from six' });
      await card.getByText('Send back', { exact: true }).first().click();
      await card.getByLabel('What should change?').fill('Say where.');
      // As if the draft had changed after the page was opened.
      const revision = card.locator('form[action$="/return"] input[name=revision]');
      await revision.evaluate((input: HTMLInputElement) => (input.value = '999'));
      await card.getByRole('button', { name: 'Send back' }).click();
      await mine.page.getByText('This post was changed after you opened the page.').waitFor();
      expect(await card.getByLabel('What should change?').inputValue()).toBe('Say where.');
      await holds(mine.page, 'approvals');
      await card.getByRole('button', { name: 'Send back' }).click();
      await mine.page.getByText('Sent back to the author').waitFor();
      expect(await status(id)).toMatchObject({ status: 'draft', return_note: 'Say where.' });
      const second = await draft('Fresh rolls at the harbour.');
      await mine.page.goto(`${t.origin}/console/approvals`);
      const fresh = mine.page.getByRole('article').filter({ hasText: 'at the harbour' });
      await fresh.getByRole('button', { name: 'Publish' }).click();
      await mine.page.getByText('Post approved.').waitFor();
      const link = mine.page.getByRole('link', { name: 'View post' });
      expect(await link.getAttribute('href')).toBe(`/posts/${second}`);
      const decided = mine.page.getByRole('list').filter({ hasText: 'Fresh rolls' }).getByRole('listitem');
      await mine.page.waitForLoadState();
      expect(await decided.locator('.tag').allTextContents()).toEqual(['Approved', 'Sent back']);
      await holds(mine.page, 'approvals-decided');
      expect((await status(second)).status).toBe('published');
      expect((await status(other)).status).toBe('pending_approval');

      await mine.page.goto(`${t.origin}/console/access/${owner.profile.id}`);
      await mine.page.getByRole('link', { name: 'Quill' }).click();
      expect(await mine.page.getByRole('spinbutton', { name: 'Posts and comments' }).inputValue()).toBe('5');
      await mine.page.getByRole('checkbox', { name: /^Comment/ }).check();
      await holds(mine.page, 'access-grant');
      await mine.page.getByRole('button', { name: 'Save' }).click();
      await mine.page.getByText('Access updated.').waitFor();
      await mine.page.getByRole('link', { name: 'Quill' }).click();
      mine.page.once('dialog', (dialog) => dialog.accept());
      await mine.page.getByRole('button', { name: 'Revoke access' }).click();
      await mine.page.getByText('Access revoked.').waitFor();
      expect((await t.call('GET', '/v1/me', { token: agent.token })).json.data.profiles).toHaveLength(1);
      expect([mine.strangers, theirs.strangers, theirs.complaints]).toEqual([[], [], []]);
    },
    PATIENCE_MS * 2,
  );

  it(
    'lists delegated access before and after its grant is revoked',
    async () => {
      const [owner, manager] = [await makeMember(t, { name: 'Harbour mill' }), await makeMember(t, { name: 'Mira' })];
      const helper = await makeMember(t, { name: 'Second hand' });
      const access = `/v1/profiles/${owner.profile.id}/access`;
      const give = async (token: string, to: typeof helper, permissions: string[]) => {
        const body = { manager_profile_id: to.profile.id, permissions };
        const { access_grant } = (await t.call('POST', access, { token, body })).json.data;
        const path = `/v1/profile-access/invitations/${access_grant.id}/respond`;
        await t.call('POST', path, { token: to.token, body: { decision: 'accept' } });
        return access_grant.id as string;
      };
      const id = await give(owner.token, manager, ['access_management', 'posting']);
      await give(manager.token, helper, ['posting']);
      const expires_at = '2031-06-01T00:00:00.000Z';
      await t.call('PATCH', `/v1/profile-access/${id}`, { token: owner.token, body: { expires_at } });
      const path = `/console/access/${owner.profile.id}/${id}`;
      const { page } = await signInBy(browser, t.origin, owner, path);
      expect(await page.getByLabel('Expires').inputValue()).toBe('2031-05-31');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Access updated.').waitFor();
      const grants = (await t.call('GET', access, { token: owner.token })).json.data.items;
      expect(grants.find((grant: { id: string }) => grant.id === id)).toMatchObject({ expires_at });
      await page.goto(`${t.origin}${path}`);
      await page.getByText('Also revoked').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Second hand' }).waitFor();
      await holds(page, 'access-grant-with-others');
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Revoke access' }).click();
      await page.getByRole('heading', { name: 'Access revoked' }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Second hand' }).waitFor();
      await holds(page, 'access-revoked');
      expect((await t.call('GET', '/v1/me', { token: helper.token })).json.data.profiles).toHaveLength(1);
    },
    PATIENCE_MS * 2,
  );
});
