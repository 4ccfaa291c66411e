import { beforeAll, expect, it } from 'vitest';
import { endGrant, granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeMember } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

it('lists what the account has authorized, newest first, without ended ones', async () => {
  const me = await makeMember(t);
  await makeGrant(t, await makeMember(t));
  const first = await makeGrant(t, me);
  const second = await makeGrant(t, me, { scopes: ['feed:read', 'posts:write'] });
  const gone = await makeGrant(t, me);
  await t.call('DELETE', `/v1/oauth-grants/${gone.id}`, { token: me.token });
  const { json } = await t.call('GET', '/v1/oauth-grants', { token: me.token });
  expect(json.data.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect(json.data.items[0]).toMatchObject({
    client: { name: 'Reader', host: null },
    scopes: ['feed:read', 'posts:write'],
    profile_ids: [me.profile.id],
    last_used_at: null,
  });
  const page = await t.call('GET', '/v1/oauth-grants?limit=1', { token: me.token });
  const next = await t.call('GET', `/v1/oauth-grants?limit=1&cursor=${page.json.data.next_cursor}`, {
    token: me.token,
  });
  expect(next.json.data.items.map(({ id }: { id: string }) => id)).toEqual([first.id]);
});

it('revokes one immediately, including in the cache, and can be repeated', async () => {
  const me = await makeMember(t);
  const grant = await makeGrant(t, me);
  expect((await t.call('GET', '/v1/me', { token: grant.token })).status).toBe(200);
  const end = () => t.call('DELETE', `/v1/oauth-grants/${grant.id}`, { token: me.token });
  expect((await end()).json.data).toEqual({ oauth_grant_id: grant.id, revoked: true });
  const refused = await t.call('POST', '/v1/posts', { token: grant.token, body: { body: 'too late' } });
  expect([refused.status, refused.json.error_code]).toEqual([401, 'revoked_credentials']);
  expect((await end()).json.data.revoked).toBe(false);
});

it('revokes an app with all its authorizations, and nothing else', async () => {
  const me = await makeMember(t);
  const first = await makeGrant(t, me);
  const { json } = await t.call('GET', '/v1/oauth-grants', { token: me.token });
  const clientId = json.data.items[0].client.id;
  const other = await makeGrant(t, await makeMember(t), { clientId });
  const second = await makeGrant(t, me, { clientId, scopes: ['feed:read'] });
  const kept = await makeGrant(t, me);
  const list = async () => (await t.call('GET', '/v1/oauth-grants', { token: me.token })).json.data.items;
  const of = (items: { id: string; scopes: string[] }[]) => items.map(({ id, scopes }) => [id, scopes]);
  expect(of(await list())).toEqual([
    [kept.id, ['posts:write']],
    [second.id, ['feed:read']],
    [first.id, ['posts:write']],
  ]);
  const ended = await t.call('DELETE', `/v1/oauth-grants/${first.id}`, { token: me.token });
  expect(ended.json.data).toEqual({ oauth_grant_id: first.id, revoked: true });
  const works = async ({ token }: { token: string }) => (await t.call('GET', '/v1/me', { token })).status;
  expect(await Promise.all([first, second, kept, other].map(works))).toEqual([401, 401, 200, 200]);
  expect(of(await list())).toEqual([[kept.id, ['posts:write']]]);
  const again = await t.call('DELETE', `/v1/oauth-grants/${second.id}`, { token: me.token });
  expect(again.json.data.revoked).toBe(false);
});

it('tells a program where to get a token, and which scope it lacks', async () => {
  const metadata = `resource_metadata="${t.deps.config.baseUrl}/.well-known/oauth-protected-resource"`;
  const nobody = await t.call('GET', '/v1/me');
  expect(nobody.headers['www-authenticate']).toBe(`Bearer realm="pronet", ${metadata}`);
  const { token } = await makeGrant(t, await makeMember(t), { scopes: ['posts:write'] });
  const post = await t.call('POST', '/v1/posts', { token, body: { body: 'first' } });
  const comment = await t.call('POST', '/v1/posts', {
    token,
    body: { body: 'second', reply_to_post_id: post.json.data.id },
  });
  expect([comment.status, comment.json.error_code]).toEqual([403, 'insufficient_scope']);
  expect(comment.headers['www-authenticate']).toBe(
    `Bearer realm="pronet", error="insufficient_scope", scope="posts:write comments:write", ${metadata}`,
  );
});

it('never allows keys, access or what is for a person alone, whatever its scopes', async () => {
  const { token } = await makeGrant(t, await makeMember(t), { scopes: ['all:all'] });
  for (const path of ['/v1/api-keys', '/v1/oauth-grants', '/v1/account/sessions']) {
    const answer = await t.call('GET', path, { token });
    expect([answer.status, answer.json.error_code], path).toEqual([403, 'insufficient_scope']);
  }
});

it('excludes a profile that the account no longer has', async () => {
  const me = await makeMember(t);
  const { token } = await makeGrant(t, me);
  const removed = await t.call('DELETE', `/v1/profiles/${me.profile.id}`, { token: me.token });
  expect(removed.status, removed.text).toBe(200);
  const post = await t.call('POST', '/v1/posts', { token, as: me.profile.id, body: { body: 'ghost' } });
  expect([post.status, post.json.error_code]).toEqual([403, 'profile_not_attached']);
});

it('excludes a profile that the account no longer manages, immediately', async () => {
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  const access = await granted(t, owner, manager);
  const { token } = await makeGrant(t, manager, { profileIds: [owner.profile.id] });
  const post = () => t.call('POST', '/v1/posts', { token, as: owner.profile.id, body: { body: 'for another' } });
  expect((await post()).status).toBe(201);
  expect((await endGrant(t, owner, access)).status).toBe(200);
  const refused = await post();
  expect([refused.status, refused.json.error_code]).toEqual([403, 'profile_not_attached']);
});
