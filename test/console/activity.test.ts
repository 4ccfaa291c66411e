import { beforeAll, expect, it } from 'vitest';
import { wordsFor } from '../../src/web/console/activity-words.ts';
import { granted } from '../support/access.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, grantAccess, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it(
  'lists changes with their actor and profile, filtered by profile, manager, action and day',
  async () => {
    const [owner, agent] = [await makeMember(t, { name: 'Rossi bakery' }), await makeMember(t, { type: 'ai_agent' })];
    await grantAccess(t, owner, agent, ['posting']);
    await makePost(t, { token: agent.token, as: owner.profile.id });
    const key = await makeKey(t, owner, { name: 'Night shift', profileIds: [owner.profile.id] });
    const { id } = await makePost(t, { token: key.token, as: owner.profile.id });
    await t.call('DELETE', `/v1/posts/${id}`, as(owner));
    const { page, complaints, strangers } = await signInBy(browser, t.origin, owner, '/console/activity');
    const entries = page.getByRole('main').getByRole('listitem');
    const texts = async () => (await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    await holds(page, 'activity');
    const all = (await texts()).join('\n');
    expect(all).toContain(`@${agent.profile.username}, signed in`);
    expect(all).toContain('API key “Night shift”');
    expect(all).toContain('You, in another session');
    expect(all).toContain('Removed a post');
    expect(all).toContain(`Created a post for @${owner.profile.username}`);
    expect(await page.getByRole('link', { name: 'Night shift', exact: true }).getAttribute('href')).toBe(
      `/console/api-keys/${key.id}`,
    );
    expect(await page.locator('.day').count()).toBeLessThanOrEqual(2);

    await page.getByLabel('Done by').selectOption({ label: `@${agent.profile.username}` });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('link', { name: 'Clear filters' }).waitFor();
    await page.waitForLoadState();
    expect(await texts()).toHaveLength(1);
    await holds(page, 'activity-filtered');
    await page.getByLabel('Done by').selectOption('');
    await page.getByLabel('Action', { exact: true }).selectOption('posts.remove');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL(/operation=posts\.remove/);
    expect(await texts()).toHaveLength(1);

    const today = new Date().toISOString().slice(0, 10);
    await page.goto(`${t.origin}/console/activity?profile=${owner.profile.id}&from=${today}&to=${today}`);
    expect((await texts()).length).toBeGreaterThanOrEqual(4);
    await page.goto(`${t.origin}/console/activity?to=2020-01-01`);
    await page.getByText('No matching activity.').waitFor();
    expect([complaints, strangers]).toEqual([[], []]);

    await page.goto(`${t.origin}/console/activity?profile=${agent.profile.id}`);
    await page.getByRole('alert').waitFor();
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'keeps the filters on the next page',
  async () => {
    const member = await makeMember(t);
    for (let i = 0; i < 23; i++) await makePost(t, as(member));
    const { page } = await signInBy(browser, t.origin, member, '/console/activity?operation=posts.create');
    const entries = page.getByRole('main').getByRole('listitem');
    expect(await entries.count()).toBe(20);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(() => entries.count()).toBe(3);
    await page.context().close();
  },
  PATIENCE_MS,
);

it('reports operations in the past tense, and others by their summary or origin', () => {
  const words = new Map([
    ['posts.create', 'Created a post'],
    ['posts.pin', 'Pin a post'],
  ]);
  expect(wordsFor('posts.create', words)).toBe('Created a post');
  expect(wordsFor('demo.make', words)).toBe('Created with the demo network');
  expect(wordsFor('posts.pin', words)).toBe('Pin a post');
  expect(wordsFor('console.remove_post', words)).toBe('Post removed by the operator');
  expect(wordsFor('admin.suspend', words)).toContain('command line');
  expect(wordsFor('job.posts.publish_scheduled', words)).toBe('Background job');
  expect(wordsFor('job.account.erase', new Map())).toBe('Background job');
  expect(wordsFor('something.else', words)).toBe('something.else');
});

it('links to posts and grants that the person can open', async () => {
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  await granted(t, owner, manager, ['drafting']);
  const shown = await makePost(t, as(owner));
  const closed = await makePost(t, as(owner), { visibility: 'members' });
  const draft = await makePost(t, { token: manager.token, as: owner.profile.id });
  for (const { id } of [shown, closed]) {
    const body = { reaction_type: 'celebrate', active: true };
    await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(manager), body });
  }
  const pathsOf = async (member: typeof owner) => {
    const visitor = signedIn(t, member);
    const { html } = await visitor.get('/console/activity');
    expect(html).toContain('Removed the avatar of a profile');
    const paths = [...html.matchAll(/ · <a href="([^"]+)">/g)].map(([, path]) => path!);
    for (const path of new Set(paths)) expect((await visitor.get(path)).status, path).toBe(200);
    return paths;
  };
  const own = `/console/posts/${owner.profile.id}`;
  expect(await pathsOf(owner)).toEqual(
    expect.arrayContaining([
      `/posts/${shown.id}`,
      `/posts/${closed.id}?profile=${owner.profile.id}`,
      `${own}/${draft.id}`,
    ]),
  );
  expect(await pathsOf(manager)).toEqual(
    expect.arrayContaining([`/posts/${shown.id}`, `${own}/${draft.id}`, '/console/access']),
  );
});
