import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { messagesOf, openConversation, sendMessage, sideOf } from '../../support/conversations.ts';
import { type Member, makeMember, signUp } from '../../support/members.ts';
import { as, auditOf, grantAccess, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

const read = (by: Member, id: string, body: object = {}) =>
  t.call('PUT', `/v1/conversations/${id}/read`, { ...as(by), body });
const unreadOf = async (by: { token: string; as?: string }) =>
  (await t.call('GET', '/v1/conversations/summary', by)).json.data.unread_count;

describe('PUT /v1/conversations/{conversation_id}/read', () => {
  it('moves the marker up to a message or to the newest, never backwards', async () => {
    const other = await makeMember(t);
    const id = await openConversation(t, other, ada);
    expect((await read(ada, id)).json.data).toEqual({ conversation_id: id, unread_count: 0 });
    expect((await sideOf(t, as(ada), id)).last_read_at).toBeNull();
    const sent: string[] = [];
    for (let i = 0; i < 3; i++) sent.push((await sendMessage(t, as(other), id)).id);
    const left = async (message_id?: string) => {
      const answer = await read(ada, id, message_id ? { message_id } : {});
      return [answer.json.data.unread_count, (await sideOf(t, as(ada), id)).unread_count];
    };
    const { data } = (await t.call('GET', '/v1/conversations/summary', as(ada))).json;
    expect(data).toEqual({ unread_count: 1, unread_messages_count: 3 });
    expect(await left(sent[1])).toEqual([1, 1]);
    expect(await left(sent[0])).toEqual([1, 1]);
    const { last_read_at } = await sideOf(t, as(ada), id);
    const audited = (await auditOf(t, id)).length;
    t.clock.advance(1000);
    expect(await left(sent[1])).toEqual([1, 1]);
    expect((await sideOf(t, as(ada), id)).last_read_at).toBe(last_read_at);
    expect(await auditOf(t, id), 'a repeat does not change the timestamp').toHaveLength(audited);
    expect(await left()).toEqual([0, 0]);
    await sendMessage(t, as(ada), id);
    expect((await sideOf(t, as(ada), id)).unread_count, 'own messages are never unread').toBe(0);
    expect((await sideOf(t, as(other), id)).unread_count).toBe(1);
  });

  it('is never earlier than the message or the last time, whatever the clock of the server', async () => {
    const other = await makeMember(t);
    const id = await openConversation(t, other, ada);
    t.clock.advance(5000);
    const sent = [await sendMessage(t, as(other), id), await sendMessage(t, as(other), id)];
    t.clock.advance(-5000);
    for (const { id: message_id, created_at } of sent) {
      await read(ada, id, { message_id });
      expect((await sideOf(t, as(ada), id)).last_read_at).toBe(created_at);
    }
    const operations = (await auditOf(t, id)).map(({ operation }) => operation);
    expect(operations.filter((operation) => operation === 'conversations.mark_read')).toHaveLength(2);
  });

  it('rejects a message of another conversation', async () => {
    const other = await makeMember(t);
    const [id, elsewhere] = [
      await openConversation(t, other, ada),
      await openConversation(t, other, await makeMember(t)),
    ];
    await sendMessage(t, as(other), id);
    const message = await sendMessage(t, as(other), elsewhere);
    expect(refusal(await read(ada, id, { message_id: message.id }))).toEqual([404, 'message_not_found', undefined]);
    expect((await sideOf(t, as(ada), id)).unread_count).toBe(1);
  });
});

describe('GET /v1/conversations and its summary', () => {
  it('lists the unread ones alone, and says in which the profile has written', async () => {
    const reader = await makeMember(t);
    const others = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const ids: string[] = [];
    for (const other of others) {
      ids.push(await openConversation(t, other, reader));
      await sendMessage(t, as(other), ids.at(-1)!);
    }
    await read(reader, ids[1]!);
    await sendMessage(t, as(reader), ids[1]!);
    const list = async (query: string) => (await t.call('GET', `/v1/conversations?${query}`, as(reader))).json.data;
    const first = await list('unread=true&limit=1');
    expect(first.items.map((item: { conversation: { id: string } }) => item.conversation.id)).toEqual([ids[2]]);
    const second = await list(`unread=true&limit=1&cursor=${first.next_cursor}`);
    expect(second.items.map((item: { conversation: { id: string } }) => item.conversation.id)).toEqual([ids[0]]);
    expect(second.next_cursor).toBeNull();
    expect((await t.call('GET', `/v1/conversations?cursor=${first.next_cursor}`, as(reader))).json.error_code).toBe(
      'invalid_cursor',
    );
    expect([(await sideOf(t, as(reader), ids[1]!)).replied, (await sideOf(t, as(reader), ids[0]!)).replied]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['within a minute', 10],
    ['over several minutes', 25_000],
  ])('lists by last activity %s, each once, and counts unread messages', async (_name, apart) => {
    const reader = await makeMember(t);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const other = await makeMember(t);
      ids.unshift(await openConversation(t, other, reader));
      t.clock.advance(apart);
    }
    expect(await unreadOf(as(reader))).toBe(0);
    const paged = (limit: number) =>
      walk(t, '/v1/conversations', { ...as(reader), limit }, (item) => (item as never as Item).conversation.id);
    type Item = { conversation: { id: string } };
    expect(await paged(2)).toEqual(ids);
    await sendMessage(t, as(reader), ids[4]!);
    expect(await paged(3)).toEqual([ids[4], ...ids.slice(0, 4)]);
    expect(await unreadOf(as(reader)), "one's own message").toBe(0);
  });

  it('counts conversations, not messages', async () => {
    const reader = await makeMember(t);
    for (const count of [2, 1, 0]) {
      const other = await makeMember(t);
      const id = await openConversation(t, other, reader);
      for (let i = 0; i < count; i++) await sendMessage(t, as(other), id);
    }
    expect(await unreadOf(as(reader))).toBe(2);
    const page = await t.call('GET', '/v1/conversations?view=compact', as(reader));
    expect(page.json.data.items.map((item: { unread_count: number }) => item.unread_count ?? 0).sort()).toEqual([
      0, 1, 2,
    ]);
    expect(page.json.agent.next_actions).toHaveLength(2);
    await read(
      reader,
      page.json.data.items.find((item: { unread_count: number }) => item.unread_count === 2).conversation.id,
    );
    expect(await unreadOf(as(reader))).toBe(1);
  });

  it('answers a guest from the rows of its own actor', async () => {
    const guest = await signUp(t);
    const by = { token: guest.token };
    expect(await unreadOf(by)).toBe(0);
    expect(refusal(await t.call('GET', '/v1/conversations', by))[1]).toBe('profile_header_required');
    const other = await makeMember(t);
    const id = await openConversation(t, other, await makeMember(t));
    // No operation adds a guest to a conversation: move the rows to its actor, and back.
    const swap = (from: string, to: string) =>
      t.pool.query(
        `update conversation_members set actor_id = (select id from actors where entity_id = $2), unread_count = 1
          where conversation_id = $3 and actor_id = (select id from actors where entity_id = $1)`,
        [from, to, id],
      );
    await swap(other.profile.id, guest.accountId);
    expect(await unreadOf(by)).toBe(1);
    await swap(guest.accountId, other.profile.id);
    await t.pool.query('update conversation_members set unread_count = 0 where conversation_id = $1', [id]);
    expect(await unreadOf(by)).toBe(0);
  });

  it('shows nothing to a manager without messaging', async () => {
    const other = await makeMember(t);
    const id = await openConversation(t, other, ada);
    const message = await sendMessage(t, as(other), id);
    const manager = await makeMember(t);
    await grantAccess(t, ada, manager, ['posting', 'networking', 'access_management']);
    const by = { token: manager.token, as: ada.profile.id };
    for (const path of ['', '/summary', `/${id}`, `/${id}/messages`, `/${id}/messages/${message.id}`]) {
      const answer = await t.call('GET', `/v1/conversations${path}`, by);
      expect([refusal(answer)[1], answer.json.agent.required_permission]).toEqual(['permission_denied', 'messaging']);
    }
    await grantAccess(t, other, manager, ['messaging']);
    expect((await sideOf(t, { token: manager.token, as: other.profile.id }, id)).unread_count).toBe(0);
  });

  it('pages messages while others are sent, each once', async () => {
    const other = await makeMember(t);
    const id = await openConversation(t, other, ada);
    const sent: string[] = [];
    for (let i = 0; i < 7; i++) sent.unshift((await sendMessage(t, as(other), id)).id);
    const between = () => sendMessage(t, as(other), id);
    expect(await walk(t, `/v1/conversations/${id}/messages`, { ...as(ada), limit: 3, between })).toEqual(sent);
    expect(await messagesOf(t, as(ada), id)).toHaveLength(9);
    const empty = await openConversation(t, other, await makeMember(t));
    expect(await messagesOf(t, as(other), empty)).toEqual([]);
  });
});

it('says to the sender alone which manager wrote a message', async () => {
  const [company, clerk, other] = [await makeMember(t, { type: 'company' }), await makeMember(t), await makeMember(t)];
  await grantAccess(t, company, clerk, ['messaging']);
  const id = await openConversation(t, other, company);
  await sendMessage(t, as(other), id);
  const sent = await sendMessage(t, { token: clerk.token, as: company.profile.id }, id, 'Hello');
  const own = await sendMessage(t, as(company), id, 'And from me');
  expect([sent.manager_profile_id, own.manager_profile_id]).toEqual([clerk.profile.id, null]);
  const [shown] = (await messagesOf(t, as(company), id)).filter((message) => message.id === sent.id);
  expect(shown.manager_profile_id).toBe(clerk.profile.id);
  for (const message of await messagesOf(t, as(other), id)) expect(message.manager_profile_id).toBeNull();
});
