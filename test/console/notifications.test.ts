import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { askForContact } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { follow } from '../support/follows.ts';
import { makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, grantAccess, makeContacts, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

const PATH = '/console/notifications';
const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const unreadOf = async (by: object) =>
  (await t.call('GET', '/v1/notifications?unread=true', by)).json.data.unread_count;
/** The attribute `name` of the form fields on a page. */
const fieldsOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'g'))].map(([, value]) => value!);

/** An owner of two profiles, with a notification of each. */
async function twoProfiles() {
  const owner = await makeMember(t, { name: 'Ada Example' });
  const shop = { ...owner, profile: await makeProfile(t, owner, { name: 'Rossi bakery', type: 'company' }) };
  const [fan, guest] = [await makeMember(t, { name: 'Fan Example' }), await makeMember(t, { name: 'Guest Example' })];
  await follow(t, fan, owner);
  t.clock.advance(1000);
  await follow(t, guest, shop);
  return { owner, shop, fan, guest, visitor: signedIn(t, owner) };
}

describe('the list', () => {
  it('is one for all profiles, the newest first, or for one of them', async () => {
    const { owner, shop, visitor } = await twoProfiles();
    const { text } = await visitor.get(PATH);
    expect(text).toMatch(
      /Guest Example followed you .* for Rossi bakery .*Fan Example followed you .* for Ada Example/,
    );
    const one = (await visitor.get(`${PATH}?profile=${shop.profile.id}`)).text;
    expect([one.includes('Guest Example'), one.includes('Fan Example')]).toEqual([true, false]);
    const { html } = await visitor.get(`${PATH}?profile=${shop.profile.id}&filter=unread`);
    expect(html).toContain(`href="${PATH}?profile=${owner.profile.id}&amp;filter=unread" title="Ada Example"`);
    expect(html).toContain(`href="${PATH}?filter=unread"><span class="whole">All profiles`);
    await t.call('PUT', '/v1/notifications/read', as(owner));
    const unread = (await visitor.get(`${PATH}?filter=unread`)).text;
    expect([unread.includes('Guest Example'), unread.includes('Fan Example')]).toEqual([true, false]);
  });

  it('filters messages that ask for a person, and leads to an answer', async () => {
    const { owner, visitor } = await twoProfiles();
    const writer = await makeMember(t, { name: 'Writer Example' });
    await makeContacts(t, owner, writer);
    const id = await openConversation(t, writer, owner);
    await sendMessage(t, as(writer), id, { body: 'Who signs?', needs_human: true });
    const { html, text } = await visitor.get(`${PATH}?filter=person`);
    expect(text).toMatch(/Writer Example sent you a message Asks for a person Who signs\?/);
    expect(text).not.toContain('followed you');
    const reply = `/console/messages/${id}?profile=${owner.profile.id}`;
    expect(html).toContain(`<a class="button" href="${reply}">Reply</a>`);
    await visitor.post(reply, { body: 'I do.' });
    expect((await visitor.get(`${PATH}?filter=person`)).text).toContain('No message waits for a person.');
  });

  it('marks what was shown as read, one or all, and nothing that came later', async () => {
    const { owner, shop, visitor } = await twoProfiles();
    const { html } = await visitor.get(PATH);
    const [first] = (await t.call('GET', '/v1/notifications', as(owner))).json.data.items;
    await visitor.post(`${PATH}/${owner.profile.id}/${first.id}/read`, { of: owner.profile.id });
    expect([await unreadOf(as(owner)), await unreadOf(as(shop))]).toEqual([0, 1]);
    t.clock.advance(1000);
    await follow(t, await makeMember(t), shop);
    await visitor.post(`${PATH}/read`, { seen: fieldsOf(html, 'seen') });
    expect(await unreadOf(as(shop)), 'it has changed since').toBe(1);
    await visitor.post(`${PATH}/read`, { seen: fieldsOf((await visitor.get(PATH)).html, 'seen') });
    expect(await unreadOf(as(shop))).toBe(0);
    expect((await visitor.post(`${PATH}/read`, { token: 'x' })).status).toBe(403);
  });

  it('goes on for one profile, and says where the list of several ends', async () => {
    const { owner, visitor } = await twoProfiles();
    for (let i = 0; i < 21; i++) {
      const { id } = await makePost(t, as(owner));
      const body = { reaction_type: 'celebrate', active: true };
      await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(await makeMember(t)), body });
      t.clock.advance(1000);
    }
    const one = `${PATH}?profile=${owner.profile.id}`;
    expect((await visitor.get(PATH)).html).toContain(`<a href="${one}&amp;filter=all"><bdi>Ada Example`);
    const next = /href="([^"]+)">Next page/.exec((await visitor.get(one)).html)![1]!.replaceAll('&amp;', '&');
    expect((await visitor.get(next)).text).toContain('Fan Example followed you');
  });
});

describe('answers', () => {
  it('accept or decline a contact request that is still open', async () => {
    const { owner, visitor } = await twoProfiles();
    const [first, second] = [await makeMember(t, { name: 'First Example' }), await makeMember(t)];
    const ids = [await askForContact(t, first, owner, 'We met.'), await askForContact(t, second, owner)];
    const { html, text } = await visitor.get(PATH);
    expect(text).toMatch(/First Example sent you a contact request We met\. .* Accept Decline/);
    const actions = [...html.matchAll(/action="([^"]+\/answer)"/g)].map(([, path]) => path!);
    expect(actions).toHaveLength(2);
    const accepted = await visitor.post(actions[1]!, { do: 'accept', request_id: ids[0]!, filter: 'unread' });
    expect(accepted.location).toBe(`${PATH}?filter=unread&done=request_accepted`);
    const declined = await visitor.post(actions[0]!, { do: 'decline', request_id: ids[1]! });
    expect(declined.location).toBe(`${PATH}?done=request_declined`);
    const after = await visitor.get(PATH);
    expect(after.html).not.toContain('/answer"');
    expect((await visitor.post(actions[0]!, { do: 'accept', request_id: ids[1]! })).text).toContain(
      'This request is no longer open.',
    );
    expect((await visitor.post(actions[0]!, { do: 'block', profile_id: first.profile.id })).status).toBe(400);
    expect((await visitor.post(actions[0]!, { do: 'accept', request_id: ids[1]!, token: 'x' })).status).toBe(403);
  });

  it('approve a draft that is shown as a whole, and review a longer one', async () => {
    const { owner, shop, visitor } = await twoProfiles();
    const agent = await makeMember(t, { type: 'ai_agent', name: 'Crumb' });
    await grantAccess(t, shop, agent, ['drafting']);
    const by = { token: agent.token, as: shop.profile.id };
    const short = await makePost(t, by, { body: 'Fresh rye on Friday' });
    const long = await makePost(t, by, { body: 'Rye '.repeat(200) });
    const { html, text } = await visitor.get(PATH);
    expect(text).toMatch(/Crumb sent a draft for approval Fresh rye on Friday .* Approve Review/);
    const publish = `/console/approvals/${shop.profile.id}/${short.id}/publish`;
    expect(html).toContain(publish);
    expect(html).not.toContain(long.id);
    const [once] = fieldsOf(html, 'once');
    const sent = { once: once!, revision: String(fieldsOf(html, 'revision')[0]), back: 'notifications' };
    expect((await visitor.post(publish, sent)).location).toContain(`${PATH}?about=${short.id}&done=post_published`);
    expect((await visitor.get(PATH)).html).not.toContain(publish);
    expect((await t.call('GET', `/v1/posts/${short.id}`, as(owner))).json.data.status).toBe('published');
  });

  it('are offered only to managers with the permission', async () => {
    const { owner } = await twoProfiles();
    await askForContact(t, await makeMember(t), owner);
    const writer = await makeMember(t, { name: 'Writer Example' });
    await makeContacts(t, owner, writer);
    await sendMessage(t, as(writer), await openConversation(t, writer, owner), 'A secret');
    const manager = await makeMember(t);
    await grantAccess(t, owner, manager, ['following']);
    const { html, text } = await signedIn(t, manager).get(`${PATH}?profile=${owner.profile.id}`);
    expect(text).toContain('Fan Example followed you');
    expect(html).not.toContain('/answer"');
    expect(text).not.toMatch(/A secret|contact request/);
  });
});

it(
  'updates while it is open, and passes the checks of pages',
  async () => {
    const { owner, visitor } = await twoProfiles();
    await askForContact(t, await makeMember(t), owner, 'Coffee?');
    await visitor.get(PATH);
    const { page, complaints } = await signInBy(browser, t.origin, owner, PATH);
    await holds(page, 'notifications');
    await expect
      .poll(
        async () => {
          await follow(t, await makeMember(t, { name: 'Late Example' }), owner);
          await dispatch(t);
          return page.locator('#feed').getByText('Late Example').count();
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Request accepted. You are contacts now.').waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.locator('.places [href="/console/notifications"] .badge').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'is read when one of its links is followed',
  async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    await follow(t, other, owner);
    await dispatch(t);
    const { page, complaints } = await signInBy(browser, t.origin, owner, PATH);
    await page.locator('.notices .unread .who-name').click();
    await page.waitForURL((url) => !url.pathname.startsWith(PATH));
    await expect.poll(() => unreadOf(as(owner)), { timeout: 10_000 }).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);
