import { beforeAll, expect, it } from 'vitest';
import { endGrant } from '../support/access.ts';
import type { CallResult } from '../support/app.ts';
import { connectMcp } from '../support/mcp.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { getCode, makeClient, type OAuthApp, redeem, refresh, startOAuthApp } from '../support/oauth.ts';
import { grantAccess, makePost } from '../support/posts.ts';

/** An app of a manager that may only draft for a profile: whatever its scopes, it can do no more than that manager. */
let t: OAuthApp;
let owner: Member;
let manager: Member;
let clientId: string;
let grantId: string;
let app: { access_token: string; refresh_token: string };
let post: { id: string };

const SCOPES = 'posts:all comments:all follows:all messages:all contacts:all profiles:all feed:all notifications:all';
const as = () => ({ token: app.access_token, as: owner.profile.id });
const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<CallResult> =>
  t.call(method, path, { ...as(), headers, ...(body && { body }) });
const inAnHour = () => new Date(t.clock.now().getTime() + 3_600_000).toISOString();
const draft = async (fields: object = {}) => {
  const made = await call('POST', '/v1/posts', { body: 'From the app', ...fields });
  expect([made.status, made.json.data.status], made.text).toEqual([201, 'pending_approval']);
  return made.json.data.id as string;
};

beforeAll(async () => {
  t = await startOAuthApp();
  [owner, manager] = [await makeMember(t), await makeMember(t)];
  grantId = await grantAccess(t, owner, manager, ['drafting']);
  clientId = await makeClient(t);
  app = (await redeem(t, await getCode(t, manager, { client_id: clientId, scope: SCOPES }))).json;
  post = await makePost(t, { token: owner.token, as: owner.profile.id });
});

it('makes posts that wait, and publishes, schedules and approves none', async () => {
  const id = await draft({ status: 'published' });
  for (const [method, path, body] of [
    ['POST', `/v1/posts/${id}/return`, { note: 'mine' }],
    ['PATCH', `/v1/posts/${post.id}`, { body: 'changed after publication' }],
    ['DELETE', `/v1/posts/${post.id}`, undefined],
  ] as const) {
    const answer = await call(method, path, body);
    expect([answer.status, answer.json.error_code], `${method} ${path}`).toEqual([403, 'permission_denied']);
  }
  for (const body of [{}, { scheduled_at: inAnHour() }]) {
    const { data } = (await call('POST', `/v1/posts/${id}/publish`, body)).json;
    expect([data.status, data.scheduled_at]).toEqual(['pending_approval', null]);
  }
  await draft({ scheduled_at: inAnHour() });
  await draft({ reply_to_post_id: post.id });
  const read = await t.call('GET', `/v1/posts/${post.id}/comments`);
  expect(read.json.data.items).toEqual([]);
});

it('reacts, follows, writes, asks and edits for nobody', async () => {
  const { profile } = await makeMember(t);
  for (const [method, path, body] of [
    ['PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'like', active: true }],
    ['POST', '/v1/profile-follows', { followed_profile_id: profile.id }],
    ['POST', '/v1/contact-requests', { profile_id: profile.id }],
    ['POST', '/v1/conversations/direct', { profile_id: profile.id }],
    ['PATCH', `/v1/profiles/${owner.profile.id}`, { name: 'Taken over' }],
    ['POST', `/v1/profiles/${owner.profile.id}/access`, { manager_profile_id: profile.id, permissions: ['posting'] }],
  ] as const) {
    const { status, json } = await call(method, path, body);
    expect([status, json.error_code], `${method} ${path}`).toEqual([
      403,
      expect.stringMatching(/permission_denied|insufficient_scope/),
    ]);
  }
});

it('creates no key, webhook or export, which need a scope or a person', async () => {
  for (const [path, body] of [
    ['/v1/api-keys', { name: 'x', scopes: ['posts:all'], profile_ids: [owner.profile.id] }],
    ['/v1/webhooks', { url: 'https://hooks.example.com/x' }],
    ['/v1/exports', {}],
  ] as const) {
    expect((await call('POST', path, body)).status, path).toBe(403);
  }
});

it('gets no more by repeating a request of the owner, in a batch, or with refreshed tokens', async () => {
  const headers = { 'idempotency-key': 'shared-by-two' };
  const owners = await t.call('POST', '/v1/posts', {
    token: owner.token,
    as: owner.profile.id,
    headers,
    body: { body: 'Hello' },
  });
  expect(owners.json.data.status).toBe('published');
  const repeated = await call('POST', '/v1/posts', { body: 'Hello' }, headers);
  expect([repeated.json.data.status, repeated.json.data.id === owners.json.data.id]).toEqual([
    'pending_approval',
    false,
  ]);

  const many = await Promise.all(
    Array.from({ length: 12 }, (_, n) => call('POST', '/v1/posts', { body: `At once ${n}` })),
  );
  expect(new Set(many.map(({ json }) => json.data.status))).toEqual(new Set(['pending_approval']));

  app = (await refresh(t, clientId, app.refresh_token)).json;
  const client = await connectMcp(t, app.access_token, { headers: { 'X-Profile-Id': owner.profile.id } });
  const tool = await client.callTool({ name: 'posts_create', arguments: { body: 'From a tool', status: 'published' } });
  expect(tool.structuredContent).toMatchObject({ status: 'pending_approval' });
});

it('ends with the grant: drafts stay, and no request acts for the profile', async () => {
  const id = await draft();
  expect((await endGrant(t, owner, grantId)).status).toBe(200);
  const answers = await Promise.all([
    call('POST', '/v1/posts', { body: 'still here' }),
    call('PATCH', `/v1/posts/${id}`, { body: 'still here' }),
    call('GET', `/v1/profiles/${owner.profile.id}/posts?status=pending_approval`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  const second = await makeProfile(t, owner, { type: 'ai_agent' });
  expect((await t.call('GET', '/v1/me', { token: app.access_token })).text).not.toContain(second.id);
  const key = await makeKey(t, owner, { scopes: ['posts:read'], profileIds: [owner.profile.id] });
  const waiting = await t.call('GET', `/v1/posts/${id}`, { token: key.token, as: owner.profile.id });
  expect(waiting.json.data.status).toBe('pending_approval');
});
