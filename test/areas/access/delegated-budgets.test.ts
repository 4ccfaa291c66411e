import { beforeAll, expect, it } from 'vitest';
import { changeGrant, endGrant, granted, invited, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';

/**
 * A budget covers everything derived from its grant: what a delegate does counts against the delegating manager's
 * budget too.
 */

const DAY = 86_400_000;
const own = ['posting', 'access_management'];
const two = { budget: { posts_per_day: 2 } };

let t: TestApp;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
  // Starts in the morning, so that no test crosses midnight.
  t.clock.advance(DAY - (t.clock.now().getTime() % DAY) + DAY / 4);
});

const post = async ({ token }: Member) => {
  const answer = await t.call('POST', '/v1/posts', { token, as: owner.profile.id, body: { body: 'For the company' } });
  return answer.json.error_code ?? answer.status;
};
/** Has a manager delegate a grant on the owner's profile. */
async function delegate(giver: Member, to: Member, permissions: string[] = own, more = two): Promise<string> {
  const id = await invited(t, { ...giver, profile: owner.profile }, to, permissions, more);
  expect((await respondToInvite(t, to, id)).status).toBe(200);
  return id;
}
const leftOf = async (by: Member, id: string) =>
  (await t.call('GET', `/v1/profile-access/invitations/${id}`, { token: by.token })).json.data.access_grant.budget
    ?.posts_per_day;
const chainOf = async (id: string): Promise<string[]> =>
  (await t.pool.query('select given_under from access_grants where id = $1', [id])).rows[0].given_under;

it('shares the budget with another account and the one below it, and shows each what is left', async () => {
  owner = await makeMember(t);
  const [first, second, third] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const one = await granted(t, owner, first, own, two);
  const next = await delegate(first, second);
  const last = await delegate(second, third);
  expect([await chainOf(one), await chainOf(next), await chainOf(last)]).toEqual([[], [one], [one, next]]);
  expect(await post(third)).toBe(201);
  expect([await leftOf(third, last), await leftOf(second, next), await leftOf(first, one)]).toEqual(
    Array.from({ length: 3 }, () => ({ limit: 2, left: 1 })),
  );
  expect(await post(first)).toBe(201);
  expect([await post(first), await post(second), await post(third)]).toEqual(
    Array.from({ length: 3 }, () => 'grant_budget_reached'),
  );
  expect([await leftOf(third, last), await leftOf(second, next)]).toEqual([
    { limit: 2, left: 0 },
    { limit: 2, left: 0 },
  ]);
  const home = await t.call('GET', '/v1/home', { token: third.token, as: owner.profile.id });
  expect(home.json.data.budgets.posts_per_day).toEqual({ limit: 2, left: 0 });
  const { rows } = await t.pool.query('select grant_id, used from grant_usage order by grant_id');
  expect(rows).toEqual([
    { grant_id: one, used: 2 },
    { grant_id: next, used: 1 },
    { grant_id: last, used: 1 },
  ]);

  // Delegated grants end with the first one.
  await endGrant(t, first, one);
  expect([await post(second), await post(third)]).toEqual(['profile_not_attached', 'profile_not_attached']);
});

it('gives no extra budget to a profile of the same account or a second invitation of it', async () => {
  owner = await makeMember(t);
  const manager = await makeMember(t);
  const one = await granted(t, owner, manager, own, two);
  const spare = { ...manager, profile: await makeProfile(t, manager) };
  await endGrant(t, manager, await delegate(manager, spare));
  const again = await delegate(manager, spare);
  expect([await post(manager), await post(manager)]).toEqual([201, 201]);
  expect(await post(manager)).toBe('grant_budget_reached');
  expect(await leftOf(manager, again)).toEqual({ limit: 2, left: 0 });
  await endGrant(t, manager, one);
  expect(await post(manager)).toBe('profile_not_attached');
});

it('covers permissions that a manager adds to a grant of the owner, but not removals or changes by the owner', async () => {
  owner = await makeMember(t);
  const [manager, other] = [await makeMember(t), await makeMember(t)];
  const one = await granted(t, owner, manager, own, two);
  const given = await granted(t, owner, other, ['following', 'commenting']);
  const change = async (by: Member, body: Record<string, unknown>, id = given) => {
    expect((await changeGrant(t, by, id, body)).status).toBe(200);
    return chainOf(id);
  };
  expect(await change(manager, { permissions: ['following'], public: false })).toEqual([]);
  expect(await change(owner, { permissions: ['following', 'commenting'] })).toEqual([]);
  expect(await change(manager, { permissions: ['following', 'posting'], ...two })).toEqual([one]);
  expect(await change(manager, { permissions: ['posting'] }, one), 'its own').toEqual([]);
  expect(await change(owner, { permissions: own }, one)).toEqual([]);
  expect(await change(owner, { budget: null })).toEqual([one]);
  expect([await post(other), await post(manager), await post(other)]).toEqual([201, 201, 'grant_budget_reached']);
  expect(await leftOf(other, given), 'only the giver has a limit').toEqual({ limit: 2, left: 0 });
});

it('applies a limit set later to earlier delegations, even if the manager loses it again', async () => {
  owner = await makeMember(t);
  const [manager, other] = [await makeMember(t), await makeMember(t)];
  const one = await granted(t, owner, manager, own);
  const given = await delegate(manager, other, ['posting'], { budget: { posts_per_day: 5 } });
  expect(await post(other)).toBe(201);
  await changeGrant(t, owner, one, { budget: { posts_per_day: 1 } });
  expect(await leftOf(other, given)).toEqual({ limit: 1, left: 0 });
  expect(await post(other)).toBe('grant_budget_reached');
  await changeGrant(t, owner, one, { budget: null });
  expect(await leftOf(other, given)).toEqual({ limit: 1, left: 0 });
  expect(refusal(await changeGrant(t, manager, given, { budget: { posts_per_day: 9 } }))[0]).toBe(200);
  expect(await post(other)).toBe(201);
});
