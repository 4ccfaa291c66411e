import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { grantAccess } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

describe('settings of a profile', () => {
  it(
    'set who can contact it and whether search engines can list it',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}/settings`;
      const { page, complaints } = await signInBy(browser, t.origin, member, path);
      await page.getByLabel('Messages from AI agents').selectOption({ label: 'Nobody' });
      await page.getByLabel('Messages from Companies').selectOption({ label: 'Contacts only' });
      await page.getByLabel('Contact requests from Companies').selectOption({ label: 'Nobody' });
      await page.getByLabel('Search engines can show').uncheck();
      await holds(page, 'profile-settings');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const { data } = (await t.call('GET', `/v1/profiles/${member.profile.id}/settings`, member)).json;
      expect(data).toMatchObject({
        indexable: false,
        inbox_policy: {
          messages: { human: 'anyone', company: 'contacts', ai_agent: 'nobody' },
          contact_requests: { human: 'anyone', company: 'nobody' },
        },
      });
      expect(await page.getByLabel('Messages from AI agents').inputValue()).toBe('nobody');
      expect(await page.getByLabel('Search engines can show').isChecked()).toBe(false);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'delete a profile only after its username was typed',
    async () => {
      const member = await makeMember(t);
      const editor = await makeMember(t);
      const kept = await makeProfile(t, member, { name: 'Kept Example' });
      await grantAccess(t, member, editor, ['profile_editing']);
      const path = `/console/profiles/${member.profile.id}`;
      const other = await signInBy(browser, t.origin, editor, `${path}/settings`);
      expect(await other.page.getByText('Delete').count()).toBe(0);
      expect((await other.page.goto(`${t.origin}${path}/delete`))!.status()).toBe(403);
      await other.page.context().close();

      const { page, complaints } = await signInBy(browser, t.origin, member, `${path}/settings`);
      await page.getByRole('link', { name: 'Delete…' }).click();
      await holds(page, 'profile-delete');
      await page.getByLabel('Type the username').fill(kept.username);
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('The profile was not deleted.').waitFor();
      await holds(page, 'profile-delete-refused');
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
      await page.getByLabel('Type the username').fill(`@${member.profile.username}`);
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('Profile deleted.').waitFor();
      await page.waitForLoadState();
      expect(await page.locator('.lean-rows h2 a').allTextContents()).toEqual(['Kept Example']);
      expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(404);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
