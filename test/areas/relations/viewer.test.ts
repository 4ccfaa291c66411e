import { beforeAll, describe, expect, it } from 'vitest';
import { granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeMember } from '../../support/members.ts';
import { block, contact, follow, type Owner, owner } from '../profiles/fixtures.ts';

let t: TestApp;
beforeAll(async () => {
  // Normally a block ends follows and contacts. This tests that it also hides any that remain.
  t = await startTestApp({}, { breaks: ['blocked_profiles_are_not_connected'] });
});

const nothing = {
  following: false,
  followed_by: false,
  contact: 'none',
  blocked: false,
  can_message: false,
  can_request_contact: false,
};

async function viewerOf(reader: Owner, target: Owner) {
  const options = { token: reader.token, as: reader.profile.id };
  const { json } = await t.call('GET', `/v1/profiles/${target.profile.id}`, options);
  const listed = await t.call('GET', `/v1/profiles/lookup?usernames=${target.profile.username}`, options);
  expect(listed.json.data.items[0].viewer).toEqual(json.data.viewer);
  return json.data.viewer;
}

const setPolicy = (target: Owner, messages: object, requests: object = {}) =>
  t.call('PATCH', `/v1/profiles/${target.profile.id}`, {
    token: target.token,
    body: { inbox_policy: { messages, contact_requests: requests } },
  });

describe('Profile.viewer', () => {
  it('is null without an acting profile, and allows nothing on itself', async () => {
    const me = await owner(t);
    const { json } = await t.call('GET', `/v1/profiles/${me.profile.id}`, { token: me.token });
    expect(json.data.viewer).toBeNull();
    expect(await viewerOf(me, me)).toEqual(nothing);
  });

  it('shows follows in both directions', async () => {
    const [a, b] = [await owner(t), await owner(t)];
    await follow(t, a.profile.id, b.profile.id);
    expect(await viewerOf(a, b)).toMatchObject({ following: true, followed_by: false });
    expect(await viewerOf(b, a)).toMatchObject({ following: false, followed_by: true });
  });

  it('applies the inbox policy for the type of the acting profile', async () => {
    const target = await owner(t);
    const [human, company, agent] = [
      await owner(t),
      await owner(t, { type: 'company' }),
      await owner(t, { type: 'ai_agent' }),
    ];
    const open = { ...nothing, can_message: true, can_request_contact: true };
    expect(await viewerOf(human, target)).toEqual(open);
    expect(await viewerOf(company, target)).toEqual({ ...open, can_message: false });
    expect(await viewerOf(agent, target)).toEqual({ ...open, can_message: false });
    await setPolicy(target, { human: 'nobody', ai_agent: 'anyone' }, { company: 'nobody' });
    expect(await viewerOf(human, target)).toEqual({ ...open, can_message: false });
    expect(await viewerOf(company, target)).toEqual(nothing);
    expect(await viewerOf(agent, target)).toEqual(open);
  });

  it('allows contacts what is for contacts, and offers no request to a contact', async () => {
    const [a, b] = [await owner(t), await owner(t)];
    await contact(t, a.profile.id, b.profile.id);
    await setPolicy(b, { human: 'contacts' });
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(await viewerOf(one, other)).toEqual({ ...nothing, contact: 'contact', can_message: true });
    }
    await setPolicy(b, { human: 'nobody' });
    expect(await viewerOf(a, b)).toMatchObject({ contact: 'contact', can_message: false });
  });

  it.each(['anyone', 'contacts', 'nobody'])('says what a write would answer, for the policy %s', async (policy) => {
    const [a, b, friend] = [await owner(t), await owner(t), await owner(t)];
    await contact(t, a.profile.id, friend.profile.id);
    for (const other of [b, friend]) {
      await setPolicy(other, { human: policy }, { human: policy === 'contacts' ? 'nobody' : policy });
      const body = { profile_id: other.profile.id };
      const tried = async (path: string) => {
        const as = { token: a.token, as: a.profile.id, headers: { 'dry-run': 'true' } };
        return (await t.call('POST', path, { ...as, body })).status < 300;
      };
      const { can_message, can_request_contact } = await viewerOf(a, other);
      expect(await tried('/v1/conversations/direct')).toBe(can_message);
      expect(await tried('/v1/contact-requests')).toBe(can_request_contact);
    }
  });

  it('shows a pending request to both sides, and what follows it', async () => {
    const [a, b] = [await owner(t), await owner(t)];
    const open = { ...nothing, can_message: true, can_request_contact: true };
    const by = ({ token, profile }: Owner) => ({ token, as: profile.id });
    const ask = async () => {
      const body = { profile_id: b.profile.id };
      const answer = await t.call('POST', '/v1/contact-requests', { ...by(a), body });
      expect(answer.status, answer.text).toBe(201);
      return answer.json.data.contact_request.id;
    };
    const waiting = { ...open, can_request_contact: false };
    const id = await ask();
    expect(await viewerOf(a, b)).toEqual({ ...waiting, contact: 'outgoing_request' });
    expect(await viewerOf(b, a)).toEqual({ ...waiting, contact: 'incoming_request' });
    await t.call('POST', `/v1/contact-requests/${id}/respond`, { ...by(b), body: { decision: 'reject' } });
    // Only the side that asked has a cooldown; the other may ask immediately.
    expect([await viewerOf(a, b), await viewerOf(b, a)]).toEqual([waiting, open]);
    await t.pool.query('update contact_requests set updated_at = updated_at - $2::interval where id = $1', [
      id,
      '21 days',
    ]);
    expect(await viewerOf(a, b)).toEqual(open);
    const second = await ask();
    await t.pool.query('update contact_requests set expires_at = $2 where id = $1', [second, t.clock.now()]);
    expect([await viewerOf(a, b), await viewerOf(b, a)]).toEqual([open, open]);
  });

  it('closes everything across a block and shows only an own one', async () => {
    const [a, b] = [await owner(t), await owner(t)];
    await follow(t, a.profile.id, b.profile.id);
    await contact(t, a.profile.id, b.profile.id);
    await block(t, a.profile.id, b.profile.id);
    expect(await viewerOf(a, b)).toEqual({ ...nothing, blocked: true });
    expect(await viewerOf(b, a)).toEqual(nothing);
  });
});

describe('a manager', () => {
  const seen = async (permissions: readonly string[]) => {
    const [principal, friend, asker, blocked] = [await owner(t), await owner(t), await owner(t), await owner(t)];
    const manager = await makeMember(t);
    await contact(t, principal.profile.id, friend.profile.id);
    await block(t, principal.profile.id, blocked.profile.id);
    const body = { profile_id: principal.profile.id };
    await t.call('POST', '/v1/contact-requests', { token: asker.token, as: asker.profile.id, body });
    await granted(t, { ...manager, ...principal }, manager, permissions);
    const through = { ...principal, token: manager.token };
    return [await viewerOf(through, friend), await viewerOf(through, asker), await viewerOf(through, blocked)];
  };

  it.each(['posting', 'following', 'drafting', 'profile_editing'])(
    'with only %s sees no contacts, requests or blocks',
    async (permission) => {
      expect(await seen([permission])).toEqual([nothing, nothing, nothing]);
    },
  );

  it('with messaging sees who can be messaged', async () => {
    const reachable = { ...nothing, can_message: true };
    expect(await seen(['messaging'])).toEqual([reachable, reachable, nothing]);
  });

  it('with networking sees contacts, requests and blocks', async () => {
    expect(await seen(['networking'])).toEqual([
      { ...nothing, contact: 'contact' },
      { ...nothing, contact: 'incoming_request' },
      { ...nothing, blocked: true },
    ]);
  });
});
