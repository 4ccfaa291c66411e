import { beforeAll, describe, expect, it } from 'vitest';
import { ownPage } from '../../src/web/console/pages/sign-in.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)![1]!;

describe('in a browser', () => {
  it(
    'signs in, shows the feed and the overview, and signs out',
    async () => {
      const member = await makeMember(t, { name: 'Robin Example' });
      const { page, complaints, strangers } = await browser.open(`${t.origin}/home`);
      expect(page.url()).toBe(`${t.origin}/console/sign-in`);
      await holds(page, 'sign-in');
      await page.getByLabel('E-mail address').fill(member.email);
      await page.getByLabel('Password').fill('certainly not the password');
      await page.getByLabel('Password').press('Enter');
      await page.getByRole('alert').waitFor();
      await holds(page, 'sign-in-wrong');
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
      await page.getByLabel('Password').fill(member.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${t.origin}/home`);
      await page.getByRole('link', { name: 'You', exact: true }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await holds(page, 'overview');
      await page.getByLabel('Your account').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();
      await page.goto(`${t.origin}/console`);
      expect(page.url()).toBe(`${t.origin}/console/sign-in?next=%2Fconsole`);
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'returns to the requested page, but never to another site',
    async () => {
      const member = await makeMember(t);
      const { page } = await signInBy(browser, t.origin, member, '/console?profile=x');
      expect(page.url()).toBe(`${t.origin}/console?profile=x`);
      await page.context().close();
      const elsewhere = await browser.open(`${t.origin}/console/sign-in?next=//evil.example/console`);
      expect(await elsewhere.page.locator('input[name=next]').inputValue()).toBe('/home');
      await elsewhere.page.context().close();
    },
    PATIENCE_MS,
  );
});

describe('forms', () => {
  it('return to their page after sign-in if the session has ended', async () => {
    const visitor = new Visitor(t.origin);
    const path = '/console/profiles/new';
    const answer = await visitor.post(path, { name: 'Robin' });
    expect(answer.location).toBe(`/console/sign-in?next=${encodeURIComponent(path)}&done=session_over`);
    expect((await visitor.request(answer.location!)).text).toContain('You were signed out in the meantime');
    const { location } = await visitor.post('/console/verification/x/check', {});
    expect(location).toBe('/console/sign-in?done=session_over');
  });

  it('are refused without a token of a page that this browser was shown', async () => {
    const member = await makeMember(t);
    const visitor = new Visitor(t.origin);
    const other = new Visitor(t.origin);
    const { text } = await visitor.request('/console/sign-in');
    const fields = { email: member.email, password: member.password, next: '/console' };
    expect((await visitor.post('/console/sign-in', fields)).status).toBe(403);
    expect((await other.post('/console/sign-in', { ...fields, token: tokenIn(text) })).status).toBe(403);
    const signedIn = await visitor.post('/console/sign-in', { ...fields, token: tokenIn(text) });
    expect([signedIn.status, signedIn.location]).toEqual([303, '/console']);
    // A token from before signing in is not valid afterwards.
    expect((await visitor.post('/console/sign-out', { token: tokenIn(text) })).status).toBe(403);
    expect((await visitor.request('/console')).status).toBe(200);
  });

  it('are accepted from two tabs that a restarted browser loads together', async () => {
    const { token } = await makeMember(t);
    const headers = { cookie: `pronet_session=${token}` };
    const load = () => new Visitor(t.origin).request('/console/account', { headers });
    const tabs = await Promise.all([load(), load()]);
    for (const { text } of tabs) {
      const body = new URLSearchParams({ name: 'Robin', token: tokenIn(text) });
      const answer = await new Visitor(t.origin).request('/console/account', { method: 'POST', headers, body });
      expect([answer.status, answer.location]).toEqual([303, '/console/account?done=account_renamed']);
    }
  });

  it('store the session in a cookie that scripts can’t read', async () => {
    const visitor = new Visitor(t.origin);
    const member = await makeMember(t);
    const { text } = await visitor.request('/console/sign-in');
    const fields = { email: member.email, password: member.password, next: '/console', token: tokenIn(text) };
    const { headers } = await visitor.post('/console/sign-in', fields);
    const cookie = headers.getSetCookie().find((line) => line.startsWith('pronet_session='))!;
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
  });
});

it('forbids caching, framing and cross-origin reads', async () => {
  const { headers } = await new Visitor(t.origin).request('/console/sign-in');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
});

describe('errors are pages', () => {
  it('for an unknown path, while a trailing slash redirects', async () => {
    const visitor = new Visitor(t.origin);
    const missing = await visitor.request('/console/no-such-page');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const slash = await visitor.request('/console/');
    expect([slash.status, slash.location]).toEqual([302, '/console']);
    expect((await visitor.request('/console/sign-in', { method: 'HEAD' })).status).toBe(200);
  });

  it('except for a second sign-in from another tab, which redirects', async () => {
    const member = await makeMember(t);
    const visitor = new Visitor(t.origin);
    const token = tokenIn((await visitor.request('/console/sign-in')).text);
    const fields = { email: member.email, password: member.password, next: '/home', token };
    for (const _tab of ['first', 'second']) {
      const { status, location } = await visitor.post('/console/sign-in', fields);
      expect([status, location]).toEqual([303, '/home']);
    }
  });

  it('for a database that does not respond', async () => {
    const member = await makeMember(t);
    const visitor = new Visitor(t.origin);
    const token = tokenIn((await visitor.request('/console/sign-in')).text);
    await visitor.post('/console/sign-in', { email: member.email, password: member.password, next: '/console', token });
    // Let the credential cache expire, which would answer without the database.
    t.clock.advance(60_000);
    const other = await t.pool.connect();
    await other.query('begin; lock table credential_secrets in access exclusive mode');
    try {
      const page = await visitor.request('/console');
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });
});

describe('throttled attempts', () => {
  it('get 429 with the time to wait, at sign-in and when a password confirms a change', async () => {
    const member = await makeMember(t);
    const visitor = new Visitor(t.origin);
    const token = tokenIn((await visitor.request('/console/sign-in')).text);
    const signIn = (password: string) =>
      visitor.post('/console/sign-in', { email: member.email, password, next: '/console', token });
    expect((await signIn(member.password)).status).toBe(303);
    const own = tokenIn((await visitor.request('/console/account')).text);
    const confirm = () => visitor.post('/console/account/delete', { token: own, password: 'not the password' });
    expect((await confirm()).status).toBe(422);
    const other = new Visitor(t.origin);
    const otherToken = tokenIn((await other.request('/console/sign-in')).text);
    const fields = { email: member.email, password: member.password, next: '/console', token: otherToken };
    expect((await other.post('/console/sign-in', { ...fields, password: 'not the password' })).status).toBe(422);
    // As after many more attempts, so that the wait outlasts the test on a slow machine.
    await t.pool.query('update sign_in_tries set tries = tries + 40');
    for (const refused of [await confirm(), await other.post('/console/sign-in', fields)]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(refused.text).toContain('Too many attempts. Try again in 15 minutes.');
    }
  });
});

it('signs out all other sessions, however many there are', async () => {
  const member = await makeMember(t);
  await t.pool.query(
    `insert into credentials (id, type, account_id, name, scopes, prefix, created_at, expires_at)
    select gen_random_uuid(), 'session', $1, 'session', '{all:all}', '', now(), now() + interval '1 day' from generate_series(1, 60)`,
    [member.accountId],
  );
  const visitor = new Visitor(t.origin);
  const token = tokenIn((await visitor.request('/console/sign-in')).text);
  await visitor.post('/console/sign-in', { email: member.email, password: member.password, next: '/console', token });
  const account = tokenIn((await visitor.request('/console/account')).text);
  expect((await visitor.post('/console/account/sessions/end-others', { token: account })).status).toBe(303);
  const live = await t.pool.query(
    "select 1 from credentials where account_id = $1 and type = 'session' and revoked_at is null",
    [member.accountId],
  );
  expect(live.rowCount).toBe(1);
});

it(
  'copies a text, or selects it if the browser denies clipboard access',
  async () => {
    const { page } = await browser.open(`${t.origin}/console/sign-in`);
    await page.evaluate(`document.querySelector('main').innerHTML =
      '<p id="secret">pn_secret</p><button type="button" data-copy="#secret">Copy</button>'`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('pn_secret');
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Selected' }).waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe('pn_secret');
    await page.context().close();
  },
  PATIENCE_MS,
);

it.each([
  ['/home?tab=all', '/home?tab=all'],
  ['/posts/1#comments', '/posts/1#comments'],
  ['/.//evil.example', undefined],
  ['/a/..//evil.example', undefined],
  ['/%2e//evil.example', undefined],
  ['/%2E%2e//evil.example', undefined],
  ['/.\\/evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['//evil.example', undefined],
  ['https://here.invalid/', undefined],
  ['evil', undefined],
])('leads to a page of this site only: %j', (next, page) => expect(ownPage(next)).toBe(page));
