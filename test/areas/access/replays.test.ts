import { beforeAll, describe, expect, it } from 'vitest';
import { changeGrant, endGrant, granted, invited } from '../../support/access.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, unique } from '../../support/members.ts';
import { as, makePost, refusal } from '../../support/posts.ts';

/** A repeated `Idempotency-Key` must not return what its caller may no longer read, whichever profile the header names. */

let t: TestApp;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
  owner = await makeMember(t, { type: 'company' });
});

type Request = [method: string, path: string, body?: object];
const PERMISSIONS = ['posting', 'profile_editing', 'access_management'];

const WRITES: Record<string, () => Promise<Request>> = {
  'an edit of the profile': async () => ['PATCH', `/v1/profiles/${owner.profile.id}`, { bio: 'By the manager' }],
  'an edit of its post': async () => {
    const { id } = await makePost(t, as(owner));
    return ['PATCH', `/v1/posts/${id}`, { body: 'Better' }];
  },
  'a removal of its post': async () => ['DELETE', `/v1/posts/${(await makePost(t, as(owner))).id}`],
  'a change of another grant': async () => {
    const id = await invited(t, owner, await makeMember(t), ['posting', 'following']);
    return ['PATCH', `/v1/profile-access/${id}`, { permissions: ['posting'] }];
  },
  'an invitation': async () => [
    'POST',
    `/v1/profiles/${owner.profile.id}/access`,
    { manager_profile_id: (await makeMember(t)).profile.id, permissions: ['posting'] },
  ],
};

function repeatable(by: CallOptions, [method, path, body]: Request) {
  const headers = { 'idempotency-key': unique('key') };
  return async () => {
    const answer = await t.call(method, path, { ...by, headers, ...(body ? { body } : {}) });
    return { status: answer.status, replayed: answer.headers['idempotency-replayed'] ?? null, answer };
  };
}

describe.each(Object.entries(WRITES))('%s', (_what, request) => {
  it.each([
    ['the grant is revoked', (id: string) => endGrant(t, owner, id)],
    ['the grant is narrowed', (id: string) => changeGrant(t, owner, id, { permissions: ['following'] })],
  ])('is not repeated after %s', async (_how, end) => {
    const manager = await makeMember(t);
    const id = await granted(t, owner, manager, PERMISSIONS);
    const wanted = await request();
    const sends: ReturnType<typeof repeatable>[] = [];
    for (const by of [{ token: manager.token }, as(manager), { token: manager.token, as: owner.profile.id }]) {
      const send = repeatable(by, wanted);
      const first = await send();
      // Not every write looks beyond the profile that the header names.
      if (first.status >= 400) continue;
      expect(await send()).toMatchObject({ status: first.status, replayed: 'true' });
      sends.push(send);
    }
    expect(sends.length).toBeGreaterThan(0);
    expect((await end(id)).status).toBe(200);
    for (const send of sends) {
      const { status, replayed, answer } = await send();
      expect([status >= 400, replayed], answer.text).toEqual([true, null]);
    }
  });
});

it('is refused to a key that was detached from the profile since', async () => {
  const member = await makeMember(t);
  const key = await makeKey(t, member, { profileIds: [member.profile.id], scopes: ['profiles:write'] });
  const send = repeatable({ token: key.token }, ['PATCH', `/v1/profiles/${member.profile.id}`, { bio: 'Mine' }]);
  expect(await send()).toMatchObject({ status: 200, replayed: null });
  expect(await send()).toMatchObject({ status: 200, replayed: 'true' });
  const body = { profile_ids: [] };
  expect((await t.call('PATCH', `/v1/api-keys/${key.id}`, { token: member.token, body })).status).toBe(200);
  expect(refusal((await send()).answer).slice(0, 2)).toEqual([403, 'permission_denied']);
});

it('repeats what has ended its own right', async () => {
  const member = await makeMember(t);
  const id = await granted(t, owner, member, ['access_management']);
  const spare = await makeMember(t);
  for (const [by, request] of [
    [member, ['DELETE', `/v1/profile-access/${id}`]],
    [spare, ['DELETE', `/v1/profiles/${spare.profile.id}`]],
  ] as const) {
    const send = repeatable({ token: by.token }, [...request]);
    const first = await send();
    expect(first.status, first.answer.text).toBe(200);
    const again = await send();
    expect([again.status, again.replayed, again.answer.json.data]).toEqual([200, 'true', first.answer.json.data]);
  }
});
