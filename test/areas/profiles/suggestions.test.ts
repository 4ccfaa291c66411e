import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, unblock } from '../../support/follows.ts';
import { insertProfiles, UNTOLD } from '../../support/many-profiles.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, grantAccess } from '../../support/posts.ts';
import { follow } from './fixtures.ts';

let t: TestApp;
let me: Member;
let famous: Member;
let known: Member;
let flagged: Member;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: UNTOLD });
  [me, known, famous, flagged] = [await makeMember(t), await makeMember(t), await makeMember(t), await makeMember(t)];
  await t.pool.query('update profiles set signup_autofollow = true where id = $1', [flagged.profile.id]);
  for (const followed of [known, famous, famous])
    await follow(t, (await makeMember(t)).profile.id, followed.profile.id);
});

const read = (by: object = {}, query = '') => t.call('GET', `/v1/profiles/signup-autofollow${query}`, by);
type Item = { id: string; followers_count: number; following: boolean; signup_autofollow: boolean; viewer: unknown };
const itemsFor = async (by: object = {}): Promise<Item[]> => (await read(by)).json.data.items;
const idsFor = async (by: object = {}) => (await itemsFor(by)).map(({ id }) => id);

it('lists recommended profiles first, then the most followed, then the oldest', async () => {
  const ids = await idsFor();
  expect(ids.slice(0, 4)).toEqual([flagged, famous, known, me].map(({ profile }) => profile.id));
  const { items, active_profile_id } = (await read()).json.data;
  expect(
    items.slice(0, 3).map(({ followers_count, signup_autofollow }: Item) => [followers_count, signup_autofollow]),
  ).toEqual([
    [0, true],
    [2, false],
    [1, false],
  ]);
  expect([active_profile_id, items[0].viewer, items[0].following]).toEqual([null, null, false]);
});

it("shows the caller's relation to each", async () => {
  const fan = await makeMember(t);
  await follow(t, fan.profile.id, famous.profile.id);
  const { data } = (await read(as(fan))).json;
  expect(data.active_profile_id).toBe(fan.profile.id);
  const mine = data.items.find(({ id }: Item) => id === famous.profile.id);
  expect(mine).toMatchObject({
    following: true,
    followers_count: 3,
    viewer: { following: true, can_request_contact: true },
  });
  expect(data.items.find(({ id }: Item) => id === known.profile.id)).toMatchObject({ following: false });
  const compact = (await read(as(fan), '?view=compact')).json.data.items[0];
  expect(Object.keys(compact)).toEqual(expect.arrayContaining(['id', 'username', 'type', 'name', 'following']));
  expect(compact).not.toHaveProperty('media');
});

it("leaves out the account's own profiles and those it manages", async () => {
  const owner = await makeMember(t);
  const second = await makeProfile(t, owner);
  const managed = await makeMember(t);
  await grantAccess(t, managed, owner, ['posting']);
  const own = [owner.profile.id, second.id, managed.profile.id];
  expect((await idsFor()).filter((id) => own.includes(id))).toEqual(own);
  for (const by of [{ token: owner.token }, { token: owner.token, as: second.id }]) {
    expect((await idsFor(by)).filter((id) => own.includes(id))).toEqual([]);
  }
  const key = await makeKey(t, owner, { profileIds: [owner.profile.id] });
  expect((await idsFor({ token: key.token })).filter((id) => [owner.profile.id, second.id].includes(id))).toEqual([]);
});

it.each([
  ['blocks', (a: Member, b: Member) => [a, b]],
  ['is blocked by', (a: Member, b: Member) => [b, a]],
] as const)('leaves out profiles that the caller %s', async (_name, order) => {
  const [from, to] = order(me, famous) as [Member, Member];
  await block(t, from, to);
  for (const by of [as(me), { token: me.token }]) expect(await idsFor(by)).not.toContain(famous.profile.id);
  expect(await idsFor()).toContain(famous.profile.id);
  await unblock(t, from, to);
  expect(await idsFor(as(me))).toContain(famous.profile.id);
});

it.each([
  ['a suspended profile', 'update profiles set suspended_at = $2 where id = $1'],
  [
    'a suspended account',
    'update accounts set suspended_at = $2 where id = (select account_id from profiles where id = $1)',
  ],
])('never suggests %s, even if recommended', async (_name, text) => {
  for (const member of [flagged, famous]) {
    await t.pool.query(text, [member.profile.id, t.clock.now()]);
    expect(await idsFor()).not.toContain(member.profile.id);
    await t.pool.query(text, [member.profile.id, null]);
  }
});

it('is cacheable for anonymous callers', async () => {
  const { headers } = await read();
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect((await read({ headers: { 'if-none-match': headers['etag'] } })).status).toBe(304);
});

it('has at most 50, and includes a rising profile among thousands after a minute', async () => {
  await insertProfiles(t.pool, 2000);
  const { rows } = await t.pool.query("select id from profiles where username like 'many-%' order by id desc limit 60");
  const rising = rows.map(({ id }) => id);
  // Sixteen shards, as a popular profile has.
  await t.pool.query(
    'insert into profile_counters (profile_id, shard, followers) select unnest($1::uuid[]), shard, 100 from generate_series(0, 15) shard',
    [rising],
  );
  const before = await idsFor();
  expect([before.length, before.filter((id) => rising.includes(id))]).toEqual([LIMITS.signup_suggestions.max, []]);
  t.clock.advance(61_000);
  await idsFor();
  await expect.poll(() => idsFor().then((ids) => ids.filter((id) => rising.includes(id)).length)).toBe(49);
  const items = await itemsFor();
  expect(items[0]!.id).toBe(flagged.profile.id);
  expect(items.slice(1).map(({ followers_count }) => followers_count)).toEqual(Array(49).fill(1600));
  expect(items.slice(1).map(({ id }) => id)).toEqual(rising.sort().slice(0, 49));
  await t.pool.query('delete from profile_counters where profile_id = any($1)', [rising]);
});

it('reads the ranking once for all concurrent callers', async () => {
  t.clock.advance(61_000);
  const lines = t.logLines.length;
  await Promise.all(Array.from({ length: 20 }, () => read()));
  const counted = t.logLines.slice(lines).map((line) => JSON.parse(line).statements ?? 0);
  expect(counted.reduce((sum, statements) => sum + statements, 0)).toBeLessThanOrEqual(41);
});

it('leaves out who opted out of indexing, also recommended and followed ones', async () => {
  const optOut = [await makeMember(t), await makeMember(t)];
  await follow(t, (await makeMember(t)).profile.id, optOut[0]!.profile.id);
  await t.pool.query('update profiles set signup_autofollow = true where id = $1', [optOut[1]!.profile.id]);
  const ids = optOut.map(({ profile }) => profile.id);
  t.clock.advance(61_000);
  expect(await idsFor()).toEqual(expect.arrayContaining(ids));
  await t.pool.query('update profiles set indexable = false where id = any($1)', [ids]);
  for (const by of [{}, as(me)]) expect((await idsFor(by)).filter((id) => ids.includes(id))).toEqual([]);
});

it('recommends nobody any more under another name or username', async () => {
  for (const change of [{ name: 'Somebody Else' }, { username: `other-${Date.now()}` }]) {
    const member = await makeMember(t);
    const edit = (body: object) => t.call('PATCH', `/v1/profiles/${member.profile.id}`, { token: member.token, body });
    const recommended = async () =>
      (await t.pool.query('select signup_autofollow as it from profiles where id = $1', [member.profile.id])).rows[0]
        .it;
    await t.pool.query('update profiles set signup_autofollow = true where id = $1', [member.profile.id]);
    expect((await edit({ occupation: 'Carpenter' })).status).toBe(200);
    expect(await recommended()).toBe(true);
    expect((await edit(change)).status).toBe(200);
    expect(await recommended()).toBe(false);
  }
});
