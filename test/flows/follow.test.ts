import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { block } from '../support/follows.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { overHttp } from '../support/over-http.ts';
import { as, walk } from '../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await overHttp(await startTestApp());
});

it('an agent follows members, lists both directions, and unfollows', async () => {
  const [agent, ada, ben, cleo] = [
    await makeMember(t, { type: 'ai_agent' }),
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
  ];
  const key = await makeKey(t, agent, { scopes: ['follows:write'], profileIds: [agent.profile.id] });
  const by = { token: key.token, as: agent.profile.id };
  const follow = (id: string) => t.call('POST', '/v1/profile-follows', { ...by, body: { followed_profile_id: id } });
  const profileOf = async (id: string) => (await t.call('GET', `/v1/profiles/${id}`, by)).json.data;

  // Finds members by username, and follows them by id. A username would do, too.
  const ids: string[] = [];
  for (const { profile } of [ada, ben, cleo]) ids.push((await profileOf(profile.username)).id);
  const answers = [];
  for (const id of ids) answers.push(await follow(id));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const again = await follow(ids[0]!);
  expect([again.status, again.json.data]).toEqual([200, answers[0]!.json.data]);

  // The suggested next actions work as given.
  for (const { method, path } of answers[2]!.json.agent.next_actions) {
    expect((await t.call(method, path, by)).status, `${method} ${path}`).toBe(200);
  }
  await follow(ids[2]!);

  // Pages, counts, and each row's relation to the viewer.
  await t.call('POST', '/v1/profile-follows', { ...as(ada), body: { followed_profile_id: agent.profile.id } });
  const following = `/v1/profiles/${agent.profile.username}/following`;
  const idOf = (item: { profile: { id: string } }) => item.profile.id;
  expect(await walk(t, following, { limit: 1 }, idOf)).toEqual([...ids].reverse());
  const { items } = (await t.call('GET', `/v1/profiles/${agent.profile.id}/followers`, by)).json.data;
  expect(items).toMatchObject([{ profile: { id: ada.profile.id, viewer: { following: true, followed_by: true } } }]);
  expect(await profileOf(agent.profile.id)).toMatchObject({ followers_count: 1, following_count: 3 });

  // Profiles that cannot be followed.
  await block(t, ben, agent);
  expect(await profileOf(agent.profile.id)).toMatchObject({ following_count: 2 });
  const refused = [await follow(agent.profile.id), await follow('no-such-profile'), await follow(ids[1]!)];
  expect(refused.map(({ json }) => json.error_code)).toEqual([
    'cannot_target_self',
    'profile_not_found',
    'interaction_not_allowed',
  ]);

  // Unfollows once, and a repeat says so.
  for (const removed of [true, false]) {
    const ended = await t.call('DELETE', `/v1/profile-follows/${ids[0]}`, by);
    expect([ended.status, ended.json.data]).toEqual([200, { followed_profile_id: ids[0], removed }]);
  }
  expect(await profileOf(agent.profile.id)).toMatchObject({ followers_count: 1, following_count: 1 });
});
