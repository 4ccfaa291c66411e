import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_LOOKS, useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS } from '../support/console.ts';
import { makeMember, makeProfile } from '../support/members.ts';
import { authorizeUrl, getCode, makeClient, type OAuthApp, pkce, startOAuthApp } from '../support/oauth.ts';

const browser = useBrowser();
let t: OAuthApp;
let app: Server;
let redirect: string;
beforeAll(async () => {
  t = await startOAuthApp();
  // The client: a page on another port, and so another origin, where the flow ends.
  app = createServer(({ url, headers }, response) => {
    // `localhost` and `127.0.0.1` are different origins.
    const end = `http://${headers.host?.replace('127.0.0.1', 'localhost')}/end`;
    if (url?.startsWith('/hop')) response.writeHead(302, { location: end }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>back</title>');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  redirect = `http://127.0.0.1:${(app.address() as AddressInfo).port}/back`;
});
afterAll(() => app.close());

async function begin(scope: string, { path = '/back', clientId = '' } = {}): Promise<string> {
  const redirect_uri = new URL(path, redirect).href;
  const asked = {
    client_id: clientId || (await makeClient(t, { redirectUris: [redirect_uri] })),
    redirect_uri,
    scope,
    state: 'st',
  };
  return authorizeUrl(t, { ...asked, code_challenge: pkce().challenge, code_challenge_method: 'S256' });
}

it(
  'signs in, chooses profiles with the keyboard, and returns to the app',
  async () => {
    const member = await makeMember(t, { name: 'Robin Example' });
    await makeProfile(t, member, { type: 'company', name: 'Example Company with a rather long name of its own' });
    const { page, complaints } = await browser.open(await begin('posts:write comments:write feed:read messages:all'));
    await holds(page, 'sign-in');
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill('certainly not the password');
    await page.getByLabel('Password').press('Enter');
    await page.getByRole('alert').waitFor();
    await holds(page, 'sign-in-wrong');
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);

    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Allow Example App to act for you?' }).waitFor();
    await holds(page, 'consent', ALL_LOOKS);
    const text = await page.textContent('main');
    expect(text).toContain(
      'Create, edit and remove posts, remove comments, and react to posts, from the profiles you choose.',
    );
    expect(text).not.toContain('It does not send messages');
    expect(text).toContain('It won’t have access to: Contacts, Following');
    expect(text).toContain('This app runs on your own computer.');
    expect(text).toContain(new URL(redirect).host);

    // On the screen of a small laptop the choice of profiles is above the buttons, which wait for it.
    await page.setViewportSize({ width: 1280, height: 720 });
    const box = page.getByRole('checkbox', { name: /Robin Example/ });
    const needed = page.getByText('To allow it, choose a profile that it acts as.');
    const topOf = async (locator: Locator) => (await locator.boundingBox())!.y;
    expect(await topOf(box)).toBeLessThan(await topOf(needed));
    expect(
      await page.getByRole('button', { name: 'Allow' }).evaluate((one) => getComputedStyle(one).pointerEvents),
    ).toBe('none');
    await box.focus();
    await page.keyboard.press('Space');
    expect(await box.isChecked()).toBe(true);
    expect(await needed.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Allow' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirect}?**`);
    const back = new URL(page.url()).searchParams;
    expect([back.get('state'), back.get('iss'), back.get('error')]).toEqual(['st', t.origin, null]);
    expect(back.get('code')).toBeTruthy();
    expect(complaints).toEqual([]);

    // Already signed in: the consent page comes first, and denying works too.
    await page.goto(await begin('feed:read'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${redirect}?**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

    await page.goto(await begin('feed:read'));
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByLabel('Password').waitFor();
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'ignores Enter in a checkbox, and reaches a callback that redirects to another origin',
  async () => {
    const member = await makeMember(t);
    const { page, complaints } = await browser.open(await begin('feed:read', { path: '/hop' }));
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByLabel('Password').press('Enter');
    const asked = /\/oauth\/consent\/[^/]+$/;
    await page.waitForURL(asked);
    await page.getByRole('checkbox').first().press('Enter');
    await page.waitForLoadState('networkidle');
    expect(page.url()).toMatch(asked);
    expect((await t.call('GET', '/v1/oauth-grants', { token: member.token })).json.data.items).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL('**/end');
    expect(new URL(page.url()).origin).not.toBe(new URL(redirect).origin);

    // Consent exists, but any program on this machine could receive the code: the person is asked again.
    await page.context().clearCookies();
    const clientId = await makeClient(t, { kind: 'registered', redirectUris: [redirect] });
    await getCode(t, member, { client_id: clientId, redirect_uri: redirect, scope: 'feed:read' });
    await page.goto(await begin('feed:read', { clientId }));
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${redirect}?**`);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'shows a suspended account the reason',
  async () => {
    const member = await makeMember(t);
    const { page } = await browser.open(await begin('feed:read'));
    await t.pool.query(
      "update accounts set suspended_at = $2, suspension_reason = 'Too much of the same.' where id = $1",
      [member.accountId, t.clock.now()],
    );
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Too much of the same.').waitFor();
    await holds(page, 'suspended');
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'shows a page for an error that can’t be sent to the app',
  async () => {
    const { page } = await browser.open(`${t.origin}/oauth/authorize?client_id=nobody`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText('This server does not know the app').waitFor();
    await page.getByText('client_id is the id from a registration').waitFor();
    expect(await page.getByRole('link', { name: 'Identify your app' }).getAttribute('href')).toMatch(
      /^\/docs\/guides\/oauth#/,
    );
    await holds(page, 'error');
    await page.context().close();
  },
  PATIENCE_MS,
);
