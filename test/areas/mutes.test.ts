import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { exportOf } from '../support/exports.ts';
import { block, follow, unblock } from '../support/follows.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, makePost, refusal, walk } from '../support/posts.ts';

let t: TestApp;
let loud: Member;
let me: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [loud, me] = [await makeMember(t), await makeMember(t)];
});

const mute = (id: string, by: object = as(me)) => t.call('PUT', `/v1/profiles/${id}/mute`, by);
const unmute = (id: string, by: object = as(me)) => t.call('DELETE', `/v1/profiles/${id}/mute`, by);
const list = (query = '', by: object = as(me)) => t.call('GET', `/v1/mutes${query}`, by);
const idsOf = async (by: object = as(me)) =>
  (await list('', by)).json.data.items.map(({ profile }: { profile: { id: string } }) => profile.id);
const feedOf = (one: Member) => walk(t, '/v1/feed', as(one));
const suggestedTo = async (by: object) =>
  (await t.call('GET', '/v1/profiles/signup-autofollow', by)).json.data.items.map(({ id }: { id: string }) => id);

describe('mutes', () => {
  it('are listed newest first, with the profile', async () => {
    const other = await makeMember(t);
    expect((await mute(loud.profile.id)).json.data).toEqual({ profile_id: loud.profile.id, muted: true });
    t.clock.advance(1000);
    await mute(other.profile.id);
    const { data } = (await list()).json;
    expect(data.items.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([
      other.profile.id,
      loud.profile.id,
    ]);
    expect(data.items[0]).toMatchObject({ profile: { viewer: { following: false } }, created_at: expect.any(String) });
    expect(await walk(t, '/v1/mutes', { ...as(me), limit: 1 })).toEqual([other.profile.id, loud.profile.id]);
    expect((await list('?view=compact')).json.data.items[1].profile).not.toHaveProperty('viewer');
  });

  it('change nothing when repeated, and keep their time', async () => {
    await mute(loud.profile.id);
    const [before] = (await list()).json.data.items;
    t.clock.advance(1000);
    expect((await mute(loud.profile.id)).json.data.muted).toBe(true);
    expect((await list()).json.data.items).toEqual([before]);
    for (let i = 0; i < 2; i++) {
      expect((await unmute(loud.profile.id)).json.data).toEqual({ profile_id: loud.profile.id, muted: false });
    }
    expect(await idsOf()).toEqual([]);
    const audited = (await auditOf(t, loud.profile.id)).map(({ operation }) => operation);
    expect(audited.filter((name) => name.startsWith('mutes.'))).toEqual(['mutes.set', 'mutes.remove']);
  });

  it('are known to nobody else: no event, and the muted profile sees no difference', async () => {
    await follow(t, loud, me);
    const view = async () => {
      const { headers, ...answer } = await t.call('GET', `/v1/profiles/${me.profile.id}`, as(loud));
      return [answer, headers['etag']];
    };
    const [before, events] = [await view(), await eventsOf(t, loud.profile.id)];
    await mute(loud.profile.id);
    expect(await view()).toEqual(before);
    expect(await eventsOf(t, loud.profile.id)).toEqual(events);
    expect(await idsOf(as(loud))).toEqual([]);
  });

  it('take the muted out of the feed and the suggestions, and nowhere else', async () => {
    await follow(t, me, loud);
    const { id } = await makePost(t, as(loud));
    expect([await feedOf(me), await suggestedTo(as(me))]).toEqual([[id], expect.arrayContaining([loud.profile.id])]);
    await mute(loud.profile.id);
    expect(await feedOf(me)).toEqual([]);
    expect(await suggestedTo(as(me))).not.toContain(loud.profile.id);
    expect(await suggestedTo({})).toContain(loud.profile.id);
    expect((await t.call('GET', `/v1/posts/${id}`, as(me))).status).toBe(200);
    expect((await t.call('GET', `/v1/profiles/${loud.profile.id}`, as(me))).json.data.viewer.following).toBe(true);
    await unmute(loud.profile.id);
    expect([await feedOf(me), await suggestedTo(as(me))]).toEqual([[id], expect.arrayContaining([loud.profile.id])]);
  });

  it('need another profile that is shown', async () => {
    expect(refusal(await mute(me.profile.id)).slice(0, 2)).toEqual([400, 'cannot_target_self']);
    const gone = await makeMember(t);
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    for (const id of ['nonsense', loud.accountId, gone.profile.id]) {
      expect(refusal(await mute(id)).slice(0, 2)).toEqual([404, 'profile_not_found']);
    }
    expect(refusal(await unmute('nonsense')).slice(0, 2)).toEqual([404, 'profile_not_found']);
    expect(refusal(await unmute(me.profile.id)).slice(0, 2)).toEqual([400, 'cannot_target_self']);
  });

  it('do not tell a suspended profile from an unknown one, whichever removal names it', async () => {
    const hidden = await makeMember(t);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [hidden.profile.id]);
    for (const path of ['/v1/profiles/{}/mute', '/v1/profile-follows/{}', '/v1/blocks/{}', '/v1/profiles/{}']) {
      const [one, other] = await Promise.all(
        [hidden.profile.username, 'nobody-has-this-name'].map((name) =>
          t.call('DELETE', path.replace('{}', name), as(me)),
        ),
      );
      expect(refusal(one!), path).toEqual(refusal(other!));
      expect(one!.status, path).toBe(404);
    }
  });

  it('outlast a suspension, which hides the profile from the list', async () => {
    await mute(loud.profile.id);
    const suspend = (at: Date | null) =>
      t.pool.query('update profiles set suspended_at = $2 where id = $1', [loud.profile.id, at]);
    await suspend(t.clock.now());
    expect(await idsOf()).toEqual([]);
    await suspend(null);
    expect(await idsOf()).toEqual([loud.profile.id]);
    await suspend(t.clock.now());
    expect((await unmute(loud.profile.username)).status, 'the mute can end').toBe(200);
    expect(refusal(await unmute(loud.profile.username))[1]).toBe('profile_not_found');
    await suspend(null);
    await mute(loud.profile.id);
  });

  it('are possible across a block, and listed when it has ended', async () => {
    await block(t, loud, me);
    expect((await mute(loud.profile.id)).status).toBe(200);
    expect(await idsOf()).toEqual([]);
    await unblock(t, loud, me);
    expect(await idsOf()).toEqual([loud.profile.id]);
  });

  it('belong to the profile: managers need networking, for the list too', async () => {
    const [poster, networker] = [await makeMember(t), await makeMember(t)];
    await grantAccess(t, me, poster, ['posting', 'following']);
    await grantAccess(t, me, networker, ['networking']);
    const by = (one: Member) => ({ token: one.token, as: me.profile.id });
    expect((await mute(loud.profile.id, by(networker))).status).toBe(200);
    expect(await idsOf(by(networker))).toEqual([loud.profile.id]);
    expect(refusal(await list('', by(poster)))[1]).toBe('permission_denied');
    expect(refusal(await unmute(loud.profile.id, by(poster)))[1]).toBe('permission_denied');
  });

  it('need the scopes feed:write and feed:read', async () => {
    const keyWith = async (scope: string) => ({
      token: (await makeKey(t, me, { scopes: [scope], profileIds: [me.profile.id] })).token,
      as: me.profile.id,
    });
    const [writer, lister] = [await keyWith('feed:write'), await keyWith('feed:read')];
    expect((await mute(loud.profile.id, writer)).status).toBe(200);
    expect(refusal(await list('', writer))[1]).toBe('insufficient_scope');
    expect(await idsOf(lister)).toEqual([loud.profile.id]);
    expect(refusal(await unmute(loud.profile.id, lister))[1]).toBe('insufficient_scope');
  });

  it('are in the export, and go with either profile', async () => {
    const other = await makeMember(t);
    await mute(loud.profile.id);
    await mute(other.profile.id);
    const files = await exportOf(t, me);
    expect(files.json('mutes.json')).toHaveLength(2);
    expect(files.json('mutes.json')).toContainEqual(
      expect.objectContaining({ profile_id: me.profile.id, muted_profile_id: loud.profile.id }),
    );
    const count = async () =>
      (await t.pool.query('select count(*)::int as n from mutes where muter_profile_id = $1', [me.profile.id])).rows[0]
        .n;
    await t.call('DELETE', `/v1/profiles/${loud.profile.id}`, { token: loud.token });
    expect(await count()).toBe(1);
    await t.call('DELETE', `/v1/profiles/${me.profile.id}`, { token: me.token });
    expect(await count()).toBe(0);
  });
});
