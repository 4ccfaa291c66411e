import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeGrant, endGrant, granted, invite, invited, respondToInvite } from '../../support/access.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, auditOf, eventsOf, refusal, walk } from '../../support/posts.ts';
import { signInAgain } from '../../support/sessions.ts';

let t: TestApp;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  owner = await makeMember(t, { type: 'company' });
});

const DAY = 86_400_000;
const grantsOf = (by: CallOptions, profile: Member, query = '') =>
  t.call('GET', `/v1/profiles/${profile.profile.id}/access${query}`, by);
const session = ({ token }: Member): CallOptions => ({ token });
const post = (by: CallOptions, profile: Member) =>
  t.call('POST', '/v1/posts', { ...by, as: profile.profile.id, body: { body: 'For the company' } });
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY).toISOString();

describe('the list of grants', () => {
  it('shows all grants to the owner and access managers, only their own to other managers, and nothing to strangers', async () => {
    const company = await makeMember(t, { type: 'company' });
    const [poster, keeper, waiting] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const posterId = await granted(t, company, poster, ['posting']);
    const keeperId = await granted(t, company, keeper, ['access_management']);
    const waitingId = await invited(t, company, waiting, ['messaging']);
    const seen = async (by: Member, query = '') => {
      const { data } = (await grantsOf(session(by), company, query)).json;
      return [data.can_manage_access, data.items.map(({ id }: { id: string }) => id)];
    };
    const all = [waitingId, keeperId, posterId];
    expect(await seen(company)).toEqual([true, all]);
    expect(await seen(keeper)).toEqual([true, all]);
    expect(await seen(poster)).toEqual([false, [posterId]]);
    expect(await seen(company, '?status=pending')).toEqual([true, [waitingId]]);
    expect(await seen(company, '?status=accepted')).toEqual([true, [keeperId, posterId]]);
    for (const nobody of [waiting, await makeMember(t)]) {
      const refused = await grantsOf(session(nobody), company);
      expect(refusal(refused)[1]).toBe('permission_denied');
      expect(refused.json.agent.required_permission).toBe('access_management');
    }
    const { data } = (await grantsOf(session(company), company)).json;
    expect(data.profile).toMatchObject({ id: company.profile.id, viewer: null });
    expect(await walk(t, `/v1/profiles/${company.profile.username}/access`, { ...session(company), limit: 2 })).toEqual(
      all,
    );
    // The header restricts the caller: as the manager it sees its own grants, as another profile it is a stranger.
    for (const [by, id] of [
      [poster, posterId],
      [keeper, keeperId],
    ] as const) {
      const { data: own } = (await grantsOf(as(by), company)).json;
      expect([own.can_manage_access, own.items.map((item: { id: string }) => item.id)]).toEqual([false, [id]]);
      expect((await grantsOf(as(by), company, '?status=pending')).json.data.items).toEqual([]);
    }
    const other = { token: poster.token, as: (await makeProfile(t, poster)).id };
    for (const by of [other, as(waiting)]) expect(refusal(await grantsOf(by, company))[1]).toBe('permission_denied');
    await endGrant(t, company, posterId);
    expect(refusal(await grantsOf(as(poster), company))[1]).toBe('permission_denied');
    await granted(t, company, poster, ['posting']);
    expect((await grantsOf({ token: poster.token, as: company.profile.id }, company)).status).toBe(200);
  });

  it('shows a suspended manager by its id only, so that its grant can be revoked', async () => {
    const gone = await makeMember(t);
    const id = await granted(t, owner, gone);
    await t.pool.query('update profiles set suspended_at = $2 where id = $1', [gone.profile.id, t.clock.now()]);
    const found = (await grantsOf(session(owner), owner)).json.data.items.find(
      (item: { id: string }) => item.id === id,
    );
    expect(found.manager_profile).toMatchObject({ id: gone.profile.id, username: 'deleted', name: 'Deleted member' });
    expect((await endGrant(t, owner, id)).json.data.access_grant.status).toBe('revoked');
  });
});

describe('changing a grant', () => {
  it('applies from the next call, to the given fields only', async () => {
    const manager = await makeMember(t);
    const id = await granted(t, owner, manager, ['posting'], { budget: { posts_per_day: 2, messages_per_day: 9 } });
    expect((await post(session(manager), owner)).status).toBe(201);
    const changed = await changeGrant(t, owner, id, { budget: { posts_per_day: 5 }, public: false });
    expect(changed.json.data.access_grant).toMatchObject({
      permissions: ['posting'],
      public: false,
      budget: {
        posts_per_day: { limit: 5, left: 4 },
        messages_per_day: { limit: 9, left: 9 },
        contact_requests_per_day: null,
      },
    });
    const budget = async (body: unknown) =>
      (await changeGrant(t, owner, id, { budget: body })).json.data.access_grant.budget;
    expect(await budget({ messages_per_day: null })).toMatchObject({
      posts_per_day: { limit: 5, left: 4 },
      messages_per_day: null,
    });
    expect(await budget({ posts_per_day: 0 })).toMatchObject({ posts_per_day: { limit: 0, left: 0 } });
    expect(refusal(await post(session(manager), owner))[1]).toBe('grant_budget_reached');
    expect(await budget(null)).toBeNull();
    expect((await post(session(manager), owner)).status).toBe(201);
    t.clock.advance(DAY);
    owner = await signInAgain(t, owner);

    await changeGrant(t, owner, id, { permissions: ['commenting'] });
    expect(refusal(await post(session(manager), owner))[1]).toBe('permission_denied');
    const soon = inDays(1);
    expect((await changeGrant(t, owner, id, { expires_at: soon })).json.data.access_grant.expires_at).toBe(soon);
    expect((await changeGrant(t, owner, id, {})).json.data.access_grant.expires_at).toBe(soon);
    expect((await changeGrant(t, owner, id, { expires_at: null })).json.data.access_grant.expires_at).toBeNull();
    expect((await auditOf(t, id)).filter(({ operation }) => operation === 'access.update').length).toBeGreaterThan(5);
  });

  it('ends replays of what the manager may no longer do', async () => {
    const manager = await makeMember(t);
    const id = await granted(t, owner, manager, ['posting']);
    const once = () =>
      t.call('POST', '/v1/posts', {
        ...{ ...session(manager), as: owner.profile.id, body: { body: 'For the company' } },
        headers: { 'idempotency-key': 'for-the-company' },
      });
    const first = (await once()).json.data;
    const again = await once();
    expect([again.headers['idempotency-replayed'], again.json.data]).toEqual(['true', first]);
    await changeGrant(t, owner, id, { permissions: ['following'] });
    const refused = await once();
    expect([refusal(refused)[1], refused.headers['idempotency-replayed']]).toEqual(['permission_denied', undefined]);
    await changeGrant(t, owner, id, { permissions: ['posting'] });
    expect((await once()).json.data).toEqual(first);
  });

  it('is not allowed to the manager itself', async () => {
    const manager = await makeMember(t);
    const id = await granted(t, owner, manager, ['posting']);
    const refused = await changeGrant(t, manager, id, { permissions: ['posting', 'messaging'] });
    expect(refusal(refused)[1]).toBe('permission_denied');
  });
});

describe('a manager with access_management', () => {
  it('cannot grant more than it has: permissions, expiry or budget', async () => {
    const [keeper, other] = [await makeMember(t), await makeMember(t)];
    const end = inDays(10);
    const own = { expires_at: end, budget: { posts_per_day: 5 } };
    const keeperId = await granted(t, owner, keeper, ['access_management', 'posting'], own);
    const give = (permissions: string[], more: Record<string, unknown>) =>
      invite(t, keeper, owner.profile.id, other.profile.id, permissions, more);
    for (const [permissions, more] of [
      [['posting', 'messaging'], own],
      [['posting'], { ...own, expires_at: inDays(11) }],
      [['posting'], { budget: own.budget }],
      [['posting'], { ...own, budget: { posts_per_day: 6 } }],
      [['posting'], { ...own, budget: { messages_per_day: 1 } }],
      [['posting'], { expires_at: end }],
    ] as [string[], Record<string, unknown>][]) {
      const answer = await give(permissions, more);
      expect(refusal(answer)[1], JSON.stringify(more)).toBe('permission_denied');
      expect(answer.json.agent.hint).toContain('no more than it has itself');
    }
    const given = await give(['access_management'], { ...own, budget: { posts_per_day: 5, messages_per_day: 1 } });
    expect(given.status, given.text).toBe(201);
    const id = given.json.data.access_grant.id;
    expect((await auditOf(t, id))[0]).toMatchObject({
      profile_id: owner.profile.id,
      manager_profile_id: keeper.profile.id,
      grant_id: keeperId,
    });

    const change = async (grantId: string, body: Record<string, unknown>) =>
      (await changeGrant(t, keeper, grantId, body)).status;
    for (const body of [
      { permissions: ['networking'] },
      { expires_at: null },
      { budget: null },
      { budget: { posts_per_day: 9 } },
    ]) {
      expect(await change(id, body), JSON.stringify(body)).toBe(403);
      // This includes its own grant.
      expect(await change(keeperId, body), JSON.stringify(body)).toBe(403);
    }
    expect(await change(id, { permissions: ['posting'], budget: { posts_per_day: 1 } })).toBe(200);

    // What a grant already has may stay or be removed.
    const strong = await granted(t, owner, await makeMember(t), ['messaging', 'networking']);
    expect(await change(strong, { public: false })).toBe(200);
    const added = { permissions: ['messaging', 'posting'] };
    expect(await change(strong, { ...added, ...own, expires_at: inDays(30) })).toBe(403);
    expect(await change(strong, { ...added, ...own })).toBe(200);
    expect(await change(strong, { permissions: ['networking'] })).toBe(403);
    expect((await endGrant(t, keeper, strong)).json.data.access_grant.status).toBe('revoked');
  });

  it('loses access immediately with its own grant', async () => {
    const [keeper, other] = [await makeMember(t), await makeMember(t)];
    const keeperId = await granted(t, owner, keeper, ['access_management']);
    const id = await invited(t, owner, other);
    await endGrant(t, owner, keeperId);
    expect(refusal(await endGrant(t, keeper, id))[1]).toBe('access_grant_not_found');
    expect(refusal(await invite(t, keeper, owner.profile.id, (await makeMember(t)).profile.id))[1]).toBe(
      'permission_denied',
    );
  });
});

it('a grant is not transitive: a manager of the manager has no access', async () => {
  const [manager, secretary] = [await makeMember(t), await makeMember(t)];
  await granted(t, owner, manager, ['posting', 'access_management']);
  await granted(t, manager, secretary, ['posting', 'access_management']);
  expect((await post(session(secretary), manager)).status).toBe(201);
  expect(refusal(await post(session(secretary), owner))[1]).toBe('profile_not_attached');
  expect(refusal(await grantsOf(session(secretary), owner))[1]).toBe('permission_denied');
  const body = { name: 'too much', scopes: ['posts:write'], profile_ids: [owner.profile.id] };
  expect(refusal(await t.call('POST', '/v1/api-keys', { ...session(secretary), body }))[1]).toBe('permission_denied');
  const me = (await t.call('GET', '/v1/me', session(secretary))).json.data.profiles;
  expect(me.map(({ profile }: { profile: { id: string } }) => profile.id)).not.toContain(owner.profile.id);
});

describe('the end of a grant', () => {
  it('can come from either side, detaches keys and emits one event', async () => {
    for (const by of ['owner', 'manager'] as const) {
      const manager = await makeMember(t);
      const id = await granted(t, owner, manager, ['posting']);
      const key = await makeKey(t, manager, {
        scopes: ['posts:all'],
        profileIds: [manager.profile.id, owner.profile.id],
      });
      expect((await post({ token: key.token }, owner)).status).toBe(201);
      const answer = await endGrant(t, by === 'owner' ? owner : manager, id);
      expect(answer.json.data.access_grant).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
      expect(refusal(await post({ token: key.token }, owner))[1]).toBe('profile_not_attached');
      const { items } = (await t.call('GET', '/v1/api-keys', session(manager))).json.data;
      expect(items[0].profile_ids).toEqual([manager.profile.id]);
      expect((await endGrant(t, owner, id)).json.data).toEqual(answer.json.data);
      expect((await eventsOf(t, id)).filter(({ type }) => type === 'access_grant.revoked')).toHaveLength(2);
      // A new grant does not return the profile to the old key.
      await granted(t, owner, manager, ['posting']);
      expect(refusal(await post({ token: key.token }, owner))[1]).toBe('profile_not_attached');
    }
  });

  it('keeps what another grant of the account gives to its keys', async () => {
    const manager = await makeMember(t);
    const second = { ...manager, profile: await makeProfile(t, manager) };
    const ids = [await granted(t, owner, manager, ['posting']), await granted(t, owner, second, ['posting'])];
    const key = await makeKey(t, manager, { scopes: ['posts:all'], profileIds: [owner.profile.id] });
    await endGrant(t, owner, ids[0]!);
    expect((await post({ token: key.token }, owner)).json.data.manager_profile_id).toBe(second.profile.id);
    await endGrant(t, manager, ids[1]!);
    expect(refusal(await post({ token: key.token }, owner))[1]).toBe('profile_not_attached');
  });

  it('comes with the deletion of either profile, even for pending invitations', async () => {
    for (const gone of ['owner', 'manager'] as const) {
      const [company, manager] = [await makeMember(t), await makeMember(t)];
      const spare = await makeProfile(t, manager);
      await granted(t, company, manager, ['posting']);
      const waiting = await invited(t, company, { ...manager, profile: spare });
      const key = await makeKey(t, manager, { scopes: ['posts:all'], profileIds: [spare.id, company.profile.id] });
      const deleted = gone === 'owner' ? company : manager;
      await t.call('DELETE', `/v1/profiles/${deleted.profile.id}`, session(deleted));
      const { rows } = await t.pool.query('select status from access_grants where profile_id = $1 order by id', [
        company.profile.id,
      ]);
      expect(rows.map(({ status }) => status)).toEqual(['revoked', gone === 'owner' ? 'revoked' : 'pending']);
      expect(refusal(await post({ token: key.token }, company))[1]).toBe('profile_not_attached');
      const { items } = (await t.call('GET', '/v1/api-keys', session(manager))).json.data;
      expect(items[0].profile_ids).toEqual([spare.id]);
      if (gone === 'owner') continue;
      // A grant to another profile of the account does not return it.
      await respondToInvite(t, manager, waiting);
      expect((await post(session(manager), company)).status).toBe(201);
      expect(refusal(await post({ token: key.token }, company))[1]).toBe('profile_not_attached');
    }
  });

  it('requires the profile that the header names', async () => {
    const manager = await makeMember(t);
    const other = await makeProfile(t, manager);
    const id = await granted(t, owner, manager, ['posting']);
    const end = (as: string) => t.call('DELETE', `/v1/profile-access/${id}`, { token: manager.token, as });
    expect(refusal(await end(other.id))[1]).toBe('access_grant_not_found');
    const key = await makeKey(t, manager, { scopes: ['access:all'], profileIds: [owner.profile.id] });
    const refused = await endGrant(t, key, id);
    expect(refusal(refused)[1]).toBe('permission_denied');
    expect(refused.json.agent).toMatchObject({ hint: expect.stringContaining('as manager_profile') });
    expect(refused.json.agent).not.toHaveProperty('required_permission');
    expect((await end(owner.profile.id)).status).toBe(200);
  });
});

describe('principals', () => {
  it('lists active public grants from both sides', async () => {
    const [company, agent, hidden] = [
      await makeMember(t, { type: 'company' }),
      await makeMember(t, { type: 'ai_agent' }),
      await makeMember(t),
    ];
    const id = await granted(t, company, agent, ['drafting'], { public: true });
    await granted(t, company, hidden, ['posting']);
    await invited(t, company, await makeMember(t), ['posting'], { public: true });
    const read = async (of: Member) =>
      (await t.call('GET', `/v1/profiles/${of.profile.username}/principals`)).json.data.items;
    expect(await read(company)).toMatchObject([
      {
        profile: { id: agent.profile.id },
        permissions: ['drafting'],
        since: expect.any(String),
        direction: 'acted_for_by',
      },
    ]);
    expect(await read(agent)).toMatchObject([{ profile: { id: company.profile.id }, direction: 'acts_for' }]);
    expect(await read(hidden)).toEqual([]);
    expect((await t.call('GET', `/v1/profiles/${agent.profile.id}`)).json.data.operated_by.profile_id).toBe(
      company.profile.id,
    );
    await endGrant(t, agent, id);
    expect(await read(company)).toEqual([]);
  });

  it('shows nobody across a block with any profile of the account', async () => {
    const [company, agent, reader] = [
      await makeMember(t, { type: 'company' }),
      await makeMember(t, { type: 'ai_agent' }),
      await makeMember(t),
    ];
    await granted(t, company, agent, ['drafting'], { public: true });
    const second = await makeProfile(t, reader);
    const seen = async (as?: string) => {
      const by = as ? { token: reader.token, as } : {};
      const [list, profile] = [
        await t.call('GET', `/v1/profiles/${agent.profile.id}/principals`, by),
        await t.call('GET', `/v1/profiles/${agent.profile.id}`, by),
      ];
      return [list.json.data.items.length, profile.json.data.operated_by?.profile_id ?? null];
    };
    expect(await seen(second.id)).toEqual([1, company.profile.id]);
    await block(t, company, reader);
    expect(await seen(reader.profile.id)).toEqual([0, null]);
    expect(await seen(second.id), 'another profile of the account').toEqual([0, null]);
    expect(await seen(), 'without an acting profile').toEqual([1, company.profile.id]);
  });

  it('lists only what the manager accepted as public, until either side takes it back', async () => {
    const [owner, agent] = [await makeMember(t), await makeMember(t, { type: 'ai_agent' })];
    const listed = async () =>
      (await t.call('GET', `/v1/profiles/${agent.profile.id}/principals`)).json.data.items.length;
    const id = await granted(t, owner, agent, ['drafting']);
    const refused = await changeGrant(t, owner, id, { public: true });
    expect(refusal(refused)).toEqual([409, 'access_grant_not_pending', undefined]);
    expect(refused.json.agent.hint).toContain('agrees to the invitation that it has read');
    expect(refusal(await changeGrant(t, agent, id, { public: true }))[1]).toBe('permission_denied');
    expect(await listed()).toBe(0);
    await endGrant(t, owner, id);

    for (const side of [agent, owner]) {
      const quiet = await invited(t, owner, agent, ['drafting', 'posting']);
      expect(refusal(await changeGrant(t, owner, quiet, { public: true }))[1], 'after it was read').toBe(
        'access_grant_not_pending',
      );
      await endGrant(t, owner, quiet);
      const again = await invited(t, owner, agent, ['drafting', 'posting'], { public: true });
      expect((await respondToInvite(t, agent, again)).status).toBe(200);
      expect((await changeGrant(t, owner, again, { public: true, permissions: ['drafting'] })).status).toBe(200);
      expect(await listed()).toBe(1);
      const hidden = { public: false, permissions: ['drafting'] };
      expect(refusal(await changeGrant(t, agent, again, hidden))[1]).toBe('permission_denied');
      expect((await changeGrant(t, side, again, { public: false })).json.data.access_grant).toMatchObject({
        public: false,
        permissions: ['drafting'],
      });
      expect(await listed()).toBe(0);
      await endGrant(t, owner, again);
    }
  });

  it('pages through both directions with a cursor', async () => {
    const middle = await makeMember(t);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const other = await makeMember(t);
      await (n % 2
        ? granted(t, other, middle, undefined, { public: true })
        : granted(t, middle, other, undefined, { public: true }));
      ids.unshift(other.profile.id);
    }
    expect(await walk(t, `/v1/profiles/${middle.profile.id}/principals`, { limit: 2 })).toEqual(ids);
  });
});
