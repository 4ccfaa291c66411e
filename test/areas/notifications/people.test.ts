import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAttention } from '../../../src/areas/home/attention.ts';
import { endGrant } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { openConversation, sendMessage, sideOf } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { exportOf } from '../../support/exports.ts';
import { block, follow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { ctxOf } from '../../support/operator.ts';
import { as, auditOf, grantAccess, refusal } from '../../support/posts.ts';

/** Muted conversations, messages that need a person, and preferences. */
let t: TestApp;
let me: Member;
let ada: Member;
let agent: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [me, ada, agent] = [await makeMember(t), await makeMember(t), await makeMember(t, { type: 'ai_agent' })];
  t.clock.advance(1000);
});

type Item = { type: string; needs_human: boolean; managed_profile_id: string | null; object: { id: string } };

const told = async (by: object = as(me)): Promise<Item[]> =>
  (await t.call('GET', '/v1/notifications?unread=true', by)).json.data.items;
const flags = async (by: object = as(me)) =>
  (await told(by)).map(({ type, needs_human, managed_profile_id }) => [type, needs_human, managed_profile_id]);
const mute = (id: string, by: object = as(me), method = 'PUT') => t.call(method, `/v1/conversations/${id}/mute`, by);
const ask = (id: string, by: Member = ada) => {
  t.clock.advance(1000);
  return sendMessage(t, as(by), id, { body: 'Could a person answer this?', needs_human: true });
};
const own = { type: 'message.created', needs_human: true, managed_profile_id: null };

describe('a muted conversation', () => {
  it('makes no notifications until the mute ends, and still counts what is unread', async () => {
    const id = await openConversation(t, me, ada);
    for (let i = 0; i < 2; i++) {
      expect((await mute(id)).json.data).toEqual({ conversation_id: id, muted: true });
    }
    await sendMessage(t, as(ada), id);
    expect([await told(), (await sideOf(t, as(me), id)).unread_count]).toEqual([[], 1]);
    for (let i = 0; i < 2; i++) {
      expect((await mute(id, as(me), 'DELETE')).json.data).toEqual({ conversation_id: id, muted: false });
    }
    await sendMessage(t, as(ada), id);
    expect(await told()).toHaveLength(1);
    const operations = (await auditOf(t, id)).map(({ operation }) => operation);
    expect(operations.filter((name) => name.endsWith('_mute'))).toEqual([
      'conversations.set_mute',
      'conversations.remove_mute',
    ]);
  });

  it('is known to its own side only, and in its export', async () => {
    const id = await openConversation(t, me, ada);
    await mute(id);
    expect([(await sideOf(t, as(me), id)).muted, (await sideOf(t, as(ada), id)).muted]).toEqual([true, false]);
    const exported = await exportOf(t, me);
    expect(JSON.stringify(exported)).toContain('muted_at');
    await sendMessage(t, as(me), id);
    expect(await told(as(ada))).toHaveLength(1);
  });

  it('lets messages through that need a person', async () => {
    const id = await openConversation(t, me, ada);
    await mute(id);
    await ask(id);
    expect(await told()).toMatchObject([own]);
  });
});

describe('a message that needs a person', () => {
  it('notifies the addressed human, and nobody else', async () => {
    const second = await makeProfile(t, me);
    const id = await openConversation(t, ada, me);
    await ask(id);
    expect([await flags(), await told({ ...as(me), as: second.id })]).toEqual([[['message.created', true, null]], []]);
  });

  it('notifies the people of the account, and human managers with messaging, with the profile to answer as', async () => {
    const [manager, other, company, ended] = (await Promise.all(
      [{}, {}, { type: 'company' as const }, {}].map((fields) => makeMember(t, fields)),
    )) as [Member, Member, Member, Member];
    const owner = await makeProfile(t, agent);
    await grantAccess(t, agent, manager, ['messaging']);
    await grantAccess(t, agent, other, ['posting']);
    await grantAccess(t, agent, company, ['messaging']);
    const grant = await grantAccess(t, agent, ended, ['messaging']);
    await t.pool.query('update access_grants set expires_at = $2 where id = $1', [grant, t.clock.now()]);
    const id = await openConversation(t, ada, agent);
    await sendMessage(t, as(ada), id);
    expect(await told(as(manager))).toEqual([]);
    await ask(id);
    const managed = ['message.created', true, agent.profile.id];
    expect(await flags(as(agent))).toEqual([['message.created', true, null]]);
    expect(await flags(as(manager))).toEqual([managed]);
    expect(await flags({ token: agent.token, as: owner.id })).toEqual([managed]);
    for (const nobody of [other, company, ended]) expect(await told(as(nobody))).toEqual([]);
    const { json } = await t.call('GET', '/v1/notifications', as(manager));
    expect(json.data.items[0]).toMatchObject({ preview: null, object: { type: 'conversation', id } });
    expect(JSON.stringify(json.agent.next_actions)).toContain(`X-Profile-Id ${agent.profile.id}`);
  });

  it('stays with a person until a person has read it, even if a program of the agent has', async () => {
    const manager = await makeMember(t);
    await grantAccess(t, agent, manager, ['messaging']);
    const key = await makeKey(t, agent, { profileIds: [agent.profile.id] });
    const id = await openConversation(t, ada, agent);
    await ask(id);
    const read = (token: string) => t.call('PUT', `/v1/conversations/${id}/read`, { token, as: agent.profile.id });
    expect((await read(key.token)).status).toBe(200);
    expect([(await told(as(agent))).length, (await told(as(manager))).length]).toEqual([1, 1]);
    const answer = (by: string) => sendMessage(t, { token: by, as: agent.profile.id }, id, 'A person says yes.');
    await answer(key.token);
    await read(key.token);
    const marked = await t.call('PUT', '/v1/notifications/read', { token: key.token, as: agent.profile.id, body: {} });
    expect(marked.json).toMatchObject({
      data: { unread_count: 1 },
      agent: { hint: expect.stringMatching(/^Nothing/) },
    });
    expect([(await told(as(agent))).length, (await told(as(manager))).length]).toEqual([1, 1]);
    await read(manager.token);
    expect([await told(as(agent)), await told(as(manager))]).toEqual([[], []]);
  });

  it.each([true, false])(
    'waits for its human owner although an agent that manages it answered (told before: %s)',
    async (before) => {
      await grantAccess(t, me, agent, ['messaging']);
      const key = await makeKey(t, agent, { profileIds: [me.profile.id] });
      const by = { token: key.token, as: me.profile.id };
      const id = await openConversation(t, ada, me);
      await ask(id);
      if (before) await dispatch(t);
      const path = `/v1/conversations/${id}`;
      const sent = await t.call('POST', `${path}/messages`, { ...by, body: { body: 'An agent says yes.' } });
      expect(sent.status).toBe(201);
      expect(/does not settle/.test(sent.json.agent.hint)).toBe(before);
      expect((await t.call('PUT', `${path}/read`, by)).json.agent.hint).toMatch(/^Marked as read/);
      const [{ id: notification }] = (await told()) as unknown as [{ id: string }];
      await t.call('PUT', `/v1/notifications/${notification}/read`, by);
      await t.call('PUT', '/v1/notifications/read', { ...by, body: {} });
      expect(await told()).toMatchObject([own]);
      expect((await t.call('GET', '/v1/home', as(me))).json.data.needs_human.count).toBe(1);
      await t.call('PUT', `${path}/read`, as(me));
      expect(await told()).toEqual([]);
    },
  );

  it('stays in home while nobody has answered, even if an agent follows every hint', async () => {
    const id = await openConversation(t, ada, agent);
    const by = as(agent);
    await ask(id);
    t.clock.advance(1000);
    await sendMessage(t, as(ada), id, 'Something else.');
    const home = async () => (await t.call('GET', '/v1/home', by)).json;
    const list = async () => (await t.call('GET', `/v1/conversations/${id}/messages`, by)).json.agent;
    const read = () => t.call('PUT', `/v1/conversations/${id}/read`, by);
    const first = await home();
    const paths = first.agent.next_actions.map(({ path }: { path: string }) => path);
    expect(paths).toEqual([`/v1/conversations/${id}/messages`, '/v1/notifications?unread=true']);
    expect(JSON.stringify(first.agent)).toMatch(/Do not mark all of it as read with PUT \/v1\/notifications\/read/);
    expect(await list()).toEqual({ hint: expect.stringContaining('show it to a person') });
    const listed = (await t.call('GET', '/v1/notifications?unread=true', by)).json;
    expect(listed.agent.next_actions).toMatchObject([{ method: 'GET', path: `/v1/conversations/${id}/messages` }]);
    expect((await read()).json.data.unread_count).toBe(0);
    expect((await home()).data).toMatchObject({ unread_conversations: { count: 0 }, needs_human: { count: 1 } });
    await sendMessage(t, by, id, 'A person says yes.');
    expect((await list()).next_actions.map(({ method }: { method: string }) => method)).toEqual(['PUT', 'POST']);
    await read();
    expect((await home()).data.needs_human.count).toBe(0);
    t.clock.advance(1000);
    await ask(id);
    await read();
    expect((await home()).data.needs_human.count).toBe(1);
    await t.call('PUT', '/v1/notifications/read', { ...by, body: {} });
    expect((await home()).data.needs_human.count).toBe(0);
  });

  it('keeps its own text and time when others follow', async () => {
    const id = await openConversation(t, ada, me);
    await sendMessage(t, as(ada), id, 'Before.');
    await dispatch(t);
    await t.call('PUT', `/v1/conversations/${id}/read`, as(me));
    const asked = await ask(id);
    t.clock.advance(1000);
    await sendMessage(t, as(ada), id, 'After.');
    const { items } = (await t.call('GET', '/v1/notifications', as(me))).json.data;
    const previews = items.map(({ preview, needs_human }: Record<string, unknown>) => [preview, needs_human]);
    expect(previews).toEqual([
      ['Could a person answer this?', true],
      ['Before.', false],
    ]);
    const { needs_human } = (await t.call('GET', '/v1/home', as(me))).json.data;
    expect(needs_human.items).toMatchObject([{ asked_at: asked.created_at }]);
  });

  it('waits in home of the profile and of its people, with how to answer', async () => {
    const manager = await makeMember(t);
    await grantAccess(t, agent, manager, ['messaging']);
    const key = await makeKey(t, agent, { profileIds: [agent.profile.id] });
    const id = await openConversation(t, ada, agent);
    await ask(id);
    const home = async (by: object) => (await t.call('GET', '/v1/home', by)).json;
    const item = { conversation_id: id, profile_id: agent.profile.id, sender_profile_id: ada.profile.id };
    const [ofManager, ofAgent] = [await home(as(manager)), await home({ token: key.token, as: agent.profile.id })];
    for (const { data } of [ofManager, ofAgent]) {
      expect(data.needs_human).toMatchObject({ count: 1, items: [item] });
    }
    const path = `/v1/conversations/${id}/messages`;
    expect(ofManager.agent.next_actions[0]).toMatchObject({
      method: 'GET',
      path,
      why: expect.stringContaining(`X-Profile-Id ${agent.profile.id}`),
    });
    expect(ofAgent.agent.next_actions[0]).toMatchObject({
      path,
      why: expect.stringContaining('do not answer it yourself'),
    });
    const answer = await t.call('GET', path, { token: manager.token, as: agent.profile.id });
    expect(answer.status).toBe(200);
    await grantAccess(t, me, ada, ['posting']);
    expect((await home({ token: ada.token, as: me.profile.id })).data.needs_human).toBeNull();
  });

  it.each([
    ['the end of the grant', (manager: Member, grant: string) => endGrant(t, as(manager), grant)],
    ['a block by the agent', () => block(t, agent, ada)],
    ['a block of the agent', () => block(t, ada, agent)],
  ])('after %s, home of a manager asks for no answer that it cannot give', async (_what, end) => {
    const manager = await makeMember(t);
    const grant = await grantAccess(t, agent, manager, ['messaging']);
    await ask(await openConversation(t, ada, agent));
    const asked = async () => {
      const { json } = await t.call('GET', '/v1/home', as(manager));
      const { needs_human } = await readAttention(await ctxOf(t, manager.token));
      return [json.data.needs_human.count, needs_human.get(manager.profile.id) ?? 0];
    };
    expect(await asked()).toEqual([1, 1]);
    await end(manager, grant);
    expect(await asked()).toEqual([0, 0]);
  });

  it('is withdrawn with its message, and not sent to who muted the sender', async () => {
    const manager = await makeMember(t);
    await grantAccess(t, agent, manager, ['messaging']);
    const id = await openConversation(t, ada, agent);
    const first = await ask(id);
    const second = await ask(id);
    const remove = (message: { id: string }) =>
      t.call('DELETE', `/v1/conversations/${id}/messages/${message.id}`, as(ada));
    await remove(second);
    expect(await told(as(manager))).toHaveLength(1);
    await remove(first);
    expect(await told(as(manager))).toEqual([]);
    await t.call('PUT', `/v1/profiles/${ada.profile.id}/mute`, as(manager));
    await ask(id);
    expect([await told(as(manager)), (await told(as(agent))).length]).toEqual([[], 1]);
  });
});

describe('preferences', () => {
  const path = '/v1/notification-preferences';
  const change = (body: object, by: object = as(me)) => t.call('PATCH', path, { ...by, body });

  it('have defaults, and change only where asked', async () => {
    const before = (await t.call('GET', path, as(me))).json.data;
    expect(before).toMatchObject({
      'reaction.changed': { list: true, mail: false },
      'message.created': { list: true, mail: true },
    });
    const changed = (await change({ 'message.created': { mail: false } })).json.data;
    expect(changed).toEqual({ ...before, 'message.created': { list: true, mail: false } });
    await change({ 'message.created': { list: false } });
    expect((await t.call('GET', path, as(me))).json.data['message.created']).toEqual({ list: false, mail: false });
    expect((await t.call('GET', path, as(ada))).json.data).toEqual(before);
    await change({ 'message.created': { list: false } });
    const audited = (await auditOf(t, me.profile.id)).map(({ operation }) => operation);
    expect(audited.filter((name) => name === 'notifications.update_preferences')).toHaveLength(2);
    const unknown = await change({ 'post.liked': { list: false } });
    expect([unknown.status, unknown.json.agent.fields[0].rule]).toEqual([400, 'unknown_field']);
  });

  it('stop notifications of a type, even for people who manage a profile', async () => {
    await change({ 'follow.created': { list: false }, 'message.created': { list: false } });
    await follow(t, ada, me);
    await grantAccess(t, agent, me, ['messaging']);
    await ask(await openConversation(t, ada, agent));
    expect(await told()).toEqual([]);
    await change({ 'follow.created': { list: true } });
    await follow(t, agent, me);
    expect(await flags()).toEqual([['follow.created', false, null]]);
  });

  it('end with the profile', async () => {
    const spare = await makeProfile(t, me);
    await change({ 'message.created': { mail: false } }, { ...as(me), as: spare.id });
    expect((await t.call('DELETE', `/v1/profiles/${spare.id}`, { token: me.token })).status).toBe(200);
    const { rows } = await t.pool.query('select 1 from notification_preferences where profile_id = $1', [spare.id]);
    expect(rows).toEqual([]);
  });

  it('are for the owner and managers with profile_editing', async () => {
    await grantAccess(t, me, ada, ['messaging', 'posting']);
    const manager = { token: ada.token, as: me.profile.id };
    expect(refusal(await change({}, manager)).slice(0, 2)).toEqual([403, 'permission_denied']);
    expect(refusal(await t.call('GET', path, manager)).slice(0, 2)).toEqual([403, 'permission_denied']);
  });
});
