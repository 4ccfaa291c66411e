import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact } from '../support/contacts.ts';
import { follow } from '../support/follows.ts';
import { type Member, makeMember, makeProfile, signUp, unique } from '../support/members.ts';
import { as, grantAccess, makeContacts, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const commentsOf = async (id: string, by: Member) =>
  (await t.call('GET', `/v1/posts/${id}/comments`, as(by))).json.data.items;
const viewerOf = async (member: Member, other: Member) =>
  (await t.call('GET', `/v1/profiles/${other.profile.id}`, as(member))).json.data.viewer;
const reportsOf = async (id: string) =>
  (await t.pool.query('select target_type, reason, comment from reports where target_id = $1', [id])).rows;

describe('a path with a public page', () => {
  it('has the shell for members, and the cached page for everyone else', async () => {
    const member = await makeMember(t);
    const { id } = await makePost(t, as(member));
    for (const path of [
      `/posts/${id}`,
      `/posts/${id}/reactions`,
      `/posts/${id}/quotes`,
      `/@${member.profile.username}`,
      `/@${member.profile.username}/followers`,
      `/@${member.profile.username}/following`,
    ]) {
      const own = await t.app.inject({ url: path, cookies: { pronet_session: member.token } });
      expect([own.statusCode, own.headers['cache-control'], own.headers.etag], path).toEqual([
        200,
        'private, no-store',
        undefined,
      ]);
      expect(own.payload).toContain('aria-label="Your account');
      const open = await t.app.inject(path);
      expect([open.statusCode, open.headers['cache-control']], path).toEqual([
        200,
        'public, max-age=0, must-revalidate',
      ]);
      expect(open.payload).not.toContain('Your account');
      expect(open.cookies).toEqual([]);
      const again = await t.app.inject({ url: path, headers: { 'if-none-match': String(open.headers.etag) } });
      expect(again.statusCode).toBe(304);
      const signedInAgain = await t.app.inject({
        url: path,
        cookies: { pronet_session: member.token },
        headers: { 'if-none-match': String(open.headers.etag) },
      });
      expect(signedInAgain.statusCode, 'a cached public page is not valid for a member').toBe(200);
    }
  });

  it('is the public one when the session has ended', async () => {
    const member = await makeMember(t);
    const path = `/@${member.profile.username}`;
    await t.call('DELETE', '/v1/account/sessions/current', { token: member.token });
    const answer = await t.app.inject({ url: path, cookies: { pronet_session: member.token } });
    expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
      302,
      path,
      'no-store',
    ]);
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'pronet_session', value: '', maxAge: 0 }));
  });

  it('leads to the address as it is written', async () => {
    const member = await makeMember(t, { username: unique('tilde') });
    const { id } = await makePost(t, as(member));
    const visitor = signedIn(t, member);
    expect((await visitor.get(`/posts/${id.toUpperCase()}`)).location).toBe(`/posts/${id}`);
    expect((await visitor.get(`/@${member.profile.id}`)).location).toBe(`/@${member.profile.username}`);
    expect((await visitor.get('/@nobody-of-that-name')).status).toBe(404);
    expect((await visitor.get(`/posts/${unique()}`)).status).toBe(404);
  });
});

describe('the page of a post', () => {
  it('shows what only members see, with comments and a form that answers as any profile', async () => {
    const [author, reader] = [await makeMember(t), await makeMember(t)];
    const shop = await makeProfile(t, reader, { name: 'Shop' });
    const { id } = await makePost(t, as(author), { body: 'For members', visibility: 'members' });
    expect((await t.app.inject(`/posts/${id}`)).statusCode).toBe(404);
    const visitor = signedIn(t, reader);
    const page = await visitor.get(`/posts/${id}?answer=yes`);
    expect(page.text).toContain('For members');
    expect(page.html).toMatch(/<textarea id="answer"[^>]* autofocus/);
    const once = /name="once" value="([^"]+)"/.exec(page.html)![1]!;
    const fields = { once, as: shop.id, body: 'A <first> answer' };
    const written = await visitor.post(`/posts/${id}/comments`, fields);
    const [{ post: comment, profile }] = await commentsOf(id, reader);
    expect(written.location).toBe(`/posts/${id}?as=${shop.id}&done=comment_created#p-${comment.id}`);
    expect(profile.id).toBe(shop.id);
    await visitor.post(`/posts/${id}/comments`, fields);
    expect(await commentsOf(id, reader), 'sent twice').toHaveLength(1);
    const shown = await visitor.get(`/posts/${id}?as=${shop.id}`);
    expect(shown.html, 'the choice stays').toContain(`name="as" value="${shop.id}" checked>`);
    expect(shown.html).toContain(`<span data-as="${reader.profile.id}" hidden>`);
    expect(shown.text).toContain('1 comment');
    expect(shown.html).toContain('A &lt;first&gt; answer');
    expect(shown.html).toContain(`id="p-${comment.id}"`);
    const below = await visitor.get(`/posts/${comment.id}`);
    expect(below.html).toContain(`<a class="above" href="/posts/${id}">`);
    expect(below.text).toMatch(/In reply to .* For members/);
    expect(shown.html, 'nobody reacted').not.toContain('class="reacted"');
    await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(reader), body: { reaction_type: 'love', active: true } });
    expect((await visitor.get(`/posts/${id}`)).html).toMatch(
      new RegExp(`class="reacted" href="/posts/${id}/reactions".*1 reaction</a>`, 's'),
    );
  });

  it('keeps a comment that was refused', async () => {
    const [author, reader] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(author));
    const long = 'y'.repeat(3001);
    const fields = { once: crypto.randomUUID(), as: reader.profile.id };
    const refused = await signedIn(t, reader).post(`/posts/${id}/comments`, { ...fields, body: long });
    expect([refused.status, refused.html.includes(`${long}</textarea>`)]).toEqual([422, true]);
    const forged = await signedIn(t, reader).post(`/posts/${id}/comments`, { ...fields, body: 'Hi', token: 'x' });
    expect(forged.status).toBe(403);
    expect(await commentsOf(id, reader)).toEqual([]);
  });

  it('offers a person without profiles to create one', async () => {
    const { id } = await makePost(t, as(await makeMember(t)));
    const page = await signedIn(t, await signUp(t)).get(`/posts/${id}`);
    expect(page.text).toContain('Create your first profile to comment and react.');
    expect(page.html).not.toContain('value="like"');
  });

  it('sends a comment of a manager that only drafts for approval', async () => {
    const [owner, manager, author] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, manager, ['drafting']);
    const { id } = await makePost(t, as(author));
    const visitor = signedIn(t, manager);
    const page = await visitor.get(`/posts/${id}?profile=${owner.profile.id}`);
    expect(page.html).toContain(`name="as" value="${owner.profile.id}" checked>`);
    expect(page.text).toContain(`${owner.profile.name}, for approval`);
    const fields = { once: crypto.randomUUID(), as: owner.profile.id, body: 'A draft' };
    expect((await visitor.post(`/posts/${id}/comments`, fields)).location).toBe(
      `/posts/${id}?as=${owner.profile.id}&done=post_submitted`,
    );
  });
});

describe('the page of a profile', () => {
  it('follows, asks for contact, mutes and blocks, with and without htmx', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t, { name: 'Quiet <b>' })];
    await makePost(t, as(other), { body: 'A post on bread' });
    const path = `/@${other.profile.username}`;
    const visitor = signedIn(t, me);
    const page = await visitor.get(path);
    expect(page.html).toContain('Quiet &lt;b&gt;');
    expect(page.text).toContain('A post on bread');
    const fields = { profile: me.profile.id, profile_id: other.profile.id, username: other.profile.username };
    expect((await visitor.post(path, { ...fields, do: 'follow' })).location).toBe(`${path}?done=followed`);
    await visitor.post(path, { ...fields, do: 'request', message: 'Hello' });
    expect(await viewerOf(me, other)).toMatchObject({ following: true, contact: 'outgoing_request' });
    await visitor.post(path, { ...fields, do: 'mute' });
    expect((await visitor.get(path)).html).toContain('value="unmute"');
    const long = await visitor.post(path, { ...fields, do: 'request', message: 'z'.repeat(301) });
    expect([long.status, long.html.includes(`${'z'.repeat(301)}</textarea>`)]).toEqual([422, true]);
    await visitor.post(path, { ...fields, do: 'block' });
    expect((await visitor.get(path)).html).toContain('value="unblock"');
    expect((await visitor.post(path, { ...fields, do: 'unblock', token: 'forged' })).status).toBe(403);
  });

  it('answers a request, and offers to edit one’s own', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    const request = await askForContact(t, other, me, 'We met at the fair.');
    const visitor = signedIn(t, me);
    const page = await visitor.get(`/@${other.profile.username}`);
    expect(page.text).toContain('We met at the fair.');
    expect(page.html).toContain(`name="request_id" value="${request}"`);
    const own = await visitor.get(`/@${me.profile.username}`);
    expect(own.html).toContain(`/console/profiles/${me.profile.id}`);
    for (const word of ['value="follow"', '/report?member'])
      expect(own.html.slice(0, own.html.indexOf('<aside'))).not.toContain(word);
  });

  it('offers to edit a managed profile first, and to write to a contact', async () => {
    const [me, other] = [await makeMember(t, { name: 'Mara Lind' }), await makeMember(t)];
    const shop = await makeProfile(t, me, { name: 'Shop' });
    const visitor = signedIn(t, me);
    const managed = (await visitor.get(`/@${shop.username}?profile=${me.profile.id}`)).text;
    expect(managed).toMatch(/Post as Shop .*Edit profile .*Follow as Mara Lind/);
    await makeContacts(t, me, other);
    await follow(t, other, me);
    const { html, text } = await visitor.get(`/@${other.profile.username}`);
    expect(html).toMatch(/class="button small primary" href="\/console\/messages\/new/);
    expect(text).toMatch(new RegExp(`@${other.profile.username} Contact Follows you`));
  });

  it('shows a manager only the buttons that it may use', async () => {
    const [owner, manager, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, manager, ['following']);
    const { html } = await signedIn(t, manager).get(`/@${other.profile.username}?profile=${owner.profile.id}`);
    expect(html).toContain(`aria-label="Follow @${other.profile.username}"`);
    for (const word of ['value="mute"', 'value="block"', 'value="request"', '/console/messages/new'])
      expect(html, word).not.toContain(word);
  });

  it('lists followers, reactions and saved posts in the shell', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t, { name: 'Follower of mine' })];
    await follow(t, other, me);
    const { id } = await makePost(t, as(me), { body: 'Worth keeping' });
    await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(other), body: { reaction_type: 'support', active: true } });
    await t.call('PUT', `/v1/posts/${id}/bookmark`, as(me));
    const visitor = signedIn(t, me);
    const followers = (await visitor.get(`/@${me.profile.username}/followers`)).html;
    expect(followers).toContain('Follower of mine');
    expect(followers).toContain(`<h1>Followers of <bdi>${me.profile.name}</bdi></h1>`);
    expect((await visitor.get(`/posts/${id}/reactions?kind=support`)).text).toContain('Follower of mine');
    expect((await visitor.get('/home/saved')).text).toContain('Worth keeping');
  });
});

describe('a report', () => {
  it('of a post or a profile reaches the operator, with the reason', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(other), { body: 'Buy <now>' });
    const visitor = signedIn(t, me);
    const path = `/report?post=${id}&profile=${me.profile.id}`;
    expect((await visitor.get(path)).html).toContain('Buy &lt;now&gt;');
    const empty = await visitor.post(path, { reason: '', comment: 'Kept words' });
    expect([empty.status, empty.html.includes('Kept words</textarea>')]).toEqual([422, true]);
    expect((await visitor.post(path, { reason: 'spam', comment: 'Again' })).location).toBe('/home?done=report_sent');
    expect(await reportsOf(id)).toEqual([{ target_type: 'post', reason: 'spam', comment: 'Again' }]);
    const member = `/report?member=${other.profile.username}&profile=${me.profile.id}`;
    const sent = await visitor.post(member, { reason: 'impersonation', comment: '' });
    expect(sent.location).toBe(`/@${other.profile.username}?done=report_sent`);
    expect(await reportsOf(other.profile.id)).toEqual([
      { target_type: 'profile', reason: 'impersonation', comment: null },
    ]);
    expect((await visitor.get('/report?post=none')).status).toBe(404);
    expect((await visitor.post(member, { reason: 'spam', token: 'forged' })).status).toBe(403);
  });
});
