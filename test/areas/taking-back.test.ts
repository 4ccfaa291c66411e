import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import { granted, invited } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact } from '../support/contacts.ts';
import { block, follow } from '../support/follows.ts';
import { type Member, makeMember, PASSWORD } from '../support/members.ts';
import { ctxOf, makeOperator } from '../support/operator.ts';
import { as, makeContacts, makePost } from '../support/posts.ts';

/** Taking something back needs the right to act as the profile only, whatever the other side did since. */

let t: TestApp;
let operator: Member;
beforeAll(async () => {
  t = await startTestApp();
  operator = await makeMember(t);
  await makeOperator(t, operator);
});

/** `me` did something to `other` or to its post. */
type Scene = { me: Member; other: Member; post: string };
type Undo = { method: string; path: string; body?: object };

async function created(by: Member, method: string, path: string, body?: object) {
  const answer = await t.call(method, path, { ...as(by), ...(body ? { body } : {}) });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.json.data;
}

const reaction = (active: boolean) => ({ reaction_type: 'like', active });
const conversationWith = async ({ me, other }: Scene) => {
  await makeContacts(t, me, other);
  const { conversation } = await created(me, 'POST', '/v1/conversations/direct', { profile_id: other.profile.id });
  return conversation.id as string;
};

/** `ended`: what the other side's block, or an own one, has already taken back answers that nothing is left. */
const UNDOS: Record<string, { make: (scene: Scene) => Promise<Undo>; ended?: string }> = {
  'clear a reaction': {
    make: async ({ me, post }) => {
      const path = `/v1/posts/${post}/reaction`;
      await created(me, 'PUT', path, reaction(true));
      return { method: 'PUT', path, body: reaction(false) };
    },
  },
  'remove a bookmark': {
    make: async ({ me, post }) => {
      await created(me, 'PUT', `/v1/posts/${post}/bookmark`);
      return { method: 'DELETE', path: `/v1/posts/${post}/bookmark` };
    },
  },
  'remove a comment': {
    make: async ({ me, post }) => {
      const { id } = await created(me, 'POST', `/v1/posts/${post}/comments`, { body: 'Well said' });
      return { method: 'DELETE', path: `/v1/posts/${id}` };
    },
  },
  'remove a quote': {
    make: async ({ me, post }) => {
      const { id } = await makePost(t, as(me), { quoted_post_id: post });
      return { method: 'DELETE', path: `/v1/posts/${id}` };
    },
  },
  'remove a post with a mention': {
    make: async ({ me, other }) => {
      const { id } = await makePost(t, as(me), { body: `Hello @${other.profile.username}` });
      return { method: 'DELETE', path: `/v1/posts/${id}` };
    },
  },
  unfollow: {
    make: async ({ me, other }) => {
      await follow(t, me, other);
      return { method: 'DELETE', path: `/v1/profile-follows/${other.profile.id}` };
    },
  },
  unmute: {
    make: async ({ me, other }) => {
      await created(me, 'PUT', `/v1/profiles/${other.profile.id}/mute`);
      return { method: 'DELETE', path: `/v1/profiles/${other.profile.id}/mute` };
    },
  },
  unblock: {
    make: async ({ me, other }) => {
      await block(t, me, other);
      return { method: 'DELETE', path: `/v1/blocks/${other.profile.id}` };
    },
  },
  'withdraw a contact request': {
    make: async ({ me, other }) => ({
      method: 'POST',
      path: `/v1/contact-requests/${await askForContact(t, me, other)}/withdraw`,
    }),
    ended: 'contact_request_not_pending',
  },
  'remove a contact': {
    make: async ({ me, other }) => {
      await makeContacts(t, me, other);
      const { items } = await created(me, 'GET', '/v1/contacts');
      return { method: 'DELETE', path: `/v1/contacts/${items[0].contact.id}` };
    },
    ended: 'contact_not_found',
  },
  'delete a message': {
    make: async (scene) => {
      const id = await conversationWith(scene);
      const { message } = await created(scene.me, 'POST', `/v1/conversations/${id}/messages`, { body: 'Good morning' });
      return { method: 'DELETE', path: `/v1/conversations/${id}/messages/${message.id}` };
    },
  },
  'unmute a conversation': {
    make: async (scene) => {
      const path = `/v1/conversations/${await conversationWith(scene)}/mute`;
      await created(scene.me, 'PUT', path);
      return { method: 'DELETE', path };
    },
  },
  'revoke a grant': {
    make: async ({ me, other }) => ({ method: 'DELETE', path: `/v1/profile-access/${await granted(t, me, other)}` }),
  },
  'withdraw an invitation': {
    make: async ({ me, other }) => ({ method: 'DELETE', path: `/v1/profile-access/${await invited(t, me, other)}` }),
  },
  'resign as a manager': {
    make: async ({ me, other }) => ({ method: 'DELETE', path: `/v1/profile-access/${await granted(t, other, me)}` }),
  },
};

const narrow = (visibility: string) => async (scene: Scene) =>
  void (await created(scene.other, 'PATCH', `/v1/posts/${scene.post}`, { visibility }));

const BLOCKS: Record<string, (scene: Scene) => Promise<void>> = {
  'they block': ({ me, other }) => block(t, other, me),
  'an own block': ({ me, other }) => block(t, me, other),
};
const CHANGES: Record<string, (scene: Scene) => Promise<void>> = {
  ...BLOCKS,
  'their suspension': async ({ other }) => {
    const input = { accountId: other.accountId, reason: 'Spam' };
    expect(await suspendAccount(await ctxOf(t, operator.token), input)).toMatchObject({ changed: true });
  },
  'their pending deletion': async ({ other }) => {
    const answer = await t.call('DELETE', '/v1/account', { token: other.token, body: { password: PASSWORD } });
    expect(answer.status, answer.text).toBe(200);
  },
  'narrowing the post to contacts': narrow('contacts'),
  'narrowing the post to members, and a block': async (scene) => {
    await narrow('members')(scene);
    await block(t, scene.other, scene.me);
  },
  'removing the post': async ({ other, post }) => void (await created(other, 'DELETE', `/v1/posts/${post}`)),
};

describe.each(Object.entries(CHANGES))('after %s', (change, apply) => {
  it.each(Object.entries(UNDOS))('%s', async (_undo, { make, ended }) => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    const scene = { me, other, post: (await makePost(t, as(other))).id as string };
    const { method, path, body } = await make(scene);
    await apply(scene);
    const answer = await t.call(method, path, { ...as(me), ...(body ? { body } : {}) });
    const isBlock = change in BLOCKS || change.endsWith('a block');
    expect(isBlock && ended ? answer.json.error_code : answer.status, answer.text).toBe(isBlock && ended ? ended : 200);
  });
});

describe('what was taken back', () => {
  it('is gone from the counts and the lists of others', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(other));
    const react = (active: boolean) => t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(me), body: reaction(active) });
    await react(true);
    await block(t, other, me);
    expect((await react(false)).json.data).toEqual({ post_id: id, likes_count: 0, viewer_reaction: null });
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.likes_count).toBe(0);
    expect((await t.call('GET', `/v1/posts/${id}/reactions`)).json.data.items).toEqual([]);
    expect((await react(true)).json.error_code).toBe('interaction_not_allowed');
  });

  it.each(['contacts', 'removed'])('tells nothing about a post that can no longer be read: %s', async (how) => {
    const [me, other, fan] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(other));
    const react = (active: boolean, headers = {}) =>
      t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(me), headers, body: reaction(active) });
    await react(true);
    await created(fan, 'PUT', `/v1/posts/${id}/reaction`, reaction(true));
    const tried = async () => (await react(false, { 'dry-run': 'true' })).json.data.likes_count;
    expect(await tried()).toBe(1);
    if (how === 'removed') await created(other, 'DELETE', `/v1/posts/${id}`);
    else await narrow(how)({ me, other, post: id });
    expect(await tried()).toBe(0);
    expect((await react(false)).json.data).toEqual({ post_id: id, likes_count: 0, viewer_reaction: null });
  });

  it('needs the permission of the grant for a manager', async () => {
    const [owner, helper, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(other));
    await created(owner, 'PUT', `/v1/posts/${id}/reaction`, reaction(true));
    await granted(t, owner, helper, ['messaging']);
    const by = { token: helper.token, as: owner.profile.id };
    const clear = await t.call('PUT', `/v1/posts/${id}/reaction`, { ...by, body: reaction(false) });
    expect([clear.status, clear.json.error_code]).toEqual([403, 'permission_denied']);
  });

  it('finds nothing in what was never done and cannot be seen', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(other), { visibility: 'contacts' });
    const clear = await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(me), body: reaction(false) });
    expect([clear.status, clear.json.error_code]).toEqual([404, 'post_not_found']);
  });
});
