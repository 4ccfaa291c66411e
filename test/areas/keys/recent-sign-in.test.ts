import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, PASSWORD, signUp } from '../../support/members.ts';

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
