import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { runJobs } from '../support/mails.ts';
import { walk } from '../support/posts.ts';
import { MEMBERS } from './chance.ts';
import type { Ids } from './moves.ts';
import type { Network } from './network.ts';
import { MODELED } from './notifications.ts';
import type { Post } from './objects.ts';

/**
 * Compares everything that members can read with the model: every count, list, badge, notification and state. `only`: as
 * these members read it, and about their posts and conversations.
 */
export async function expectAgreement(t: TestApp, net: Network, ids: Ids, only?: ReadonlySet<number>): Promise<void> {
  await runJobs(t, 'profiles.settle_counts');
  /** Those who are shown, and can read. */
  const everybody = ids.members.map((_, member) => member).filter(net.isShown);
  const idOf = (member: number) => ids.members[member]!.profile.id;
  const by = (member: number) => ({ token: ids.members[member]!.token, as: idOf(member), limit: 50 });
  const read = async (member: number, path: string) => {
    const answer = await t.call('GET', path, by(member));
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer.json.data;
  };
  /** A whole list, with each item formatted by `say`. */
  const listed = async (member: number, path: string, say: (item: never) => string) =>
    (await walk(t, path, by(member), say as never)).sort();
  const named = (members: readonly number[]) => members.map(idOf).sort();
  const profileOf = ({ profile }: { profile: { id: string } }) => profile.id;
  const separated = (one: number, other: number) => net.blocking(one, other) || net.blocking(other, one);

  const isInFeed = (me: number, post: Post, at: number) =>
    post.kind !== 'comment' &&
    net.isLive(post) &&
    net.sees(me, at) &&
    (post.author === me ||
      (net.following(me, post.author) && !separated(me, post.author) && !net.muting(me, post.author)));

  const isAsked = (member: number) => only?.has(member) ?? true;

  /** Neither is hidden from the other. */
  const both = (one: number, other: number) => net.isShown(one) && net.isShown(other) && !separated(one, other);

  for (const me of everybody.filter(isAsked)) {
    const others = everybody.filter((one) => one !== me);
    const followers = others.filter((one) => net.following(one, me));
    const following = others.filter((one) => net.following(me, one));
    const contacts = others.filter((one) => net.areContacts(me, one));
    const published = net.posts.flatMap((post, at) => (post.author === me && net.isLive(post) ? [at] : []));
    const profile = await read(me, `/v1/profiles/${idOf(me)}`);
    expect(profile, `counts of member ${me}`).toMatchObject({
      followers_count: followers.length,
      following_count: following.length,
      contacts_count: contacts.length,
      posts_count: published.filter((at) => net.posts[at]!.kind !== 'comment' && net.isForAll(net.posts[at]!)).length,
    });
    const lists = {
      followers: await listed(me, `/v1/profiles/${idOf(me)}/followers`, profileOf),
      following: await listed(me, `/v1/profiles/${idOf(me)}/following`, profileOf),
      contacts: await listed(me, '/v1/contacts', profileOf),
      blocks: await listed(me, '/v1/blocks', profileOf),
      mutes: await listed(me, '/v1/mutes', profileOf),
      feed: await listed(me, '/v1/feed', ({ post }: { post: { id: string } }) => post.id),
      posts: await listed(
        me,
        `/v1/profiles/${idOf(me)}/posts?kind=post,quote,comment`,
        (post: { id: string }) => post.id,
      ),
    };
    expect(lists, `lists of member ${me}`).toEqual({
      followers: named(followers),
      following: named(following),
      contacts: named(contacts),
      blocks: named(others.filter((one) => net.blocking(me, one))),
      mutes: named(others.filter((one) => net.muting(me, one) && !separated(me, one))),
      feed: net.posts.flatMap((post, at) => (isInFeed(me, post, at) ? [ids.posts[at]!] : [])).sort(),
      posts: published.map((at) => ids.posts[at]!).sort(),
    });

    for (const direction of ['incoming', 'outgoing'] as const) {
      const listedNames = await listed(
        me,
        `/v1/contact-requests?direction=${direction}`,
        ({ contact_request: { id, status } }: { contact_request: { id: string; status: string } }) => `${id} ${status}`,
      );
      const mine = net.requests.flatMap((one, at) =>
        one[direction === 'incoming' ? 'to' : 'from'] === me && both(one.from, one.to)
          ? [`${ids.requests[at]} ${one.status}`]
          : [],
      );
      expect(listedNames, `${direction} requests of member ${me}`).toEqual(mine.sort());
    }

    const sides = net.conversations.flatMap(({ members }, at) => (members.includes(me) ? [at] : []));
    const conversations = await listed(
      me,
      '/v1/conversations',
      (item: { conversation: { id: string }; unread_count: number }) => `${item.conversation.id} ${item.unread_count}`,
    );
    expect(conversations, `conversations of member ${me}`).toEqual(
      sides.map((at) => `${ids.conversations[at]} ${net.unread(me, at)}`).sort(),
    );
    expect(await read(me, '/v1/conversations/summary')).toEqual({
      unread_count: sides.filter((at) => net.unread(me, at) > 0).length,
      unread_messages_count: sides.reduce((sum, at) => sum + net.unread(me, at), 0),
    });

    const notifications = await listed(
      me,
      '/v1/notifications',
      (item: { type: string; actor_count: number; read_at: string | null }) =>
        [item.type, item.actor_count, item.read_at !== null].join(' '),
    );
    expect(
      notifications.filter((line) => MODELED.some((type) => line.startsWith(type))),
      `notifications of member ${me}`,
    ).toEqual(
      net.notifications
        .of(me)
        .filter(({ acts }) => acts.size === 0 || [...acts.keys()].some(net.isShown))
        .map(({ type, acts, read }) => [type, [...acts.keys()].filter(net.isShown).length, read].join(' '))
        .sort(),
    );
    const unread = notifications.filter((line) => line.endsWith('false')).length;
    const home = await read(me, '/v1/home');
    expect(
      {
        list: (await read(me, '/v1/notifications?limit=1')).unread_count,
        home: home.notifications.count,
        conversations: home.unread_conversations.count,
      },
      `badges of member ${me}`,
    ).toEqual({ list: unread, home: unread, conversations: sides.filter((at) => net.unread(me, at) > 0).length });

    const lookup = await read(me, `/v1/profiles/lookup?ids=${everybody.map(idOf).join(',')}`);
    const viewers = new Map<string, unknown>(
      lookup.items.map(({ id, viewer }: { id: string; viewer: unknown }) => [id, viewer]),
    );
    expect(
      others.map((one) => viewers.get(idOf(one))),
      `how others stand to member ${me}`,
    ).toEqual(others.map((one) => net.viewerOf(me, one)));
  }

  for (const [at, { members, messages }] of net.conversations.entries()) {
    const reader = members.find(net.isShown);
    if (reader === undefined || !members.some(isAsked)) continue;
    const listedNames = await walk(
      t,
      `/v1/conversations/${ids.conversations[at]}/messages`,
      by(reader),
      ((item: { id: string; sender_profile_id: string; deleted_at: string | null }) =>
        `${item.id} ${item.sender_profile_id} ${item.deleted_at !== null}`) as never,
    );
    expect(listedNames.reverse(), `messages of conversation ${at}`).toEqual(
      messages.map((one, n) => `${ids.messages[at]![n]} ${idOf(one.from)} ${one.deleted}`),
    );
  }

  for (const [at, post] of net.posts.entries()) {
    if (!isAsked(post.author)) continue;
    // Members who may read it alternate with those who may not.
    const reader = [0, 1, 2, 3].map((n) => (post.author + at + n) % MEMBERS).find(net.isShown)!;
    const answer = await t.call('GET', `/v1/posts/${ids.posts[at]}`, by(reader));
    const seen = net.sees(reader, at);
    expect(answer.status, `post ${at} as member ${reader} reads it`).toBe(seen ? 200 : 404);
    if (!net.isLive(post)) continue;
    const own = await read(post.author, `/v1/posts/${ids.posts[at]}`);
    expect(own, `counts of post ${at}`).toMatchObject({
      ...net.countsOf(at),
      ...(net.isOpen(post.author, at) ? {} : { reply_count: 0, comments_count: 0 }),
      viewer_reaction: post.reactions.get(post.author) ?? null,
    });
    const comments = await listed(
      post.author,
      `/v1/posts/${ids.posts[at]}/comments`,
      (item: { id?: string; post?: { id: string } }) => item.post?.id ?? '',
    );
    expect(comments.filter(Boolean), `comments on post ${at}`).toEqual(
      net.posts
        .flatMap((one, n) =>
          one.parent === at && net.isLive(one) && !separated(one.author, post.author) && net.sees(post.author, n)
            ? [ids.posts[n]!]
            : [],
        )
        .sort(),
    );
    const reactions = await listed(
      post.author,
      `/v1/posts/${ids.posts[at]}/reactions`,
      (item: { profile: { id: string }; reaction_type: string }) => `${item.profile.id} ${item.reaction_type}`,
    );
    expect(reactions, `reactions to post ${at}`).toEqual(
      [...post.reactions]
        .filter(([member]) => both(member, post.author))
        .map(([member, type]) => `${idOf(member)} ${type}`)
        .sort(),
    );
  }
}
