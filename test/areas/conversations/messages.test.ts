import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { messagesOf, openConversation, sendMessage, sideOf } from '../../support/conversations.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { as, auditOf, eventsOf, grantAccess, refusal } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
  id = await openConversation(t, ada, ben);
});

const send = (by: { token: string; as: string }, body: object, conversation = id) =>
  t.call('POST', `/v1/conversations/${conversation}/messages`, { ...by, body });

describe('POST /v1/conversations/{conversation_id}/messages', () => {
  it('sends a message that both sides can read', async () => {
    const answer = await send(as(ada), { body: 'Good morning\r\nBen', client_reference: 'mine-1', needs_human: true });
    expect(answer.status, answer.text).toBe(201);
    const { message } = answer.json.data;
    expect(message).toMatchObject({
      conversation_id: id,
      sender_profile_id: ada.profile.id,
      mine: true,
      kind: 'text',
      body: 'Good morning\nBen',
      ai_disclosure: 'none',
      needs_human: true,
      client_reference: 'mine-1',
      deleted_at: null,
    });
    const path = `/v1/conversations/${id}/messages/${message.id}`;
    expect((await t.call('GET', path, as(ada))).json.data.message).toEqual(message);
    const theirs = { ...message, mine: false, client_reference: null };
    expect((await t.call('GET', path, as(ben))).json.data.message).toEqual(theirs);
    expect((await messagesOf(t, as(ben), id))[0]).toEqual(theirs);
    const { conversation, unread_count } = await sideOf(t, as(ben), id);
    expect(unread_count).toBe(1);
    expect(conversation).toMatchObject({
      last_message_at: message.created_at,
      last_message_preview: 'Good morning\nBen',
      last_message: { preview: 'Good morning\nBen', truncated: false, deleted: false },
    });
    expect((await sideOf(t, as(ada), id)).unread_count).toBe(0);
    const events = await eventsOf(t, message.id);
    expect(events.map(({ type }) => type)).toEqual(['message.created', 'message.created']);
    expect(events.map(({ data }) => data)).toEqual([0, 1].map(() => ({ conversation_id: id, needs_human: true })));
    expect(await auditOf(t, message.id)).toMatchObject([{ operation: 'conversations.send_message' }]);
  });

  it.each([
    ['alone', {}],
    ['with an idempotency key', { 'idempotency-key': 'at-the-same-time' }],
    ['at once with others', {}],
  ])('is never earlier than the message before, which another server may have sent: %s', async (how, headers) => {
    const before = new Date(t.clock.now().getTime() + 5000).toISOString();
    await t.pool.query('update conversations set last_message_at = $2, updated_at = $2 where id = $1', [id, before]);
    await t.pool.query('update conversation_members set last_activity_at = $2 where conversation_id = $1', [
      id,
      before,
    ]);
    const one = () => t.call('POST', `/v1/conversations/${id}/messages`, { ...as(ada), headers, body: { body: how } });
    const answers = await Promise.all(Array.from({ length: how.includes('others') ? 3 : 1 }, one));
    expect(answers.map(({ json }) => json.data.message.created_at)).toEqual(answers.map(() => before));
    expect((await sideOf(t, as(ada), id)).conversation).toMatchObject({ last_message_at: before, updated_at: before });
    const { rows } = await t.pool.query(
      'select last_activity_at as at from conversation_members where conversation_id = $1',
      [id],
    );
    expect(rows.map(({ at }) => at.toISOString())).toEqual([before, before]);
    t.clock.advance(10_000);
  });

  it('applies the text rules', async () => {
    const rule = async (body: unknown) => refusal(await send(as(ada), { body }))[2];
    expect(await rule('')).toBe('too_short');
    expect(await rule(' \n\u200b\u3164')).toBe('not_blank');
    expect(await rule('a\u0000b')).toBe('control_characters');
    expect(await rule('\ud800')).toBe('ill_formed');
    expect(await rule('😀'.repeat(4001))).toBe('too_long');
    expect((await send(as(ada), { body: '😀'.repeat(4000) })).status).toBe(201);
    const shown = { preview: '😀'.repeat(280), truncated: true, deleted: false };
    expect((await sideOf(t, as(ada), id)).conversation).toMatchObject({
      last_message_preview: shown.preview,
      last_message: shown,
    });
    await send(as(ada), { body: shown.preview });
    expect((await sideOf(t, as(ada), id)).conversation.last_message).toEqual({ ...shown, truncated: false });
    expect(refusal(await send(as(ada), { body: 'a', client_reference: 'ü' }))[2]).toBe('printable_ascii');
    expect(refusal(await send(as(ada), { body: 'a', subject: 'b' }))[2]).toBe('unknown_field');
  });

  it('marks messages of an AI agent, its manager and its key as written by AI', async () => {
    const agent = await makeMember(t, { type: 'ai_agent' });
    await grantAccess(t, ada, agent, ['messaging']);
    const forAgent = await makeKey(t, ada, { profileIds: [ada.profile.id], forAgent: true });
    const said = async (by: { token: string; as: string }, fields = {}, conversation = id) =>
      (await sendMessage(t, by, conversation, fields)).ai_disclosure;
    expect(await said(as(ada), { ai_disclosure: 'assisted' })).toBe('assisted');
    expect(await said({ token: agent.token, as: ada.profile.id }, { ai_disclosure: 'none' })).toBe('generated');
    expect(await said({ token: forAgent.token, as: ada.profile.id })).toBe('generated');
    const theirs = await openConversation(t, ada, agent);
    await sendMessage(t, as(ada), theirs);
    expect(await said(as(agent), {}, theirs)).toBe('generated');
    // Nobody knows what uses another key or an app.
    const app = await makeGrant(t, ada, { scopes: ['messages:write'] });
    for (const { token } of [await makeKey(t, ada, { profileIds: [ada.profile.id] }), app]) {
      expect(await said({ token, as: ada.profile.id })).toBe('none');
    }
  });

  it('come from the type of the profile, for the inbox policy, whatever writes through it', async () => {
    const eve = await makeMember(t);
    const body = { inbox_policy: { messages: { ai_agent: 'nobody', human: 'anyone' } } };
    expect((await t.call('PATCH', `/v1/profiles/${eve.profile.id}`, { token: eve.token, body })).status).toBe(200);
    const agent = await makeMember(t, { type: 'ai_agent' });
    await grantAccess(t, ada, agent, ['messaging']);
    const open = (by: { token: string; as: string }) =>
      t.call('POST', '/v1/conversations/direct', { ...by, body: { profile_id: eve.profile.id } });
    expect(refusal(await open(as(agent)))[0]).toBe(403);
    const opened = await open({ token: agent.token, as: ada.profile.id });
    expect(opened.status, opened.text).toBeLessThan(300);
  });

  it("returns 404 for others' conversations", async () => {
    const eve = await makeMember(t);
    const [message] = await messagesOf(t, as(ada), id);
    const unknown = newId();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/messages', undefined],
      ['POST', '/messages', { body: 'Let me in' }],
      ['PUT', '/read', {}],
      ['PUT', '/read', { message_id: message.id }],
      ['GET', `/messages/${message.id}`, undefined],
      ['DELETE', `/messages/${message.id}`, undefined],
    ] as const) {
      const call = (conversation: string) =>
        t.call(method, `/v1/conversations/${conversation}${path}`, { ...as(eve), ...(body && { body }) });
      const [foreign, missing] = [await call(id), await call(unknown)];
      expect(refusal(foreign)).toEqual([404, 'conversation_not_found', undefined]);
      expect(foreign.text).toBe(missing.text);
    }
  });

  it('refuses deleted and suspended members and those scheduled for deletion, and shows them as a deleted member', async () => {
    const other = await makeMember(t, { name: 'Soon Forgotten', fields: { call_name: 'Forgotten' } });
    const theirs = await openConversation(t, ada, other);
    await sendMessage(t, as(other), theirs, 'I will be gone');
    const suspend = (value: Date | null) =>
      t.pool.query('update profiles set suspended_at = $2 where id = $1', [other.profile.id, value]);
    const leave = (value: Date | null) =>
      t.pool.query('update accounts set deletion_scheduled_at = $2 where id = $1', [other.accountId, value]);
    const shown = async () => {
      const { conversation, profile, unread_count } = await sideOf(t, as(ada), theirs);
      expect([conversation.title, unread_count, profile.id]).toEqual([profile.name, 1, other.profile.id]);
      return [profile.username, profile.name, profile.viewer.can_message];
    };
    const visible = [other.profile.username, 'Soon Forgotten', true];
    const hidden = ['deleted', 'Deleted member', false];
    for (const hide of [suspend, leave]) {
      expect(await shown()).toEqual(visible);
      await hide(t.clock.now());
      expect(await shown()).toEqual(hidden);
      expect(refusal(await send(as(ada), { body: 'Hello?' }, theirs))[1]).toBe('interaction_not_allowed');
      await hide(null);
    }
    await t.call('DELETE', `/v1/profiles/${other.profile.id}`, { token: other.token });
    expect(await shown()).toEqual(hidden);
    expect(refusal(await send(as(ada), { body: 'Hello?' }, theirs))[1]).toBe('interaction_not_allowed');
    const [message] = await messagesOf(t, as(ada), theirs);
    expect(message).toMatchObject({ body: 'I will be gone', sender_profile_id: other.profile.id });
    const compact = await t.call('GET', `/v1/conversations/${theirs}?view=compact`, as(ada));
    expect(compact.json.data.profile).toEqual({ username: 'deleted', type: 'human', name: 'Deleted member' });
  });

  it('happens once per idempotency key, and not at all in a dry run', async () => {
    const headers = { 'idempotency-key': 'send-once' };
    const path = `/v1/conversations/${id}/messages`;
    const before = (await messagesOf(t, as(ada), id)).length;
    const dry = await t.call('POST', path, { ...as(ada), body: { body: 'Dry' }, headers: { 'dry-run': 'true' } });
    expect(dry.status, dry.text).toBe(201);
    const once = () => t.call('POST', path, { ...as(ada), body: { body: 'Once' }, headers });
    const [first, second] = [await once(), await once()];
    expect(second.json.data).toEqual(first.json.data);
    expect((await messagesOf(t, as(ada), id)).length).toBe(before + 1);
  });
});

describe('DELETE /v1/conversations/{conversation_id}/messages/{message_id}', () => {
  const remove = (by: { token: string; as: string }, message: string, conversation = id) =>
    t.call('DELETE', `/v1/conversations/${conversation}/messages/${message}`, by);

  it('empties a message for both, and it no longer counts as unread', async () => {
    const theirs = await openConversation(t, ben, await makeMember(t));
    const [first, second] = [
      await sendMessage(t, as(ben), theirs, 'One'),
      await sendMessage(t, as(ben), theirs, 'Two'),
    ];
    const reader = { token: ben.token, as: ben.profile.id };
    expect((await sideOf(t, reader, theirs)).conversation.last_message_preview).toBe('Two');
    const deleted = await remove(as(ben), first.id, theirs);
    expect(deleted.json.data.message).toMatchObject({ id: first.id, body: '', mine: true });
    expect(deleted.json.data.message.deleted_at).not.toBeNull();
    expect((await sideOf(t, reader, theirs)).conversation.last_message_preview).toBe('Two');
    await remove(as(ben), second.id, theirs);
    const { conversation } = await sideOf(t, reader, theirs);
    expect(conversation).toMatchObject({
      last_message_preview: '',
      last_message: { preview: '', truncated: false, deleted: true },
      last_message_at: second.created_at,
    });
    const short = await t.call('GET', '/v1/conversations?limit=1&view=compact', reader);
    expect(short.json.data.items[0].conversation.last_message).toEqual({ deleted: true });
    expect((await messagesOf(t, reader, theirs)).map(({ body }) => body)).toEqual(['', '']);
  });

  it('reduces the unread count, and leaves read messages alone', async () => {
    const other = await makeMember(t);
    const theirs = await openConversation(t, ben, other);
    const sent = [];
    for (let i = 0; i < 4; i++) sent.push((await sendMessage(t, as(ben), theirs)).id);
    await t.call('PUT', `/v1/conversations/${theirs}/read`, { ...as(other), body: { message_id: sent[1] } });
    const unread = async () => (await sideOf(t, as(other), theirs)).unread_count;
    expect(await unread()).toBe(2);
    await remove(as(ben), sent[0]!, theirs);
    expect(await unread()).toBe(2);
    await remove(as(ben), sent[3]!, theirs);
    expect(await unread()).toBe(1);
  });

  it('returns the same message when repeated, even across a block, with one event', async () => {
    const other = await makeMember(t);
    const theirs = await openConversation(t, ben, other);
    const { id: message } = await sendMessage(t, as(ben), theirs);
    await block(t, other, ben);
    const first = await remove(as(ben), message, theirs);
    t.clock.advance(1000);
    const again = await remove(as(ben), message, theirs);
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    expect(first.json.agent.hint).toContain('removed for both sides');
    expect(again.json.agent.hint).toBe('The message was already deleted. Nothing changed.');
    const types = (await eventsOf(t, message)).map(({ type }) => type).sort();
    expect(types).toEqual(['message.created', 'message.created', 'message.deleted', 'message.deleted']);
    expect((await auditOf(t, message)).map(({ operation }) => operation).sort()).toEqual([
      'conversations.remove_message',
      'conversations.send_message',
    ]);
  });

  it('is never earlier than the message, whatever the clock of the server', async () => {
    t.clock.advance(5000);
    const { id: message, created_at } = await sendMessage(t, as(ada), id);
    t.clock.advance(-5000);
    const { json } = await remove(as(ada), message);
    expect(json.data.message).toMatchObject({ created_at, deleted_at: created_at, updated_at: created_at });
    expect((await sideOf(t, as(ada), id)).conversation.updated_at).toBe(created_at);
    t.clock.advance(5000);
  });

  it("refuses the other side's messages and messages of another conversation", async () => {
    const { id: message } = await sendMessage(t, as(ada), id);
    const refused = await remove(as(ben), message);
    expect(refusal(refused)[1]).toBe('permission_denied');
    expect(refused.json.agent.hint).toContain('The other side wrote this message');
    const elsewhere = await openConversation(t, ada, await makeMember(t));
    expect(refusal(await remove(as(ada), message, elsewhere))[1]).toBe('message_not_found');
    expect(refusal(await remove(as(ada), 'no-such-thing'))[1]).toBe('message_not_found');
  });
});
