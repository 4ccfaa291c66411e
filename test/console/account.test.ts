import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import { systemCtx } from '../../src/ctx.ts';
import { deviceOf } from '../../src/web/console/device.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { mailedTokens } from '../support/mails.ts';
import { makeMember, PASSWORD, unique } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const NEW_PASSWORD = 'nine other herons under the bridge';

async function signedIn(app: OAuthApp, member: { email: string; password?: string }) {
  const visitor = new Visitor(app.origin);
  const { token } = formOf((await visitor.request('/console/sign-in')).text);
  const fields = { token, email: member.email, password: member.password ?? PASSWORD, next: '/console' };
  const answer = await visitor.post('/console/sign-in', fields);
  expect(answer.status).toBe(303);
  return { visitor, answer };
}

describe('the account', () => {
  it(
    'is renamed, gets a new password, and signs out other sessions',
    async () => {
      const member = await makeMember(t);
      const { visitor: elsewhere } = await signedIn(t, member);
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, '/console/account');
      await holds(page, 'account');
      await page.getByLabel('Account name').fill('Rossi bakery');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Rossi bakery' }).waitFor();
      // Of three sessions (the API's, the other browser's and this one), one is signed out by its own button.
      const rows = page.getByRole('row');
      expect(await rows.count()).toBe(4);
      await page.getByRole('button', { name: 'Sign out node' }).click();
      await page.getByText('Session signed out.').waitFor();
      expect((await elsewhere.request('/home')).location).toBe('/console/sign-in');

      await page.getByRole('link', { name: 'Change password' }).click();
      await page.getByLabel('Current password').fill('certainly not the password');
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('This is not your current password.').waitFor();
      await holds(page, 'password-wrong');
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
      await page.getByLabel('Current password').fill(member.password);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await page.getByLabel('New password').press('Enter');
      await page.getByText('Password changed.').waitFor();
      await expect.poll(() => rows.count()).toBe(2);
      expect((await t.call('GET', '/v1/me', { token: member.token })).status).toBe(401);
      await signedIn(t, { ...member, password: NEW_PASSWORD });
      await signedIn(t, { ...member, password: NEW_PASSWORD });
      await page.reload();
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByText('You are signed out on all other devices.').waitFor();
      await expect.poll(() => rows.count()).toBe(2);
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'gets another address with the link that was mailed there',
    async () => {
      const member = await makeMember(t);
      const { page } = await signInBy(browser, t.origin, member, '/console/account');
      await page.getByRole('link', { name: 'Change e-mail address' }).click();
      await holds(page, 'email');
      const email = `${unique('moved')}@example.com`;
      await page.getByLabel('New e-mail address').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText('We sent a link to your new e-mail address.').waitFor();
      const [token] = await mailedTokens(t, email, 'change-email');
      await page.goto(`${t.origin}/console/verify-email?token=${token}`);
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('Your e-mail address is verified.').waitFor();
      await page.goto(`${t.origin}/console/account`);
      await page.getByText(`${email} Verified`).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'is deleted with the password, and restored by signing in',
    async () => {
      const member = await makeMember(t);
      const { page } = await signInBy(browser, t.origin, member, '/console/account');
      await page.getByRole('link', { name: 'Delete account' }).click();
      await holds(page, 'delete');
      await page.getByLabel('Confirm with your password').fill('certainly not the password');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByText('Wrong password.').waitFor();
      await page.getByLabel('Confirm with your password').fill(member.password);
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByText('Your account will be deleted in 30 days.').waitFor();
      expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(404);
      await page.getByLabel('E-mail address').fill(member.email);
      await page.getByLabel('Password').fill(member.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Signing in canceled the deletion').waitFor();
      await holds(page, 'deletion-cancelled');
      expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(200);
      await page.context().close();
      // Only the sign-in that cancels the deletion shows the notice.
      const { answer } = await signedIn(t, member);
      expect(answer.location).toBe('/console');
    },
    PATIENCE_MS,
  );
});

it(
  'shows the reason for a suspension on every page, and still allows a new password',
  async () => {
    const member = await makeMember(t);
    const { page } = await signInBy(browser, t.origin, member);
    await suspendAccount(systemCtx(t.deps, 'test'), { email: member.email, reason: 'spam <b>everywhere</b>' });
    const { visitor } = await signedIn(t, member);
    const keys = await visitor.request('/console/api-keys');
    expect([keys.status, keys.text.includes('spam &lt;b&gt;everywhere')]).toEqual([403, true]);
    const { token } = formOf(keys.text);
    const refused = await visitor.post('/console/api-keys/new', { token, name: 'k', preset: 'look', once: 'a' });
    expect([refused.status, refused.text.includes('is suspended')]).toEqual([403, true]);
    await page.goto(`${t.origin}/console/apps`);
    await holds(page, 'suspended');
    const entries = page.locator('.side a');
    expect((await entries.allTextContents()).map((text) => text.trim())).toEqual(['Overview', 'Account']);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByText('spam <b>everywhere</b>').waitFor();
    await holds(page, 'account-suspended');
    await page.getByRole('link', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill(member.password);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.context().close();
  },
  PATIENCE_MS,
);

describe('over https', () => {
  it('sets cookies for this host and https only', async () => {
    const https = await startOAuthApp({ AUTH_URL: 'https://pronet.example' });
    const member = await makeMember(https);
    const { visitor, answer } = await signedIn(https, member);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^__Host-pronet_session=pns_/);
    const attributes = cookies[0]!
      .split('; ')
      .slice(1)
      .map((word) => word.toLowerCase());
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'secure', 'samesite=lax']));
    // Browsers reject a cookie with this prefix if it names a domain.
    expect(attributes.some((word) => word.startsWith('domain='))).toBe(false);
    const visitorCookie = (await new Visitor(https.origin).request('/console/sign-in')).headers.getSetCookie();
    expect(visitorCookie).toHaveLength(1);
    expect(visitorCookie[0]).toMatch(/^__Host-pronet_visitor=/);
    expect(visitorCookie[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    const { token } = formOf((await visitor.request('/console/account')).text);
    const [dropped] = (await visitor.post('/console/sign-out', { token })).headers.getSetCookie();
    expect(dropped).toMatch(/^__Host-pronet_session=; Max-Age=0; Path=\/; HttpOnly; Secure/);
  });
});

it('names browsers and systems', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(deviceOf(chrome)).toBe('Chrome on Windows');
  expect(deviceOf(`${chrome} Edg/140.0`)).toBe('Edge on Windows');
  expect(
    deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604'),
  ).toBe('Safari on an iPhone');
  expect(deviceOf('curl/8.5.0')).toBe('curl/8.5.0');
  expect(deviceOf(null)).toBe('Unknown device');
});
