import { beforeAll, describe, expect, it } from 'vitest';
import { granted, invited } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { block, follow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

type By = { token: string; as?: string };
const read = (by: By) => t.call('GET', '/v1/home', by);
const homeOf = async (by: By) => (await read(by)).json.data;
const first = async (path: string, by: By) => (await t.call('GET', path, by)).json.data.items;
const sequentially = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await work(index));
  return made;
};
const only = (items: Record<string, unknown>[], ...names: string[]) =>
  items.map((item) => Object.fromEntries(names.map((name) => [name, item[name]])));
const idOfGrant = ({ access_grant }: { access_grant: { id: string } }) => access_grant.id;
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

async function pendingPost(owner: Member, drafter: Member, fields: object = {}): Promise<string> {
  const made = await t.call('POST', '/v1/posts', {
    token: drafter.token,
    as: owner.profile.id,
    body: { body: 'For approval', ...fields },
  });
  expect([made.status, made.json.data?.status], made.text).toEqual([201, 'pending_approval']);
  return made.json.data.id;
}

describe('the items that await a profile', () => {
  let me: Member;
  let other: Member;
  beforeAll(async () => {
    [me, other] = [await makeMember(t), await makeMember(t)];
  });

  it('are empty at first', async () => {
    const empty = { count: 0, items: [] };
    const answer = await read(as(me));
    expect(answer.json.data).toEqual({
      unread_conversations: empty,
      incoming_contact_requests: empty,
      invitations: empty,
      pending_approvals: empty,
      returned_drafts: empty,
      needs_human: empty,
      notifications: empty,
      missing_rights: {},
      budgets: null,
      events_cursor: expect.any(String),
    });
    expect(answer.json.agent.next_actions).toEqual([
      { method: 'GET', path: expect.stringMatching(/^\/v1\/events\?cursor=[^&]+&wait=25$/), why: expect.any(String) },
    ]);
  });

  it('include unread conversations as in their list, most recently active first', async () => {
    const opened = await sequentially(6, async () => {
      const writer = await makeMember(t);
      const id = await openConversation(t, writer, me);
      await sendMessage(t, as(writer), id);
      t.clock.advance(1000);
      return id;
    });
    await t.call('PUT', `/v1/conversations/${opened[5]}/read`, { ...as(me), body: {} });
    const { unread_conversations: part } = await homeOf(as(me));
    expect(part.count).toBe(5);
    const listed = (await first('/v1/conversations', as(me))).slice(1);
    expect(only(part.items, 'conversation', 'unread_count', 'muted')).toEqual(
      only(listed, 'conversation', 'unread_count', 'muted'),
    );
  });

  it('show the newest message of the other side, also after an own reply or a deletion', async () => {
    const [reader, ...writers] = await sequentially(5, () => makeMember(t));
    const opened = await sequentially(4, (index) => openConversation(t, writers[index]!, reader!));
    const say = (by: Member, index: number, body: string) => sendMessage(t, as(by), opened[index]!, body);
    await sequentially(4, async (index) => say(writers[index]!, index, `First of ${index}`));
    await say(reader!, 1, 'A reply');
    await say(reader!, 3, 'Another reply');
    await say(writers[3]!, 3, 'Second of 3');
    const { id: last } = await say(writers[2]!, 2, 'Deleted at once');
    const removed = await t.call('DELETE', `/v1/conversations/${opened[2]}/messages/${last}`, as(writers[2]!));
    expect(removed.status, removed.text).toBe(200);
    const { notifications } = await homeOf(as(reader!));
    const listed = await first('/v1/notifications?unread=true', as(reader!));
    expect(notifications.items).toEqual(listed);
    const shown = new Map(
      listed.map((item: { object: { id: string }; preview: string }) => [item.object.id, item.preview]),
    );
    expect(opened.map((id) => shown.get(id))).toEqual(['First of 0', 'First of 1', 'First of 2', 'Second of 3']);
  });

  it('include contact requests as in their list, oldest first, without expired ones', async () => {
    const late = await askForContact(t, await makeMember(t), me);
    await t.pool.query('update contact_requests set expires_at = $2 where id = $1', [late, t.clock.now()]);
    const askers = await sequentially(6, () => makeMember(t));
    const asked = await sequentially(6, (index) => askForContact(t, askers[index]!, me, 'Do we know each other?'));
    const { incoming_contact_requests: part } = await homeOf(as(me));
    expect(part.count).toBe(6);
    expect(part.items.map((item: { contact_request: { id: string } }) => item.contact_request.id)).toEqual(
      asked.slice(0, 5),
    );
    const listed = (await first('/v1/contact-requests?status=pending', as(me))).reverse().slice(0, 5);
    expect(only(part.items, 'contact_request', 'requester')).toEqual(only(listed, 'contact_request', 'requester'));
    await t.pool.query('update profiles set suspended_at = $2 where id = $1', [askers[0]!.profile.id, t.clock.now()]);
    expect((await homeOf(as(me))).incoming_contact_requests.count).toBe(5);
  });

  it('include invitations as in their list', async () => {
    const givers = await sequentially(2, () => makeMember(t));
    await sequentially(2, (index) => invited(t, givers[index]!, me));
    const { invitations: part } = await homeOf(as(me));
    expect(part.count).toBe(2);
    const listed = (await first('/v1/profile-access/invitations', as(me))).reverse();
    expect(part.items.map(idOfGrant)).toEqual(listed.map(idOfGrant));
    await block(t, givers[0]!, me);
    expect((await homeOf(as(me))).invitations.count).toBe(1);
  });

  it('include posts, comments and quotes pending approval, but no drafts', async () => {
    await granted(t, me, other, ['drafting']);
    await makePost(t, as(me), { status: 'draft' });
    const waiting = [
      await pendingPost(me, other),
      await pendingPost(me, other, { quoted_post_id: (await makePost(t, as(other))).id }),
    ];
    const { pending_approvals: part } = await homeOf(as(me));
    expect([part.count, idsOf(part.items)]).toEqual([2, waiting]);
    const listed = (await first(`/v1/profiles/${me.profile.id}/posts?status=pending_approval`, as(me))).reverse();
    const [shown] = part.items;
    expect(only(part.items, ...Object.keys(shown))).toEqual(only(listed, ...Object.keys(shown)));
  });

  it('include returned drafts for a key that may only draft', async () => {
    const owner = await makeMember(t);
    const made = await t.call('POST', '/v1/api-keys', {
      token: owner.token,
      body: { name: 'Drafts', scopes: ['all:all'], profile_ids: [owner.profile.id], permissions: ['drafting'] },
    });
    const by = { token: made.json.data.secret, as: owner.profile.id };
    const { id, status } = await makePost(t, by, { body: 'A draft of a key' });
    expect(status).toBe('pending_approval');
    await t.call('POST', `/v1/posts/${id}/return`, { ...as(owner), body: { note: 'Please shorten.' } });
    const { returned_drafts } = await homeOf(by);
    expect([returned_drafts.count, idsOf(returned_drafts.items)]).toEqual([1, [id]]);
    expect((await homeOf(as(owner))).returned_drafts).toEqual({ count: 0, items: [] });
  });

  it('include returned drafts for the account that submitted them, until it submits them again', async () => {
    const [owner, drafter, another] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await granted(t, owner, drafter, ['drafting']);
    await granted(t, owner, another, ['drafting']);
    const by = { token: drafter.token, as: owner.profile.id };
    const noted = await pendingPost(owner, drafter);
    const silent = await pendingPost(owner, drafter);
    await makePost(t, by, { status: 'draft' });
    for (const [id, body] of [
      [noted, { note: 'Name the architect.' }],
      [silent, {}],
    ] as const) {
      const answer = await t.call('POST', `/v1/posts/${id}/return`, { ...as(owner), body });
      expect([answer.status, answer.json.data.return_note]).toEqual([200, body.note ?? null]);
    }
    const { data, agent } = (await read(by)).json;
    expect([data.returned_drafts.count, idsOf(data.returned_drafts.items)]).toEqual([2, [noted, silent]]);
    expect(agent.next_actions.map(({ method, path }: Record<string, string>) => `${method} ${path}`)).toEqual([
      `GET /v1/posts/${noted}`,
      `PATCH /v1/posts/${noted}`,
      `POST /v1/posts/${noted}/publish`,
    ]);
    const empty = { count: 0, items: [] };
    expect((await homeOf({ token: another.token, as: owner.profile.id })).returned_drafts).toEqual(empty);
    expect((await homeOf(as(owner))).returned_drafts).toEqual(empty);
    await t.call('PATCH', `/v1/posts/${noted}`, { ...by, body: { body: 'With the architect' } });
    expect((await homeOf(by)).returned_drafts.count).toBe(2);
    for (const id of [noted, silent]) await t.call('POST', `/v1/posts/${id}/publish`, { ...by, body: {} });
    expect((await homeOf(by)).returned_drafts).toEqual(empty);
  });

  it('include unread notifications as in their list', async () => {
    const { notifications: part } = await homeOf(as(me));
    const { items, unread_count } = (await t.call('GET', '/v1/notifications?unread=true', as(me))).json.data;
    expect(part).toEqual({ count: unread_count, items: items.slice(0, 5) });
    expect(unread_count).toBeGreaterThan(5);
  });

  it('come with a next action for the first of each kind', async () => {
    const { data, agent } = (await read(as(me))).json;
    const { unread_conversations, invitations, pending_approvals } = data;
    const post = pending_approvals.items[0].id;
    expect(agent.next_actions.map(({ method, path }: Record<string, string>) => `${method} ${path}`)).toEqual([
      `GET /v1/conversations/${unread_conversations.items[0].conversation.id}/messages`,
      'GET /v1/contact-requests?direction=incoming&status=pending',
      `POST /v1/profile-access/invitations/${invitations.items[0].access_grant.id}/respond`,
      `GET /v1/posts/${post}`,
      'GET /v1/notifications?unread=true',
    ]);
    for (const { method, path } of agent.next_actions) {
      const body = method === 'GET' ? undefined : { decision: 'decline' };
      const answer = await t.call(method, path, { ...as(me), body });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const { revision } = pending_approvals.items[0];
    const approve = { ...as(me), body: { expected_revision: revision } };
    expect((await t.call('POST', `/v1/posts/${post}/publish`, approve)).status).toBe(200);
  });

  it('are not marked as read', async () => {
    expect(await homeOf(as(me))).toEqual(await homeOf(as(me)));
  });
});

describe('a part that the caller may not see is null', () => {
  const parts = [
    'unread_conversations',
    'incoming_contact_requests',
    'invitations',
    'pending_approvals',
    'returned_drafts',
    'notifications',
  ];
  const openTo = async (by: By) => {
    const home = await homeOf(by);
    const open = parts.filter((part) => home[part] !== null);
    expect(Object.keys(home.missing_rights).filter((part) => part !== 'needs_human')).toEqual(
      parts.filter((part) => !open.includes(part)),
    );
    return open;
  };

  it.each([
    [['messages:read'], ['unread_conversations']],
    [['messages:write'], []],
    [['contacts:all'], ['incoming_contact_requests']],
    [['access:read'], ['invitations']],
    [['posts:read'], ['pending_approvals', 'returned_drafts']],
    [['posts:write'], ['pending_approvals', 'returned_drafts']],
    [['comments:read'], ['pending_approvals', 'returned_drafts']],
    [['feed:read'], []],
    [['notifications:read'], ['notifications']],
    [
      ['all:read'],
      ['unread_conversations', 'incoming_contact_requests', 'pending_approvals', 'returned_drafts', 'notifications'],
    ],
    [['all:all', 'access:all'], parts],
  ])('for a key with the scopes %j', async (scopes, expected) => {
    const me = await makeMember(t);
    const key = await makeKey(t, me, { scopes, profileIds: [me.profile.id] });
    expect(await openTo({ token: key.token, as: me.profile.id })).toEqual(expected);
  });

  it.each([
    ['messaging', ['unread_conversations', 'notifications']],
    ['networking', ['incoming_contact_requests', 'notifications']],
    ['posting', ['pending_approvals', 'returned_drafts', 'notifications']],
    ['commenting', ['pending_approvals', 'returned_drafts', 'notifications']],
    ['drafting', ['returned_drafts', 'notifications']],
    ['following', ['notifications']],
    ['profile_editing', ['notifications']],
    ['access_management', ['notifications']],
  ])('for a manager with the permission %s', async (permission, expected) => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, manager, [permission]);
    expect(await openTo({ token: manager.token, as: owner.profile.id })).toEqual(expected);
  });

  it('and missing_rights says why, in every view and also while something is pending', async () => {
    const [owner, manager, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await askForContact(t, other, owner);
    await granted(t, owner, manager, ['networking', 'commenting']);
    const scopes = ['contacts:read', 'messages:read'];
    const { token } = await makeKey(t, manager, { scopes, profileIds: [owner.profile.id] });
    for (const view of ['default', 'compact', 'full']) {
      const { json } = await t.call('GET', `/v1/home?view=${view}`, { token, as: owner.profile.id });
      expect(json.data.incoming_contact_requests.count).toBe(1);
      expect(json.data.missing_rights, view).toEqual({
        unread_conversations: ['messaging'],
        invitations: ['access:read', 'owner'],
        pending_approvals: ['comments:read'],
        returned_drafts: ['comments:read'],
        needs_human: ['notifications:read', 'messaging'],
        notifications: ['notifications:read'],
      });
    }
    expect((await homeOf(as(owner))).missing_rights).toEqual({});
  });

  it('shows no other pending posts to a manager that may only publish comments', async () => {
    const [owner, drafter, commenter] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await granted(t, owner, drafter, ['drafting']);
    await granted(t, owner, commenter, ['commenting']);
    await pendingPost(owner, drafter);
    const comment = await pendingPost(owner, drafter, { reply_to_post_id: (await makePost(t, as(owner))).id });
    const { pending_approvals: part } = await homeOf({ token: commenter.token, as: owner.profile.id });
    expect([part.count, idsOf(part.items)]).toEqual([1, [comment]]);
  });
});

describe('the hint', () => {
  const everything = async () => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    await sendMessage(t, as(other), await openConversation(t, other, me));
    await askForContact(t, other, me);
    await invited(t, await makeMember(t), me);
    await granted(t, me, other, ['drafting']);
    await pendingPost(me, other);
    return me;
  };

  it.each([
    [['all:read', 'access:read'], ['GET', 'GET', 'GET', 'GET', 'GET'], 5],
    [['all:all', 'access:read'], ['GET', 'GET', 'GET', 'GET', 'GET'], 1],
    [['all:read', 'contacts:write', 'access:all'], ['GET', 'GET', 'POST', 'GET', 'GET'], 3],
  ])('suits a key with %j', async (scopes, methods, missing) => {
    const me = await everything();
    const { token } = await makeKey(t, me, { scopes, profileIds: [me.profile.id] });
    const by = { token, as: me.profile.id };
    const { next_actions } = (await read(by)).json.agent;
    expect(next_actions.map(({ method }: { method: string }) => method)).toEqual(methods);
    const needing = next_actions.filter(({ why }: { why: string }) => /needs the scope [a-z]+:write/.test(why));
    expect(needing).toHaveLength(missing);
    for (const { method, path } of next_actions) {
      const answer = await t.call(method, path, { ...by, body: method === 'GET' ? undefined : {} });
      expect([200, 400, 409], `${path}: ${answer.text}`).toContain(answer.status);
    }
  });

  const hintOf = async (by: By) => (await read(by)).json.agent.hint as string;

  it('distinguishes forbidden from empty parts', async () => {
    const me = await makeMember(t);
    const keyed = async (scopes: string[]) => {
      const { token } = await makeKey(t, me, { scopes, profileIds: [me.profile.id] });
      return hintOf({ token, as: me.profile.id });
    };
    expect(await hintOf(as(me))).toBe('Nothing is pending. Check again in a few minutes.');
    const closed = await keyed(['follows:read']);
    expect(closed).toMatch(/^This credential can read no part/);
    for (const scope of ['messages:read', 'contacts:read', 'access:read', 'posts:read', 'notifications:read'])
      expect(closed).toContain(scope);
    const some = await keyed(['messages:read', 'posts:write']);
    expect(some).toMatch(
      /^Nothing is pending in the parts that this credential can read\. .*contacts:read.*access:read/,
    );
    expect(some).not.toMatch(/messages:read|posts:read/);
  });

  it('advises to mark as read only up to the newest that was read', async () => {
    const me = await makeMember(t);
    await follow(t, await makeMember(t), me);
    const whys = async (by: By): Promise<string[]> =>
      (await read(by)).json.agent.next_actions.map(({ why }: { why: string }) => why);
    const advice = 'marks it: up_to_id and updated_at of the newest you read.';
    expect(await whys(as(me))).toEqual([expect.stringContaining(advice)]);
    const { token } = await makeKey(t, me, { scopes: ['notifications:read'], profileIds: [me.profile.id] });
    expect((await whys({ token, as: me.profile.id })).join()).not.toContain('up_to_id');
  });

  it('names the permissions that a manager lacks', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, manager, ['following']);
    const hint = await hintOf({ token: manager.token, as: owner.profile.id });
    expect(hint).toMatch(/messaging.*networking.*owner of the profile.*posting/);
    expect(hint).not.toContain('scope messages:read');
  });
});

describe('budgets', () => {
  it('for posts are those of the grant that a post is charged to, the older one first', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    const by = { token: manager.token, as: owner.profile.id };
    const budgetOf = async () => (await homeOf(by)).budgets.posts_per_day;
    for (const [permission, posts_per_day] of [
      ['commenting', 9],
      ['drafting', 5],
      ['posting', 3],
    ] as const) {
      const second = await makeProfile(t, manager, { type: 'company' });
      await granted(t, owner, { ...manager, profile: second }, [permission], { budget: { posts_per_day } });
      t.clock.advance(1000);
      expect(await budgetOf(), permission).toEqual({ limit: posts_per_day, left: posts_per_day });
    }
    await makePost(t, by);
    expect(await budgetOf()).toEqual({ limit: 3, left: 2 });
  });

  it('are those of the grant under which a manager writes, with the remainder of the day', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    const budget = { posts_per_day: 3, messages_per_day: 2 };
    await granted(t, owner, manager, ['posting', 'networking'], { budget });
    const by = { token: manager.token, as: owner.profile.id };
    await makePost(t, by);
    expect((await homeOf(by)).budgets).toEqual({
      posts_per_day: { limit: 3, left: 2 },
      messages_per_day: null,
      contact_requests_per_day: null,
    });
    t.clock.advance(86_400_000);
    expect((await homeOf(by)).budgets.posts_per_day.left).toBe(3);
    expect((await homeOf(as(owner))).budgets).toBeNull();
  });

  it('are null under a grant without any', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, manager, ['posting']);
    expect((await homeOf({ token: manager.token, as: owner.profile.id })).budgets).toBeNull();
  });
});

it('a session without a profile is asked to create one', async () => {
  const { token } = await signUp(t);
  const answer = await read({ token });
  expect([answer.status, answer.json.error_code]).toEqual([400, 'profile_header_required']);
});

it('a profile sees nothing of another one of the same account', async () => {
  const me = await makeMember(t);
  const second = await t.call('POST', '/v1/profiles', {
    token: me.token,
    body: { type: 'company', username: 'the-other-one', name: 'Other' },
  });
  await askForContact(t, await makeMember(t), me);
  const home = await homeOf({ token: me.token, as: second.json.data.id });
  expect(home.incoming_contact_requests).toEqual({ count: 0, items: [] });
});

type Home = { notifications: { items: { preview: string | null }[] }; events_cursor: string };

describe('requests at the same time', () => {
  it('read what each reads alone', async () => {
    const [author, reader, sender, stranger] = [
      await makeMember(t),
      await makeMember(t),
      await makeMember(t),
      await makeMember(t),
    ];
    const id = await openConversation(t, sender, author);
    await sendMessage(t, as(sender), id);
    const post = await makePost(t, as(author));
    const reaction = { reaction_type: 'like', active: true };
    await t.call('PUT', `/v1/posts/${post.id}/reaction`, { ...as(reader), body: reaction });
    await makePost(t, as(sender), { body: 'A comment', reply_to_post_id: post.id });
    await askForContact(t, stranger, author, 'A note');
    const key = await makeKey(t, reader, { scopes: ['notifications:read'], profileIds: [reader.profile.id] });
    const callers: By[] = [
      as(author),
      as(reader),
      as(sender),
      as(stranger),
      { token: key.token, as: reader.profile.id },
    ];
    // The log moves on meanwhile.
    const stableHomeOf = async (by: By): Promise<Home> => ({ ...(await homeOf(by)), events_cursor: '' });
    const alone = await sequentially(callers.length, (index) => stableHomeOf(callers[index]!));
    expect(alone[0]).toMatchObject({
      unread_conversations: { count: 1 },
      incoming_contact_requests: { count: 1, items: [{ contact_request: { message: 'A note' } }] },
    });
    expect(alone[0]!.notifications.items.map(({ preview }) => preview)).toContain('A comment');
    for (let round = 0; round < 5; round++) {
      const together = await Promise.all([...callers, ...callers].map(stableHomeOf));
      expect(together).toEqual([...alone, ...alone]);
    }
  });
});
