import { beforeAll, expect, it } from 'vitest';
import { changeGrant, granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo } from '../../support/mails.ts';
import { makeKey, makeMember, PASSWORD, signUp } from '../../support/members.ts';
import { makeWebhook } from '../../support/webhooks.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const REFUSED = [403, 'recent_sign_in_required'];

it('an old session makes, widens and rotates no key that speaks as the member, until the person signs in again', async () => {
  const me = await signUp(t);
  const narrow = await makeKey(t, me, { scopes: ['posts:read', 'follows:all'] });
  const wide = await makeKey(t, me, { scopes: ['all:all', 'keys:all'] });
  const create = (token: string, scopes: string[]) =>
    t.call('POST', '/v1/api-keys', { token, body: { name: 'Late', scopes, profile_ids: [] } });
  const widen = (token: string, scopes: string[]) =>
    t.call('PATCH', `/v1/api-keys/${narrow.id}`, { token, body: { scopes } });
  const rotate = (token: string, id: string) =>
    t.call('POST', `/v1/api-keys/${id}/rotate`, { token, body: { overlap_seconds: 0 } });
  t.clock.advance(2 * 3_600_000 + 1);
  for (const scopes of [
    ['all:all'],
    ['all:read', 'all:write'],
    ['posts:write'],
    ['comments:all'],
    ['messages:read'],
    ['contacts:all', 'audit:read'],
    ['profiles:write'],
    ['posts:read', 'keys:write'],
    ['access:all'],
  ]) {
    expect(codeOf(await create(me.token, scopes)), scopes.join()).toEqual(REFUSED);
    expect(codeOf(await widen(me.token, scopes)), scopes.join()).toEqual(REFUSED);
  }
  expect(codeOf(await rotate(me.token, wide.id))).toEqual(REFUSED);
  const harmless = ['posts:read', 'contacts:read', 'follows:all', 'feed:all', 'keys:read'];
  expect((await create(me.token, harmless)).status).toBe(201);
  const drafts = { name: 'Drafts', scopes: ['all:all'], profile_ids: [], permissions: ['drafting'] };
  expect((await t.call('POST', '/v1/api-keys', { token: me.token, body: drafts })).status).toBe(201);
  expect((await rotate(me.token, narrow.id)).status).toBe(200);
  expect((await rotate(wide.token, wide.id)).status).toBe(200);
  const again = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password: PASSWORD } });
  const { token } = again.json.data.session;
  expect((await create(token, ['all:all'])).status).toBe(201);
  expect((await widen(token, ['all:all'])).status).toBe(200);
});

it('an old session frees no key from its limit to drafts', async () => {
  const me = await makeMember(t);
  const { id } = await makeKey(t, me, { scopes: ['all:all'], permissions: ['drafting'] });
  const change = (body: object) => t.call('PATCH', `/v1/api-keys/${id}`, { token: me.token, body });
  t.clock.advance(2 * 3_600_000 + 1);
  for (const body of [{ permissions: null }, { permissions: ['drafting', 'posting'] }]) {
    expect(codeOf(await change(body)), JSON.stringify(body)).toEqual(REFUSED);
  }
  expect((await change({ name: 'Renamed', scopes: ['posts:write'], profile_ids: [me.profile.id] })).status).toBe(200);
});

it('an old session lets nobody speak for a profile, and the owner is mailed about each invitation', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const invite = (permissions: string[]) =>
    t.call('POST', `/v1/profiles/${me.profile.id}/access`, {
      token: me.token,
      body: { manager_profile_id: other.profile.id, permissions },
    });
  t.clock.advance(2 * 3_600_000 + 1);
  for (const one of ['posting', 'commenting', 'messaging', 'networking', 'profile_editing', 'access_management'])
    expect(codeOf(await invite(['drafting', one])), one).toEqual(REFUSED);
  const { status, json } = await invite(['drafting', 'following']);
  expect(status).toBe(201);
  const { id } = json.data.access_grant;
  expect(await mailsTo(t, me.email)).toContainEqual(
    expect.objectContaining({ template: 'access-created', params: { kind: 'access', id } }),
  );
});

it('nor to a manager or an invited profile, by a change of what it may do', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const id = await granted(t, me, other, ['posting']);
  const change = (token: string, body: Record<string, unknown>) => changeGrant(t, { token }, id, body);
  t.clock.advance(2 * 3_600_000 + 1);
  expect(codeOf(await change(me.token, { permissions: ['posting', 'access_management'] }))).toEqual(REFUSED);
  expect(codeOf(await change(me.token, { permissions: ['posting', 'messaging'] }))).toEqual(REFUSED);
  const inADay = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
  for (const less of [{ expires_at: inADay, budget: { posts_per_day: 3 } }, { budget: { posts_per_day: 2 } }])
    expect((await change(me.token, { permissions: ['posting'], ...less })).status).toBe(200);
  for (const more of [{ expires_at: null }, { budget: { posts_per_day: 4 } }, { budget: null }])
    expect(codeOf(await change(me.token, more)), JSON.stringify(more)).toEqual(REFUSED);
  expect(await changesMailed(me)).toEqual([]);
  expect((await change(me.token, { permissions: ['drafting'] })).status).toBe(200);
  expect(await changesMailed(me)).toEqual([{ kind: 'access', id, changed: true }]);
  const again = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password: PASSWORD } });
  const { token } = again.json.data.session;
  expect((await change(token, { permissions: ['access_management'] })).status).toBe(200);
  t.clock.advance(2 * 3_600_000 + 1);
  expect(codeOf(await change(token, { expires_at: null }))).toEqual(REFUSED);
});

it('an old session deletes no profile, and the owner is mailed about a deletion', async () => {
  const me = await makeMember(t);
  const remove = (token: string) => t.call('DELETE', `/v1/profiles/${me.profile.id}`, { token });
  t.clock.advance(2 * 3_600_000 + 1);
  expect(codeOf(await remove(me.token))).toEqual(REFUSED);
  const again = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password: PASSWORD } });
  expect((await remove(again.json.data.session.token)).status).toBe(200);
  expect(await mailsTo(t, me.email)).toContainEqual(
    expect.objectContaining({ template: 'profile-deleted', params: { username: me.profile.username } }),
  );
});

it('the owner is mailed when a key or a webhook gets more rights, another address or a new secret', async () => {
  const me = await makeMember(t);
  const [{ id: key }, { id: hook }] = [await makeKey(t, me, { scopes: ['posts:read'] }), await makeWebhook(t, me)];
  const call = async (method: string, path: string, body: object) =>
    expect((await t.call(method, path, { token: me.token, body })).status).toBe(200);
  await call('PATCH', `/v1/api-keys/${key}`, { name: 'Renamed' });
  await call('PATCH', `/v1/webhooks/${hook}`, { enabled: false });
  expect(await changesMailed(me)).toEqual([]);
  await call('PATCH', `/v1/api-keys/${key}`, { scopes: ['posts:read', 'messages:read'] });
  await call('POST', `/v1/api-keys/${key}/rotate`, { overlap_seconds: 0 });
  await call('PATCH', `/v1/webhooks/${hook}`, { url: 'https://other.example.com/events' });
  expect(await changesMailed(me)).toEqual([
    { kind: 'api_key', id: key, changed: true },
    { kind: 'api_key', id: key, changed: true },
    { kind: 'webhook', id: hook, changed: true },
  ]);
});

it('the owner is mailed when a key replaces its own secret, also one that only reads', async () => {
  const me = await makeMember(t);
  for (const scopes of [
    ['all:all', 'keys:all'],
    ['posts:read', 'keys:all'],
  ]) {
    const key = await makeKey(t, me, { scopes });
    expect((await t.call('POST', `/v1/api-keys/${key.id}/rotate`, { token: key.token })).status).toBe(200);
    expect((await changesMailed(me)).at(-1)).toEqual({ kind: 'api_key', id: key.id, changed: true });
  }
});

it('an old session makes no webhook and gives none another address or secret, but a key and the rest of a change may', async () => {
  const me = await makeMember(t);
  const key = await makeKey(t, me, { scopes: ['webhooks:all'], profileIds: [me.profile.id] });
  const { id } = await makeWebhook(t, me);
  const url = 'https://other.example.com/events';
  const create = (token: string) =>
    t.call('POST', '/v1/webhooks', { token, body: { url, profile_ids: [me.profile.id] } });
  const change = (token: string, body: object) => t.call('PATCH', `/v1/webhooks/${id}`, { token, body });
  const rotate = (token: string, of = id) =>
    t.call('POST', `/v1/webhooks/${of}/rotate-secret`, { token, body: { overlap_seconds: 0 } });
  t.clock.advance(2 * 3_600_000 + 1);
  expect(codeOf(await create(me.token))).toEqual(REFUSED);
  expect(codeOf(await change(me.token, { url }))).toEqual(REFUSED);
  expect(codeOf(await rotate(me.token))).toEqual(REFUSED);
  expect(codeOf(await change(me.token, { url, enabled: true }))).toEqual(REFUSED);
  for (const less of [{ enabled: false }, { types: ['post.published'] }, { enabled: true }])
    expect((await change(me.token, less)).status, JSON.stringify(less)).toBe(200);
  const made = await create(key.token);
  expect(made.status).toBe(201);
  expect((await rotate(key.token, made.json.data.webhook.id)).status).toBe(200);
  const again = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password: PASSWORD } });
  const { token } = again.json.data.session;
  expect([(await create(token)).status, (await change(token, { url })).status]).toEqual([201, 200]);
  expect((await rotate(token)).status).toBe(200);
});

async function changesMailed({ email }: { email: string }) {
  const mails = await mailsTo(t, email);
  return mails.flatMap(({ template, params }) =>
    template === 'access-created' && 'changed' in params ? [params] : [],
  );
}
