import { beforeAll, describe, expect, it } from 'vitest';
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
import { block, unblock } from '../../support/follows.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, refusal, walk } from '../../support/posts.ts';
import { signInAgain } from '../../support/sessions.ts';

let t: TestApp;
let owner: Member;
let manager: Member;
beforeAll(async () => {
  t = await startTestApp();
  owner = await makeMember(t);
  manager = await makeMember(t);
});

const invitations = async (by: Member, query = '') =>
  (await t.call('GET', `/v1/profile-access/invitations${query}`, { token: by.token })).json.data.items;
const read = (by: { token: string }, id: string) =>
  t.call('GET', `/v1/profile-access/invitations/${id}`, { token: by.token });

describe('an invitation', () => {
  it('is created, listed for the invited side and accepted, with events for both sides', async () => {
    const answer = await invite(t, owner, owner.profile.id, manager.profile.id, ['posting', 'commenting', 'posting']);
    expect(answer.status, answer.text).toBe(201);
    const grant = answer.json.data.access_grant;
    expect(grant).toMatchObject({
      profile_id: owner.profile.id,
      manager_profile: { id: manager.profile.id, username: manager.profile.username },
      permissions: ['posting', 'commenting'],
      status: 'pending',
      budget: null,
      expires_at: null,
      public: false,
      accepted_at: null,
      declined_at: null,
      revoked_at: null,
    });
    expect(answer.json.agent.next_actions.map(({ path }: { path: string }) => path)).toContain(
      `/v1/profile-access/${grant.id}/resend`,
    );

    const [found] = await invitations(manager);
    expect(found).toEqual({ access_grant: grant, managed_profile: expect.objectContaining({ id: owner.profile.id }) });
    expect((await read(manager, grant.id)).json.data).toEqual(found);
    expect((await read(owner, grant.id)).json.data).toEqual(found);
    // An invitation gives no access yet.
    expect(
      refusal(
        await t.call('POST', '/v1/posts', { token: manager.token, as: owner.profile.id, body: { body: 'Hi' } }),
      )[1],
    ).toBe('profile_not_attached');

    const accepted = await respondToInvite(t, manager, grant.id);
    expect(accepted.status, accepted.text).toBe(200);
    expect(accepted.json.data).toMatchObject({
      access_grant: { id: grant.id, status: 'accepted', accepted_at: expect.any(String) },
      managed_profile: { id: owner.profile.id },
    });
    expect(await invitations(manager)).toEqual([]);
    const posted = await t.call('POST', '/v1/posts', {
      token: manager.token,
      as: owner.profile.id,
      body: { body: 'In the name of another' },
    });
    expect(posted.json.data.manager_profile_id).toBe(manager.profile.id);

    const events = await eventsOf(t, grant.id);
    expect(events.map(({ type, actor_profile_id }) => [type, actor_profile_id])).toEqual([
      ['access_grant.invited', owner.profile.id],
      ['access_grant.invited', owner.profile.id],
      ['access_grant.accepted', manager.profile.id],
      ['access_grant.accepted', manager.profile.id],
    ]);
    expect(new Set(events.map(({ profile_id }) => profile_id))).toEqual(
      new Set([owner.profile.id, manager.profile.id]),
    );
    expect(events[3]!.data).toEqual({
      profile_id: owner.profile.id,
      manager_profile_id: manager.profile.id,
      status: 'accepted',
    });
    expect((await auditOf(t, grant.id)).map(({ operation, profile_id }) => [operation, profile_id])).toEqual([
      ['access.invite', owner.profile.id],
      ['access.respond', manager.profile.id],
    ]);
  });

  it('is unique: while pending or accepted it prevents another', async () => {
    const [a, b] = [await makeMember(t), await makeMember(t)];
    const id = await invited(t, a, b);
    const again = await invite(t, a, a.profile.id, b.profile.id);
    expect(refusal(again)).toEqual([409, 'access_grant_exists', undefined]);
    expect(again.json.agent.next_actions[0].path).toBe(`/v1/profile-access/${id}/resend`);
    await respondToInvite(t, b, id);
    expect((await invite(t, a, a.profile.id, b.profile.id)).json.agent.next_actions[0]).toMatchObject({
      method: 'PATCH',
      path: `/v1/profile-access/${id}`,
    });
    await endGrant(t, b, id);
    expect((await invite(t, a, a.profile.id, b.profile.id)).status).toBe(201);
    // The opposite direction is a separate grant.
    expect((await invite(t, b, b.profile.id, a.profile.id)).status).toBe(201);
  });

  it('is refused with the reason', async () => {
    const [a, b] = [await makeMember(t), await makeMember(t)];
    const to = (id: string, by: Member = a) => invite(t, by, a.profile.id, id);
    expect(refusal(await to(a.profile.id))[1]).toBe('cannot_target_self');
    expect(refusal(await to('019ffa00-0000-7000-8000-000000000000'))[1]).toBe('profile_not_found');
    expect(refusal(await to('no id'))).toEqual([400, 'invalid_request', 'id_or_username']);
    expect(refusal(await to('nobody-has-this'))).toEqual([404, 'profile_not_found', undefined]);
    const stranger = await to(b.profile.id, b);
    expect(stranger.json.agent.required_permission).toBe('access_management');
    expect(refusal(stranger)[1]).toBe('permission_denied');
    for (const [blocker, blocked] of [
      [a, b],
      [b, a],
    ] as const) {
      await block(t, blocker, blocked);
      expect(refusal(await to(b.profile.id))[1]).toBe('interaction_not_allowed');
      await unblock(t, blocker, blocked);
    }
    const wrong = async (more: Record<string, unknown>, permissions: string[] = ['posting']) =>
      (await invite(t, a, a.profile.id, b.profile.id, permissions, more)).json.agent?.fields?.[0];
    expect(await wrong({}, [])).toMatchObject({ path: 'body.permissions', rule: 'min_items' });
    expect(await wrong({}, ['everything'])).toMatchObject({ path: 'body.permissions[0]', rule: 'allowed_values' });
    expect(await wrong({ expires_at: t.clock.now().toISOString() })).toMatchObject({ rule: 'in_future' });
    expect(await wrong({ budget: { posts_per_day: -1 } })).toMatchObject({ path: 'body.budget.posts_per_day' });
    expect(await wrong({ budget: { likes_per_day: 1 } })).toMatchObject({ rule: 'unknown_field' });
  });

  it('is mailed to the owner and to the invited account, and again to that on a resend a day later', async () => {
    const [a, b] = [await makeMember(t), await makeMember(t)];
    const before = await mailsWaiting();
    const id = await invited(t, a, b);
    expect(await mailsWaiting()).toBe(before + 2);
    await resendInvite(t, a, id);
    expect(await mailsWaiting()).toBe(before + 2);
    t.clock.advance(86_400_000);
    await resendInvite(t, a, id);
    expect(await mailsWaiting()).toBe(before + 3);
  });

  it('can be declined and then created again', async () => {
    const [a, b] = [await makeMember(t), await makeMember(t)];
    const id = await invited(t, a, b);
    const answer = await respondToInvite(t, b, id, 'decline');
    expect(answer.json.data.access_grant).toMatchObject({ status: 'declined', declined_at: expect.any(String) });
    for (const decision of ['accept', 'decline'] as const) {
      const late = await respondToInvite(t, b, id, decision);
      expect(refusal(late)[1]).toBe('access_grant_not_pending');
      // Only what this side may do.
      const [{ method, path }] = late.json.agent.next_actions;
      const status = (await t.call(method, path, { token: b.token })).json.data.access_grant.status;
      expect([late.json.agent.next_actions.length, status]).toEqual([1, 'declined']);
      expect(late.json.agent.hint).toContain('only the side of the managed profile can invite again');
    }
    expect(refusal(await resendInvite(t, a, id))[1]).toBe('access_grant_not_pending');
    expect(refusal(await changeGrant(t, a, id, { public: true }))[1]).toBe('access_grant_not_pending');
    expect((await endGrant(t, a, id)).json.data.access_grant.status).toBe('declined');
    expect((await invite(t, a, a.profile.id, b.profile.id)).status).toBe(201);
    expect((await eventsOf(t, id)).map(({ type }) => type).slice(2)).toEqual([
      'access_grant.declined',
      'access_grant.declined',
    ]);
  });

  it('tells the inviting side what it can do once it was answered', async () => {
    const [a, b] = [await makeMember(t), await makeMember(t)];
    const id = await invited(t, a, b);
    const toldTo = async (who: { token: string }) => {
      const { status, json } = await t.call('POST', `/v1/profile-access/invitations/${id}/respond`, {
        token: who.token,
        body: { decision: 'accept' },
      });
      return [status, json.agent.hint, json.agent.next_actions?.map(({ path }: { path: string }) => path)];
    };
    expect((await respondToInvite(t, b, id)).status).toBe(200);
    expect(await toldTo(a)).toEqual([
      403,
      expect.stringMatching(/this caller is on the side .* already accepted: PATCH /),
      [`/v1/profile-access/${id}`, `/v1/profile-access/${id}`, `/v1/profiles/${a.profile.id}/access`],
    ]);
    const key = await makeKey(t, b, { scopes: ['access:all'], profileIds: [a.profile.id] });
    expect(await toldTo(key)).toEqual([403, expect.stringMatching(/an API key that has manager_profile/), undefined]);
    await t.call('DELETE', `/v1/profile-access/${id}`, { token: a.token });
    expect(await toldTo(a)).toEqual([
      403,
      expect.stringMatching(/this caller is on the side .* POST .*invites the profile again/),
      [`/v1/profiles/${a.profile.id}/access`, `/v1/profiles/${a.profile.id}/access`],
    ]);
  });

  it('can only be answered by the invited side, and is hidden from strangers', async () => {
    const [a, b, stranger] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const id = await invited(t, a, b);
    const inviter = await respondToInvite(t, a, id);
    expect(refusal(inviter)).toEqual([403, 'permission_denied', undefined]);
    expect(inviter.json.agent.hint).toMatch(/^Only the owner of manager_profile, .* can accept or decline/);
    expect(
      inviter.json.agent.next_actions.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`),
    ).toEqual([
      `GET /v1/profile-access/invitations/${id}`,
      `POST /v1/profile-access/${id}/resend`,
      `DELETE /v1/profile-access/${id}`,
    ]);
    expect(refusal(await resendInvite(t, b, id))[1]).toBe('permission_denied');
    expect(refusal(await changeGrant(t, b, id, { permissions: ['messaging'] }))[1]).toBe('permission_denied');
    for (const answer of [
      await respondToInvite(t, stranger, id),
      await resendInvite(t, stranger, id),
      await changeGrant(t, stranger, id, { public: true }),
      await endGrant(t, stranger, id),
      await read(stranger, id),
    ]) {
      expect(refusal(answer)).toEqual([404, 'access_grant_not_found', undefined]);
    }
    // A manager of the invited profile can't answer for it.
    const secretary = await makeMember(t);
    await granted(t, b, secretary, ['access_management', 'posting']);
    expect(refusal(await respondToInvite(t, secretary, id))[1]).toBe('access_grant_not_found');
    expect(await invitations(secretary)).toEqual([]);
  });

  it('between blocked profiles can be declined but not accepted, and is not listed', async () => {
    const [a, b] = [await makeMember(t), await makeMember(t)];
    const id = await invited(t, a, b);
    // As a manager without `access_management` leaves it; any other block also ends the invitation.
    await t.pool.query('insert into blocks (blocker_profile_id, blocked_profile_id, created_at) values ($1, $2, $3)', [
      b.profile.id,
      a.profile.id,
      t.clock.now(),
    ]);
    expect(await invitations(b)).toEqual([]);
    expect(refusal(await respondToInvite(t, b, id))[1]).toBe('interaction_not_allowed');
    expect(refusal(await resendInvite(t, a, id))[1]).toBe('interaction_not_allowed');
    expect((await respondToInvite(t, b, id, 'decline')).status).toBe(200);
  });

  it('is listed with a cursor, for all own profiles or the one in the header', async () => {
    const account = await signUp(t);
    const [one, two] = [await makeProfile(t, account), await makeProfile(t, account)];
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      ids.unshift(await invited(t, await makeMember(t), { ...account, profile: n % 2 ? one : two }));
    }
    const idOf = (item: unknown) => (item as { access_grant: { id: string } }).access_grant.id;
    expect(await walk(t, '/v1/profile-access/invitations', { token: account.token }, idOf)).toEqual(ids);
    expect(await walk(t, '/v1/profile-access/invitations', { token: account.token, as: one.id }, idOf)).toEqual(
      ids.filter((_id, at) => at % 2 === 1),
    );
    const compact = await t.call('GET', '/v1/profile-access/invitations?view=compact&limit=1', {
      token: account.token,
    });
    expect(compact.json.data.items[0].managed_profile).not.toHaveProperty('media');
  });
});

describe('resending an invitation', () => {
  it('works immediately, then 60 s apart, at most five times', async () => {
    const other = await makeMember(t);
    owner = await signInAgain(t, owner);
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [other.accountId]);
    const id = await invited(t, owner, other);
    expect((await resendInvite(t, owner, id)).status).toBe(200);
    t.clock.advance(86_400_000);
    expect((await resendInvite(t, owner, id)).status).toBe(200);
    const words = { grantId: id, managed: owner.profile.username, manager: other.profile.username };
    const mails = (await mailsTo(t, other.email)).flatMap(({ template, params }) =>
      template === 'access-invitation' ? [params] : [],
    );
    expect(mails).toMatchObject([words, { ...words, permissions: expect.arrayContaining(['posting']) }]);
    const early = await resendInvite(t, owner, id);
    expect(refusal(early)[1]).toBe('resend_limit_reached');
    expect(early.json.agent.retry_after_seconds).toBeGreaterThan(50);
    expect(early.json.agent.retry_after_seconds).toBeLessThanOrEqual(60);
    for (let n = 3; n <= 5; n++) {
      t.clock.advance(60_000);
      expect((await resendInvite(t, owner, id)).status, `resend ${n}`).toBe(200);
    }
    t.clock.advance(60_000);
    const sixth = await resendInvite(t, owner, id);
    expect(refusal(sixth)[1]).toBe('resend_limit_reached');
    expect(sixth.json.agent).not.toHaveProperty('retry_after_seconds');
    expect((await eventsOf(t, id)).filter(({ type }) => type === 'access_grant.resent')).toHaveLength(10);
  });
});

async function mailsWaiting(): Promise<number> {
  return (await t.pool.query("select count(*)::int as n from jobs.job where name = 'mail.send'")).rows[0].n;
}

it('dry runs change nothing', async () => {
  const [a, b] = [await makeMember(t), await makeMember(t)];
  const dry = { headers: { 'Dry-Run': 'true' } };
  const body = { manager_profile_id: b.profile.id, permissions: ['posting'] };
  const path = `/v1/profiles/${a.profile.id}/access`;
  const before = await mailsWaiting();
  expect((await t.call('POST', path, { ...as(a), ...dry, body })).status).toBe(201);
  expect(await mailsWaiting()).toBe(before);
  const id = await invited(t, a, b);
  const answer = await t.call('POST', `/v1/profile-access/invitations/${id}/respond`, {
    ...as(b),
    ...dry,
    body: { decision: 'accept' },
  });
  expect(answer.json.data.access_grant.status).toBe('accepted');
  expect((await read(a, id)).json.data.access_grant.status).toBe('pending');
});

it('can neither be made nor repeated by another profile of a blocked account', async () => {
  const [ada, ben] = [await makeMember(t), await makeMember(t)];
  const other = { ...ben, profile: await makeProfile(t, ben) };
  const waiting = await invited(t, other, ada);
  await block(t, ada, ben);
  const another = { ...ben, profile: await makeProfile(t, ben) };
  expect(refusal(await invite(t, another, another.profile.id, ada.profile.id))[1]).toBe('interaction_not_allowed');
  t.clock.advance(120_000);
  expect(refusal(await resendInvite(t, other, waiting))[1]).toBe('interaction_not_allowed');
});

it('stay when another profile of the account is blocked, because a block must not show which ones share an account', async () => {
  const [ada, ben] = [await makeMember(t), await makeMember(t)];
  const other = { ...ben, profile: await makeProfile(t, ben) };
  const waiting = await invited(t, other, ada);
  await block(t, ada, ben);
  const { items } = (await t.call('GET', '/v1/profile-access/invitations', as(ada))).json.data;
  expect(items).toHaveLength(1);
  expect((await respondToInvite(t, ada, waiting)).status).toBe(200);
});

it('tells no manager by a dry run which profiles share an account', async () => {
  const [owner, manager, stranger] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const sibling = await makeProfile(t, owner);
  await grantAccess(t, owner, manager, ['access_management', 'posting']);
  const tries = (id: string, by: Member = manager) =>
    t.call('POST', `/v1/profiles/${owner.profile.id}/access`, {
      token: by.token,
      headers: { 'dry-run': 'true' },
      body: { manager_profile_id: id, permissions: ['posting'] },
    });
  const answers = [await tries(sibling.id), await tries(stranger.profile.id)];
  const [own, other] = answers.map(({ status, json }) => [status, json.error_code ?? null, json.agent]);
  expect(own).toEqual(other);
  expect(own![0]).toBe(201);
  const { rows } = await t.pool.query('select 1 from access_grants where manager_profile_id = $1', [sibling.id]);
  expect(rows).toEqual([]);
  expect(refusal(await tries(sibling.id, owner))[1], 'the owner knows').toBe('same_account');
  expect(refusal(await invite(t, manager, owner.profile.id, sibling.id))[1]).toBe('interaction_not_allowed');
});
