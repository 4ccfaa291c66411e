import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { follow } from '../support/follows.ts';
import { type Member, makeMember, makeProfile, signUp } from '../support/members.ts';
import { jpeg } from '../support/pictures.ts';
import { as, form, grantAccess, makeContacts, makePost, pictures } from '../support/posts.ts';
import { signedIn, textOf } from '../support/signed-in.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const postOf = async (id: string, by: Member) => (await t.call('GET', `/v1/posts/${id}`, as(by))).json.data;
const listOf = async (path: string, by: Member) => (await t.call('GET', path, as(by))).json.data.items;
/** Sends a form as htmx does. */
async function part(by: Member, url: string, fields: Record<string, string>) {
  const visitor = signedIn(t, by);
  const token = /name="token" value="([^"]+)"/.exec((await visitor.get('/console/account')).html)![1]!;
  const answer = await t.app.inject({
    method: 'POST',
    url,
    cookies: { pronet_session: by.token },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'hx-request': 'true' },
    payload: new URLSearchParams({ token, ...fields }).toString(),
  });
  return { status: answer.statusCode, html: answer.payload };
}

describe('the feed', () => {
  it('shows the posts of followed members with links, mentions, pictures and quotes, and goes on with a cursor', async () => {
    const [reader, author] = [await makeMember(t), await makeMember(t, { name: 'Ada <b>' })];
    await follow(t, reader, author);
    const quoted = await makePost(t, as(reader), { body: 'The words before' });
    for (let n = 1; n <= 20; n++) await makePost(t, as(author), { body: `Older ${n}.` });
    await makePost(t, as(author), {
      body: `Look at https://bread.example, @${reader.profile.username} <script>`,
      quoted_post_id: quoted.id,
    });
    const visitor = signedIn(t, reader);
    const first = await visitor.get('/home');
    expect(first.status).toBe(200);
    expect(first.html).toContain('Ada &lt;b&gt;');
    expect(first.html).toContain('<a href="https://bread.example" rel="nofollow ugc noopener noreferrer">');
    expect(first.html).toContain(`<a href="/@${reader.profile.username}">@${reader.profile.username}</a>`);
    expect(first.html).toContain('&lt;script&gt;');
    expect(first.text).toContain('The words before');
    expect(first.html.match(/<article/g)).toHaveLength(20);
    expect(first.text).not.toContain('Older 1.');
    const next = /<a class="button" href="([^"]+)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
    const second = await visitor.get(next);
    expect(second.text).toContain('Older 1.');
    expect(second.html).not.toContain('id="compose"');
    const rest = await t.app.inject({
      url: next,
      cookies: { pronet_session: reader.token },
      headers: { 'hx-request': 'true' },
    });
    expect(rest.payload).not.toContain('<html');
    expect(textOf(rest.payload)).toContain('Older 1.');
  });

  it('shows a new member posts and members to follow, and follows one without leaving', async () => {
    const star = await makeMember(t, { name: 'Star of the network' });
    for (let n = 0; n < 3; n++) await follow(t, await makeMember(t), star);
    await makePost(t, as(star), { body: 'What a star says' });
    t.clock.advance(61_000);
    const fresh = await makeMember(t);
    const home = await signedIn(t, fresh).get('/home');
    expect(home.text).toContain('Your feed is quiet');
    expect(home.text).toContain('What a star says');
    expect(home.html).toContain(`aria-label="Follow @${star.profile.username}"`);
    const fields = { profile: fresh.profile.id, profile_id: star.profile.id, username: star.profile.username };
    const followed = await part(fresh, '/home/follow', { ...fields, do: 'follow' });
    expect([
      followed.status,
      followed.html.includes(`aria-label="Following @${star.profile.username}: unfollow"`),
    ]).toEqual([200, true]);
    expect((await signedIn(t, fresh).post('/home/follow', { ...fields, do: 'unfollow' })).location).toBe(
      '/home?done=unfollowed',
    );
    const account = signedIn(t, await signUp(t));
    expect((await account.get('/home')).text).toContain('Create your first profile');
  });

  it('names what waits, with links', async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    await askForContact(t, other, owner);
    const { html, text } = await signedIn(t, owner).get('/home');
    expect(text).toContain('1 contact request');
    expect(html).toContain(`/console/network/requests?profile=${owner.profile.id}`);
    const nina = await makeMember(t, { name: 'Nina Petrov' });
    await makeContacts(t, owner, nina);
    await sendMessage(t, as(nina), await openConversation(t, nina, owner), 'Are you there?');
    expect((await signedIn(t, owner).get('/home')).text).toContain('Nina Petrov 1 unread conversation. Are you there?');
  });

  it('ends the beginning of a long text with three dots', async () => {
    const member = await makeMember(t);
    await makePost(t, as(member), { body: 'It is. '.repeat(60) });
    expect((await signedIn(t, member).get('/home')).text).toMatch(/It is… Read more/);
  });

  it('names the agent of the account, and proposes one to a member without any', async () => {
    const member = await makeMember(t);
    expect((await signedIn(t, member).get('/home')).html).toContain('href="/home/agent"');
    const agent = await makeProfile(t, member, { name: 'Crumb', type: 'ai_agent' });
    const { html, text } = await signedIn(t, member).get('/home');
    expect(html).not.toContain('href="/home/agent"');
    expect(html).toContain(`<a class="me" href="/@${agent.username}">`);
    expect(text).toContain('Your agent C Crumb');
  });

  it('is the start page of members, and needs a session', async () => {
    const answer = await t.app.inject('/home');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/sign-in']);
  });
});

describe('the form for a new post', () => {
  it('publishes as any profile of the person, with pictures and a quote, and once', async () => {
    const person = await makeMember(t);
    const shop = await makeProfile(t, person, { name: 'Shop', type: 'company' });
    const visitor = signedIn(t, person);
    const quoted = await makePost(t, as(person), { body: 'Quotable' });
    const { html } = await visitor.get(`/home?quote=${quoted.id}`);
    expect(html).toContain(`name="quote" value="${quoted.id}"`);
    expect(textOf(html)).toContain('Quotable Don’t quote');
    const once = /name="once" value="([^"]+)"/.exec(html)![1]!;
    const fields = { once, as: shop.id, body: 'Fresh bread', visibility: 'public', quote: quoted.id };
    const token = /name="token" value="([^"]+)"/.exec(html)![1]!;
    const texts = Object.entries({ token, ...fields }).map(([name, value]) => ({ name, value }));
    const send = async () => {
      const body = form([
        ...texts,
        ...pictures(await jpeg({ width: 300, height: 200 })),
        { name: 'alt_text', value: 'Rolls' },
      ]);
      return t.app.inject({ method: 'POST', url: '/home', cookies: { pronet_session: person.token }, ...body });
    };
    const created = await send();
    expect(created.statusCode, created.payload).toBe(303);
    expect(created.headers.location).toMatch(new RegExp(`^/home\\?about=[\\w-]+&as=${shop.id}&done=post_created$`));
    const [post, ...others] = await listOf(`/v1/profiles/${shop.id}/posts`, person);
    expect(others).toEqual([]);
    expect(post).toMatchObject({ body_preview: 'Fresh bread', quoted_post_id: quoted.id });
    expect(post.images).toMatchObject([{ alt_text: 'Rolls' }]);
    expect((await send()).headers.location, 'sent twice').toBe(created.headers.location);
    expect(await listOf(`/v1/profiles/${shop.id}/posts`, person)).toHaveLength(1);
  });

  it('keeps what was typed when it is refused', async () => {
    const person = await makeMember(t);
    const shop = await makeProfile(t, person, { name: 'Shop' });
    const fields = { once: crypto.randomUUID(), as: shop.id, visibility: 'members', quote: '' };
    const long = await signedIn(t, person).post('/home', { ...fields, body: 'x'.repeat(3001) });
    expect(long.status).toBe(422);
    expect(long.html).toContain(`${'x'.repeat(3001)}</textarea>`);
    expect(long.html).toContain(`name="as" value="${shop.id}" checked>`);
    expect(long.html).toContain('name="visibility" value="members" checked>');
    const empty = await signedIn(t, person).post('/home', { ...fields, body: '' });
    expect(empty.text).toContain('Write something, or add a picture.');
    const forged = await signedIn(t, person).post('/home', { ...fields, body: 'Hello', token: 'forged' });
    expect(forged.status).toBe(403);
    expect(await listOf(`/v1/profiles/${shop.id}/posts`, person)).toEqual([]);
  });
});

describe('the buttons of a post', () => {
  it('react, save and take both back, as forms and as parts', async () => {
    const [reader, author] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(author));
    const visitor = signedIn(t, reader);
    const fields = { profile: reader.profile.id, profile_id: author.profile.id, back: '/home?cursor=abc' };
    const act = (wish: string) => visitor.post(`/posts/${id}`, { ...fields, do: wish });
    for (const kind of ['like', 'celebrate', 'support', 'love', 'insightful', 'funny']) {
      expect((await act(kind)).location).toBe(`/home?cursor=abc#p-${id}`);
      expect((await postOf(id, reader)).viewer_reaction).toBe(kind);
    }
    const undone = await part(reader, `/posts/${id}`, { ...fields, do: 'take_back' });
    expect(undone.html).toMatch(/^\s*<article/);
    expect(undone.html).toContain('value="like" aria-pressed="false"');
    expect((await postOf(id, reader)).viewer_reaction).toBe(null);
    const saved = await part(reader, `/posts/${id}`, { ...fields, do: 'save' });
    expect(saved.html).toContain('value="unsave"');
    expect(await listOf('/v1/bookmarks', reader)).toHaveLength(1);
    await act('unsave');
    expect(await listOf('/v1/bookmarks', reader)).toHaveLength(0);
    expect((await visitor.post(`/posts/${id}`, { ...fields, do: 'like', token: 'forged' })).status).toBe(403);
    expect((await act('dislike')).status).toBe(400);
    const elsewhere = await visitor.post(`/posts/${id}`, { ...fields, do: 'like', back: 'https://evil.example' });
    expect(elsewhere.location).toBe(`/posts/${id}#p-${id}`);
  });

  it('mute and block the author, and say why they were refused', async () => {
    const [reader, author] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(author));
    const fields = { profile: reader.profile.id, profile_id: author.profile.id, back: '/home' };
    const muted = await part(reader, `/posts/${id}`, { ...fields, do: 'mute' });
    expect(muted.html).toContain('Muted. Their posts no longer appear in your feed.');
    expect(await listOf('/v1/mutes', reader)).toHaveLength(1);
    const blocked = await signedIn(t, reader).post(`/posts/${id}`, { ...fields, do: 'block' });
    expect(blocked.location).toBe('/home?done=blocked');
    const refused = await signedIn(t, reader).post(`/posts/${id}`, { ...fields, do: 'like' });
    expect(refused.status).toBe(422);
    const again = await part(reader, `/posts/${id}`, { ...fields, do: 'like' });
    expect([again.status, textOf(again.html).includes('You can’t interact with this member.')]).toEqual([422, true]);
    await t.call('DELETE', `/v1/posts/${id}`, as(author));
    const gone = await part(reader, `/posts/${id}`, { ...fields, do: 'save' });
    expect(gone.html).toContain('This post was removed.');
  });

  it('are shown where the acting profile may use them', async () => {
    const [owner, author] = [await makeMember(t, { type: 'company' }), await makeMember(t)];
    await follow(t, owner, author);
    const { id } = await makePost(t, as(author), { body: 'Read by a manager' });
    const all = await signedIn(t, owner).get('/home');
    for (const word of [
      'value="like"',
      '?answer=yes',
      '?quote=',
      'value="mute"',
      'value="block"',
      `/report?post=${id}`,
    ])
      expect(all.html, word).toContain(word);
    for (const [permission, shown] of [
      ['drafting', ['?answer=yes', '?quote=', 'id="compose"']],
      ['following', ['/report?post=']],
      ['networking', ['value="block"', '/report?post=']],
    ] as const) {
      const manager = await makeMember(t);
      await grantAccess(t, owner, manager, [permission]);
      const { html } = await signedIn(t, manager).get(`/home?profile=${owner.profile.id}`);
      const card = html.slice(html.indexOf('<main'));
      expect(card).toContain('Read by a manager');
      for (const word of ['value="like"', '?answer=yes', '?quote=', 'value="mute"', 'value="block"', '/report?post='])
        expect(card.includes(word), `${permission}: ${word}`).toBe((shown as readonly string[]).includes(word));
      expect(card).toContain('value="save"');
    }
  });
});
