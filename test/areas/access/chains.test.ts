import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireGrants } from '../../../src/areas/access/expire.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { changeGrant, endGrant, granted, invited, respondToInvite } from '../../support/access.ts';
import { type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';

const DAY = 86_400_000;
const ALL = ['posting', 'commenting', 'access_management'];

let t: TestApp;
beforeAll(async () => {
  // One test inserts rows without events, as an earlier version left them.
  t = await startTestApp({}, { breaks: ['ended_invitations_have_events'] });
});

let owner: Member;
let first: Member;
let second: Member;
let third: Member;
beforeEach(async () => {
  [owner, first, second, third] = [await makeMember(t), await makeMember(t), await makeMember(t), await makeMember(t)];
});

/** Has a manager delegate a grant on the owner's profile. */
async function delegate(giver: Member, to: Member, permissions: string[] = ALL, more = {}): Promise<string> {
  const id = await invited(t, { ...giver, profile: owner.profile }, to, permissions, more);
  expect((await respondToInvite(t, to, id)).status).toBe(200);
  return id;
}
const grantsOf = async (...ids: string[]) => {
  const { rows } = await t.pool.query('select id, status, permissions from access_grants where id = any($1)', [ids]);
  return ids.map((id) => {
    const { status, permissions } = rows.find((row) => row.id === id);
    return [status, ...permissions];
  });
};
const post = async ({ token }: { token: string }) => {
  const answer = await t.call('POST', '/v1/posts', { token, as: owner.profile.id, body: { body: 'For the company' } });
  return answer.json.error_code ?? answer.status;
};
const idsIn = (answer: CallResult, list: 'ended_grants' | 'narrowed_grants'): string[] =>
  answer.json.data[list].map(({ id }: { id: string }) => id);
const journalOf = async (id: string) => {
  const { rows } = await t.pool.query(
    `select (select array_agg(type || ' ' || (profile_id = $2) order by type, profile_id = $2) from events where object_id = $1
        and type in ('access_grant.revoked', 'access_grant.updated', 'access_grant.expired')) as events,
      (select array_agg(operation order by id) from audit_log where object_id = $1
        and operation not in ('access.invite', 'access.respond')) as audited`,
    [id, owner.profile.id],
  );
  return rows[0];
};

describe('revoking a grant', () => {
  it('ends all delegated grants immediately, and reports them', async () => {
    const one = await granted(t, owner, first, ALL);
    const two = await delegate(first, second);
    const three = await delegate(second, third, ['posting']);
    const waiting = await invited(t, { ...second, profile: owner.profile }, await makeMember(t), ['posting']);
    const unrelated = await granted(t, owner, await makeMember(t), ['posting']);
    const key = await makeKey(t, third, { profileIds: [third.profile.id, owner.profile.id] });
    expect(await post(key)).toBe(201);
    const tried = await t.call('DELETE', `/v1/profile-access/${one}`, {
      token: owner.token,
      headers: { 'dry-run': 'true' },
    });
    expect(idsIn(tried, 'ended_grants')).toEqual([waiting, three, two]);
    expect(await post(third)).toBe(201);

    const answer = await endGrant(t, owner, one);
    expect(answer.status, answer.text).toBe(200);
    expect(idsIn(answer, 'ended_grants')).toEqual([waiting, three, two]);
    expect(answer.json.data.ended_grants[1]).toMatchObject({
      status: 'revoked',
      manager_profile: { id: third.profile.id },
    });
    expect(answer.json.data.narrowed_grants).toEqual([]);
    expect((await grantsOf(one, two, three, waiting, unrelated)).map(([status]) => status)).toEqual([
      ...['revoked', 'revoked', 'revoked', 'revoked'],
      'accepted',
    ]);
    expect([await post(second), await post(third), await post(key)]).toEqual([
      'profile_not_attached',
      'profile_not_attached',
      'profile_not_attached',
    ]);
    const { rows } = await t.pool.query(
      'select 1 from credential_profiles where credential_id = $1 and profile_id = $2',
      [key.id, owner.profile.id],
    );
    expect(rows).toEqual([]);
    expect(await journalOf(three)).toEqual({
      events: ['access_grant.revoked false', 'access_grant.revoked true'],
      audited: ['access.revoke'],
    });
  });

  it("ends those of the manager's second profile, and a new invitation restores none", async () => {
    const one = await granted(t, owner, first, ALL);
    const spare = { ...first, profile: await makeProfile(t, first) };
    const two = await delegate(first, spare);
    await endGrant(t, owner, one);
    const me = await t.call('GET', '/v1/me', { token: first.token });
    expect(me.json.data.profiles).toHaveLength(2);
    expect(me.text).not.toContain(owner.profile.id);
    expect(await post(first)).toBe('profile_not_attached');
    await granted(t, owner, first, ALL);
    expect(await grantsOf(two)).toEqual([['revoked', ...ALL]]);
  });

  it('removes only the permissions that the manager added to a grant of the owner', async () => {
    const one = await granted(t, owner, first, ALL);
    const given = await granted(t, owner, second, ['following']);
    expect((await changeGrant(t, first, given, { permissions: ['following', 'posting'] })).status).toBe(200);
    expect(await post(second)).toBe(201);
    const answer = await endGrant(t, owner, one);
    expect([idsIn(answer, 'ended_grants'), idsIn(answer, 'narrowed_grants')]).toEqual([[], [given]]);
    expect(await grantsOf(given)).toEqual([['accepted', 'following']]);
    expect(await post(second)).toBe('permission_denied');
    expect(await journalOf(given)).toMatchObject({ audited: ['access.update', 'access.revoke'] });
  });

  it('keeps permissions that the owner gave again itself', async () => {
    const expires_at = new Date(t.clock.now().getTime() + DAY).toISOString();
    const one = await granted(t, owner, first, ALL, { expires_at });
    const two = await delegate(first, second, ['posting'], { expires_at });
    expect((await changeGrant(t, owner, two, { expires_at: null })).status).toBe(200);
    expect(idsIn(await endGrant(t, owner, one), 'ended_grants')).toEqual([]);
    expect(await post(second)).toBe(201);
  });

  it("applies when the manager resigns, without revealing others' grants to it", async () => {
    const one = await granted(t, owner, first, ALL);
    const two = await delegate(first, second, ['posting']);
    await changeGrant(t, owner, one, { permissions: ['posting'] });
    expect(await post(second)).toBe(201);
    const answer = await endGrant(t, first, one);
    expect([answer.status, idsIn(answer, 'ended_grants')]).toEqual([200, []]);
    expect((await grantsOf(two))[0]![0]).toBe('revoked');
  });

  it("applies when the manager's profile is deleted", async () => {
    await granted(t, owner, first, ALL);
    const two = await delegate(first, second);
    const three = await delegate(second, third, ['posting']);
    expect((await t.call('DELETE', `/v1/profiles/${first.profile.id}`, { token: first.token })).status).toBe(200);
    expect((await grantsOf(two, three)).map(([status]) => status)).toEqual(['revoked', 'revoked']);
    expect(await post(third)).toBe('profile_not_attached');
    expect(await journalOf(three)).toEqual({
      events: ['access_grant.revoked false', 'access_grant.revoked true'],
      audited: ['profiles.remove'],
    });
  });
});

describe('narrowing a grant', () => {
  it('narrows all delegated grants; widening it again restores nothing', async () => {
    const one = await granted(t, owner, first, ALL);
    const two = await delegate(first, second, ['posting', 'access_management']);
    const three = await delegate(second, third, ['posting']);
    const four = await delegate(first, await makeMember(t), ['commenting']);
    const end = new Date(t.clock.now().getTime() + DAY).toISOString();
    const answer = await changeGrant(t, owner, one, {
      permissions: ['commenting', 'access_management'],
      budget: { posts_per_day: 3 },
      expires_at: end,
    });
    expect(answer.status, answer.text).toBe(200);
    expect([idsIn(answer, 'ended_grants'), idsIn(answer, 'narrowed_grants')]).toEqual([[three], [four, two]]);
    expect(answer.json.data.narrowed_grants[0]).toMatchObject({
      permissions: ['commenting'],
      expires_at: end,
      budget: { posts_per_day: { limit: 3 } },
    });
    expect(await grantsOf(two, three, four)).toEqual([
      ['accepted', 'access_management'],
      ['revoked', 'posting'],
      ['accepted', 'commenting'],
    ]);
    expect(await post(second)).toBe('permission_denied');
    expect(await journalOf(four)).toEqual({
      events: ['access_grant.updated false', 'access_grant.updated true'],
      audited: ['access.update'],
    });
    const wider = await changeGrant(t, owner, one, { permissions: ALL, budget: null, expires_at: null });
    expect([idsIn(wider, 'ended_grants'), idsIn(wider, 'narrowed_grants')]).toEqual([[], []]);
    expect(await grantsOf(two, three)).toEqual([
      ['accepted', 'access_management'],
      ['revoked', 'posting'],
    ]);
  });

  it('keeps a manager below from restoring the terms of the grant above', async () => {
    const one = await granted(t, owner, first, ALL);
    await delegate(first, second);
    await changeGrant(t, owner, one, { budget: { posts_per_day: 1 } });
    const back = await changeGrant(t, second, one, { budget: { posts_per_day: 5 } });
    expect(refusal(back)[0]).toBe(403);
  });
});

describe('the expiry of a grant', () => {
  it('ends all delegated grants, both before and after the job runs', async () => {
    const expires_at = new Date(t.clock.now().getTime() + DAY).toISOString();
    const one = await granted(t, owner, first, ALL, { expires_at });
    const two = await delegate(first, second, ['posting'], { expires_at });
    const waiting = await invited(t, { ...first, profile: owner.profile }, third, ['posting'], { expires_at });
    t.clock.advance(DAY);
    expect(await post(second)).toBe('profile_not_attached');
    expect(refusal(await respondToInvite(t, third, waiting))[1]).toBe('access_grant_not_pending');
    await expireGrants(systemCtx(t.deps, 'access_grants.expire'));
    expect((await grantsOf(one, two, waiting)).map(([status]) => status)).toEqual(['expired', 'expired', 'expired']);
  });

  it('covers inconsistent grants of an earlier version', async () => {
    const one = await granted(t, owner, first, ALL);
    const two = await delegate(first, second, ['posting']);
    await t.pool.query("update access_grants set status = 'revoked', revoked_at = now() where id = $1", [one]);
    await expireGrants(systemCtx(t.deps, 'access_grants.expire'));
    expect((await grantsOf(two))[0]![0]).toBe('revoked');
    expect(await post(second)).toBe('profile_not_attached');
  });
});
