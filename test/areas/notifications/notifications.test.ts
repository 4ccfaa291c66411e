import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeApiKey } from '../../../src/areas/keys/service.ts';
import { purgeNotifications } from '../../../src/areas/notifications/purge.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { invited, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, respond, withdraw } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { block, follow, unfollow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, grantAccess, makeContacts, makePost, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
let me: Member;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [me, ada, ben] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  t.clock.advance(1000);
});

const list = async (by: object = as(me), query = '') => {
  const answer = await t.call('GET', `/v1/notifications${query}`, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
/** Type, actors and count of each notification, newest first. */
const told = async (by: object = as(me), query = '') =>
  (await list(by, query)).items.map(
    (one: { type: string; actor_profile: { id: string } | null; actor_count: number }) => [
      one.type,
      one.actor_profile?.id ?? null,
      one.actor_count,
    ],
  );
const unread = async (by: object = as(me)) => (await list(by)).unread_count;
const react = async (by: Member, post: { id: string }, active = true, reaction_type = 'like') => {
  t.clock.advance(1000);
  const body = { reaction_type, active };
  expect((await t.call('PUT', `/v1/posts/${post.id}/reaction`, { ...as(by), body })).status).toBe(200);
};
const comment = (by: Member, post: { id: string }, body = 'A comment') => {
  t.clock.advance(1000);
  return makePost(t, as(by), { reply_to_post_id: post.id, body });
};
const remove = (by: Member, post: { id: string }) => t.call('DELETE', `/v1/posts/${post.id}`, as(by));
const read = (body: object = {}, by: object = as(me)) => t.call('PUT', '/v1/notifications/read', { ...by, body });

describe('groups', () => {
  it('groups reactions by post until they are read, and removes withdrawn ones', async () => {
    const post = await makePost(t, as(me), { body: 'Read by many' });
    await react(ada, post);
    await react(ben, post);
    await react(ada, post, true, 'love');
    expect(await told()).toEqual([['reaction.changed', ben.profile.id, 2]]);
    const [item] = (await list()).items;
    expect(item).toMatchObject({
      actors: [{ id: ben.profile.id }, { id: ada.profile.id }],
      object: { type: 'post', id: post.id },
      preview: 'Read by many',
      read_at: null,
    });
    await react(ben, post, false);
    expect(await told()).toEqual([['reaction.changed', ada.profile.id, 1]]);
    expect((await read()).json.data).toEqual({ unread_count: 0 });
    await react(ada, post, true, 'funny');
    expect(await unread(), 'another type of a known reaction').toBe(0);
    await react(ben, post);
    expect(await told()).toEqual([
      ['reaction.changed', ben.profile.id, 1],
      ['reaction.changed', ada.profile.id, 1],
    ]);
    await react(ben, post, false);
    await react(ada, post, false);
    expect(await told()).toEqual([]);
  });

  it('joins comments by post, counts each author once, and shows the newest', async () => {
    const post = await makePost(t, as(me));
    const first = await comment(ada, post, 'First');
    const second = await comment(ada, post, 'Second');
    await comment(ben, post, 'Third');
    const [item] = (await list()).items;
    expect(item).toMatchObject({ type: 'comment.created', actor_count: 2, preview: 'Third' });
    await remove(ada, first);
    expect(await told()).toEqual([['comment.created', ben.profile.id, 2]]);
    await remove(ada, second);
    expect(await told()).toEqual([['comment.created', ben.profile.id, 1]]);
    await remove(me, post);
    expect(await told(), 'the comment is still there').toHaveLength(1);
  });

  it('keeps one running group of follows', async () => {
    await follow(t, ada, me);
    t.clock.advance(1000);
    await follow(t, ben, me);
    expect(await told()).toEqual([['follow.created', ben.profile.id, 2]]);
    await unfollow(t, ben, me);
    expect(await told()).toEqual([['follow.created', ada.profile.id, 1]]);
    await unfollow(t, ada, me);
    expect(await told()).toEqual([]);
  });

  it('keeps one unread notification for each conversation, which reading the conversation marks as read', async () => {
    const id = await openConversation(t, ada, me);
    const first = await sendMessage(t, as(ada), id, 'Hello');
    t.clock.advance(1000);
    await sendMessage(t, as(ada), id, 'Are you there?');
    const [item] = (await list()).items;
    expect(item).toMatchObject({
      type: 'message.created',
      actor_count: 1,
      object: { type: 'conversation', id },
      preview: 'Are you there?',
    });
    expect(await told(as(ada)), 'the sender').toEqual([]);
    const readUpTo = (body: object) => t.call('PUT', `/v1/conversations/${id}/read`, { ...as(me), body });
    await readUpTo({ message_id: first.id });
    expect(await unread()).toBe(1);
    await readUpTo({});
    expect(await unread()).toBe(0);
    const third = await sendMessage(t, as(ada), id);
    expect(await unread()).toBe(1);
    await t.call('DELETE', `/v1/conversations/${id}/messages/${third.id}`, as(ada));
    expect(await unread()).toBe(0);
    expect((await list()).items).toHaveLength(1);
  });

  it('shows the time of the last message of a conversation, also if several arrive at once', async () => {
    const id = await openConversation(t, ada, me);
    await sendMessage(t, as(ada), id, 'First');
    t.clock.advance(1000);
    const last = await sendMessage(t, as(ada), id, 'Last');
    expect((await list()).items).toMatchObject([{ preview: 'Last', updated_at: last.created_at }]);
  });

  it('makes one notification of a post that answers and quotes the same member', async () => {
    const post = await makePost(t, as(me));
    await makePost(t, as(ada), { reply_to_post_id: post.id, quoted_post_id: post.id });
    expect(await told()).toEqual([['comment.created', ada.profile.id, 1]]);
    const quote = await makePost(t, as(ben), { quoted_post_id: post.id });
    expect((await told(as(me), '?types=quote.created'))[0]).toEqual(['quote.created', ben.profile.id, 1]);
    await remove(ben, quote);
    expect(await told(as(me), '?types=quote.created')).toEqual([]);
  });
});

it('a mention notifies, but not twice in a comment on an own post', async () => {
  const mine = await makePost(t, as(me));
  const body = `Ask @${me.profile.username}`;
  await makePost(t, as(ada), { reply_to_post_id: mine.id, body });
  expect((await told()).map(([, , count]: unknown[]) => count)).toEqual([1]);
  t.clock.advance(1000);
  const post = await makePost(t, as(ben), { body });
  expect((await list()).items[0]).toMatchObject({
    type: 'mention.created',
    actor_profile: { id: ben.profile.id },
    object: { type: 'post', id: post.id },
    preview: body,
  });
  await remove(ben, post);
  expect(await told()).toHaveLength(1);
});

describe('what makes no notification', () => {
  it('what the profile, or a manager in its name, did itself', async () => {
    const company = await makeMember(t);
    await grantAccess(t, company, me, ['posting', 'commenting', 'following']);
    const post = await makePost(t, as(me));
    await react(me, post);
    await comment(me, post);
    const asCompany = { token: me.token, as: company.profile.id };
    await t.call('PUT', `/v1/posts/${post.id}/reaction`, {
      ...asCompany,
      body: { reaction_type: 'like', active: true },
    });
    await makePost(t, asCompany, { reply_to_post_id: post.id });
    await t.call('POST', '/v1/profile-follows', { ...asCompany, body: { followed_profile_id: me.profile.id } });
    expect(await told()).toEqual([]);
  });

  it('what a muted member did, and everything of a member that is blocked afterwards', async () => {
    const post = await makePost(t, as(me));
    await t.call('PUT', `/v1/profiles/${ada.profile.id}/mute`, as(me));
    await react(ada, post);
    await comment(ada, post);
    expect(await told()).toEqual([]);
    const theirs = await makePost(t, as(ben));
    await react(me, theirs);
    await react(ben, post);
    await follow(t, ben, me);
    expect(await unread()).toBe(2);
    await block(t, me, ben);
    expect([await told(), await told(as(ben))]).toEqual([[], []]);
    // The block concerns nobody else.
    const company = await makeMember(t);
    await react(company, post);
    expect(await told()).toEqual([['reaction.changed', company.profile.id, 1]]);
  });

  it('what the profile may not see', async () => {
    const mine = await makePost(t, as(me));
    await makeContacts(t, ada, ben);
    await makePost(t, as(ada), { quoted_post_id: mine.id, visibility: 'contacts' });
    expect(await told()).toEqual([]);
    const hidden = await makePost(t, as(ada), { visibility: 'contacts' });
    const answer = await comment(ben, hidden);
    await comment(ada, answer);
    expect(await told(as(ben))).toEqual([['comment.created', ada.profile.id, 1]]);
  });

  it('a refused, repeated or dry-run call', async () => {
    const post = await makePost(t, as(me));
    const body = { reaction_type: 'like', active: true };
    await t.call('PUT', `/v1/posts/${post.id}/reaction`, { ...as(ada), body, headers: { 'dry-run': 'true' } });
    expect(await told()).toEqual([]);
    await react(ada, post);
    const [before] = (await list()).items;
    await react(ada, post);
    expect((await list()).items).toEqual([before]);
  });
});

describe('approvals, requests and decisions', () => {
  it('notifies the owner of what its own key submitted, which may only draft, until it is decided', async () => {
    const owner = await makeMember(t);
    const { token } = await makeKey(t, owner, { profileIds: [owner.profile.id], permissions: ['drafting'] });
    const byKey = { token, as: owner.profile.id };
    const { id, status } = await makePost(t, byKey, { body: 'May I?' });
    expect(status).toBe('pending_approval');
    expect((await list(as(owner))).items).toMatchObject([
      { type: 'post.approval_requested', object: { id }, actor_profile: null, actor_count: 0, preview: 'May I?' },
    ]);
    expect(await unread(as(owner))).toBe(1);
    expect((await t.call('POST', `/v1/posts/${id}/publish`, { ...as(owner), body: {} })).status).toBe(200);
    expect(await unread(as(owner))).toBe(0);
    await makePost(t, as(owner));
    expect((await list(as(owner))).items).toHaveLength(1);
  });

  it('notifies the profile of a submitted post, and the drafter of the decision', async () => {
    const company = await makeMember(t);
    await grantAccess(t, company, me, ['drafting']);
    const asCompany = { token: me.token, as: company.profile.id };
    const draft = async () => (await makePost(t, asCompany, { body: 'For approval' })).id;
    const [approved, returned, own] = [await draft(), await draft(), await draft()];
    const items = (await list(as(company), '?types=post.approval_requested')).items;
    expect(items.map(({ object }: { object: { id: string } }) => object.id).sort()).toEqual(
      [approved, returned, own].sort(),
    );
    expect(items[0]).toMatchObject({ actor_profile: { id: me.profile.id }, preview: 'For approval' });
    expect(await unread(as(company))).toBe(3);
    expect(await unread(asCompany), 'of the drafter, who decides nothing').toBe(0);
    const decide = (id: string, verb: string) =>
      t.call('POST', `/v1/posts/${id}/${verb}`, { ...as(company), body: {} });
    expect((await decide(approved, 'publish')).status).toBe(200);
    t.clock.advance(1000);
    expect((await decide(returned, 'return')).status).toBe(200);
    expect(await unread(as(company)), 'the one to decide').toBe(1);
    expect(await told()).toEqual([
      ['post.returned', company.profile.id, 1],
      ['post.published', company.profile.id, 1],
    ]);
    await remove(company, { id: own });
    expect(await told(as(company))).toHaveLength(2);
  });

  it('settles a returned draft for its drafter when it is submitted again, or removed', async () => {
    const company = await makeMember(t);
    await grantAccess(t, company, me, ['drafting']);
    const asCompany = { token: me.token, as: company.profile.id };
    const returned = async () => {
      const { id } = await makePost(t, asCompany, { body: 'For approval' });
      expect((await t.call('POST', `/v1/posts/${id}/return`, { ...as(company), body: {} })).status).toBe(200);
      return id;
    };
    const before = await unread(as(me));
    const [submitted, published, removed] = [await returned(), await returned(), await returned()];
    expect(await unread(as(me))).toBe(before + 3);
    const edit = { ...asCompany, body: { body: 'Corrected' } };
    expect((await t.call('PATCH', `/v1/posts/${submitted}`, edit)).status).toBe(200);
    expect(await unread(as(me)), 'still a draft').toBe(before + 3);
    expect((await t.call('POST', `/v1/posts/${submitted}/publish`, { ...asCompany, body: {} })).status).toBe(200);
    expect(await unread(as(me))).toBe(before + 2);
    expect((await t.call('POST', `/v1/posts/${published}/publish`, { ...as(company), body: {} })).status).toBe(200);
    await remove(company, { id: removed });
    const open = (await list(as(me), '?unread=true&types=post.returned')).items;
    expect(open).toEqual([]);
    // Returned once more, it is unread again.
    expect((await t.call('POST', `/v1/posts/${submitted}/return`, { ...as(company), body: {} })).status).toBe(200);
    expect((await list(as(me), '?unread=true&types=post.returned')).items).toHaveLength(1);
  });

  it('keeps a request for approval unread for the owner, whatever a manager marks', async () => {
    const company = await makeMember(t);
    await grantAccess(t, company, me, ['drafting', 'commenting']);
    const asCompany = { token: me.token, as: company.profile.id };
    await makePost(t, asCompany, { body: 'For approval' });
    expect(await unread(as(company))).toBe(1);
    const listed = await t.call('GET', '/v1/notifications?unread=true', asCompany);
    expect(JSON.stringify(listed.json.agent)).not.toContain('/v1/notifications/read');
    expect((await t.call('PUT', '/v1/notifications/read', { ...asCompany, body: {} })).status).toBe(200);
    expect(await unread(as(company))).toBe(1);
    await t.call('PUT', '/v1/notifications/read', { ...as(company), body: {} });
    expect(await unread(as(company))).toBe(0);
  });

  it('lists contact requests and their answers, and forgets withdrawn ones', async () => {
    const id = await askForContact(t, ada, me, 'We met in Lisbon');
    expect((await list()).items[0]).toMatchObject({
      type: 'contact_request.created',
      object: { type: 'contact_request', id },
      preview: 'We met in Lisbon',
    });
    await respond(t, me, id, 'reject');
    expect(await told(as(ada))).toEqual([['contact_request.rejected', me.profile.id, 1]]);
    const other = await askForContact(t, ben, me);
    expect(await unread(), 'the one to answer').toBe(1);
    await withdraw(t, ben, other);
    expect(await told(as(me), '?types=contact_request.created')).toEqual([
      ['contact_request.created', ada.profile.id, 1],
    ]);
  });

  it('leaves out what only hidden members did, and shows it again with them', async () => {
    await askForContact(t, ada, me, 'A note of somebody suspended');
    const post = await makePost(t, as(me), { body: 'Read by two' });
    await react(ada, post);
    await comment(ada, post);
    await comment(ben, post);
    await dispatch(t);
    const seen = async () => {
      const home = (await t.call('GET', '/v1/home', as(me))).json.data.notifications;
      return { list: (await told()).map(([type]: [string]) => type).sort(), unread: await unread(), home: home.count };
    };
    const before = await seen();
    expect(before).toEqual({
      list: ['comment.created', 'contact_request.created', 'reaction.changed'],
      unread: 3,
      home: 3,
    });
    const suspend = (at: Date | null) =>
      t.pool.query('update profiles set suspended_at = $2 where id = $1', [ada.profile.id, at]);
    await suspend(t.clock.now());
    expect(await seen()).toEqual({ list: ['comment.created'], unread: 1, home: 1 });
    await suspend(null);
    expect(await seen()).toEqual(before);
    const [note] = (await list(as(me), '?types=contact_request.created')).items;
    expect(note).toMatchObject({ preview: 'A note of somebody suspended' });
  });

  it('shows what is left for the others when the first actor takes its act back', async () => {
    const post = await makePost(t, as(me));
    await react(ada, post);
    await react(ben, post);
    expect(await told()).toEqual([['reaction.changed', ben.profile.id, 2]]);
    await react(ada, post, false);
    expect([await told(), await unread()]).toEqual([[['reaction.changed', ben.profile.id, 1]], 1]);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [ben.profile.id]);
    expect([await told(), await unread()], 'ada is shown, but no longer an actor').toEqual([[], 0]);
    await t.pool.query('update profiles set suspended_at = null where id = $1', [ben.profile.id]);
  });

  it('lists invitations and their answers', async () => {
    const id = await invited(t, ada, me);
    expect((await list()).items[0]).toMatchObject({
      type: 'access_grant.invited',
      object: { type: 'access_grant', id },
    });
    await respondToInvite(t, me, id);
    expect(await unread()).toBe(0);
    expect(await told(as(ada))).toEqual([['access_grant.accepted', me.profile.id, 1]]);
  });

  it('notifies the owner of a key that another key revoked, not of one that the owner revoked', async () => {
    const [first, second] = [await makeKey(t, me), await makeKey(t, me)];
    expect((await t.call('DELETE', `/v1/api-keys/${first.id}`, { token: me.token })).status).toBe(200);
    expect(await told()).toEqual([]);
    await revokeApiKey(systemCtx(t.deps, 'test'), me.accountId, second.id);
    expect((await list()).items[0]).toMatchObject({
      type: 'api_key.revoked',
      actor_profile: null,
      actor_count: 0,
      object: { type: 'api_key', id: second.id },
    });
  });
});

describe('GET /v1/notifications', () => {
  it('pages by the last change and filters by state and type', async () => {
    const posts = [];
    for (let i = 0; i < 4; i++) {
      posts.push(await makePost(t, as(me)));
      await react(ada, posts[i]);
    }
    await comment(ben, posts[1]);
    await react(ben, posts[0]);
    const order = (await list()).items.map(({ object }: { object: { id: string } }) => object.id);
    expect(order[0]).toBe(posts[0].id);
    const all = (await list()).items.map(({ id }: { id: string }) => id);
    expect(await walk(t, '/v1/notifications', { ...as(me), limit: 2 })).toEqual(all);
    expect(await walk(t, '/v1/notifications?types=comment.created', as(me))).toHaveLength(1);
    const up_to_id = all[2];
    expect((await read({ up_to_id })).json.data).toEqual({ unread_count: 2 });
    expect(await walk(t, '/v1/notifications?unread=true', { ...as(me), limit: 1 })).toEqual(all.slice(0, 2));
    const one = await t.call('PUT', `/v1/notifications/${all[0]}/read`, as(me));
    expect(one.json.data).toEqual({ unread_count: 1 });
    expect(refusal(await read({ up_to_id: ada.profile.id }))).toEqual([404, 'notification_not_found', undefined]);
  });

  it('marks only what was seen, though the notification has changed since', async () => {
    const [liked, other] = [await makePost(t, as(me)), await makePost(t, as(me))];
    await react(ada, liked);
    const [{ id: up_to_id, updated_at }] = (await list()).items;
    t.clock.advance(1000);
    await react(ada, other);
    t.clock.advance(1000);
    await react(ben, liked);
    expect((await read({ up_to_id, updated_at })).json.data).toEqual({ unread_count: 2 });
    expect((await read({ up_to_id })).json.data).toEqual({ unread_count: 0 });
    expect(refusal(await read({ updated_at })).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  it('shows a manager the types of its permissions', async () => {
    await grantAccess(t, me, ben, ['following']);
    await follow(t, ada, me);
    await react(ada, await makePost(t, as(me)));
    const asMe = { token: ben.token, as: me.profile.id };
    expect([await told(asMe), await unread(asMe)]).toEqual([[['follow.created', ada.profile.id, 1]], 1]);
    expect((await read({}, asMe)).json.data).toEqual({ unread_count: 0 });
    expect(await unread()).toBe(1);
  });

  it('shows only texts that can be read now', async () => {
    const post = await makePost(t, as(ada));
    const mine = await makePost(t, as(me), { reply_to_post_id: post.id });
    const answer = await comment(ben, mine, 'Only for contacts of Ada later');
    await sendMessage(t, as(ben), await openConversation(t, ben, me), 'A secret');
    const key = await makeKey(t, me, { scopes: ['notifications:read'], profileIds: [me.profile.id] });
    const previews = async (by: object) => (await list(by)).items.map(({ preview }: { preview: string }) => preview);
    expect(await previews(as(me))).toEqual(expect.arrayContaining([answer.body, 'A secret']));
    expect(await previews({ token: key.token, as: me.profile.id })).toEqual(
      expect.arrayContaining([answer.body, null]),
    );
    await t.call('PATCH', `/v1/posts/${post.id}`, { ...as(ada), body: { visibility: 'contacts' } });
    expect(await previews(as(me))).not.toContain(answer.body);
  });

  it('forgets notifications 90 days after their last change', async () => {
    const post = await makePost(t, as(me));
    await react(ada, post);
    await follow(t, ada, me);
    await dispatch(t);
    t.clock.advance(LIMITS.notification.kept_ms + 1);
    const changed = new Date(t.clock.now().getTime() - LIMITS.notification.kept_ms + 60_000);
    const mine = 'notifications where profile_id = $1';
    await t.pool.query(
      `update notifications set updated_at = $2 where id in (select id from ${mine} and type like 'react%')`,
      [me.profile.id, changed],
    );
    await purgeNotifications(systemCtx(t.deps, 'notifications.purge'));
    expect((await t.pool.query(`select type from ${mine}`, [me.profile.id])).rows).toEqual([
      { type: 'reaction.changed' },
    ]);
  });
});
