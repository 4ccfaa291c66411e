import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, follow, tryFollow, unfollow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const members = (count: number): Promise<Member[]> => Promise.all(Array.from({ length: count }, () => makeMember(t)));
async function countsOf(member: Member) {
  const { json } = await t.call('GET', `/v1/profiles/${member.profile.id}`);
  return { followers: json.data.followers_count, following: json.data.following_count };
}
const list = (of: Member, what: 'followers' | 'following', by = {}) =>
  t.call('GET', `/v1/profiles/${of.profile.id}/${what}`, by);
const idsOf = (items: { profile: { id: string } }[]) => items.map(({ profile }) => profile.id);

describe('following', () => {
  it('returns the follow, counts it for both sides, emits events for both and audits it', async () => {
    const [ada, ben] = (await members(2)) as [Member, Member];
    const answer = await tryFollow(t, ada, ben);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json.data).toEqual({
      id: expect.any(String),
      follower_profile_id: ada.profile.id,
      followed_profile_id: ben.profile.id,
      created_at: expect.any(String),
    });
    expect(answer.json.agent.next_actions.map(({ path }: { path: string }) => path)).toEqual([
      `/v1/profiles/${ben.profile.id}/posts`,
    ]);
    expect(await countsOf(ada)).toEqual({ followers: 0, following: 1 });
    expect(await countsOf(ben)).toEqual({ followers: 1, following: 0 });
    const event = { type: 'follow.created', actor_profile_id: ada.profile.id };
    expect(await eventsOf(t, answer.json.data.id)).toMatchObject([
      { ...event, profile_id: ada.profile.id },
      { ...event, profile_id: ben.profile.id },
    ]);
    expect(await auditOf(t, answer.json.data.id)).toMatchObject([
      { operation: 'follows.create', profile_id: ada.profile.id },
    ]);
  });

  it('returns the same follow again, without counting or emitting', async () => {
    const [ada, ben] = (await members(2)) as [Member, Member];
    const first = await tryFollow(t, ada, ben);
    const again = await tryFollow(t, ada, ben);
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    expect(await countsOf(ben)).toEqual({ followers: 1, following: 0 });
    expect(await eventsOf(t, first.json.data.id)).toHaveLength(2);
    expect(await auditOf(t, first.json.data.id)).toHaveLength(1);
  });

  it('ends once, and ending it again reports that there was none', async () => {
    const [ada, ben] = (await members(2)) as [Member, Member];
    const id = await follow(t, ada, ben);
    for (const removed of [true, false]) {
      const answer = await unfollow(t, ada, ben);
      expect([answer.status, answer.json.data]).toEqual([200, { followed_profile_id: ben.profile.id, removed }]);
    }
    expect([await countsOf(ada), await countsOf(ben)]).toEqual([
      { followers: 0, following: 0 },
      { followers: 0, following: 0 },
    ]);
    const removed = (await eventsOf(t, id)).filter(({ type }) => type === 'follow.removed');
    expect(removed.map(({ profile_id }) => profile_id)).toEqual([ada.profile.id, ben.profile.id]);
    expect(await follow(t, ada, ben)).not.toBe(id);
  });

  it('rejects a self-follow, unknown profiles, and blocks in either direction', async () => {
    const [ada, ben, gone] = (await members(3)) as [Member, Member, Member];
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    expect(refusal(await tryFollow(t, ada, ada)).slice(0, 2)).toEqual([400, 'cannot_target_self']);
    for (const id of [gone.profile.id, newId()]) {
      expect(refusal(await tryFollow(t, ada, { profile: { id } })).slice(0, 2)).toEqual([404, 'profile_not_found']);
      expect(refusal(await unfollow(t, ada, { profile: { id } })).slice(0, 2)).toEqual([404, 'profile_not_found']);
    }
    await block(t, ben, ada);
    for (const [by, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect(refusal(await tryFollow(t, by, other)).slice(0, 2)).toEqual([403, 'interaction_not_allowed']);
      // There is nothing to remove, which reveals nothing about the block.
      expect((await unfollow(t, by, other)).json.data.removed).toBe(false);
    }
  });

  it('needs the permission of a manager, and audits who acted', async () => {
    const [owner, manager, other] = (await members(3)) as [Member, Member, Member];
    const acting = { ...manager, profile: owner.profile };
    const grantId = await grantAccess(t, owner, manager, ['posting', 'networking']);
    expect(refusal(await tryFollow(t, acting, other)).slice(0, 2)).toEqual([403, 'permission_denied']);
    expect((await tryFollow(t, acting, other)).json.agent.required_permission).toBe('following');
    await t.pool.query(`update access_grants set permissions = '{following}' where id = $1`, [grantId]);
    const id = await follow(t, acting, other);
    expect(await auditOf(t, id)).toMatchObject([
      { profile_id: owner.profile.id, manager_profile_id: manager.profile.id, grant_id: grantId },
    ]);
    await t.pool.query(`update access_grants set status = 'revoked', revoked_at = $2 where id = $1`, [
      grantId,
      t.clock.now(),
    ]);
    expect(refusal(await unfollow(t, acting, other)).slice(0, 2)).toEqual([403, 'profile_not_attached']);
  });

  it('is not stored by a dry run, and happens once per Idempotency-Key', async () => {
    const [ada, ben] = (await members(2)) as [Member, Member];
    const body = { followed_profile_id: ben.profile.id };
    const dry = await t.call('POST', '/v1/profile-follows', { ...as(ada), body, headers: { 'dry-run': 'true' } });
    expect([dry.status, dry.json.agent.dry_run]).toEqual([201, true]);
    expect(await countsOf(ben)).toEqual({ followers: 0, following: 0 });
    const headers = { 'idempotency-key': 'follow-once' };
    const [first, second] = [
      await t.call('POST', '/v1/profile-follows', { ...as(ada), body, headers }),
      await t.call('POST', '/v1/profile-follows', { ...as(ada), body, headers }),
    ];
    expect([first.status, second.status, second.json.data]).toEqual([201, 201, first.json.data]);
  });

  it('spreads the count of a popular profile over shards with a correct sum', async () => {
    const [star, ada] = (await members(2)) as [Member, Member];
    await t.pool.query('insert into profile_counters (profile_id, shard, followers) values ($1, 0, 64)', [
      star.profile.id,
    ]);
    await follow(t, ada, star);
    await unfollow(t, ada, star);
    await follow(t, ada, star);
    expect(await countsOf(star)).toEqual({ followers: 65, following: 0 });
    await t.pool.query('update profile_counters set followers = followers - 64 where profile_id = $1 and shard = 0', [
      star.profile.id,
    ]);
  });
});

describe('the lists of follows', () => {
  it('are public, newest first, by id and by username', async () => {
    const [star, ...fans] = (await members(4)) as [Member, ...Member[]];
    for (const fan of fans) await follow(t, fan, star);
    const newestFirst = fans.map(({ profile }) => profile.id).reverse();
    const { json } = await list(star, 'followers');
    expect(idsOf(json.data.items)).toEqual(newestFirst);
    expect(json.data.items[0]).toMatchObject({
      profile_follow: { follower_profile_id: newestFirst[0], followed_profile_id: star.profile.id },
      profile: { id: newestFirst[0], viewer: null },
    });
    const byName = await t.call('GET', `/v1/profiles/${star.profile.username}/followers?view=compact`);
    const names = [...fans].reverse().map(({ profile }) => profile.username);
    expect(byName.json.data.items.map(({ profile }: { profile: { username: string } }) => profile.username)).toEqual(
      names,
    );
    expect(byName.json.data.items[0].profile).not.toHaveProperty('bio');
    const followed = await list(fans[0]!, 'following');
    expect(idsOf(followed.json.data.items)).toEqual([star.profile.id]);
    expect((await list(star, 'following')).json.data).toEqual({ items: [], next_cursor: null });
    expect((await list({ ...star, profile: { ...star.profile, id: newId() } }, 'followers')).status).toBe(404);
  });

  it("show each profile's relation to the viewer", async () => {
    const [star, ada, ben] = (await members(3)) as [Member, Member, Member];
    await follow(t, ada, star);
    await follow(t, ben, star);
    await follow(t, ada, ben);
    await follow(t, ben, ada);
    const { json } = await list(star, 'followers', as(ada));
    expect(json.data.items.map(({ profile }: { profile: { viewer: object } }) => profile.viewer)).toMatchObject([
      { following: true, followed_by: true, blocked: false, can_message: true },
      { following: false, followed_by: false, can_message: false },
    ]);
  });

  it('are complete, without repetition, while others come and go', async () => {
    const [star, ...fans] = (await members(8)) as [Member, ...Member[]];
    for (const fan of fans) await follow(t, fan, star);
    const late = await members(3);
    const path = `/v1/profiles/${star.profile.id}/followers`;
    const between = async () => {
      await follow(t, late.pop()!, star);
    };
    const seen = await walk(t, path, { limit: 2, between }, ({ profile }) => profile.id);
    expect(seen).toEqual(fans.map(({ profile }) => profile.id).reverse());
    const foreign = await t.call('GET', `${path}?limit=2`);
    const elsewhere = `/v1/profiles/${fans[0]!.profile.id}/followers?cursor=${foreign.json.data.next_cursor}`;
    expect((await t.call('GET', elsewhere)).json.error_code).toBe('invalid_cursor');
  });

  it("continue under the profile's new username, because a cursor is bound to its id", async () => {
    const [star, ...others] = (await members(5)) as [Member, ...Member[]];
    for (const other of others) {
      await follow(t, other, star);
      await follow(t, star, other);
    }
    const { id, username } = star.profile;
    const names = [id, username, id.toUpperCase()];
    for (const list of ['followers', 'following']) {
      const page = (name: string, query = '') => t.call('GET', `/v1/profiles/${name}/${list}?limit=2${query}`);
      for (const name of names) {
        const { next_cursor } = (await page(name)).json.data;
        for (const other of names) {
          const next = await page(other, `&cursor=${next_cursor}`);
          expect([next.status, idsOf(next.json.data.items)]).toEqual([
            200,
            [others[1], others[0]].map((member) => member!.profile.id),
          ]);
        }
        const { username: stranger } = others[0]!.profile;
        expect((await page(stranger, `&cursor=${next_cursor}`)).json.error_code).toBe('invalid_cursor');
        expect((await page('nobody-of-this-name', `&cursor=${next_cursor}`)).json.error_code).toBe('profile_not_found');
      }
    }
  });

  it('leave out blocked members for each other, in either direction, and for nobody else', async () => {
    const [star, ada, ben, cleo] = (await members(4)) as [Member, Member, Member, Member];
    for (const fan of [ada, ben, cleo]) {
      await follow(t, fan, star);
      await follow(t, star, fan);
    }
    await block(t, ada, ben);
    for (const what of ['followers', 'following'] as const) {
      const seenBy = async (by = {}) => idsOf((await list(star, what, by)).json.data.items);
      const [a, b, c] = [ada.profile.id, ben.profile.id, cleo.profile.id];
      expect(await seenBy(as(ada))).toEqual([c, a]);
      expect(await seenBy(as(ben))).toEqual([c, b]);
      expect(await seenBy(as(cleo))).toEqual([c, b, a]);
      expect(await seenBy()).toEqual([c, b, a]);
      expect(await seenBy({ token: ada.token })).toEqual([c, b, a]);
    }
  });

  it('leave out suspended members, and return 404 for their own lists', async () => {
    const [star, fan] = (await members(2)) as [Member, Member];
    await follow(t, fan, star);
    await t.pool.query('update profiles set suspended_at = $2 where id = $1', [fan.profile.id, t.clock.now()]);
    expect((await list(star, 'followers')).json.data.items).toEqual([]);
    expect((await list(fan, 'following')).json.error_code).toBe('profile_not_found');
  });
});

it('accept a key with follows:write, and no other', async () => {
  const [ada, ben] = (await members(2)) as [Member, Member];
  const body = { followed_profile_id: ben.profile.id };
  const call = async (scopes: string[]) => {
    const key = await makeKey(t, ada, { scopes, profileIds: [ada.profile.id] });
    return t.call('POST', '/v1/profile-follows', { token: key.token, as: ada.profile.id, body });
  };
  expect((await call(['posts:all', 'contacts:all', 'follows:read'])).json.error_code).toBe('insufficient_scope');
  expect((await call(['follows:write'])).status).toBe(201);
});
