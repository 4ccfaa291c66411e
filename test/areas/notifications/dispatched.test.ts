import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invited, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, respond, withdraw } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { block, follow, unfollow } from '../../support/follows.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';
import { as, grantAccess, makePost } from '../../support/posts.ts';

/** What the dispatcher makes of events some time after they were written. Requests for notifications let it catch up. */
let t: TestApp;
let me: Member;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [me, ada] = [await makeMember(t), await makeMember(t)];
  t.clock.advance(1000);
});

type Item = { type: string; object: { id: string }; actor_count: number };
const told = async (by: object = as(me), query = '?unread=true'): Promise<Item[]> =>
  (await t.call('GET', `/v1/notifications${query}`, by)).json.data.items;
const types = async (by: object = as(me), query = '') => (await told(by, query)).map(({ type }) => type);
const react = (by: Member, id: string, active = true) =>
  t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(by), body: { reaction_type: 'like', active } });
const edit = (by: Member, id: string, body: object) => t.call('PATCH', `/v1/posts/${id}`, { ...as(by), body });
const remove = (by: Member, id: string) => t.call('DELETE', `/v1/posts/${id}`, as(by));
const text = () => `Ask @${me.profile.username}`;

describe('a block of another profile of the same account', () => {
  it.each([
    ['comment', (answer: string) => ({ reply_to_post_id: answer })],
    ['mention', (answer: string) => ({ reply_to_post_id: answer, body: text() })],
    ['quote', (answer: string, own: string) => ({ reply_to_post_id: answer, quoted_post_id: own })],
  ] as const)('hides a %s in a thread that the recipient cannot read', async (what, fields) => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    const second = await makeProfile(t, me);
    const thread = await makePost(t, as(owner), { visibility: 'members' });
    const mine = await makePost(t, as(me), { reply_to_post_id: thread.id });
    const own = await makePost(t, as(me));
    const theirs = await makePost(t, as(other), { reply_to_post_id: thread.id });
    await dispatch(t);
    await block(t, owner, { ...me, profile: { ...me.profile, id: second.id } });
    expect((await t.call('GET', `/v1/posts/${thread.id}`, as(me))).status).toBe(404);
    const answer = await makePost(t, as(ada), fields(what === 'comment' ? mine.id : theirs.id, own.id));
    expect((await t.call('GET', `/v1/posts/${answer.id}`, as(me))).status).toBe(404);
    expect(await types()).toEqual([]);
  });

  it('leaves reactions to an answer in such a thread, which its author still reads', async () => {
    const owner = await makeMember(t);
    const second = await makeProfile(t, me);
    const thread = await makePost(t, as(owner), { visibility: 'members' });
    const mine = await makePost(t, as(me), { reply_to_post_id: thread.id });
    await block(t, owner, { ...me, profile: { ...me.profile, id: second.id } });
    expect((await react(ada, mine.id)).status).toBe(200);
    const [{ object }] = (await told()) as [Item];
    expect((await t.call('GET', `/v1/posts/${object.id}`, as(me))).status).toBe(200);
  });

  it('ends the notifications of both accounts about the other profile', async () => {
    const second = await makeProfile(t, me);
    const post = await makePost(t, as(me));
    await react(ada, post.id);
    expect(await types()).toEqual(['reaction.changed']);
    await t.call('POST', '/v1/blocks', { token: me.token, as: second.id, body: { profile_id: ada.profile.id } });
    expect(await types()).toEqual([]);
    await react(ada, post.id, false);
    await react(ada, post.id);
    expect(await types(), 'a reaction that a block no longer allows').toEqual([]);
  });

  it.each([
    ['the blocked one', () => block(t, me, ada)],
    ['the one that blocks', () => block(t, ada, me)],
  ])('leaves the notifications of further profiles of %s, which nothing else connects', async (_whose, separate) => {
    const second = { ...ada, profile: await makeProfile(t, ada) };
    const { id } = await makePost(t, as(me));
    for (const by of [ada, second]) {
      await react(by, id);
      await follow(t, by, me);
    }
    const counts = async () => (await told()).map(({ type, actor_count }) => [type, actor_count]).sort();
    expect(await counts()).toEqual([
      ['follow.created', 2],
      ['reaction.changed', 2],
    ]);
    await separate();
    expect(await counts()).toEqual([
      ['follow.created', 1],
      ['reaction.changed', 1],
    ]);
  });
});

describe('a mention', () => {
  it('ends with the edit that removes it, and does not come back', async () => {
    const post = await makePost(t, as(ada), { body: text() });
    expect(await types()).toEqual(['mention.created']);
    await edit(ada, post.id, { body: `${text()}, please` });
    expect(await types()).toEqual(['mention.created']);
    await edit(ada, post.id, { body: 'Ask nobody' });
    expect(await types()).toEqual([]);
    await edit(ada, post.id, { body: text() });
    expect(await types(), 'each post mentions a member once').toEqual([]);
  });
});

describe('what was undone before the dispatcher came to it', () => {
  const undone: [string, () => Promise<unknown>][] = [
    [
      'a reaction',
      async () => {
        const { id } = await makePost(t, as(me));
        await react(ada, id);
        await react(ada, id, false);
      },
    ],
    [
      'a reaction to a removed post',
      async () => {
        const { id } = await makePost(t, as(me));
        await react(ada, id);
        await remove(me, id);
      },
    ],
    [
      'a comment',
      async () => {
        const { id } = await makePost(t, as(me));
        await remove(ada, (await makePost(t, as(ada), { reply_to_post_id: id })).id);
      },
    ],
    [
      'a quote',
      async () => {
        const { id } = await makePost(t, as(me));
        await remove(ada, (await makePost(t, as(ada), { quoted_post_id: id })).id);
      },
    ],
    ['a mention', async () => edit(ada, (await makePost(t, as(ada), { body: text() })).id, { body: 'Nobody' })],
    [
      'a follow',
      async () => {
        await follow(t, ada, me);
        await unfollow(t, ada, me);
      },
    ],
    ['a withdrawn request', async () => withdraw(t, ada, await askForContact(t, ada, me))],
    ['an answered request', async () => respond(t, me, await askForContact(t, ada, me), 'reject')],
    ['an answered invitation', async () => respondToInvite(t, me, await invited(t, ada, me))],
    [
      'a read message',
      async () => {
        const id = await openConversation(t, ada, me);
        await sendMessage(t, as(ada), id);
        await t.call('PUT', `/v1/conversations/${id}/read`, as(me));
      },
    ],
    [
      'a deleted message',
      async () => {
        const id = await openConversation(t, ada, me);
        const message = await sendMessage(t, as(ada), id);
        await t.call('DELETE', `/v1/conversations/${id}/messages/${message.id}`, as(ada));
      },
    ],
    [
      'a message of a member that was muted',
      async () => {
        await sendMessage(t, as(ada), await openConversation(t, ada, me));
        await t.call('PUT', `/v1/profiles/${ada.profile.id}/mute`, as(me));
      },
    ],
    [
      'a follower that was blocked',
      async () => {
        await follow(t, ada, me);
        await block(t, me, ada);
      },
    ],
    [
      'a reaction of a deleted profile',
      async () => {
        await react(ada, (await makePost(t, as(me))).id);
        await t.call('DELETE', `/v1/profiles/${ada.profile.id}`, { token: ada.token });
      },
    ],
    [
      'a decided draft',
      async () => {
        const manager = await makeMember(t);
        await grantAccess(t, me, manager, ['drafting']);
        const { id } = await makePost(t, { token: manager.token, as: me.profile.id });
        await t.call('POST', `/v1/posts/${id}/publish`, { ...as(me), body: {} });
      },
    ],
  ];
  it.each(undone)('%s leaves nothing unread', async (_name, doAndUndo) => {
    await dispatch(t);
    await doAndUndo();
    const unread = (await types(as(me), '?unread=true')).filter((type) => type !== 'access_grant.accepted');
    expect(unread).toEqual([]);
  });

  it('is made once if it was done again', async () => {
    const { id } = await makePost(t, as(me));
    await dispatch(t);
    for (const active of [true, false, true]) await react(ada, id, active);
    await follow(t, ada, me);
    await unfollow(t, ada, me);
    await follow(t, ada, me);
    const counts = (await told()).map(({ type, actor_count }) => [type, actor_count]);
    expect(counts.sort()).toEqual([
      ['follow.created', 1],
      ['reaction.changed', 1],
    ]);
    await unfollow(t, ada, me);
    expect(await types()).toEqual(['reaction.changed']);
  });
});
