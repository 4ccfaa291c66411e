import { afterEach, beforeAll, expect, it } from 'vitest';
import { INVARIANTS } from '../../src/areas/index.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { tryFollow, unfollow } from '../support/follows.ts';
import { UNTOLD } from '../support/many-profiles.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';
import { pairs } from '../support/race.ts';

let t: TestApp;
let crowd: Member[];
let author: Member;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: UNTOLD });
  crowd = (await pairs(t)).map(([one]) => one);
  author = await makeMember(t);
});
afterEach(async () => {
  await dispatch(t);
  const rules = INVARIANTS.filter(({ name }) => !UNTOLD.includes(name));
  expect((await runInvariants(t.pool, rules)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const react = (by: Member, post: { id: string }, active = true) =>
  t.call('PUT', `/v1/posts/${post.id}/reaction`, { ...as(by), body: { reaction_type: 'like', active } });
const markRead = () => t.call('PUT', '/v1/notifications/read', { ...as(author), body: {} });
const expectAll = async (calls: Promise<{ status: number; text: string }>[]) => {
  for (const answer of await Promise.all(calls)) expect(answer.status, answer.text).toBeLessThan(300);
};

/** The notifications about a group, with their actors, counted independently of the list. */
async function groups(type: string, groupId: string) {
  await dispatch(t);
  const { rows } = await t.pool.query(
    `select n.id, n.read_at is null as unread, array(select distinct a.actor_profile_id::text from notification_actors a
        where a.notification_id = n.id order by 1) as actors
      from notifications n where n.type = $1 and n.group_id = $2`,
    [type, groupId],
  );
  const { items, unread_count } = (await t.call('GET', '/v1/notifications?limit=50', as(author))).json.data;
  const shown = new Map(items.map((one: { id: string; actor_count: number }) => [one.id, one.actor_count]));
  for (const { id, actors } of rows) expect(shown.get(id)).toBe(actors.length);
  const all = await t.pool.query(
    'select count(*)::int as n from notifications where profile_id = $1 and read_at is null',
    [author.profile.id],
  );
  expect(unread_count).toBe(all.rows[0].n);
  return rows as { unread: boolean; actors: string[] }[];
}

const ids = (members: readonly Member[]) => members.map(({ profile }) => profile.id).sort();

it('twenty concurrent reactions are one group, and each is in exactly one while the author reads', async () => {
  const post = await makePost(t, as(author));
  await expectAll(crowd.map((one) => react(one, post)));
  expect(await groups('reaction.changed', post.id)).toEqual([
    { id: expect.any(String), unread: true, actors: ids(crowd) },
  ]);
  const other = await makePost(t, as(author));
  await expectAll(crowd.flatMap((one, n) => [react(one, other), ...(n % 4 === 0 ? [markRead()] : [])]));
  const made = await groups('reaction.changed', other.id);
  expect(made.flatMap(({ actors }) => actors).sort()).toEqual(ids(crowd));
  expect(made.filter(({ unread }) => unread).length).toBeLessThanOrEqual(1);
});

it('withdrawn and new reactions at once leave exactly those that exist', async () => {
  const post = await makePost(t, as(author));
  const [early, late] = [crowd.slice(0, 10), crowd.slice(10)];
  await expectAll(early.map((one) => react(one, post)));
  await expectAll([...early.map((one) => react(one, post, false)), ...late.map((one) => react(one, post))]);
  expect((await groups('reaction.changed', post.id)).flatMap(({ actors }) => actors)).toEqual(ids(late));
  await expectAll([...late.map((one) => react(one, post, false)), markRead()]);
  expect(await groups('reaction.changed', post.id)).toEqual([]);
});

it('follows, unfollows and reading at once keep the running group exact', async () => {
  await expectAll(crowd.map((one) => tryFollow(t, one, author)));
  await expectAll([
    ...crowd.slice(0, 10).map((one) => unfollow(t, one, author)),
    ...crowd.slice(10).flatMap((one) => [unfollow(t, one, author), tryFollow(t, one, author)]),
    markRead(),
  ]);
  const { rows } = await t.pool.query(
    'select follower_profile_id::text as id from follows where followed_profile_id = $1',
    [author.profile.id],
  );
  const actors = (await groups('follow.created', author.profile.id)).flatMap((one) => one.actors);
  expect(actors.sort()).toEqual(rows.map(({ id }) => id).sort());
});

it('a conversation is unread in the list exactly while it has unread messages', async () => {
  const conversations = await Promise.all(crowd.slice(0, 5).map((one) => openConversation(t, one, author)));
  const read = (id: string) => t.call('PUT', `/v1/conversations/${id}/read`, { ...as(author), body: {} });
  await Promise.all(
    conversations.flatMap((id, n) => [
      sendMessage(t, as(crowd[n]!), id),
      read(id),
      sendMessage(t, as(crowd[n]!), id),
      read(id),
    ]),
  );
  for (const id of conversations) {
    const { rows } = await t.pool.query(
      'select sum(unread_count)::int as n from conversation_members where conversation_id = $1',
      [id],
    );
    const made = await groups('message.created', id);
    expect(made.filter(({ unread }) => unread)).toHaveLength(rows[0].n > 0 ? 1 : 0);
  }
});

it('reactions to the posts of a member that is being deleted, and by one, do not deadlock', async () => {
  const [gone, ...others] = [await makeMember(t), ...crowd.slice(0, 10)];
  const [theirs, post] = [await makePost(t, as(gone)), await makePost(t, as(author))];
  await react(gone, theirs);
  await react(gone, post);
  const answers = await Promise.all([
    t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token }),
    ...others.flatMap((one) => [react(one, theirs), react(one, post), tryFollow(t, one, gone)]),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  expect((await groups('reaction.changed', post.id)).flatMap(({ actors }) => actors)).toEqual(ids(others));
});
