import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { onEvents } from '../../src/areas/index.ts';
import { startDispatcher } from '../../src/events/dispatcher.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS } from '../support/console.ts';
import { sendMessage } from '../support/conversations.ts';
import { follow } from '../support/follows.ts';
import { FEED_READ, holdRead } from '../support/held-reads.ts';
import { makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { photo2MB } from '../support/pictures.ts';
import { as, makePost } from '../support/posts.ts';

const CODE_LINES_MAX = 280;
const PARTS_LINES_MAX = 100;
const STYLE_LINES_MAX = 210;

const browser = useBrowser();
let t: OAuthApp;
let site: string;
let folder: string;
beforeAll(async () => {
  t = await startOAuthApp();
  const dispatcher = startDispatcher(t.deps, { onEvents });
  const program = fileURLToPath(new URL('../../examples/web/serve.mjs', import.meta.url));
  const server = spawn(process.execPath, [program], {
    env: { ...process.env, PRONET_URL: t.origin, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let warnings = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    warnings += text;
  });
  [site] = (await once(createInterface(server.stdout), 'line')) as [string];
  folder = await mkdtemp(join(tmpdir(), 'pronet-example-'));
  return async () => {
    await dispatcher.stop();
    server.kill();
    await once(server, 'exit');
    expect(warnings).toBe('');
    await rm(folder, { recursive: true });
  };
});

test(
  'a page of another origin signs in, reads and answers the feed, posts a photograph, writes a message, and signs out',
  async () => {
    const member = await makeMember(t, { name: 'Robin Example' });
    const other = await makeMember(t, { name: 'Kim Example' });
    await follow(t, member, other);
    for (let n = 1; n <= 21; n++) await makePost(t, as(other), { body: `Line ${n}\nand another` });
    const photo = join(folder, 'photo.jpg');
    await writeFile(photo, await photo2MB());

    const { page, complaints } = await browser.open(site);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${site}/`);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await expect.poll(() => page.locator('#as option').allTextContents()).toEqual(['Robin Example']);
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await page.locator('h1').boundingBox())!.height).toBeLessThan(60);
    await page.setViewportSize(wide);

    const posts = page.locator('#posts > article');
    await expect.poll(() => posts.count()).toBe(20);
    const text = posts.first().locator('p');
    expect(await text.textContent()).toBe('Line 21\nand another');
    expect(await text.evaluate((shown: HTMLElement) => getComputedStyle(shown).whiteSpace)).toBe('pre-wrap');
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => posts.count()).toBe(21);
    await posts.first().getByRole('button', { name: 'Like · 0' }).click();
    await posts.first().getByRole('button', { name: 'Like · 1', pressed: true }).waitFor();
    await posts.first().getByRole('button', { name: 'Comments · 0' }).click();
    await posts.first().getByLabel('Your comment').fill('Well <b>said</b>');
    await posts.first().getByRole('button', { name: 'Reply' }).click();
    await posts.first().getByText('Well <b>said</b>').waitFor();
    await posts.first().getByRole('button', { name: 'Comments · 1' }).waitFor();
    await makePost(t, as(other), { body: 'Hot off the press' });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole('button', { name: 'Show 1 new' }).click();
    await page.getByText('Hot off the press').waitFor();

    // Limited to 64 Mbit/s: over loopback the whole upload might finish between two progress events.
    const devtools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8_000_000 };
    await devtools.send('Network.emulateNetworkConditions', slow);
    await page.evaluate(`globalThis.steps = [];
      new MutationObserver(() => steps.push(document.querySelector('progress').value))
        .observe(document.querySelector('progress'), { attributes: true });`);
    await page.getByLabel('What is new?').fill('The view <b>from</b> here');
    await page.getByText('Add pictures').click();
    await page.getByLabel('Up to four pictures').setInputFiles([photo, photo]);
    await page.getByLabel('Description of the pictures').fill('A pale sun');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('The view <b>from</b> here').waitFor();
    const steps = (await page.evaluate('steps')) as number[];
    expect(new Set(steps).size).toBeGreaterThan(2);
    await page.waitForFunction(
      `[...document.images].length === 2 && [...document.images].every((one) => one.naturalWidth > 0)`,
    );
    expect(await page.getByAltText('A pale sun').count()).toBe(2);

    await page.getByLabel('Send a message to').fill(other.profile.username);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Message', { exact: true }).fill('Good morning!');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('You: Good morning!').waitFor();
    await page.getByRole('button', { name: 'Kim Example' }).waitFor();
    // Without a click: what happens to the member arrives by the stream.
    const opened = await t.call('POST', '/v1/conversations/direct', {
      ...as(other),
      body: { profile_id: member.profile.id },
    });
    await sendMessage(t, as(other), opened.json.data.conversation.id, 'Good evening!');
    await page.getByText('They: Good evening!').waitFor();
    await follow(t, other, member);
    await page.getByText('Kim Example: follow created').waitFor();
    await page.getByRole('button', { name: /^Mark \d as read$/ }).click();
    await page.getByRole('button', { name: /^Mark \d as read$/ }).waitFor({ state: 'hidden' });
    // Each form shows its own error, and keeps what was typed.
    const long = 'x'.repeat(10_001);
    const refusals = [
      { form: '#open', label: 'Send a message to', button: 'Open', typed: 'nobody-of-this-name', status: '404' },
      { form: '#message', label: 'Message', button: 'Send', typed: long, status: '400' },
      { form: '#post', label: 'What is new?', button: 'Post', typed: long, status: '400' },
      { form: '#posts article form', label: 'Your comment', button: 'Reply', typed: long, status: '400' },
    ];
    await posts.first().getByRole('button', { name: 'Comments · 0' }).click();
    for (const { form, label, button, typed, status } of refusals) {
      const shown = page.locator(form).first();
      await shown.getByLabel(label).fill(typed);
      await shown.getByRole('button', { name: button }).click();
      await shown.getByRole('alert').filter({ hasText: /./ }).waitFor();
      expect(await shown.getByLabel(label).inputValue(), form).toBe(typed);
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual([status]);
    }
    expect(await page.locator('#problem').isVisible()).toBe(false);

    await holds(page, 'example-web');
    // A reloaded tab is still signed in; one whose token is about to expire gets another.
    const before = await tokenOf();
    await page.evaluate(`for (const [key, value] of Object.entries(sessionStorage))
      if (key.endsWith(' tokens')) sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expiresAtMs: Date.now() }))`);
    await page.reload();
    await page.getByText('The view <b>from</b> here').waitFor();
    const after = await tokenOf();
    expect(after).not.toBe(before);

    const ended = page.waitForResponse((response) => response.url().endsWith('/oauth/revoke'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await ended).status()).toBe(200);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const me = await t.call('GET', '/v1/me', { token: after });
    expect([me.status, me.json.error_code]).toEqual([401, 'revoked_credentials']);
    expect(complaints).toEqual([]);
    await page.context().close();

    async function tokenOf(): Promise<string> {
      const kept = (await page.evaluate(
        `JSON.parse(Object.entries(sessionStorage).find(([key]) => key.endsWith(' tokens'))[1])`,
      )) as { accessToken: string };
      return kept.accessToken;
    }
  },
  PATIENCE_MS,
);

test(
  'can sign in again after denying access or after a revocation elsewhere',
  async () => {
    const member = await makeMember(t, { name: 'Robin Example' });
    const { page } = await browser.open(site);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not allow access.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();

    await page.evaluate(`for (const [key, value] of Object.entries(sessionStorage))
      if (key.endsWith(' tokens')) sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expiresAtMs: 0 }))`);
    // The page must not notice the end of its stream before it is opened again.
    await page.goto('about:blank');
    await t.pool.query('update credentials set revoked_at = now() where account_id = $1 and type = $2', [
      member.accountId,
      'oauth',
    ]);
    await page.goto(site);
    // Reloading before the refusal of the refresh would try it again.
    await page.locator('#problem').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.locator('#problem').isVisible()).toBe(false);
    await page.context().close();
  },
  PATIENCE_MS,
);

test(
  'shows and asks nothing of a profile that the person has left',
  async () => {
    const member = await makeMember(t, { name: 'Robin Example' });
    const other = await makeMember(t, { name: 'Kim Example' });
    await makeProfile(t, member, { type: 'company', name: 'Robin Bakery' });
    await follow(t, member, other);
    await makePost(t, as(other), { body: 'Seen by Robin' });
    const opened = await t.call('POST', '/v1/conversations/direct', {
      ...as(member),
      body: { profile_id: other.profile.id },
    });
    await sendMessage(t, as(member), opened.json.data.conversation.id, 'Good morning!');

    const { page, complaints } = await browser.open(site);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (const name of ['Robin Example', 'Robin Bakery']) await page.getByLabel(name).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    const choose = (name: string) => page.locator('#as select').selectOption(name);
    const countNews = async () => {
      const answer = page.waitForResponse(/since=/);
      await page.evaluate("globalThis.asking = setInterval(() => dispatchEvent(new Event('focus')), 50)");
      await answer;
      await page.evaluate('clearInterval(globalThis.asking)');
    };
    await choose('Robin Example');
    await page.getByText('Seen by Robin').waitFor();
    await page.getByRole('button', { name: 'Kim Example' }).click();
    await page.getByText('You: Good morning!').waitFor();

    // While the next feed is on its way, the cursor of the last one is not used.
    let held = await holdRead(page, FEED_READ);
    await choose('Robin Bakery');
    const feedOfBakery = await held.started;
    await page.evaluate("dispatchEvent(new Event('focus'))");
    const arrived = page.waitForResponse(FEED_READ);
    await feedOfBakery.answer();
    await arrived;
    await countNews();
    for (const gone of ['Seen by Robin', 'Good morning!']) expect(await page.getByText(gone).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send' }).isVisible()).toBe(false);

    // Lists, or the start of a stream, that arrive after the next choice are not used.
    for (const read of [FEED_READ, /\/v1\/conversations(\?|$)/, /\/v1\/events\?/]) {
      held = await holdRead(page, read);
      await choose('Robin Example');
      const late = await held.started;
      const loaded = page.waitForResponse(FEED_READ);
      await choose('Robin Bakery');
      await loaded;
      await late.answer();
      await countNews();
      await countNews();
      expect(await page.getByText('Seen by Robin').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Kim Example' }).count()).toBe(0);
    }
    expect(await page.locator('#problem').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

test(
  'says what a person can do after drafts only, without a profile, and after an error',
  async () => {
    const member = await makeMember(t, { name: 'Robin Example' });
    const other = await makeMember(t, { name: 'Kim Example' });
    await follow(t, member, other);
    await makePost(t, as(other), { body: 'Seen by Robin' });
    const { page, complaints } = await browser.open(site);
    const signIn = async ({ email, password }: { email: string; password: string }) => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn(member);
    await page.getByLabel('Drafts only').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Seen by Robin').waitFor();
    expect(await page.locator('#messages-part').isVisible()).toBe(false);
    expect(await page.locator('#problem').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    const text = page.getByLabel('What is new?');
    const post = page.getByRole('button', { name: 'Post', exact: true });
    await text.fill('x'.repeat(10_001));
    await post.click();
    await page.locator('#post').getByText('This can’t be sent. Is it too long?').waitFor();
    expect(await post.isEnabled()).toBe(true);
    await text.fill('May I?');
    await post.click();
    await page.getByText('It waits for your approval').waitFor();
    const removed = await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token });
    expect(removed.status, removed.text).toBe(200);
    await page.reload();
    await page.getByRole('link', { name: 'Create a profile' }).waitFor();
    expect(await page.locator('main').isVisible()).toBe(false);
    await page.context().close();
  },
  PATIENCE_MS,
);

test('the guide shows what the page does', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const blocks = [
    ...read('docs/guides/apps.md').matchAll(/```js test=test\/clients\/example-web\.test\.ts\n([\s\S]*?)```/g),
  ];
  expect(blocks).toHaveLength(1);
  expect(read('examples/web/app.mjs')).toContain(blocks[0]![1]);
});

test('is short enough to read in one sitting', () => {
  const linesOf = (...names: string[]) =>
    names.reduce((sum, name) => {
      const text = readFileSync(new URL(`../../examples/web/${name}`, import.meta.url), 'utf8');
      return sum + text.trimEnd().split('\n').length;
    }, 0);
  expect(linesOf('app.mjs'), 'the page').toBeLessThanOrEqual(CODE_LINES_MAX);
  expect(linesOf('parts.mjs'), 'its parts').toBeLessThanOrEqual(PARTS_LINES_MAX);
  expect(linesOf('index.html', 'style.css'), 'markup and styles').toBeLessThanOrEqual(STYLE_LINES_MAX);
});
