import { beforeAll, beforeEach, expect, it } from 'vitest';
import { endGrant, granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { follow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { dispatch, makeReceiver, makeWebhook, runWebhooks } from '../../support/webhooks.ts';

/** The webhook of a key or an app sends only what that may read itself. */

const receiver = makeReceiver();
let t: TestApp;
let me: Member;
let company: Member;
beforeAll(async () => {
  t = await startTestApp({}, { post: receiver.post });
});
beforeEach(async () => {
  [me, company] = [await makeMember(t), await makeMember(t)];
  await dispatch(t);
  receiver.take();
});

/** The profiles whose new follower the webhooks of `me` report. */
async function told(): Promise<string[]> {
  for (const one of [me, company]) await follow(t, await makeMember(t), one);
  await runWebhooks(t, me.accountId);
  const follows = receiver.take().filter(({ json }) => json.type === 'follow.created');
  return follows.map(({ json }) => json.data.profile_id).sort();
}

it.each([
  ['an API key', (profileIds: string[]) => makeKey(t, me, { scopes: ['webhooks:all'], profileIds })],
  ['an app', (profileIds: string[]) => makeGrant(t, me, { scopes: ['webhooks:all'], profileIds })],
] as const)('of %s stays silent about a profile that its account manages again', async (_what, make) => {
  const grant = await granted(t, company, me, ['following']);
  const [mine, theirs] = [me.profile.id, company.profile.id];
  const by = await make([mine, theirs]);
  await makeWebhook(t, by, { profile_ids: [mine, theirs] });
  expect(await told()).toEqual([mine, theirs].sort());
  await endGrant(t, company, grant);
  expect(await told()).toEqual([mine]);
  await granted(t, company, me, ['following']);
  expect(await told(), 'the key or app stays detached').toEqual([mine]);
  await makeWebhook(t, me, { profile_ids: [theirs] });
  expect(await told(), 'the person may read it').toEqual([mine, theirs].sort());
});

it.each([
  [['webhooks:write'], true],
  [['notifications:read'], false],
])('of a key with %s now: whether it sends is decided by the scope of webhooks alone', async (scopes, sends) => {
  const key = await makeKey(t, me, { scopes: ['webhooks:all', 'notifications:all'], profileIds: [me.profile.id] });
  await makeWebhook(t, key);
  const changed = await t.call('PATCH', `/v1/api-keys/${key.id}`, { token: me.token, body: { scopes } });
  expect(changed.status, changed.text).toBe(200);
  expect(await told()).toEqual(sends ? [me.profile.id] : []);
});

it('of an API key keeps back deliveries that were pending when the key lost the profile', async () => {
  const key = await makeKey(t, me, { scopes: ['webhooks:all'], profileIds: [me.profile.id] });
  const { id } = await makeWebhook(t, key);
  await follow(t, company, me);
  await dispatch(t);
  const body = { profile_ids: [] };
  expect((await t.call('PATCH', `/v1/api-keys/${key.id}`, { token: me.token, body })).status).toBe(200);
  await runWebhooks(t, me.accountId);
  expect(receiver.take()).toEqual([]);
  const { json } = await t.call('GET', `/v1/webhooks/${id}/deliveries`, { token: me.token });
  expect(json.data.items[0]).toMatchObject({ type: 'follow.created', error: 'not_permitted', request: null });
});

it('goes on after its key has ended if a person enables it again', async () => {
  const key = await makeKey(t, me, { scopes: ['webhooks:all'], profileIds: [me.profile.id] });
  const { id } = await makeWebhook(t, key);
  expect((await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: me.token })).status).toBe(200);
  expect(await told()).toEqual([]);
  const body = { enabled: true };
  expect((await t.call('PATCH', `/v1/webhooks/${id}`, { token: me.token, body })).status).toBe(200);
  expect(await told()).toEqual([me.profile.id]);
});
