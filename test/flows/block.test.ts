import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact, becomeContacts, respond } from '../support/contacts.ts';
import { openConversation, sendMessage, sideOf } from '../support/conversations.ts';
import { follow } from '../support/follows.ts';
import { makeMember } from '../support/members.ts';
import { overHttp } from '../support/over-http.ts';
import { as, makePost } from '../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await overHttp(await startTestApp());
});

it('a block removes everything between two contacts and stops all messages, and unblocking restores nothing', async () => {
  const [ada, ben, cleo] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  await follow(t, ada, ben);
  await follow(t, ben, ada);
  await becomeContacts(t, ada, ben, 'We met at the talk.');
  const conversation = await openConversation(t, ada, ben);
  await sendMessage(t, as(ben), conversation);
  const post = await makePost(t, as(ada), { body: 'For everybody' });
  const waiting = await askForContact(t, cleo, ada);
  const anonymous = await t.call('GET', `/v1/posts/${post.id}`);

  for (const other of [ben, cleo]) {
    const answer = await t.call('POST', '/v1/blocks', { ...as(ada), body: { profile_id: other.profile.id } });
    expect([answer.status, answer.json.data]).toEqual([201, { profile_id: other.profile.id, blocked: true }]);
  }
  const blocks = (await t.call('GET', '/v1/blocks', as(ada))).json.data.items;
  expect(blocks.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([
    cleo.profile.id,
    ben.profile.id,
  ]);

  // Nothing is left between them, on either side.
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await t.call('GET', '/v1/contacts', as(one))).json.data.items).toEqual([]);
    const profile = (await t.call('GET', `/v1/profiles/${other.profile.id}`, as(one))).json.data;
    expect(profile).toMatchObject({ followers_count: 0, following_count: 0 });
    expect(profile.viewer).toEqual({
      following: false,
      followed_by: false,
      contact: 'none',
      blocked: one === ada,
      can_message: false,
      can_request_contact: false,
    });
  }
  expect((await respond(t, ada, waiting, 'accept')).json.error_code).toBe('contact_request_not_pending');

  // Both keep the messages, and none can be added.
  expect((await sideOf(t, as(ben), conversation)).conversation.id).toBe(conversation);
  const writes: [string, string, object][] = [
    ['POST', '/v1/profile-follows', { followed_profile_id: ada.profile.id }],
    ['POST', '/v1/contact-requests', { profile_id: ada.profile.id }],
    ['POST', '/v1/conversations/direct', { profile_id: ada.profile.id }],
    ['POST', `/v1/conversations/${conversation}/messages`, { body: 'Are you there?' }],
    ['POST', `/v1/posts/${post.id}/comments`, { body: 'Are you there?' }],
    ['PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'like', active: true }],
  ];
  for (const [method, path, body] of writes) {
    const answer = await t.call(method, path, { ...as(ben), body });
    expect([answer.status, answer.json.error_code], path).toEqual([403, 'interaction_not_allowed']);
  }
  // Everybody can read public posts.
  expect((await t.call('GET', `/v1/posts/${post.id}`, { token: ben.token })).json.data).toEqual(anonymous.json.data);

  // Unblocking restores nothing, and everything can start again.
  const ended = await t.call('DELETE', `/v1/blocks/${ben.profile.id}`, as(ada));
  expect([ended.status, ended.json.data]).toEqual([200, { profile_id: ben.profile.id, blocked: false }]);
  expect((await t.call('GET', '/v1/contacts', as(ben))).json.data.items).toEqual([]);
  await follow(t, ben, ada);
  await becomeContacts(t, ben, ada);
  await sendMessage(t, as(ben), conversation, 'Hello again');
});
