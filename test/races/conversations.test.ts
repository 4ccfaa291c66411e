import { beforeAll, describe, expect, it } from 'vitest';
import type { CallResult } from '../support/app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { messagesOf, openConversation, sendMessage, sideOf } from '../support/conversations.ts';
import { block } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, eventsOf, grantAccess, revokeGrant } from '../support/posts.ts';

/**
 * Two concurrent moves in one conversation, many times: each round ends as if they had run one after the other. The
 * invariants, which are checked after the file, define the correct counts, numbers and previews.
 */
const ROUNDS = 20;

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
});

const rounds = async (play: (round: number) => Promise<void>) => {
  for (let wave = 0; wave < ROUNDS; wave += 5) {
    await Promise.all([0, 1, 2, 3, 4].map((index) => play(wave + index)));
  }
};
const codes = (...answers: CallResult[]) => answers.map((one) => one.json.error_code ?? one.status);
const fresh = async () => {
  const other = await makeMember(t);
  return { other, id: await openConversation(t, ada, other) };
};
const send = (by: Member, id: string) =>
  t.call('POST', `/v1/conversations/${id}/messages`, { ...as(by), body: { body: 'At the same time' } });
const read = (by: Member, id: string, message_id?: string) =>
  t.call('PUT', `/v1/conversations/${id}/read`, { ...as(by), body: message_id ? { message_id } : {} });
const remove = (by: Member, id: string, message: string) =>
  t.call('DELETE', `/v1/conversations/${id}/messages/${message}`, as(by));

describe('races', () => {
  it('direct and direct, from both sides: one conversation', async () => {
    await rounds(async () => {
      const [one, other] = [await makeMember(t), await makeMember(t)];
      const open = (by: Member, target: Member) =>
        t.call('POST', '/v1/conversations/direct', { ...as(by), body: { profile_id: target.profile.id } });
      const answers = await Promise.all([open(one, other), open(other, one), open(one, other), open(other, one)]);
      expect(codes(...answers).sort()).toEqual([200, 200, 200, 201]);
      const ids = new Set(answers.map(({ json }) => json.data.conversation.id));
      expect(ids.size).toBe(1);
      expect(await eventsOf(t, [...ids][0])).toHaveLength(2);
    });
  });

  it('send and send, from both sides: every message once, numbered without gaps', async () => {
    const { other, id } = await fresh();
    await rounds(async () => {
      const answers = await Promise.all([send(ada, id), send(other, id), send(ada, id)]);
      expect(codes(...answers)).toEqual([201, 201, 201]);
    });
    const listed = await messagesOf(t, as(ada), id, 7);
    expect(new Set(listed.map((message) => message.id)).size).toBe(3 * ROUNDS);
    const { rows } = await t.pool.query(
      'select array_agg(seq order by seq) as seqs from messages where conversation_id = $1',
      [id],
    );
    expect(rows[0].seqs).toEqual(listed.map((_, index) => index + 1));
    expect((await sideOf(t, as(other), id)).unread_count).toBe(2 * ROUNDS);
    expect((await sideOf(t, as(ada), id)).unread_count).toBe(ROUNDS);
  });

  it('read and send: the returned unread count was correct', async () => {
    await rounds(async () => {
      const { other, id } = await fresh();
      const first = await sendMessage(t, as(other), id);
      const [sent, all, named, sentToo] = await Promise.all([
        send(other, id),
        read(ada, id),
        read(ada, id, first.id),
        send(other, id),
      ]);
      expect(codes(sent, all, named, sentToo)).toEqual([201, 200, 200, 201]);
      expect([0, 1, 2]).toContain(named.json.data.unread_count);
      expect(all.json.data.unread_count).toBe(0);
      const { rows } = await t.pool.query(
        `select cm.unread_count, 3 - cm.last_read_seq as behind from conversation_members cm join actors ac on ac.id = cm.actor_id
          where cm.conversation_id = $1 and ac.entity_id = $2`,
        [id, ada.profile.id],
      );
      expect(rows[0].unread_count).toBe(rows[0].behind);
    });
  });

  it('read, delete and send: the count is correct', async () => {
    await rounds(async (round) => {
      const { other, id } = await fresh();
      const sent: string[] = [];
      for (let i = 0; i < 4; i++) sent.push((await sendMessage(t, as(other), id)).id);
      const answers = await Promise.all([
        read(ada, id, sent[1 + (round % 2)]),
        remove(other, id, sent[round % 4]!),
        read(ada, id, sent[0]),
        remove(other, id, sent[3]!),
        send(other, id),
      ]);
      expect(codes(...answers)).toEqual([200, 200, 200, 200, 201]);
      const { rows } = await t.pool.query(
        `select cm.unread_count, (select count(*)::int from messages m where m.conversation_id = cm.conversation_id
            and m.seq > cm.last_read_seq and m.deleted_at is null) as there
          from conversation_members cm join actors ac on ac.id = cm.actor_id where cm.conversation_id = $1 and ac.entity_id = $2`,
        [id, ada.profile.id],
      );
      expect(rows[0].unread_count).toBe(rows[0].there);
      expect((await sideOf(t, as(ada), id)).unread_count).toBe(rows[0].there);
    });
  });

  it('delete and delete: one event, and both get the same message', async () => {
    await rounds(async () => {
      const { other, id } = await fresh();
      const { id: message } = await sendMessage(t, as(other), id);
      const answers = await Promise.all([1, 2, 3].map(() => remove(other, id, message)));
      expect(codes(...answers)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ json }) => JSON.stringify(json.data))).size).toBe(1);
      const deletions = (await eventsOf(t, message)).filter(({ type }) => type === 'message.deleted');
      expect(deletions).toHaveLength(2);
      expect((await sideOf(t, as(ada), id)).unread_count).toBe(0);
    });
  });

  it('send and block: sent before it, or refused', async () => {
    await rounds(async () => {
      const { other, id } = await fresh();
      const [sent] = await Promise.all([send(ada, id), block(t, other, ada)]);
      const written = await messagesOf(t, as(other), id);
      expect(codes(sent!)).toEqual(written.length === 1 ? [201] : ['interaction_not_allowed']);
      expect(codes(await send(ada, id))).toEqual(['interaction_not_allowed']);
    });
  });

  it('send and the end of a grant: the very next write is refused', async () => {
    const manager = await makeMember(t);
    const id = await openConversation(t, ada, ben);
    for (let round = 0; round < ROUNDS; round++) {
      const grant = await grantAccess(t, ada, manager, ['messaging']);
      const speak = () =>
        t.call('POST', `/v1/conversations/${id}/messages`, {
          token: manager.token,
          as: ada.profile.id,
          body: { body: 'On behalf' },
        });
      const [sent] = await Promise.all([speak(), revokeGrant(t, grant)]);
      expect([201, 'profile_not_attached']).toContain(codes(sent!)[0]);
      expect(codes(await speak())).toEqual(['profile_not_attached']);
    }
  });
});
