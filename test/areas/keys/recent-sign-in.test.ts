import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo } from '../../support/mails.ts';
import { makeKey, makeMember, PASSWORD, signUp } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const REFUSED = [403, 'recent_sign_in_required'];

it('an old session makes, widens and rotates no key that can do everything, until the person signs in again', async () => {
  const me = await signUp(t);
  const narrow = await makeKey(t, me, { scopes: ['posts:write'] });
  const wide = await makeKey(t, me, { scopes: ['all:all', 'keys:all'] });
  const create = (token: string, scopes: string[]) =>
    t.call('POST', '/v1/api-keys', { token, body: { name: 'Late', scopes, profile_ids: [] } });
  const widen = (token: string, scopes: string[]) =>
    t.call('PATCH', `/v1/api-keys/${narrow.id}`, { token, body: { scopes } });
  const rotate = (token: string, id: string) =>
    t.call('POST', `/v1/api-keys/${id}/rotate`, { token, body: { overlap_seconds: 0 } });
  t.clock.advance(2 * 3_600_000 + 1);
  for (const scopes of [['all:all'], ['posts:read', 'keys:write'], ['access:all']]) {
    expect(codeOf(await create(me.token, scopes)), scopes.join()).toEqual(REFUSED);
    expect(codeOf(await widen(me.token, scopes)), scopes.join()).toEqual(REFUSED);
  }
  expect(codeOf(await rotate(me.token, wide.id))).toEqual(REFUSED);
  expect((await create(me.token, ['posts:all', 'keys:read'])).status).toBe(201);
  expect((await rotate(me.token, narrow.id)).status).toBe(200);
  expect((await rotate(wide.token, wide.id)).status).toBe(200);
  const again = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password: PASSWORD } });
  const { token } = again.json.data.session;
  expect((await create(token, ['all:all'])).status).toBe(201);
  expect((await widen(token, ['all:all'])).status).toBe(200);
});

it('an old session frees no key that can do everything from a limit, nor gives it a profile', async () => {
  const me = await makeMember(t);
  const { id } = await makeKey(t, me, { scopes: ['all:all'], permissions: ['drafting'] });
  const change = (body: object) => t.call('PATCH', `/v1/api-keys/${id}`, { token: me.token, body });
  t.clock.advance(2 * 3_600_000 + 1);
  for (const body of [
    { permissions: null },
    { permissions: ['drafting', 'posting'] },
    { profile_ids: [me.profile.id] },
  ]) {
    expect(codeOf(await change(body)), JSON.stringify(body)).toEqual(REFUSED);
  }
  expect((await change({ name: 'Renamed', scopes: ['posts:write'] })).status).toBe(200);
});

it('an old session gives nobody the right to give access, and the owner is mailed about each invitation', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const invite = (permissions: string[]) =>
    t.call('POST', `/v1/profiles/${me.profile.id}/access`, {
      token: me.token,
      body: { manager_profile_id: other.profile.id, permissions },
    });
  t.clock.advance(2 * 3_600_000 + 1);
  expect(codeOf(await invite(['posting', 'access_management']))).toEqual(REFUSED);
  const { status, json } = await invite(['posting']);
  expect(status).toBe(201);
  const { id } = json.data.access_grant;
  expect(await mailsTo(t, me.email)).toContainEqual(
    expect.objectContaining({ template: 'access-created', params: { kind: 'access', id } }),
  );
});
