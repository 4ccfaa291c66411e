import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { changeGrant, endGrant, granted, invited, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, PASSWORD } from '../../support/members.ts';
import { ctxOf, makeOperator } from '../../support/operator.ts';
import { refusal } from '../../support/posts.ts';

/** What a manager gave is not in force while it is suspended or its account waits for deletion. */

let t: TestApp;
let operator: Member;
beforeAll(async () => {
  t = await startTestApp();
  operator = await makeMember(t);
  await makeOperator(t, operator);
});

const suspend = async ({ accountId }: Member, reason: string | null) =>
  expect(await suspendAccount(await ctxOf(t, operator.token), { accountId, reason })).toMatchObject({ changed: true });

const AWAY: Record<string, { leave: (who: Member) => Promise<unknown>; return: (who: Member) => Promise<unknown> }> = {
  suspended: { leave: (who) => suspend(who, 'Spam'), return: (who) => suspend(who, null) },
  'waiting for deletion': {
    leave: async ({ token }) =>
      expect((await t.call('DELETE', '/v1/account', { token, body: { password: PASSWORD } })).status).toBe(200),
    return: async ({ email, password }) =>
      expect((await t.call('POST', '/v1/account/sessions', { body: { email, password } })).status).toBe(201),
  },
};

const ALL = ['access_management', 'posting', 'commenting'];
const post = (by: Member, owner: Member) =>
  t.call('POST', '/v1/posts', { token: by.token, as: owner.profile.id, body: { body: 'In the name of the owner' } });
const held = async (by: Member, owner: Member) => {
  const { profiles } = (await t.call('GET', '/v1/me', { token: by.token })).json.data;
  return (
    profiles.find(({ profile }: { profile: { id: string } }) => profile.id === owner.profile.id)?.permissions ?? null
  );
};

/** The owner gave `first` access, which gave `second`, which gave `third`. */
async function chain() {
  const [owner, first, second, third] = [
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
  ];
  await granted(t, owner, first, ALL);
  const ofSecond = await granted(t, { ...owner, token: first.token }, second, ALL);
  await granted(t, { ...owner, token: second.token }, third, ['posting']);
  return { owner, first, second, third, ofSecond };
}

describe.each(Object.entries(AWAY))('while the giver is %s', (_name, away) => {
  it('nobody below it may act, see, or receive anything for the profile, and everybody may afterwards', async () => {
    const { owner, first, second, third } = await chain();
    const key = await makeKey(t, third, { profileIds: [owner.profile.id] });
    const viaKey = () => post({ ...third, token: key.token }, owner);
    expect([(await post(second, owner)).status, (await post(third, owner)).status, (await viaKey()).status]).toEqual([
      201, 201, 201,
    ]);
    await away.leave(first);
    for (const answer of [await post(second, owner), await post(third, owner), await viaKey()])
      expect(refusal(answer).slice(0, 2)).toEqual([403, 'profile_not_attached']);
    expect([await held(second, owner), await held(third, owner)]).toEqual([null, null]);
    const listed = await t.call('GET', `/v1/profiles/${owner.profile.id}/access`, { token: owner.token });
    expect(listed.json.data.items.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('accepted'));
    await away.return(first);
    expect([(await post(second, owner)).status, (await post(third, owner)).status, (await viaKey()).status]).toEqual([
      201, 201, 201,
    ]);
  });

  it('what the owner gave stays, and a manager above the giver is not concerned', async () => {
    const { owner, first, second } = await chain();
    const mixed = await makeMember(t);
    const id = await granted(t, owner, mixed, ['posting']);
    expect((await changeGrant(t, second, id, { permissions: ['posting', 'commenting'] })).status).toBe(200);
    expect(await held(mixed, owner)).toEqual(['commenting', 'posting']);
    await away.leave(second);
    expect(await held(mixed, owner)).toEqual(['posting']);
    expect((await post(mixed, owner)).status).toBe(201);
    expect((await post(first, owner)).status).toBe(201);
  });

  it('its invitations can be accepted only once it is back', async () => {
    const { owner, first } = await chain();
    const another = await makeMember(t);
    const id = await invited(t, { ...owner, token: first.token }, another, ['posting']);
    await away.leave(first);
    expect(refusal(await respondToInvite(t, another, id)).slice(0, 2)).toEqual([404, 'access_grant_not_found']);
    await away.return(first);
    expect((await respondToInvite(t, another, id)).status).toBe(200);
    expect((await post(another, owner)).status).toBe(201);
  });

  it('who lost the access for now can resign, and the owner can revoke', async () => {
    const { owner, first, second, ofSecond } = await chain();
    const another = await makeMember(t);
    const toAnother = await granted(t, { ...owner, token: first.token }, another, ['posting']);
    await away.leave(first);
    expect((await endGrant(t, second, ofSecond)).status).toBe(200);
    expect((await endGrant(t, owner, toAnother)).status).toBe(200);
  });

  it('a write that began with rights from before is refused', async () => {
    const { owner, first, third } = await chain();
    await post(third, owner);
    const column = away === AWAY['suspended'] ? 'suspended_at' : 'deletion_scheduled_at';
    // No cache is cleared.
    await t.pool.query(`update accounts set ${column} = now() where id = $1`, [first.accountId]);
    expect(refusal(await post(third, owner)).slice(0, 2)).toEqual([403, 'profile_not_attached']);
    await t.pool.query(`update accounts set ${column} = null where id = $1`, [first.accountId]);
    t.deps.credentialCache.evictAccount(third.accountId);
    expect((await post(third, owner)).status).toBe(201);
  });
});

it('hides a public grant of such a giver', async () => {
  const { owner, first, third } = await chain();
  const agent = await makeMember(t, { type: 'ai_agent' });
  await granted(t, { ...owner, token: first.token }, agent, ['posting'], { public: true });
  const shown = async () => {
    const principals = await t.call('GET', `/v1/profiles/${agent.profile.id}/principals`, { token: third.token });
    const profile = await t.call('GET', `/v1/profiles/${agent.profile.id}`);
    return [principals.json.data.items.length, profile.json.data.operated_by?.username ?? null];
  };
  expect(await shown()).toEqual([1, owner.profile.username]);
  await suspend(first, 'Spam');
  expect(await shown()).toEqual([0, null]);
});
