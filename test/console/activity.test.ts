import { beforeAll, expect, it } from 'vitest';
import { wordsFor } from '../../src/console/activity-words.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, grantAccess, makePost } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it(
  'shows what was done, by whom and as whom, and finds it by profile, manager, kind and day',
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
    expect(all).toContain('Key “Night shift”');
    expect(all).toContain('You, signed in elsewhere');
    expect(all).toContain(`As @${owner.profile.username}`);

    await page.getByLabel('Done by').selectOption({ label: `@${agent.profile.username}` });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('link', { name: 'Show everything' }).waitFor();
    expect(await texts()).toHaveLength(1);
    await holds(page, 'activity-filtered');
    await page.getByLabel('Done by').selectOption('');
    await page.getByLabel('What', { exact: true }).selectOption('posts.remove');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => page.url()).toContain('operation=posts.remove');
    expect(await texts()).toHaveLength(1);

    const today = new Date().toISOString().slice(0, 10);
    await page.goto(`${t.origin}/console/activity?profile=${owner.profile.id}&from=${today}&to=${today}`);
    expect((await texts()).length).toBeGreaterThanOrEqual(4);
    await page.goto(`${t.origin}/console/activity?to=2020-01-01`);
    await page.getByText('There is nothing that fits.').waitFor();
    expect([complaints, strangers]).toEqual([[], []]);

    await page.goto(`${t.origin}/console/activity?profile=${agent.profile.id}`);
    await page.getByRole('alert').waitFor();
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'goes on to older entries, with the filters',
  async () => {
    const member = await makeMember(t);
    for (let i = 0; i < 23; i++) await makePost(t, as(member));
    const { page } = await signInBy(browser, t.origin, member, '/console/activity?operation=posts.create');
    const entries = page.getByRole('main').getByRole('listitem');
    expect(await entries.count()).toBe(20);
    await page.getByRole('link', { name: 'Older' }).click();
    await expect.poll(() => entries.count()).toBe(3);
    await page.context().close();
  },
  PATIENCE_MS,
);

it('has words for what no operation names', () => {
  const summaries = new Map([['posts.create', 'Write a post']]);
  expect(wordsFor('posts.create', summaries)).toBe('Write a post');
  expect(wordsFor('console.remove_post', summaries)).toBe('Remove a post, by the operator');
  expect(wordsFor('admin.suspend', summaries)).toContain('command line');
  expect(wordsFor('job.posts.publish_scheduled', summaries)).toBe('Background job');
  expect(wordsFor('job.account.erase', new Map())).toBe('Background job');
  expect(wordsFor('something.else', summaries)).toBe('something.else');
});
