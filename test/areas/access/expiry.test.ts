import { beforeAll, expect, it } from 'vitest';
import { expireGrants } from '../../../src/areas/access/expire.ts';
import { systemCtx } from '../../../src/ctx.ts';
import {
  changeGrant,
  endGrant,
  granted,
  invite,
  invited,
  resendInvite,
  respondToInvite,
} from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { eventsOf, refusal } from '../../support/posts.ts';
import { signInAgain } from '../../support/sessions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const DAY = 86_400_000;
const run = () => expireGrants(systemCtx(t.deps, 'access_grants.expire'));
const statusOf = async (by: Member, id: string) =>
  (await t.call('GET', `/v1/profile-access/invitations/${id}`, { token: by.token })).json.data.access_grant.status;

it('an invitation expires after 30 days, both before and after the job runs; resending restarts the period', async () => {
  let [ann, bob, eve] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const [id, again] = [await invited(t, ann, bob), await invited(t, ann, eve)];
  t.clock.advance(DAY);
  expect((await resendInvite(t, ann, again)).status).toBe(200);
  t.clock.advance(29 * DAY - 60_000);
  [ann, bob, eve] = [await signInAgain(t, ann), await signInAgain(t, bob), await signInAgain(t, eve)];
  expect(await statusOf(bob, id)).toBe('pending');
  t.clock.advance(60_001);

  expect(await statusOf(bob, id)).toBe('expired');
  expect((await t.call('GET', '/v1/profile-access/invitations', { token: bob.token })).json.data.items).toEqual([]);
  const list = async (status: string) =>
    (
      await t.call('GET', `/v1/profiles/${ann.profile.id}/access?status=${status}`, { token: ann.token })
    ).json.data.items.map((item: { id: string }) => item.id);
  expect([await list('pending'), await list('expired')]).toEqual([[again], [id]]);
  for (const late of [respondToInvite(t, bob, id), respondToInvite(t, bob, id, 'decline'), resendInvite(t, ann, id)]) {
    expect(refusal(await late)[1]).toBe('access_grant_not_pending');
  }
  expect((await endGrant(t, ann, id)).json.data.access_grant.status).toBe('expired');

  // It does not prevent another one.
  expect((await invite(t, ann, ann.profile.id, bob.profile.id)).status).toBe(201);
  expect((await eventsOf(t, id)).filter(({ type }) => type === 'access_grant.expired')).toHaveLength(2);
  expect(await statusOf(eve, again)).toBe('pending');

  t.clock.advance(DAY);
  const runs = await Promise.all([run(), run()]);
  expect(runs.map(({ expired }) => expired).sort()).toEqual([0, 1]);
  expect((await eventsOf(t, again)).slice(-2)).toMatchObject([
    { type: 'access_grant.expired', actor_profile_id: null, data: { status: 'expired' } },
    { type: 'access_grant.expired', actor_profile_id: null },
  ]);
  expect((await run()).expired).toBe(0);
});

it('an expired grant gives no access, and the job detaches keys', async () => {
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  const end = new Date(t.clock.now().getTime() + DAY).toISOString();
  const id = await granted(t, owner, manager, ['posting'], { expires_at: end });
  const key = await makeKey(t, manager, { scopes: ['posts:all'], profileIds: [owner.profile.id, manager.profile.id] });
  const post = async (token: string) =>
    refusal(await t.call('POST', '/v1/posts', { token, as: owner.profile.id, body: { body: 'For another' } }))[1];
  const posted = await t.call('POST', '/v1/posts', {
    token: key.token,
    as: owner.profile.id,
    body: { body: 'In time' },
  });
  expect(posted.status).toBe(201);

  t.clock.advance(DAY + 1);
  expect([await post(manager.token), await post(key.token)]).toEqual(['profile_not_attached', 'profile_not_attached']);
  expect(await statusOf(manager, id)).toBe('expired');
  expect(refusal(await changeGrant(t, owner, id, { expires_at: null }))[1]).toBe('access_grant_not_pending');
  expect(await run()).toEqual({ expired: 1 });
  const { items } = (await t.call('GET', '/v1/api-keys', { token: manager.token })).json.data;
  expect(items[0].profile_ids).toEqual([manager.profile.id]);
  await granted(t, await signInAgain(t, owner), manager, ['posting']);
  expect(await post(key.token)).toBe('profile_not_attached');
});

it('a key that lost the profile does not regain it with a grant to another profile of its account, even before the job runs', async () => {
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  const end = new Date(t.clock.now().getTime() + DAY).toISOString();
  const first = await granted(t, owner, manager, ['posting'], { expires_at: end });
  const key = await makeKey(t, manager, { scopes: ['posts:all'], profileIds: [owner.profile.id, manager.profile.id] });
  const other = { ...manager, profile: await makeProfile(t, manager) };
  const post = async () =>
    refusal(
      await t.call('POST', '/v1/posts', { token: key.token, as: owner.profile.id, body: { body: 'For another' } }),
    )[1];
  t.clock.advance(DAY + 1);
  expect(await post()).toBe('profile_not_attached');
  await granted(t, await signInAgain(t, owner), other, ['posting', 'messaging']);
  expect(await post()).toBe('profile_not_attached');
  const { items } = (await t.call('GET', '/v1/api-keys', { token: manager.token })).json.data;
  expect(items[0].profile_ids).toEqual([manager.profile.id]);
  expect((await eventsOf(t, first)).filter(({ type }) => type === 'access_grant.expired')).toHaveLength(2);
  expect(await run()).toEqual({ expired: 0 });
});

it('an invitation expires with the grant it offers', async () => {
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  const id = await invited(t, owner, manager, ['posting'], {
    expires_at: new Date(t.clock.now().getTime() + DAY).toISOString(),
  });
  t.clock.advance(DAY + 1);
  expect(refusal(await respondToInvite(t, manager, id))[1]).toBe('access_grant_not_pending');
  expect(await statusOf(manager, id)).toBe('expired');
});
