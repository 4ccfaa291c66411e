import { beforeAll, describe, expect, it } from 'vitest';
import { changeGrant, invite, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { follow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { as, makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const tomorrow = () => new Date(t.clock.now().getTime() + 86_400_000).toISOString();
const schedule = (by: { token: string }, { profile }: Member) =>
  makePost(t, { token: by.token, as: profile.id }, { scheduled_at: tomorrow() });
const edit = (by: { token: string }, { profile }: Member, id: string, body: Record<string, unknown>) =>
  t.call('PATCH', `/v1/posts/${id}`, { token: by.token, as: profile.id, body });
const revokeKey = (me: { token: string }, { id }: { id: string }) =>
  t.call('DELETE', `/v1/api-keys/${id}`, { token: me.token });
const revokeApp = (me: Member, { id }: { id: string }) =>
  t.call('DELETE', `/v1/oauth-grants/${id}`, { token: me.token });

const scheduledOf = ({ profile }: Member) => `/v1/profiles/${profile.id}/posts?status=scheduled`;
const accessOf = ({ profile }: Member) => `/v1/profiles/${profile.id}/access`;
const pathsOf = ({ json }: { json: { agent: { next_actions?: { path: string }[] } } }) =>
  json.agent.next_actions?.map(({ path }) => path) ?? [];

describe('the revocation of a key', () => {
  it('counts what it and its descendants set in motion, and lists it', async () => {
    const [me, guest, friend] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const key = await makeKey(t, me, { scopes: ['all:all', 'access:all', 'keys:all'], profileIds: [me.profile.id] });
    const child = await makeKey(t, key, { scopes: ['posts:all'], profileIds: [me.profile.id] });
    await schedule(key, me);
    const twice = await schedule(child, me);
    await edit(key, me, twice.id, { body: 'Changed by both' });
    const mine = await schedule(me, me);
    await edit(key, me, mine.id, { body: 'Changed by the key' });
    await schedule(me, me);
    await makePost(t, { token: key.token, as: me.profile.id });
    const cancelled = await schedule(key, me);
    await edit(me, me, cancelled.id, { status: 'draft' });
    await invite(t, key, me.profile.id, guest.profile.id);
    const taken = (await invite(t, key, me.profile.id, friend.profile.id)).json.data.access_grant.id;
    expect((await respondToInvite(t, friend, taken)).status).toBe(200);

    const answer = await revokeKey(me, key);
    expect(answer.json.agent.hint).toContain('will still be published: 3.');
    expect(answer.json.agent.hint).toContain('and that remain: 2.');
    expect(pathsOf(answer)).toEqual([scheduledOf(me), accessOf(me)]);
    const listed = await t.call('GET', scheduledOf(me), { token: me.token, as: me.profile.id });
    expect(listed.json.data.items).toHaveLength(4);
    const again = await revokeKey(me, key);
    expect(pathsOf(again)).toEqual([]);
  });

  it('counts what it gave, though another credential has widened it since', async () => {
    const [me, guest] = [await makeMember(t), await makeMember(t)];
    const key = await makeKey(t, me, { scopes: ['all:all', 'access:all'], profileIds: [me.profile.id] });
    const { id } = (await invite(t, key, me.profile.id, guest.profile.id)).json.data.access_grant;
    expect((await changeGrant(t, me, id, { permissions: ['posting', 'following'] })).status).toBe(200);
    expect((await revokeKey(me, key)).json.agent.hint).toContain('and that remain: 1.');
  });

  it('says nothing about what others did, or what is over', async () => {
    const [me, guest] = [await makeMember(t), await makeMember(t)];
    const key = await makeKey(t, me, { scopes: ['all:all', 'access:all'], profileIds: [me.profile.id] });
    await schedule(me, me);
    await invite(t, me, me.profile.id, guest.profile.id);
    await makePost(t, { token: key.token, as: me.profile.id });
    const answer = await revokeKey(me, key);
    expect(answer.json.agent.hint).toBe('The key and all keys that it created have ended.');
    expect(pathsOf(answer)).toEqual([]);
  });

  it('is like a change that takes rights: it counts what goes on', async () => {
    const me = await makeMember(t);
    const key = await makeKey(t, me, { scopes: ['all:all', 'keys:all'], profileIds: [me.profile.id] });
    const child = await makeKey(t, key, { scopes: ['posts:all'], profileIds: [me.profile.id] });
    await schedule(key, me);
    await schedule(child, me);
    const change = (body: object) => t.call('PATCH', `/v1/api-keys/${key.id}`, { token: me.token, body });
    const renamed = await change({ name: 'Another name' });
    expect(renamed.json.agent.hint).not.toContain('Scheduled posts');
    const narrowed = await change({ permissions: ['drafting'] });
    expect(narrowed.json.agent.hint).toContain('will still be published: 2.');
    expect(pathsOf(narrowed)).toEqual([scheduledOf(me)]);
    expect((await change({ permissions: null })).json.agent.hint).not.toContain('Scheduled posts');
    expect((await change({ scopes: ['posts:read'] })).json.agent.hint).toContain('will still be published: 2.');
  });

  it.each([
    ['profiles', { profile_ids: [] }],
    ['scopes', { scopes: ['posts:all'] }],
    ['permissions', { permissions: ['messaging'] }],
  ])('takes from the webhooks of a key what it loses by fewer %s, and says so', async (_what, loss) => {
    const [me, ada] = [await makeMember(t), await makeMember(t)];
    const limits = { scopes: ['all:all', 'keys:all', 'webhooks:all'], profileIds: [me.profile.id] };
    const key = await makeKey(t, me, limits);
    const child = await makeKey(t, key, limits);
    const body = { url: 'https://hooks.example.com/x', types: ['follow.created', 'message.created'] };
    const ids: string[] = [];
    for (const { token } of [key, child, me]) {
      ids.push((await t.call('POST', '/v1/webhooks', { token, body })).json.data.webhook.id);
    }
    const sentTo = async (by: Member) => {
      await follow(t, by, me);
      await sendMessage(t, as(by), await openConversation(t, by, me));
      await dispatch(t);
      const { rows } = await t.pool.query<{ webhook_id: string; type: string }>(
        `select d.webhook_id, d.type from webhook_deliveries d join events e on e.id = d.event_id
          where e.actor_profile_id = $1 order by d.type`,
        [by.profile.id],
      );
      return ids.map((id) => rows.filter(({ webhook_id }) => webhook_id === id).map(({ type }) => type));
    };
    const all = ['follow.created', 'message.created'];
    expect(await sentTo(ada)).toEqual([all, all, all]);
    const change = (changes: object) => t.call('PATCH', `/v1/api-keys/${key.id}`, { token: me.token, body: changes });
    expect((await change({ name: 'Another' })).json.agent.hint).not.toContain('Webhooks');
    const { json } = await change(loss);
    expect(json.agent.hint).toContain('send only what their key may still read: 2.');
    expect(pathsOf({ json })).toEqual(['/v1/webhooks']);
    const left = 'permissions' in loss ? ['message.created'] : [];
    expect(await sentTo(await makeMember(t))).toEqual([left, left, all]);
  });

  it('leads a key only to what it can still list', async () => {
    const me = await makeMember(t);
    const scopes = ['posts:all', 'profiles:all', 'keys:all'];
    const key = await makeKey(t, me, { scopes, profileIds: [me.profile.id] });
    const child = await makeKey(t, key, { scopes, profileIds: [me.profile.id] });
    await schedule(child, { ...me, profile: await makeProfile(t, child) });
    const ofChild = await revokeKey(key, child);
    expect(ofChild.json.agent.hint).toContain('will still be published: 1.');
    expect(pathsOf(ofChild)).toEqual([]);
    await schedule(key, me);
    const itself = await revokeKey(key, key);
    expect(itself.json.agent.hint).toContain('use another credential');
    expect(pathsOf(itself)).toEqual([]);
  });

  it('counts scheduled posts of a profile that the account only manages', async () => {
    const [me, owner] = [await makeMember(t), await makeMember(t)];
    const { json } = await invite(t, owner, owner.profile.id, me.profile.id);
    await respondToInvite(t, me, json.data.access_grant.id);
    const key = await makeKey(t, me, { profileIds: [owner.profile.id] });
    await schedule(key, owner);
    expect(pathsOf(await revokeKey(me, key))).toEqual([scheduledOf(owner)]);
  });
});

describe('the revocation of an app', () => {
  it('makes the posts that all its authorizations scheduled drafts again', async () => {
    const me = await makeMember(t);
    const first = await makeGrant(t, me);
    const { json } = await t.call('GET', '/v1/oauth-grants', { token: me.token });
    const second = await makeGrant(t, me, { clientId: json.data.items[0].client.id });
    await schedule(first, me);
    await schedule(second, me);
    const other = await schedule(await makeGrant(t, me), me);
    const answer = await revokeApp(me, first);
    expect(answer.json.agent.hint).toContain('drafts again: 2.');
    expect(pathsOf(answer)).toEqual([scheduledOf(me).replace('scheduled', 'draft')]);
    const left = await t.call('GET', scheduledOf(me), { token: me.token, as: me.profile.id });
    expect(left.json.data.items.map(({ id }: { id: string }) => id)).toEqual([other.id]);
    const again = await revokeApp(me, second);
    expect([again.json.data.revoked, pathsOf(again)]).toEqual([false, ['/v1/oauth-grants']]);
  });
});
