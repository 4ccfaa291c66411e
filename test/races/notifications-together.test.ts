import { expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { block } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/**
 * The dispatcher notifies of the events of concurrent likes and messages together. The same writes one after another, each
 * dispatched alone, must lead to the same notifications.
 */
type Write = () => Promise<{ status: number }>;
type World = { writes: Write[]; notified: Member[]; names: Map<string, string> };

type Notified = {
  recipient: number;
  notification: string;
  is_read: boolean;
  needs_human: boolean;
  isNew: boolean;
  actors: string[];
};

async function makeWorld(t: TestApp): Promise<World> {
  const names = new Map<string, string>();
  const named = (name: string, id: string) => names.set(id, name) && id;
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const make = () => makeMember(t);
  const [plain, muted, withdrawn, reacted] = [await make(), await make(), await make(), await make()];
  const [fifth, sixth, blocked] = [await make(), await make(), await make()];
  const members = [plain, muted, withdrawn, reacted, fifth, sixth];
  for (const [index, { profile }] of members.entries()) named(`member ${index}`, profile.id);
  const done: TestApp['call'] = async (...given) => {
    const answer = await t.call(...given);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  const react = (by: Member, id: string, type = 'like', active = true) =>
    t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(by), body: { reaction_type: type, active } });
  const readAll = (by: Member) => done('PUT', '/v1/notifications/read', { ...as(by), body: {} });

  const posts: string[] = [];
  for (const name of ['read', 'unread', 'new', 'own']) posts.push(named(name, (await makePost(t, as(me))).id));
  const [read, unread, fresh, own] = posts as [string, string, string, string];
  const unwanted = named('unwanted', (await makePost(t, as(other))).id);
  await react(plain, read);
  await react(reacted, fresh);
  await react(withdrawn, fresh);
  await react(withdrawn, fresh, 'like', false);
  const conversations: string[] = [];
  for (const [index, by] of members.entries()) {
    conversations.push(named(`conversation ${index}`, await openConversation(t, by, index === 5 ? other : me)));
  }
  await sendMessage(t, as(plain), conversations[0]!);
  await readAll(me);
  await react(plain, unread);
  await sendMessage(t, as(withdrawn), conversations[2]!);
  t.clock.advance(60_000);

  await done('PUT', `/v1/profiles/${muted.profile.id}/mute`, as(me));
  await done('PUT', `/v1/conversations/${conversations[3]}/mute`, as(me));
  const unwished = { 'reaction.changed': { list: false }, 'message.created': { list: false } };
  await done('PATCH', '/v1/notification-preferences', { ...as(other), body: unwished });
  // Then the accounts of all who act are compared with it.
  await block(t, me, blocked);

  const likes: Parameters<typeof react>[] = [
    [fifth, read],
    [muted, unread],
    [fifth, unread],
    [sixth, unread],
    [withdrawn, fresh],
    [reacted, fresh, 'celebrate'],
    [sixth, fresh],
    [plain, fresh],
    [me, own],
    [plain, unwanted],
  ];
  const messages = [0, 1, 2, 3, 4, 5] as const;
  return {
    writes: [
      ...likes.map((like) => () => react(...like)),
      ...messages.map((index) => async () => {
        const path = `/v1/conversations/${conversations[index]}/messages`;
        return t.call('POST', path, { ...as(members[index]!), body: { body: 'Good morning' } });
      }),
    ],
    notified: [me, other],
    names,
  };
}

async function notificationsOf(t: TestApp, { notified, names }: World): Promise<Notified[]> {
  const { rows } = await t.pool.query(
    `select n.profile_id, n.type, n.group_id, n.read_at is not null as is_read, n.needs_human, n.updated_at,
      (select array_agg(a.actor_profile_id || ' ' || a.object_id) from notification_actors a where a.notification_id = n.id) as actors
    from notifications n where n.profile_id = any($1)`,
    [notified.map(({ profile }) => profile.id)],
  );
  const first = Math.min(...rows.map(({ updated_at }) => updated_at.getTime()));
  const nameOf = (id: string) => names.get(id) ?? 'unnamed';
  return rows
    .map(({ profile_id, type, group_id, is_read, needs_human, updated_at, actors }) => ({
      recipient: notified.findIndex(({ profile }) => profile.id === profile_id),
      notification: `${type} ${nameOf(group_id)}`,
      is_read,
      needs_human,
      isNew: updated_at.getTime() - first > 30_000,
      actors: (actors ?? []).map((one: string) => one.split(' ').map(nameOf).join(' ')).sort(),
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

it('concurrent likes and messages notify the same members as successive ones', async () => {
  const t = await startTestApp();
  const [successive, concurrent] = [await makeWorld(t), await makeWorld(t)];
  await dispatch(t);
  for (const write of successive.writes) {
    expect((await write()).status).toBeLessThan(300);
    await dispatch(t);
  }
  const answers = await Promise.all(concurrent.writes.map((write) => write()));
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  expect(await dispatch(t)).toBeGreaterThan(concurrent.writes.length);

  const expected = await notificationsOf(t, successive);
  expect(await notificationsOf(t, concurrent)).toEqual(expected);
  const unread = (notification: string) => expected.find((one) => one.notification === notification && !one.is_read);
  expect(unread('message.created conversation 2')).toMatchObject({ isNew: true, actors: ['member 2 conversation 2'] });
  expect(unread('reaction.changed new')?.actors).toEqual(['member 0 new', 'member 2 new', 'member 5 new']);
  expect(unread('message.created conversation 1')).toBeUndefined();
  expect(unread('reaction.changed unwanted')).toBeUndefined();
});
