import { beforeAll, describe, expect, it } from 'vitest';
import { MAIL_TEMPLATES } from '../../src/adapters/mail/templates/catalog.ts';
import type { MailContent } from '../../src/adapters/mail/templates/compose.ts';
import { createInvite } from '../../src/areas/account/invites.ts';
import { systemCtx } from '../../src/ctx.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { mailsTo, runResetJobs } from '../support/mails.ts';
import { PASSWORD, signUp, unique } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';

const browser = useBrowser();
/** With a mail server, so that addresses must be verified. */
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
});

const newEmail = () => `${unique('m')}@example.com`;

/** The link in the last e-mail to an address. */
async function mailedLink(email: string): Promise<string> {
  const order = (await mailsTo(t, email)).at(-1)!;
  const { baseUrl, authUrl, serviceName } = t.deps.config;
  const template = MAIL_TEMPLATES[order.template] as (values: object) => MailContent;
  const { text } = template({ ...order.params, baseUrl, authUrl, serviceName });
  return /^https?:\S+\/console\/\S+$/m.exec(text)![0];
}

describe('sign-up', () => {
  it(
    'creates an account, which a mailed link verifies after a click on its button',
    async () => {
      const email = newEmail();
      const { page, complaints, strangers } = await browser.open(`${t.origin}/console/sign-in`);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await holds(page, 'sign-up');
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill('baker baker baker');
      await page.getByLabel('Account name').fill('Rossi bakery');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('alert').waitFor();
      await holds(page, 'sign-up-weak');
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Password').press('Enter');
      await page.waitForURL('**/console/verify-email?done=signed_up');
      await holds(page, 'verify-email-sent');
      await page.getByRole('button', { name: 'Send another e-mail' }).click();
      await page.getByText('sent a short time ago').waitFor();
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['429']);
      await page.goto(`${t.origin}/console`);
      await page.getByText('not verified yet').waitFor();
      await holds(page, 'overview-unconfirmed');

      await page.goto(await mailedLink(email));
      await holds(page, 'verify-email-link');
      // Opening the link alone, as mail scanners do, changes nothing.
      const opened = (await t.pool.query('select email_verified_at from accounts where email = $1', [email])).rows[0];
      expect(opened.email_verified_at).toBeNull();
      await page.getByRole('button', { name: 'Verify e-mail address' }).click();
      await page.waitForURL('**/console/profiles/new?next=%2Fhome%2Fwelcome&done=email_verified');
      const { rows } = await t.pool.query(
        'select a.email_verified_at, w.name from accounts a join workspaces w on w.account_id = a.id where a.email = $1',
        [email],
      );
      expect(rows[0].email_verified_at).not.toBeNull();
      expect(rows[0].name).toBe('Rossi bakery');
      await page.goto(`${t.origin}/console/verify-email`);
      await holds(page, 'verify-email-done');
      expect(strangers).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it('leads to where the person wanted to go, even by a link that opens in another tab', async () => {
    const next = '/console/search?q=bread+rolls&in=posts';
    const visitor = new Visitor(t.origin);
    const asked = (await visitor.request(next)).location!;
    expect(asked).toBe(`/console/sign-in?next=${encodeURIComponent(next)}`);
    const [, link] = /href="(\/console\/sign-up[^"]*)"/.exec((await visitor.request(asked)).text)!;
    const form = (await visitor.request(link!)).text;
    expect(form).toContain(`href="${asked}"`);
    const [, kept] = /name="next" value="([^"]+)"/.exec(form)!;
    const email = newEmail();
    const fields = { token: formOf(form).token, email, password: PASSWORD, next: kept!.replaceAll('&amp;', '&') };
    const made = await visitor.post('/console/sign-up', fields);
    expect([made.status, made.location]).toEqual([303, '/console/verify-email?done=signed_up']);
    const waiting = (await visitor.request(made.location!)).text;
    expect(waiting).toContain('Then you can continue where you left off.');
    const code = new URL(await mailedLink(email)).searchParams.get('token')!;
    const { token } = formOf(waiting);
    expect((await visitor.post('/console/verify-email', { token, code: 'pnt_nothing' })).status).toBe(422);
    const verified = await visitor.post('/console/verify-email', { token, code });
    expect(verified.location).toBe(`${next}&done=email_verified`);
    expect((await visitor.request('/console/verify-email')).text).toContain('Continue');
  });

  it('only continues on this site', async () => {
    for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      const visitor = new Visitor(t.origin);
      const { text } = await visitor.request(`/console/sign-up?next=${encodeURIComponent(next)}`);
      expect(text).not.toMatch(/evil|alert/);
      const email = newEmail();
      const { token } = formOf(text);
      const made = await visitor.post('/console/sign-up', { token, email, password: PASSWORD, next });
      const { token: own } = formOf((await visitor.follow(made)).text);
      const code = new URL(await mailedLink(email)).searchParams.get('token')!;
      const { app } = t;
      const session = /pronet_session=([^;]+)/.exec(made.headers.getSetCookie().join())![1]!;
      const verified = await app.inject({
        method: 'POST',
        url: '/console/verify-email',
        cookies: { pronet_session: session, pronet_next: next },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token: own, code }).toString(),
      });
      expect(verified.headers.location).toBe('/console/profiles/new?next=%2Fhome%2Fwelcome&done=email_verified');
    }
  });

  it('reports an e-mail address that is taken, and an invalid code', async () => {
    const { email } = await signUp(t);
    const visitor = new Visitor(t.origin);
    const { token } = formOf((await visitor.request('/console/sign-up')).text);
    const taken = await visitor.post('/console/sign-up', { token, email, password: PASSWORD, name: '', invite: '' });
    expect(taken.status).toBe(422);
    expect(taken.text).toContain('An account with this e-mail address already exists.');
    expect(taken.text).toContain('href="/console/reset"');
    const wrong = await visitor.post('/console/verify-email', { token, code: 'pnt_nothing' });
    expect([wrong.status, /is invalid, expired or already used/.test(wrong.text)]).toEqual([422, true]);
    expect((await visitor.post('/console/sign-up', { email, password: PASSWORD })).status).toBe(403);
    // A link that is confirmed in another browser leads to sign-in.
    const email2 = (await signUp(t)).email;
    const code = new URL(await mailedLink(email2)).searchParams.get('token')!;
    const confirmed = await visitor.post('/console/verify-email', { token, code });
    expect([confirmed.status, confirmed.location]).toEqual([303, '/console/sign-in?done=email_verified']);
  });
});

describe('restricted sign-up', () => {
  it(
    'requires an invitation, which a link can fill in',
    async () => {
      const closed = await startOAuthApp({ SIGNUP: 'invite' });
      const { token: invite } = await createInvite(systemCtx(closed.deps, 'test'));
      const { page } = await browser.open(`${closed.origin}/console/sign-up`);
      const fill = async () => {
        await page.getByLabel('E-mail address').fill(newEmail());
        await page.getByLabel('Password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Create account' }).click();
      };
      await page.getByLabel('Invitation').fill('none');
      await fill();
      await page.getByText('This invitation is invalid').waitFor();
      await holds(page, 'sign-up-invite');
      await page.goto(`${closed.origin}/console/sign-up?invite=${invite}`);
      await fill();
      // Without a mail server, an address counts as verified.
      await page.waitForURL('**/console/profiles/new?next=%2Fhome%2Fwelcome&done=signed_up');
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'says when sign-up is closed',
    async () => {
      const closed = await startOAuthApp({ SIGNUP: 'closed' });
      const { page } = await browser.open(`${closed.origin}/console/sign-up`);
      await page.getByText('Sign-up is closed.').waitFor();
      await holds(page, 'sign-up-closed');
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('Password').waitFor();
      expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

describe('a forgotten password', () => {
  it(
    'is reset by a mailed link, which works once',
    async () => {
      const member = await signUp(t);
      const { page, complaints } = await browser.open(`${t.origin}/console/sign-in`);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await holds(page, 'reset');
      await page.getByLabel('E-mail address').fill(member.email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText('we sent it a link').waitFor();
      await runResetJobs(t);
      const link = await mailedLink(member.email);
      await page.goto(link);
      await holds(page, 'reset-confirm');
      await page.getByLabel('New password').fill('short');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Use at least 15 characters.', { exact: true }).waitFor();
      await page.getByLabel('New password').fill('nine other herons under the bridge');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Password changed.').waitFor();
      await page.goto(link);
      await page.getByLabel('New password').fill('nine other herons under the bridge');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('link', { name: 'Request another e-mail' }).waitFor();
      await holds(page, 'reset-used');
      expect(complaints.map((line) => line.slice(0, 3))).toEqual(['422', '422']);
      expect((await t.call('GET', '/v1/me', { token: member.token })).status).toBe(401);
      await page.context().close();
      const again = await signInBy(browser, t.origin, { ...member, password: 'nine other herons under the bridge' });
      await again.page.context().close();
    },
    PATIENCE_MS,
  );

  it('gets the same answer for an address without an account', async () => {
    const { email } = await signUp(t);
    const visitor = new Visitor(t.origin);
    const { token } = formOf((await visitor.request('/console/reset')).text);
    const answers = await Promise.all(
      [email, newEmail()].map((each) => visitor.post('/console/reset', { token, email: each })),
    );
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [303, '/console/reset?done=reset_asked'],
      [303, '/console/reset?done=reset_asked'],
    ]);
    expect((await visitor.post('/console/reset', { token, email: 'nonsense' })).text).toContain(
      'Enter a valid e-mail address.',
    );
  });
});
