import { beforeAll, describe, expect, it } from 'vitest';
import { publishScheduledPost } from '../../src/areas/posts/publish-due.ts';
import { systemCtx } from '../../src/ctx.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact, respond } from '../support/contacts.ts';
import { messagesOf, openConversation, sendMessage } from '../support/conversations.ts';
import { block, unblock } from '../support/follows.ts';
import { type Member, makeMember, makeProfile, unique } from '../support/members.ts';
import { as, eventsOf, grantAccess, logLineOf, makeContacts, makePost } from '../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
});

const at = ({ profile }: Member) => `@${profile.username}`;
const read = async (id: string, by = {}, query = '') => (await t.call('GET', `/v1/posts/${id}${query}`, by)).json.data;
const edit = async (by: Member, id: string, body: object) => {
  const answer = await t.call('PATCH', `/v1/posts/${id}`, { ...as(by), body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
const rename = async ({ token, profile }: Member, username: string) => {
  const answer = await t.call('PATCH', `/v1/profiles/${profile.id}`, { token, as: profile.id, body: { username } });
  expect(answer.status, answer.text).toBe(200);
};
/** What an operation costs. A late notification may empty the cache of credentials, which costs one more: the best of three. */
async function costOf(operation: string, run: () => Promise<unknown>): Promise<{ statements: number; trips: number }> {
  const costs: { statements: number; trips: number }[] = [];
  for (let i = 0; i < 3; i++) {
    await run();
    const { statements, round_trips: trips } = logLineOf(t, operation);
    costs.push({ statements, trips });
  }
  return costs.sort((a, b) => a.statements - b.statements)[0]!;
}
/** The ids of the mentioned profiles, in order. */
const idsIn = ({ mentions }: { mentions: { profile_id: string }[] }) => mentions.map(({ profile_id }) => profile_id);
const mentionEvents = async (objectId: string) =>
  (await eventsOf(t, objectId)).filter(({ type }) => type === 'mention.created');
const notified = async (objectId: string) => (await mentionEvents(objectId)).map(({ profile_id }) => profile_id);

describe('mentions and links of a post', () => {
  it('are found behind a full-width @, at once, later and after an edit; the name is accepted with it', async () => {
    const wide = `＠${ben.profile.username}`;
    const body = `お願いします${wide}、明日`;
    const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const [now, draft, later] = [
      await makePost(t, as(ada), { body }),
      await makePost(t, as(ada), { body, status: 'draft' }),
      await makePost(t, as(ada), { body, scheduled_at }),
    ];
    await t.call('POST', `/v1/posts/${draft.id}/publish`, { ...as(ada), body: {} });
    t.clock.advance(3_600_000);
    await publishScheduledPost(systemCtx(t.deps, 'posts.publish_due'), later.id);
    for (const { id } of [now, draft, later]) {
      expect((await read(id)).mentions).toMatchObject([{ profile_id: ben.profile.id, start: 6 }]);
      expect(await notified(id)).toEqual([ben.profile.id]);
    }
    expect(idsIn(await edit(ada, now.id, { body: `${body}か` }))).toEqual([ben.profile.id]);
    const path = `/v1/profiles/${encodeURIComponent(wide)}`;
    expect((await t.call('GET', path)).json.data.id).toBe(ben.profile.id);
    const { data } = (await t.call('GET', `/v1/profiles/lookup?usernames=${encodeURIComponent(wide)}`)).json;
    expect(data.items).toHaveLength(1);
  });

  it('have positions in code points, in every view that is not compact', async () => {
    const body = `👋 ${at(ben).toUpperCase()} and @nobody-known: https://example.org/x, ${at(ben)}.`;
    const start = 2;
    const end = start + at(ben).length;
    const second = [...body].length - 1 - at(ben).length;
    const mentions = [
      { profile_id: ben.profile.id, username: ben.profile.username, start, end },
      { profile_id: ben.profile.id, username: ben.profile.username, start: second, end: second + at(ben).length },
    ];
    const from = [...body.slice(0, body.indexOf('https'))].length;
    const links = [{ url: 'https://example.org/x', start: from, end: from + 21 }];
    const post = await makePost(t, as(ada), { body });
    expect(post).toMatchObject({ mentions, links });
    expect((await costOf('posts.create', () => makePost(t, as(ada), { body }))).trips).toBe(1);
    for (const view of ['', '?view=full']) expect(await read(post.id, {}, view)).toMatchObject({ mentions, links });
    expect(await read(post.id, as(ben))).toMatchObject({ mentions, links });
    expect(await read(post.id, {}, '?view=compact')).not.toHaveProperty('mentions');
    expect(await read(post.id, {}, '?view=compact')).not.toHaveProperty('links');

    const quote = await makePost(t, as(ben), { body: `Look, ${at(ada)}`, quoted_post_id: post.id });
    expect([idsIn(quote), quote.quoted_post.post.mentions]).toEqual([[ada.profile.id], mentions]);
    const listed = (await t.call('GET', `/v1/profiles/${ben.profile.id}/posts`, as(ada))).json.data.items[0];
    expect([idsIn(listed), listed.quoted_post.post.mentions]).toEqual([[ada.profile.id], mentions]);
    const found = (await t.call('GET', `/v1/feed`, as(ben))).json.data.items[0];
    expect([idsIn(found.post), found.post.quoted_post.post.mentions]).toEqual([[ada.profile.id], mentions]);
    const comment = await makePost(t, as(ada), { body: `${at(ben)}?`, reply_to_post_id: quote.id });
    const { ancestors, ...context } = (await t.call('GET', `/v1/posts/${comment.id}/context`)).json.data;
    expect([idsIn(ancestors[0].post), idsIn(context.post)]).toEqual([[ada.profile.id], [ben.profile.id]]);
  });

  it('are empty for a plain text, which costs no statement', async () => {
    const write = (body: string) => costOf('posts.create', () => makePost(t, as(ada), { body }));
    expect(await write('Mail to ada@example.org')).toEqual(await write('Nothing'));
    const post = await makePost(t, as(ada), { body: 'Mail to ada@example.org' });
    expect(post).toMatchObject({ mentions: [], links: [] });
    expect(await costOf('posts.get', () => read(post.id, { headers: { cookie: 'uncached=1' } }))).toEqual({
      statements: 1,
      trips: 1,
    });
  });

  it('are at most 20, and a known profile counts even after unknown ones', async () => {
    const unknown = Array.from({ length: 30 }, (_, n) => `@${unique('u')}${n}`).join(' ');
    const many = Array.from({ length: 25 }, () => at(ben)).join(' ');
    const links = Array.from({ length: 25 }, (_, n) => `https://example.org/${n}`).join(' ');
    const post = await makePost(t, as(ada), { body: `${unknown} ${many} ${at(ada)} ${links}` });
    expect(idsIn(post)).toEqual(Array.from({ length: 20 }, () => ben.profile.id));
    expect(post.links).toHaveLength(20);
  });

  it.each(['@', '@a', '@abc', '@abc ', ':', '://', '@@@', '👩‍👩‍👧@abc ', 'e\u0301@abc\u0301', '@a-'])(
    'take little time for a long text of %j',
    async (unit) => {
      const points = [...unit.repeat(3000)].slice(0, 3000).join('');
      const began = performance.now();
      await makePost(t, as(ada), { body: points });
      expect(performance.now() - began).toBeLessThan(10_000);
    },
  );

  it('keep their profile when it is renamed, even in a later edit', async () => {
    const cyd = await makeMember(t);
    const { id } = await makePost(t, as(ada), { body: `Hello ${at(cyd)}` });
    const name = unique();
    await rename(cyd, name);
    const [mention] = (await read(id)).mentions;
    expect(mention).toMatchObject({ profile_id: cyd.profile.id, username: name, start: 6, end: 6 + at(cyd).length });
    expect((await makePost(t, as(ada), { body: at(cyd) })).mentions, 'a former username').toEqual([]);
    const edited = await edit(ada, id, { body: `Hi ${at(cyd)} and @${name}` });
    expect(idsIn(edited)).toEqual([cyd.profile.id, cyd.profile.id]);
  });

  it('are found in any spelling of a username, as in a path, and kept by an edit in another one', async () => {
    const [cyd, word] = [await makeMember(t), unique()];
    await rename(cyd, `${word}_ada_lovelace`);
    const spelled = [`@${word}-Ada-Lovelace`, `@${word}AdaLovelace`, `@${word}_ada-lovelace`];
    const body = spelled.join(' ');
    const post = await makePost(t, as(ada), { body });
    expect(idsIn(post)).toEqual(spelled.map(() => cyd.profile.id));
    expect(post.mentions[0]).toMatchObject({ username: `${word}_ada_lovelace`, start: 0, end: spelled[0]!.length });
    expect(await notified(post.id)).toEqual([cyd.profile.id]);
    await rename(cyd, unique());
    const edited = await edit(ada, post.id, { body: `Hi @${word}adaLOVELACE` });
    expect(idsIn(edited), 'a former name that the earlier text has').toEqual([cyd.profile.id]);
  });

  it('are hidden from readers that a block separates from the profile, and while it is suspended', async () => {
    const cyd = await makeMember(t);
    const { id } = await makePost(t, as(ada), { body: `${at(cyd)} ${at(ben)}` });
    const both = [cyd.profile.id, ben.profile.id];
    await block(t, cyd, ben);
    expect(idsIn(await read(id, as(ben)))).toEqual([ben.profile.id]);
    expect(idsIn(await read(id, as(cyd)))).toEqual([cyd.profile.id]);
    expect(idsIn(await read(id, { token: ben.token }))).toEqual([ben.profile.id]);
    for (const by of [{}, as(ada)]) expect(idsIn(await read(id, by))).toEqual(both);
    await unblock(t, cyd, ben);
    expect(idsIn(await read(id, as(ben)))).toEqual(both);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [cyd.profile.id]);
    for (const by of [{}, as(ada)]) expect(idsIn(await read(id, by))).toEqual([ben.profile.id]);
    expect(idsIn(await makePost(t, as(ada), { body: `${at(cyd)} ${at(ben)}` }))).toEqual([ben.profile.id]);
  });

  it('disappear with the profile', async () => {
    const cyd = await makeMember(t);
    const { id } = await makePost(t, as(ada), { body: at(cyd) });
    const conversation = await openConversation(t, ada, ben);
    await sendMessage(t, as(ada), conversation, at(cyd));
    const gone = await t.call('DELETE', `/v1/profiles/${cyd.profile.id}`, { token: cyd.token });
    expect(gone.status, gone.text).toBe(200);
    expect(await read(id)).toMatchObject({ body: at(cyd), mentions: [] });
    const rows = await t.pool.query(
      'select from post_mentions where profile_id = $1 union all select from message_mentions where profile_id = $1',
      [cyd.profile.id],
    );
    expect(rows.rowCount).toBe(0);
  });

  it('never remain of a profile that is deleted at the same time', async () => {
    const cyd = await makeMember(t);
    const { id } = await makePost(t, as(ada), { body: at(cyd) });
    const writers = Array.from({ length: 6 }, (_, n) => [
      makePost(t, as(ada), { body: `${at(ben)} ${at(cyd)}` }),
      edit(ada, id, { body: `${n} ${at(cyd)}` }),
    ]);
    const removal = t.call('DELETE', `/v1/profiles/${cyd.profile.id}`, { token: cyd.token });
    await Promise.all([...writers.flat(), removal]);
    expect((await removal).status).toBe(200);
    const left = await t.pool.query('select from post_mentions where profile_id = $1', [cyd.profile.id]);
    expect(left.rowCount).toBe(0);
  });

  it('follow each edit of the text, and no other edit', async () => {
    const { id } = await makePost(t, as(ada), { body: `Hello ${at(ben)}` });
    const cyd = await makeMember(t);
    expect(idsIn(await edit(ada, id, { visibility: 'members' }))).toEqual([ben.profile.id]);
    expect(idsIn(await edit(ada, id, { body: `${at(cyd)}, hello` }))).toEqual([cyd.profile.id]);
    const again = () => edit(ada, id, { body: `${at(cyd)}, hello ${unique()}` });
    // The first one counts the profiles that the text mentions for the first time.
    expect((await costOf('posts.update', again)).trips).toBe(2);
    expect(idsIn(await edit(ada, id, { body: 'Nobody' }))).toEqual([]);
    expect(idsIn(await read(id, as(ada)))).toEqual([]);
    expect(idsIn(await edit(ada, id, { body: `${at(ben)} again` }))).toEqual([ben.profile.id]);
  });
});

describe('mention.created', () => {
  it('is written once for each post and profile, whatever later edits do', async () => {
    const { id } = await makePost(t, as(ada), { body: `${at(ben)} ${at(ben)} ${at(ada)}` });
    expect(await mentionEvents(id)).toEqual([
      expect.objectContaining({
        profile_id: ben.profile.id,
        actor_profile_id: ada.profile.id,
        data: {
          kind: 'post',
          status: 'published',
          revision: 1,
          reply_to_post_id: null,
          root_post_id: null,
          quoted_post_id: null,
        },
      }),
    ]);
    const cyd = await makeMember(t);
    await edit(ada, id, { body: `${at(cyd)} ${at(ben)}` });
    await edit(ada, id, { body: 'Nobody' });
    await edit(ada, id, { body: `${at(ben)} ${at(cyd)}` });
    expect(await notified(id)).toEqual([ben.profile.id, cyd.profile.id]);
    const { items } = (await t.call('GET', '/v1/notifications?types=mention.created', as(cyd))).json.data;
    expect(items).toEqual([expect.objectContaining({ object: { type: 'post', id } })]);
  });

  it('is not written for those who get the comment or the quote anyway', async () => {
    const root = await makePost(t, as(ben));
    const body = `${at(ben)} ${at(ada)}`;
    for (const to of [{ reply_to_post_id: root.id }, { quoted_post_id: root.id }]) {
      const { id } = await makePost(t, as(await makeMember(t)), { body, ...to });
      expect(await notified(id)).toEqual([ada.profile.id]);
    }
  });

  it('is written when a draft, a scheduled or a pending post is published', async () => {
    const body = at(ben);
    const draft = await makePost(t, as(ada), { body, status: 'draft' });
    expect([idsIn(draft), await notified(draft.id)]).toEqual([[ben.profile.id], []]);
    await edit(ada, draft.id, { body: `${at(ben)}!` });
    expect(await notified(draft.id)).toEqual([]);
    const published = await t.call('POST', `/v1/posts/${draft.id}/publish`, { ...as(ada), body: {} });
    expect([idsIn(published.json.data), await notified(draft.id)]).toEqual([[ben.profile.id], [ben.profile.id]]);

    const scheduled_at = new Date(t.clock.now().getTime() + 61_000).toISOString();
    const scheduled = await makePost(t, as(ada), { body, scheduled_at });
    expect(await notified(scheduled.id)).toEqual([]);
    t.clock.advance(62_000);
    await publishScheduledPost(systemCtx(t.deps, 'job.posts.publish_scheduled'), scheduled.id);
    expect(await notified(scheduled.id)).toEqual([ben.profile.id]);

    const drafter = await makeMember(t);
    await grantAccess(t, ada, drafter, ['drafting']);
    const pending = await makePost(t, { token: drafter.token, as: ada.profile.id }, { body });
    expect([pending.status, await notified(pending.id)]).toEqual(['pending_approval', []]);
    await t.call('POST', `/v1/posts/${pending.id}/publish`, { ...as(ada), body: {} });
    expect(await notified(pending.id)).toEqual([ben.profile.id]);
  });

  it('is not written across a block, or to those who cannot read the post', async () => {
    const [author, contact, stranger, blocked] = [
      await makeMember(t),
      await makeMember(t),
      await makeMember(t),
      await makeMember(t),
    ];
    await makeContacts(t, author, contact);
    await block(t, blocked, author);
    const sibling = await makeProfile(t, author);
    const body = `${at(contact)} ${at(stranger)} ${at(blocked)} @${sibling.username}`;
    const known = async (fields: object, by = author) => {
      const { id } = await makePost(t, as(by), { body, ...fields });
      return (await notified(id)).sort();
    };
    const ids = (...members: { id: string }[]) => members.map(({ id }) => id).sort();
    expect(await known({})).toEqual(ids(contact.profile, stranger.profile, sibling));
    expect(await known({ visibility: 'members' })).toEqual(ids(contact.profile, stranger.profile, sibling));
    expect(await known({ visibility: 'contacts' })).toEqual(ids(contact.profile, sibling));
    const root = await makePost(t, as(author), { visibility: 'contacts' });
    expect(await known({ reply_to_post_id: root.id }, contact)).toEqual(ids(sibling));
  });
});

describe('mentions and links of a message', () => {
  it('are returned by every operation, and removed with the text', async () => {
    const id = await openConversation(t, ada, ben);
    const cyd = await makeMember(t);
    const body = `Ask ${at(cyd)} or see https://example.org`;
    const cost = await costOf('conversations.send_message', () => sendMessage(t, as(ada), id, body));
    expect(cost.trips).toBe(1);
    const mentions = [
      { profile_id: cyd.profile.id, username: cyd.profile.username, start: 4, end: 4 + at(cyd).length },
    ];
    const links = [{ url: 'https://example.org', start: body.indexOf('https'), end: body.length }];
    const message = await sendMessage(t, as(ada), id, body);
    expect(message).toMatchObject({ mentions, links });
    expect((await messagesOf(t, as(ben), id))[0]).toMatchObject({ mentions, links });
    const one = await t.call('GET', `/v1/conversations/${id}/messages/${message.id}`, as(ben));
    expect(one.json.data.message).toMatchObject({ mentions, links });
    await block(t, ben, cyd);
    expect((await messagesOf(t, as(ben), id))[0]).toMatchObject({ mentions: [], links });
    const deleted = await t.call('DELETE', `/v1/conversations/${id}/messages/${message.id}`, as(ada));
    expect(deleted.json.data.message).toMatchObject({ mentions: [], links: [] });
    const rows = await t.pool.query('select from message_mentions where message_id = $1', [message.id]);
    expect(rows.rowCount).toBe(0);
    expect(await mentionEvents(message.id), 'nobody else can read it').toEqual([]);
  });

  it('are found in the note of a contact request', async () => {
    const [from, to] = [await makeMember(t), await makeMember(t)];
    const request = await askForContact(t, from, to, `${at(ben)} said hello`);
    await respond(t, to, request, 'accept');
    const id = await openConversation(t, to, from);
    expect(idsIn((await messagesOf(t, as(to), id))[0])).toEqual([ben.profile.id]);
  });
});
