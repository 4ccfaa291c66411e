import { beforeAll, expect, it } from 'vitest';
import { endGrant, granted, invited } from '../../support/access.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';

/** An agent is only advised to do what it can do. */

let t: TestApp;
let owner: Member;
let manager: Member;
beforeAll(async () => {
  t = await startTestApp();
  [owner, manager] = [await makeMember(t), await makeMember(t)];
});

const read = async (by: CallOptions, id: string) =>
  (await t.call('GET', `/v1/profile-access/invitations/${id}`, by)).json.agent;
const actions = ({ next_actions = [] }: { next_actions?: { method: string; path: string }[] }) =>
  next_actions.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`);
const REVOKE = 'DELETE /v1/profile-access/{id}';

it('offers each side of a grant its own next steps', async () => {
  const other = await makeMember(t);
  const id = await invited(t, owner, other);
  expect(actions(await read({ token: owner.token }, id))).toEqual(['POST /v1/profile-access/{id}/resend', REVOKE]);
  expect(actions(await read({ token: other.token }, id))).toEqual([
    'POST /v1/profile-access/invitations/{id}/respond',
    REVOKE,
  ]);
  const reader = await makeKey(t, owner, { scopes: ['access:read'], profileIds: [owner.profile.id] });
  expect(actions(await read({ token: reader.token }, id))).toEqual([]);
});

it('names who can resign, to a key with only the managed profile', async () => {
  const id = await granted(t, owner, manager);
  const key = await makeKey(t, manager, { scopes: ['access:all'], profileIds: [owner.profile.id] });
  const seen = await read({ token: key.token }, id);
  expect(actions(seen)).toEqual([]);
  expect(seen.hint).toContain('resigns with DELETE /v1/profile-access/{grant_id} as manager_profile');
  const list = await t.call('GET', `/v1/profiles/${owner.profile.id}/access`, { token: key.token });
  expect(list.json.data.items.map((item: { id: string }) => item.id)).toContain(id);
  expect(list.json.agent.hint).toContain('manager_profile in its profile_ids');
  // The hints are correct.
  const able = await makeKey(t, manager, { scopes: ['access:all'], profileIds: [manager.profile.id] });
  expect(actions(await read({ token: able.token }, id))).toEqual([REVOKE]);
  expect((await endGrant(t, able, id)).status).toBe(200);
});

it('mentions posts that are drafts again after a revocation, if the caller can see them', async () => {
  const id = await granted(t, owner, manager, ['posting']);
  const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  const body = { body: 'Later', scheduled_at };
  const post = await t.call('POST', '/v1/posts', { token: manager.token, as: owner.profile.id, body });
  const { agent } = (await endGrant(t, owner, id)).json;
  expect(actions(agent)).toEqual(['GET /v1/profiles/{id}/posts?status=draft']);
  const found = await t.call('GET', agent.next_actions[0].path, { token: owner.token });
  expect(found.json.data.items.map((item: { id: string }) => item.id)).toEqual([post.json.data.id]);
  expect((await t.call('DELETE', `/v1/posts/${post.json.data.id}`, { token: owner.token })).status).toBe(200);

  const again = await granted(t, owner, manager, ['posting']);
  await t.call('POST', '/v1/posts', { token: manager.token, as: owner.profile.id, body });
  const resigned = (await endGrant(t, manager, again)).json.agent;
  expect(actions(resigned)).toEqual([]);
  const waiting = await invited(t, owner, manager);
  expect((await endGrant(t, owner, waiting)).json.agent.hint).not.toContain('scheduled');
});

it('explains a header that names another profile of the owner', async () => {
  const other = await makeProfile(t, owner);
  const id = await invited(t, owner, manager);
  for (const [method, path, body] of [
    ['DELETE', '', undefined],
    ['PATCH', '', { public: true }],
    ['POST', '/resend', undefined],
  ] as const) {
    const by = { token: owner.token, as: other.id, ...(body ? { body } : {}) };
    const refused = await t.call(method, `/v1/profile-access/${id}${path}`, by);
    expect(refusal(refused)[1]).toBe('access_grant_not_found');
    expect(refused.json.agent.hint).toContain('send the managed profile');
  }
});
