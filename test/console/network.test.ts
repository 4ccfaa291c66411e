import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { askForContact, becomeContacts, contactIdOf } from '../support/contacts.ts';
import { block, follow } from '../support/follows.ts';
import { type Member, makeMember, makeProfile, signUp, unique } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, grantAccess, makePost } from '../support/posts.ts';
import { signedIn, textOf } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
let owner: Member;
let visitor: ReturnType<typeof signedIn>;
beforeAll(async () => {
  t = await startOAuthApp();
  owner = await makeMember(t, { name: 'Rossi bakery', type: 'company' });
  visitor = signedIn(t, owner);
});

const at = (list: string, member = owner) => `/console/network/${list}?profile=${member.profile.id}`;
const read = async (path: string, by = visitor) => (await by.get(path)).html;
const viewerOf = async (member: Member, other: Member) =>
  (await t.call('GET', `/v1/profiles/${other.profile.id}`, as(member))).json.data.viewer;
const requestOf = async (member: Member, id: string) =>
  (await t.call('GET', `/v1/contact-requests/${id}`, as(member))).json.data.contact_request;

describe('contact requests and contacts', () => {
  it('are answered, withdrawn, read and removed', async () => {
    const [mill, guild, dairy] = [
      await makeMember(t, { name: 'Harbour mill' }),
      await makeMember(t, { name: 'Guild' }),
      await makeMember(t, { name: 'Dairy <b>' }),
    ];
    const shop = { ...owner, profile: await makeProfile(t, owner, { name: 'Shop' }) };
    const first = await askForContact(t, mill, owner, 'We met <at> the fair.');
    expect((await visitor.get('/console/network')).location, 'the profile with a request').toBe(at('requests'));
    expect((await visitor.get(`/console/network?profile=${shop.profile.id}`)).location).toBe(at('requests', shop));
    const second = await askForContact(t, guild, owner);
    const page = await read(at('requests'));
    expect(page).toContain(`href="/@${mill.profile.username}"`);
    expect(page).toContain('We met &lt;at&gt; the fair.');
    expect(textOf(page)).toContain('Requests 2');
    expect(textOf(await read(at('requests', shop)))).toContain(`${owner.profile.name} 2 unread`);
    const accepted = await visitor.post(at('requests'), { do: 'accept', request_id: first });
    expect([accepted.status, accepted.location]).toEqual([303, `${at('requests')}&done=request_accepted`]);
    expect(await read(accepted.location!)).toContain('Request accepted. You are contacts now.');
    await visitor.post(at('requests'), { do: 'decline', request_id: second });
    expect((await requestOf(guild, second)).status).toBe('rejected');
    expect(await read(at('requests'))).toContain('No open requests.');

    const target = { profile_id: dairy.profile.id, username: dairy.profile.username };
    await visitor.post(at('sent'), { do: 'request', message: 'Coffee soon?', ...target });
    expect(await read(at('sent'))).toContain('Coffee soon?');
    const { items } = (await t.call('GET', '/v1/contact-requests?direction=outgoing', as(owner))).json.data;
    await visitor.post(at('sent'), { do: 'withdraw', request_id: items[0].contact_request.id });
    expect((await requestOf(dairy, items[0].contact_request.id)).status).toBe('withdrawn');

    expect(await read(`${at('contacts')}&q=harbor`)).toContain('No contacts match.');
    const contacts = await read(`${at('contacts')}&q=HARBOUR`);
    const contactId = await contactIdOf(t, owner, mill);
    expect(contacts).toContain(`name="contact_id" value="${contactId}"`);
    const request = await read(at(`requests/${first}`));
    expect(request).toContain('We met &lt;at&gt; the fair.');
    expect(request).toContain('Accepted');
    expect(request).not.toContain('value="accept"');
    const removed = await visitor.post(`${at('contacts')}&q=HARBOUR`, {
      do: 'remove_contact',
      contact_id: contactId,
    });
    expect(removed.location).toBe(`${at('contacts')}&q=HARBOUR&done=contact_removed`);
    expect((await viewerOf(owner, mill)).contact).toBe('none');
  });

  it('say that an AI agent wrote the message, in lists, on their own page and on the profile', async () => {
    const host = await makeMember(t);
    const guest = signedIn(t, host);
    const agent = await makeMember(t, { type: 'ai_agent' });
    const person = await makeMember(t);
    const request = await askForContact(t, agent, host, 'We could trade flour.');
    await askForContact(t, person, host, 'We met at the fair.');
    const words = /We could trade flour\. Written by AI/;
    for (const path of [at('requests', host), at(`requests/${request}`, host), `/@${agent.profile.username}`])
      expect(textOf(await read(path, guest)), path).toMatch(words);
    expect(textOf(await read(at('requests', host), guest)).match(/Written by AI/g)).toHaveLength(1);
  });

  it('keep the text of a refused request, next to the reason', async () => {
    const other = await makeMember(t);
    const target = { profile_id: other.profile.id, username: other.profile.username };
    const long = `A long story. ${'x'.repeat(300)}`;
    const refused = await visitor.post(at('followers'), { do: 'request', message: long, ...target });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Use at most 300 characters.');
    expect(refused.html).toContain(`${long}</textarea>`);
    await block(t, other, owner);
    const blocked = await visitor.post(at('requests'), { do: 'request', message: 'Hello', ...target });
    expect(blocked.html).toContain('You can’t interact with this member.');
    expect(blocked.html).toContain('Hello</textarea>');
    const gone = await visitor.post(at('requests'), { do: 'accept', request_id: unique() });
    expect([gone.status, gone.html.includes('This request no longer exists.')]).toEqual([422, true]);
  });

  it('keep the text of a request while the server rejects requests', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.2' });
    const member = await makeMember(limited);
    const other = await makeProfile(limited, member);
    const hurried = signedIn(limited, member);
    const path = at('requests', member);
    await hurried.post(path, { do: 'unmute', profile_id: other.id });
    for (let n = 0, status = 200; n < 60 && status !== 429; n++) status = (await hurried.get(path)).status;
    const fields = { do: 'request', profile_id: other.id, username: other.username, message: 'Typed text' };
    const answer = await hurried.post(path, fields);
    expect([answer.status, answer.html.includes('Typed text</textarea>')]).toEqual([429, true]);
  });
});

describe('follows, blocks and mutes', () => {
  it('are listed, made and ended', async () => {
    const other = await makeMember(t, { name: 'Quill' });
    const target = { profile_id: other.profile.id };
    await follow(t, other, owner);
    expect(await read(at('followers'))).toContain(`aria-label="Follow @${other.profile.username}"`);
    await visitor.post(at('followers'), { do: 'follow', ...target });
    expect((await viewerOf(owner, other)).following).toBe(true);
    expect(await read(at('following'))).toContain(`aria-label="Following @${other.profile.username}: unfollow"`);
    await visitor.post(at('following'), { do: 'unfollow', ...target });
    expect((await viewerOf(owner, other)).following).toBe(false);

    expect(await read(at('muted'))).toContain('Nobody is muted.');
    await visitor.post(at('followers'), { do: 'mute', ...target });
    expect(await read(at('muted'))).toContain(`aria-label="Unmute @${other.profile.username}"`);
    await visitor.post(at('muted'), { do: 'unmute', ...target });
    expect(await read(at('muted'))).toContain('Nobody is muted.');

    await visitor.post(at('followers'), { do: 'block', ...target });
    expect(await viewerOf(owner, other)).toMatchObject({ blocked: true, followed_by: false });
    const blocked = await read(at('blocked'));
    expect(blocked).toContain(`aria-label="Unblock @${other.profile.username}"`);
    expect(blocked).not.toContain('aria-label="Follow');
    await visitor.post(at('blocked'), { do: 'unblock', ...target });
    expect((await viewerOf(owner, other)).blocked).toBe(false);
  });

  it('are shown in pages', async () => {
    const reader = await makeMember(t);
    for (let n = 0; n < 21; n++) {
      const { id } = await makeProfile(t, owner, { name: `Seller ${n}` });
      await follow(t, reader, { profile: { id } });
    }
    const by = signedIn(t, reader);
    const first = await read(at('following', reader), by);
    expect(first.match(/aria-label="Following @/g)).toHaveLength(20);
    const [, next] = /<a href="([^"]+)">Next page/.exec(first)!;
    const second = await read(next!.replaceAll('&amp;', '&'), by);
    expect(second.match(/aria-label="Following @/g)).toHaveLength(1);
    expect(second).toContain('Seller 0');
  });
});

describe('a manager', () => {
  it('sees and changes only what its permissions allow', async () => {
    const manager = await makeMember(t, { name: 'Mira' });
    await grantAccess(t, owner, manager, ['following']);
    const other = await makeMember(t);
    await follow(t, other, owner);
    const by = signedIn(t, manager);
    const start = await by.get(`/console/network?profile=${owner.profile.id}`);
    expect(start.location).toBe(at('followers'));
    const followers = await read(at('followers'), by);
    expect(followers).toContain(`aria-label="Follow @${other.profile.username}"`);
    for (const word of ['>Contacts<', '>Muted<', 'value="block"', 'value="mute"', 'value="request"'])
      expect(followers, word).not.toContain(word);
    const contacts = await by.get(at('contacts'));
    expect([contacts.status, contacts.html.includes('for the “Contacts” permission')]).toEqual([403, true]);
    const refused = await by.post(at('followers'), { do: 'block', profile_id: other.profile.id });
    expect([refused.status, refused.html.includes('You don’t have permission')]).toEqual([422, true]);
    expect((await by.get(at('followers', other))).status, 'a profile of somebody else').toBe(404);
  });
});

describe('search', () => {
  const search = (query: Record<string, string>, member = owner) =>
    `/console/search?${new URLSearchParams({ profile: member.profile.id, ...query })}`;

  it('finds people with filters, and changes the relation to them', async () => {
    const word = unique('w');
    const agent = await makeMember(t, { type: 'ai_agent', name: `Scribe ${word}` });
    const person = await makeMember(t, { name: `Scrivener ${word}` });
    const all = await read(search({ q: word }));
    for (const { profile } of [agent, person]) expect(all).toContain(profile.name);
    const agents = await read(search({ q: word, type: 'ai_agent' }));
    expect([agents.includes(agent.profile.name), agents.includes(person.profile.name)]).toEqual([true, false]);
    expect(await read(search({ q: word, country: 'PT' }))).toContain('Search without filters');
    expect(await read(search({ q: word, verified: 'true' }))).toContain('No results.');

    const here = search({ q: word, type: 'ai_agent' });
    const target = { profile_id: agent.profile.id, username: agent.profile.username };
    const followed = await visitor.post(here, { do: 'follow', ...target });
    expect(followed.location).toBe(`${here}&done=followed`);
    expect(await read(here)).toContain(`aria-label="Following @${agent.profile.username}: unfollow"`);
    await visitor.post(here, { do: 'request', message: 'Hello', ...target });
    expect((await viewerOf(owner, agent)).contact).toBe('outgoing_request');
    expect(await read(here)).not.toContain('Request contact');
    const again = await visitor.post(here, { do: 'request', message: 'Hello again', ...target });
    expect(again.html).toContain('You already sent this member a request.');
    expect(again.html).toContain('Hello again</textarea>');
    await visitor.post(here, { do: 'block', ...target });
    expect(await read(here)).toContain('No results.');
  });

  it('offers to answer members who have sent a request, even in other lists', async () => {
    const word = unique('w');
    const [asking, declined] = [
      await makeMember(t, { name: `Asker ${word}` }),
      await makeMember(t, { name: `Asker ${word}` }),
    ];
    const request = await askForContact(t, asking, owner, 'We met at the fair.');
    await askForContact(t, declined, owner);
    await follow(t, asking, owner);
    for (const path of [search({ q: word }), at('followers')]) {
      const page = await read(path);
      expect(page, path).toContain(`aria-label="Accept @${asking.profile.username}"`);
      expect(page, path).toContain(`name="request_id" value="${request}"`);
    }
    expect(textOf(await read(search({ q: word })))).toMatch(/Sent you a request .*We met at the fair\./);
    const here = search({ q: word });
    const accepted = await visitor.post(here, { do: 'accept', request_id: request });
    expect(accepted.location).toBe(`${here}&done=request_accepted`);
    const [, other] = /name="request_id" value="([^"]+)"/.exec(await read(here))!;
    await visitor.post(here, { do: 'decline', request_id: other! });
    expect(await read(here)).not.toContain('name="request_id"');
    const manager = await makeMember(t);
    await grantAccess(t, owner, manager, ['following']);
    expect(await read(at('followers'), signedIn(t, manager))).not.toContain('value="accept"');
  });

  it('finds posts with filters, and offers what the feed offers', async () => {
    const word = unique('w');
    const author = await makeMember(t, { name: 'Quill' });
    const other = await makeMember(t);
    const { id } = await makePost(t, as(author), { body: `Rolls ${word} <i>` });
    await makePost(t, as(other), { body: `Bread ${word}`, visibility: 'members' });
    const all = await read(search({ in: 'posts', q: word }));
    expect(all).toContain(`Rolls ${word} &lt;i&gt;`);
    expect(all).toContain(`href="/posts/${id}?answer=yes"`);
    expect(all).toContain('Members only');
    expect(all).toContain(`/report?post=${id}`);
    const one = await read(search({ in: 'posts', q: word, author: `@${author.profile.username}` }));
    expect([one.includes('Rolls'), one.includes('Bread')]).toEqual([true, false]);
    const none: Record<string, string>[] = [{ kind: 'comment' }, { pictures: 'true' }, { to: '2020-01-01' }];
    for (const filter of none) expect(await read(search({ in: 'posts', q: word, ...filter }))).toContain('No results.');
    const unknown = await visitor.get(search({ in: 'posts', q: word, author: 'nobody-here' }));
    expect(unknown.status).toBe(422);
    expect(unknown.html).toContain('No member has this username.');
    expect(unknown.html).toContain('value="nobody-here"');
    expect((await visitor.get(search({ in: 'posts', q: word, from: 'someday' }))).status).toBe(422);
  });
});

describe('the page of one member', () => {
  it('follows and contacts members that a search does not find', async () => {
    const member = await makeMember(t, { name: 'Quiet <b>', username: unique('quiet') });
    const { id, username } = member.profile;
    const settings = { token: member.token, body: { indexable: false } };
    expect((await t.call('PATCH', `/v1/profiles/${id}`, settings)).status).toBe(200);
    expect((await visitor.get(`/console/search?q=${username}`)).text).toContain('No results.');
    const path = `/@${username}`;
    expect((await visitor.get(`/console/members/${username}`)).location).toBe(path);
    const here = `${path}?profile=${owner.profile.id}`;
    const shown = await visitor.get(here);
    expect(shown.html).toContain('Quiet &lt;b&gt;');
    expect(shown.html).toContain(`name="profile" value="${owner.profile.id}"`);
    const target = { profile: owner.profile.id, profile_id: id };
    expect((await visitor.post(path, { ...target, do: 'follow' })).location).toBe(`${path}?done=followed`);
    const long = { ...target, do: 'request', username, message: 'x'.repeat(301) };
    const refused = await visitor.post(path, long);
    expect([refused.status, refused.html.includes(`${long.message}</textarea>`)]).toEqual([422, true]);
    await visitor.post(path, { ...long, message: 'Hello' });
    expect(await viewerOf(owner, member)).toMatchObject({ following: true, contact: 'outgoing_request' });
    const quiet = signedIn(t, member);
    const asked = await quiet.get(`/@${owner.profile.username}`);
    expect(asked.html).toContain(`aria-label="Accept @${owner.profile.username}"`);
    expect((await quiet.get(path)).text).toContain('Edit profile');
    for (const name of ['nobody-of-that-name', 'lookup', 'a%2Fb', '%00'])
      expect((await visitor.get(`/@${name}`)).status, name).toBe(404);
  });

  it('comes back after signing in and after creating a profile', async () => {
    const from = `/console/members/${owner.profile.username}`;
    const stranger = await t.app.inject({ url: from });
    expect(stranger.headers.location).toBe(`/console/sign-in?next=${encodeURIComponent(from)}`);
    const path = `/@${owner.profile.username}`;
    const account = signedIn(t, await signUp(t));
    const [, create] = /href="(\/console\/profiles\/new\?next=[^"]+)"/.exec(await read(path, account))!;
    const [, next] = /name="next" value="([^"]+)"/.exec(await read(create!, account))!;
    const fields = { type: 'human', name: 'Robin', username: unique('robin'), next: next! };
    expect((await account.post('/console/profiles/new', fields)).location).toBe(`${path}?done=profile_ready`);
    const elsewhere = { ...fields, username: unique('robin'), next: '//evil.example' };
    expect((await account.post('/console/profiles/new', elsewhere)).location).toContain('done=profile_made');
  });
});

it('starts with the profile that the person switched to, else with the oldest', async () => {
  const person = await makeMember(t);
  const shop = await makeProfile(t, person, { name: 'Shop' });
  const open = async (url: string, cookies: Record<string, string> = {}) =>
    t.app.inject({ url, cookies: { pronet_session: person.token, ...cookies } });
  const chosenOn = ({ payload }: { payload: string }) =>
    /profile=([\w-]+)&amp;switch=yes" aria-current/.exec(payload)![1];
  expect(chosenOn(await open('/console/search'))).toBe(person.profile.id);
  const linked = await open(`/console/search?profile=${shop.id}`);
  expect([chosenOn(linked), linked.cookies]).toEqual([shop.id, []]);
  for (const path of ['/console/search?q=mill', '/console/network/contacts', '/console/posts', '/console/messages']) {
    const to = `${path}${path.includes('?') ? '&amp;' : '?'}profile=${shop.id}&amp;switch=yes`;
    expect((await open(path)).payload, 'the menu stays on the page').toContain(`href="${to}"`);
  }
  expect((await open('/console/profiles')).payload).toContain(`aria-label="Act as @${shop.username}"`);
  const { cookies } = await open(`/console/search?profile=${shop.id}&switch=yes`);
  expect(cookies).toMatchObject([{ name: 'pronet_profile', value: shop.id, httpOnly: true, sameSite: 'Lax' }]);
  expect(chosenOn(await open('/console/posts', { pronet_profile: shop.id }))).toBe(shop.id);
  const other = await makeMember(t);
  expect(chosenOn(await open('/console/posts', { pronet_profile: other.profile.id }))).toBe(person.profile.id);
});

it('refuses a form of another site, and a person without profiles sees how to start', async () => {
  const other = await makeMember(t);
  const fields = { token: 'forged', do: 'follow', profile_id: other.profile.id };
  expect((await visitor.post(at('followers'), fields)).status).toBe(403);
  expect((await viewerOf(owner, other)).following).toBe(false);
  expect((await visitor.post(at('followers'), { do: 'other', profile_id: other.profile.id })).status).toBe(400);
  expect((await visitor.get(at('nothing'))).status).toBe(404);
  const account = signedIn(t, await signUp(t));
  for (const path of ['/console/network', '/console/search'])
    expect((await account.get(path)).text, path).toContain('Create your first profile');
});

it(
  'the pages in a browser ask before what cannot be undone, and focus the reason of a refusal',
  async () => {
    const me = await makeMember(t, { name: 'Rossi bakery' });
    await makeProfile(t, me, { name: 'Second shop' });
    const [asking, contact] = [await makeMember(t, { name: 'Harbour mill' }), await makeMember(t, { name: 'Dairy' })];
    const id = await askForContact(t, asking, me, 'We met at the fair.\nSee you there again.');
    await becomeContacts(t, me, contact);
    const { page, complaints, strangers } = await signInBy(browser, t.origin, me, at('requests', me));
    await holds(page, 'network-requests');
    page.once('dialog', (dialog) => dialog.dismiss());
    await page.getByRole('button', { name: 'Decline' }).click();
    expect((await requestOf(me, id)).status, 'not declined without a confirmation').toBe('pending');
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Request declined.').waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByLabel('More for').click();
    await holds(page, 'network-contacts');
    await page.goto(`${t.origin}/console/search?profile=${me.profile.id}&q=mill&type=human`);
    const entry = page.getByRole('listitem').filter({ hasText: asking.profile.username });
    await entry.getByLabel('More for').click();
    await entry.getByText('Request contact').click();
    await holds(page, 'search-people');
    expect(complaints).toEqual([]);
    await entry.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(301));
    await entry.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Use at most 300 characters.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    await holds(page, 'search-refused');
    await makePost(t, as(contact), { body: 'Flour prices of the week' });
    await page.goto(`${t.origin}/console/search?profile=${me.profile.id}&in=posts&q=flour&kind=post`);
    await page.getByText('Flour prices of the week').waitFor();
    await holds(page, 'search-posts');
    expect(strangers).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it('says of what a deleted profile blocked that it can still contact this one, and blocks it here, too', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const gone = { ...me, profile: await makeProfile(t, me) };
  await block(t, gone, other);
  await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: me.token });
  const mine = signedIn(t, me);
  const words = 'Blocked by one of your deleted profiles: can still contact this one';
  expect(textOf(await read(at('blocked', me), mine))).toContain(words);
  const form = { profile_id: other.profile.id, username: other.profile.username };
  expect((await mine.post(at('blocked', me), { do: 'block', ...form })).status).toBe(303);
  const listed = textOf(await read(at('blocked', me), mine));
  expect(listed).toContain(`@${other.profile.username}`);
  expect(listed).not.toContain(words);
  expect((await viewerOf(me, other)).blocked).toBe(true);
  await mine.post(at('blocked', me), { do: 'unblock', ...form });
  expect(await read(at('blocked', me), mine)).toContain('Nobody is blocked.');
});
