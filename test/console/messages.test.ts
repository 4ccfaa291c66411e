import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { askForContact } from '../support/contacts.ts';
import { messagesOf, openConversation, sendMessage, sideOf } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { type Member, makeMember, makeProfile, signUp } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, grantAccess, makeContacts } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const list = (member: Member, filter = '') => `/console/messages?profile=${member.profile.id}${filter}`;
const pageOf = (id: string, member: Member, more = '') => `/console/messages/${id}${more}?profile=${member.profile.id}`;

/** Two contacts with a conversation, in which the second one has written. */
async function contacts(name = 'Nina Petrov') {
  const [ada, nina] = [await makeMember(t, { name: 'Ada Example' }), await makeMember(t, { name })];
  await makeContacts(t, ada, nina);
  const id = await openConversation(t, nina, ada);
  await sendMessage(t, as(nina), id, 'Is the <b>rye</b> there? See https://example.org/rye');
  return { ada, nina, id, visitor: signedIn(t, ada) };
}

describe('the list', () => {
  it('shows the newest first, with what is unread, muted or asks for a person', async () => {
    const { ada, nina, id, visitor } = await contacts();
    const other = await makeMember(t, { name: 'Omar Example', type: 'company' });
    await makeContacts(t, ada, other);
    const second = await openConversation(t, other, ada);
    await sendMessage(t, as(other), second, { body: 'Who signs?', needs_human: true });
    await t.call('PUT', `/v1/conversations/${id}/mute`, as(ada));
    const { html, text } = await visitor.get(list(ada));
    expect(text).toMatch(/Omar Example Company .* Who signs\? 1 Needs a person N Nina Petrov .* Is the .* 1 Muted/);
    expect(html).toContain(`href="${pageOf(id, ada)}"`);
    expect(text).toContain('Messages 2');
    await t.call('PUT', `/v1/conversations/${id}/read`, as(ada));
    const unread = (await visitor.get(list(ada, '&filter=unread'))).text;
    expect([unread.includes('Omar Example'), unread.includes('Nina Petrov')]).toEqual([true, false]);
    const asking = (await visitor.get(list(ada, '&filter=person'))).text;
    expect([asking.includes('Omar Example'), asking.includes('Nina Petrov')]).toEqual([true, false]);
    await visitor.post(pageOf(second, ada), { body: 'I do.' });
    expect((await visitor.get(list(ada, '&filter=person'))).text).toContain('Nobody waits for a person.');
    expect((await signedIn(t, nina).get(list(nina))).text).not.toContain('Muted');
  });

  it('has the newest conversation next to it, which stays unread until it is opened', async () => {
    const { ada, id, visitor } = await contacts();
    const { html, text } = await visitor.get(list(ada));
    expect(text).toContain('Is the &lt;b&gt;rye&lt;/b&gt; there?');
    expect(html).toContain(`action="${pageOf(id, ada)}"`);
    expect(html, 'no updates, which mark it as read').not.toContain('data-thread=');
    expect((await visitor.get(list(ada, '&filter=unread'))).text).toContain('Nina Petrov');
    await visitor.get(pageOf(id, ada));
    expect((await visitor.get(list(ada, '&filter=unread'))).text).toContain('You have read everything.');
  });

  it('leads to the messages of the other profiles of a person, with what is unread there', async () => {
    const { ada, visitor } = await contacts();
    expect((await visitor.get(list(ada))).html).not.toContain('aria-label="Messages of Ada Example');
    const bakery = { ...ada, profile: await makeProfile(t, ada, { name: 'Example bakery', type: 'company' }) };
    const guest = await makeMember(t);
    await makeContacts(t, bakery, guest);
    await sendMessage(t, as(guest), await openConversation(t, guest, bakery));
    const { html, text } = await visitor.get(list(ada));
    expect(html).toContain('aria-label="Messages of Ada Example, 1 unread for other profiles"');
    expect(text).toContain('Example bakery 1 unread');
    expect(html).toContain(`href="${list(bakery).replaceAll('&', '&amp;')}&amp;switch=yes"`);
    expect((await visitor.get(`${list(bakery)}&switch=yes`)).text).not.toContain('Nina Petrov');
  });

  it('keeps strangers apart until they are answered', async () => {
    const { ada, visitor } = await contacts();
    const stranger = await makeMember(t, { name: 'Samir Unknown' });
    await askForContact(t, await makeMember(t), ada);
    const id = await openConversation(t, stranger, ada);
    await sendMessage(t, as(stranger), id, 'May I show you sketches?');
    const all = await visitor.get(list(ada));
    expect(all.text).not.toContain('Samir Unknown');
    expect(all.text).toContain('Requests 2');
    const requests = await visitor.get(list(ada, '&filter=requests'));
    expect(requests.text).toMatch(/Contact requests 1 S Samir Unknown/);
    expect(requests.text).not.toContain('Nina Petrov');
    expect((await visitor.get(pageOf(id, ada))).text).toContain('Samir Unknown is not one of your contacts.');
    await visitor.post(pageOf(id, ada), { body: 'Please do.' });
    expect((await visitor.get(list(ada))).text).toContain('Samir Unknown');
    expect((await visitor.get(list(ada, '&filter=requests'))).text).not.toContain('Samir Unknown');
  });

  it('goes on with older conversations', async () => {
    const ada = await makeMember(t);
    for (let i = 0; i < 21; i++) {
      const other = await makeMember(t, { name: `Member ${String.fromCharCode(65 + i)}` });
      await makeContacts(t, ada, other);
      await sendMessage(t, as(other), await openConversation(t, other, ada));
    }
    const visitor = signedIn(t, ada);
    const first = await visitor.get(list(ada));
    expect([first.text.includes('Member U'), first.text.includes('Member A ')]).toEqual([true, false]);
    const next = /href="([^"]+)">Older conversations/.exec(first.html)![1]!.replaceAll('&amp;', '&');
    expect((await visitor.get(next)).text).toContain('Member A ');
  });
});

describe('a conversation', () => {
  it('is read when it is opened, and shows texts by day with their senders and disclosures', async () => {
    const { ada, nina, id, visitor } = await contacts();
    await visitor.get(pageOf(id, ada));
    await sendMessage(t, as(ada), id, { body: 'Yes.', ai_disclosure: 'assisted' });
    await sendMessage(t, as(nina), id, { body: 'A person, please', needs_human: true });
    const gone = await sendMessage(t, as(nina), id, 'Never mind');
    await t.call('DELETE', `/v1/conversations/${id}/messages/${gone.id}`, as(nina));
    const { html, text } = await visitor.get(pageOf(id, ada));
    expect(html).toContain('Is the &lt;b&gt;rye&lt;/b&gt; there?');
    expect(html).toContain('<a href="https://example.org/rye" rel="nofollow ugc noopener noreferrer">');
    expect(text).toMatch(
      /Nina Petrov .*rye.* Ada Example .*With help from AI Yes\..* New messages Nina Petrov .*Needs a person A person, please .* Message deleted/,
    );
    expect((await sideOf(t, as(ada), id)).unread_count).toBe(0);
    expect((await visitor.get(pageOf(id, ada))).text).not.toContain('New messages');
  });

  it('groups what one sender writes within an hour, and names the writer where it is not the usual profile', async () => {
    const { ada, nina, id, visitor } = await contacts();
    await sendMessage(t, as(nina), id, 'Or the wheat?');
    t.clock.advance(2 * 3_600_000);
    await sendMessage(t, as(nina), id, 'I come at noon.');
    const { html } = await visitor.get(pageOf(id, ada));
    expect(html.match(/class="theirs lead"/g)).toHaveLength(2);
    expect(html.match(/class="theirs"/g)).toHaveLength(1);
    expect(html).toContain('placeholder="Write a message"');
    const shop = { ...ada, profile: await makeProfile(t, ada, { name: 'Example bakery', type: 'company' }) };
    await makeContacts(t, shop, nina);
    const other = await openConversation(t, shop, nina);
    expect((await visitor.get(pageOf(other, shop))).html).toContain('placeholder="Write as Example bakery"');
  });

  it('is not read by a browser that fetches ahead', async () => {
    const { ada, id } = await contacts();
    const headers = { 'sec-purpose': 'prefetch;prerender' };
    await t.app.inject({ url: pageOf(id, ada), cookies: { pronet_session: ada.token }, headers });
    expect((await sideOf(t, as(ada), id)).unread_count).toBe(1);
  });

  it('sends once, keeps what was refused, and needs the token of the form', async () => {
    const { ada, nina, id, visitor } = await contacts();
    const once = /id="once" name="once" value="([^"]+)"/.exec((await visitor.get(pageOf(id, ada))).html)![1]!;
    for (let i = 0; i < 2; i++) {
      const sent = await visitor.post(pageOf(id, ada), { body: 'Two\r\nlines', once, needs_human: 'yes' });
      expect([sent.status, sent.location]).toEqual([303, pageOf(id, ada)]);
    }
    const mine = (await messagesOf(t, as(ada), id)).filter(({ mine }) => mine);
    expect(mine.map(({ body, needs_human }) => [body, needs_human])).toEqual([['Two\nlines', true]]);
    const long = await visitor.post(pageOf(id, ada), { body: 'é'.repeat(4001) });
    expect(long.status).toBe(422);
    expect(long.html).toContain('é'.repeat(4001));
    const forged = await visitor.post(pageOf(id, ada), { body: 'Forged', token: 'x' });
    expect(forged.status).toBe(422);
    expect(forged.html).toContain('Forged</textarea>');
    expect((await visitor.post(pageOf(id, ada, '/change'), { do: 'mute', token: 'x' })).status).toBe(403);
    await t.call('POST', '/v1/blocks', { ...as(nina), body: { profile_id: ada.profile.id } });
    const blocked = await visitor.post(pageOf(id, ada), { body: 'Hello?' });
    expect(blocked.text).toContain('This member can’t be reached');
    expect(await messagesOf(t, as(ada), id)).toHaveLength(2);
  });

  it('shows older messages by cursor, as a page and as a part', async () => {
    const { ada, nina, id, visitor } = await contacts();
    for (let i = 0; i < 30; i++) await sendMessage(t, as(nina), id, `Number ${i}.`);
    const { html } = await visitor.get(pageOf(id, ada));
    expect(html).not.toContain('example.org/rye');
    const older = /href="([^"]+)" hx-get[^>]*>Older messages/.exec(html)![1]!.replaceAll('&amp;', '&');
    const page = await visitor.get(older);
    expect(page.html).toContain('example.org/rye');
    expect(page.text).toContain('Newest messages');
    const headers = { 'hx-request': 'true' };
    const part = await t.app.inject({ url: older, cookies: { pronet_session: ada.token }, headers });
    expect(part.payload).toContain('example.org/rye');
    expect(part.payload).not.toContain('<html');
  });

  it('refreshes back to the first message shown', async () => {
    const { ada, nina, id, visitor } = await contacts();
    const first = await sendMessage(t, as(nina), id, 'The first shown');
    for (let i = 0; i < 55; i++) await sendMessage(t, as(nina), id, `Number ${i}.`);
    const { html } = await visitor.get(`${pageOf(id, ada, '/thread')}&from=${first.id}`);
    expect(html).toContain('The first shown');
    expect(html).toContain('Number 54.');
    expect(html).not.toContain('example.org/rye');
  });

  it('can be muted, its messages deleted or reported, and the other side blocked', async () => {
    const { ada, nina, id, visitor } = await contacts();
    const change = pageOf(id, ada, '/change');
    expect((await visitor.post(change, { do: 'mute' })).location).toContain('done=conversation_muted');
    expect((await sideOf(t, as(ada), id)).muted).toBe(true);
    await visitor.post(change, { do: 'unmute' });
    expect((await sideOf(t, as(ada), id)).muted).toBe(false);
    const own = await sendMessage(t, as(ada), id, 'A mistake');
    expect((await visitor.post(change, { message: own.id })).location).toContain('done=message_deleted');
    const [last, first] = await messagesOf(t, as(nina), id);
    expect(last.body).toBe('');
    expect((await visitor.post(change, { message: first.id })).text).toContain('You don’t have permission');

    const report = pageOf(id, ada, `/report/${first.id}`);
    expect((await visitor.get(report)).html).toContain('Is the &lt;b&gt;rye');
    expect((await visitor.post(report, { comment: 'Rude' })).status).toBe(422);
    const sent = await visitor.post(report, { reason: 'abuse', comment: 'Rude' });
    expect(sent.location).toBe(`${pageOf(id, ada)}&done=report_sent`);
    const { rows } = await t.pool.query('select reason, comment from reports where target_id = $1', [first.id]);
    expect(rows).toEqual([{ reason: 'abuse', comment: 'Rude' }]);

    const blocked = await visitor.post(change, { do: 'block', profile_id: nina.profile.id });
    expect(blocked.location).toBe(`${list(ada)}&done=blocked`);
    expect((await visitor.get(pageOf(id, ada))).text).toContain('You can’t write to Nina Petrov now.');
  });

  it('names the manager that wrote for the profile', async () => {
    const [shop, clerk, guest] = [
      await makeMember(t, { name: 'Rossi bakery', type: 'company' }),
      await makeMember(t, { name: 'Carla Clerk' }),
      await makeMember(t),
    ];
    await makeContacts(t, shop, guest);
    await grantAccess(t, shop, clerk, ['messaging']);
    const id = await openConversation(t, guest, shop);
    const visitor = signedIn(t, clerk);
    await visitor.post(pageOf(id, shop), { body: 'We open at six.' });
    expect((await signedIn(t, shop).get(pageOf(id, shop))).text).toMatch(/Rossi bakery by Carla Clerk We open/);
    expect((await signedIn(t, guest).get(pageOf(id, guest))).text).not.toContain('Carla Clerk');
  });
});

describe('a new conversation', () => {
  it('is opened by its first message, from a profile or among the contacts', async () => {
    const { ada, nina, id, visitor } = await contacts();
    const friend = await makeMember(t, { name: 'Friend Example' });
    await makeContacts(t, ada, friend);
    const { username } = friend.profile;
    const to = `/console/messages/new?profile=${ada.profile.id}&to=${username}`;
    expect((await visitor.get(`/@${username}?profile=${ada.profile.id}`)).html).toContain(
      `href="${to.replaceAll('&', '&amp;')}"`,
    );
    expect((await visitor.get(`/console/messages/new?profile=${ada.profile.id}&q=friend`)).html).toContain(username);
    expect((await visitor.get(to)).text).toContain('This is the beginning of your conversation.');
    const before = (await t.call('GET', '/v1/conversations', as(ada))).json.data.items;
    expect(before.filter((item: { profile: { id: string } }) => item.profile.id === friend.profile.id)).toEqual([]);
    const sent = await visitor.post(`/console/messages/new?profile=${ada.profile.id}`, {
      to: username,
      body: 'Hello!',
    });
    expect(sent.status).toBe(303);
    expect((await visitor.get(sent.location!)).text).toContain('Hello!');
    const known = await visitor.get(`/console/messages/new?profile=${ada.profile.id}&to=${nina.profile.username}`);
    expect(known.location).toBe(pageOf(id, ada));
    expect((await visitor.get(`/console/messages/new?to=settings`)).status).toBe(303);
  });

  it('says why a member can’t be written to', async () => {
    const [ada, other] = [await makeMember(t), await makeMember(t)];
    await t.call('PATCH', `/v1/profiles/${other.profile.id}`, {
      ...as(other),
      body: { inbox_policy: { messages: { human: 'contacts' } } },
    });
    const visitor = signedIn(t, ada);
    const to = `/console/messages/new?profile=${ada.profile.id}`;
    const { text, html } = await visitor.get(`${to}&to=${other.profile.username}`);
    expect(text).toContain('This member only takes messages from contacts.');
    expect(html).not.toContain('name="body"');
    const tried = await visitor.post(to, { to: other.profile.username, body: 'Kept text' });
    expect([tried.status, tried.html.includes('Kept text')]).toEqual([422, true]);
  });
});

describe('permissions', () => {
  it('hide messages from managers without them, and lead others to a profile that they may read', async () => {
    const { ada, id } = await contacts();
    const manager = await signUp(t);
    const { token } = manager;
    const clerk = { ...manager, profile: await makeProfile(t, manager, { name: 'Clerk' }) };
    await grantAccess(t, ada, clerk, ['posting']);
    const visitor = signedIn(t, { token });
    for (const path of [list(ada), pageOf(id, ada), `/console/messages/new?profile=${ada.profile.id}`]) {
      const { status, text } = await visitor.get(path);
      expect([status, text.includes('Nina Petrov')], path).toEqual([403, false]);
    }
    expect((await visitor.post(pageOf(id, ada), { body: 'No' })).status).toBe(403);
    expect((await visitor.get(`/console/notifications?profile=${ada.profile.id}`)).text).not.toContain('Nina Petrov');
    expect((await visitor.get('/console/messages')).text).toContain('No conversations yet.');
    expect((await visitor.get(pageOf(id, clerk))).status).toBe(404);
    const fresh = signedIn(t, await signUp(t));
    expect((await fresh.get('/console/messages')).text).toContain('You have no profiles yet.');
  });

  it('send visitors to sign in, with their text', async () => {
    const { ada, id } = await contacts();
    const answer = await t.app.inject({ url: pageOf(id, ada) });
    expect(answer.headers.location).toContain('/console/sign-in?next=');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await t.app.inject({ method: 'POST', url: pageOf(id, ada), headers, payload: 'body=Kept+text' });
    expect([sent.statusCode, sent.payload.includes('Kept text')]).toEqual([422, true]);
  });
});

it(
  'updates while it is open, keeps a draft, and passes the checks of pages',
  async () => {
    const { ada, nina, id } = await contacts();
    const { page, complaints } = await signInBy(browser, t.origin, ada, pageOf(id, ada));
    const stream = page.waitForRequest(/live\/events/);
    await page.reload();
    await stream;
    const input = page.getByLabel('Message to Nina Petrov');
    await expect
      .poll(
        async () => {
          await sendMessage(t, as(nina), id, 'Just now');
          await dispatch(t);
          return page.locator('.bubble', { hasText: 'Just now' }).count();
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBeGreaterThan(0);
    await input.fill('An answer');
    await page.keyboard.press('Enter');
    await page.locator('.mine .bubble', { hasText: 'An answer' }).waitFor();
    await expect.poll(() => input.inputValue()).toBe('');
    await input.fill('Half a thought');
    await page.reload();
    expect(await input.inputValue()).toBe('Half a thought');
    const other = await makeMember(t);
    await makeContacts(t, ada, other);
    await sendMessage(t, as(other), await openConversation(t, other, ada), 'Elsewhere');
    await dispatch(t);
    await page.locator('.places .badge').getByText('1', { exact: true }).first().waitFor();
    await page.locator('.conversations').getByText('Elsewhere').waitFor();
    await page.getByLabel('More about this conversation').click();
    await holds(page, 'conversation');
    await page.goto(`${t.origin}${list(ada)}`);
    await holds(page, 'messages');
    await page.goto(`${t.origin}/console/messages/new?profile=${ada.profile.id}`);
    await holds(page, 'message-new');
    expect(complaints).toEqual([]);
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("draft"))')).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);
