import { beforeAll, describe, expect, it } from 'vitest';
import { granted, invite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile, unique } from '../../support/members.ts';
import { as, auditOf, grantAccess, makeContacts, makePost, refusal } from '../../support/posts.ts';

/** A key with `permissions` acts for its account's profiles as a manager with exactly these would. */

let t: TestApp;
let owner: Member;
let other: Member;
beforeAll(async () => {
  t = await startTestApp();
  [owner, other] = [await makeMember(t), await makeMember(t)];
  await makeContacts(t, owner, other);
});

type By = { token: string; as: string };
type Rights = { permissions?: readonly string[] | null; scopes?: readonly string[]; profileIds?: readonly string[] };

const ALL_SCOPES = ['all:all', 'keys:write', 'access:all', 'webhooks:all'];
async function tryKey(by: { token: string }, { permissions, scopes = ALL_SCOPES, profileIds }: Rights) {
  const body = { name: 'agent', scopes, profile_ids: profileIds ?? [owner.profile.id], permissions };
  return t.call('POST', '/v1/api-keys', { token: by.token, body });
}
async function keyWith(permissions: readonly string[] | null, by: { token: string } = owner) {
  const answer = await tryKey(by, { permissions });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json.data.api_key.permissions).toEqual(permissions);
  return { id: answer.json.data.api_key.id as string, token: answer.json.data.secret as string, as: owner.profile.id };
}
const call = (by: By, method: string, path: string, body?: object, headers?: Record<string, string>) =>
  t.call(method, path, { ...by, ...(body ? { body } : {}), ...(headers ? { headers } : {}) });
const changeKey = (id: string, body: object, by: { token: string } = owner) =>
  t.call('PATCH', `/v1/api-keys/${id}`, { token: by.token, body });
const inAnHour = () => new Date(t.clock.now().getTime() + 3_600_000).toISOString();

describe('a key that may only draft', () => {
  it('makes every post wait for approval, whatever status it asks for', async () => {
    const key = await keyWith(['drafting']);
    for (const body of [
      { body: 'Now' },
      { body: 'Now', status: 'published' },
      { body: 'Quite so, I think', reply_to_post_id: (await makePost(t, as(other))).id },
      { body: 'A quote', quoted_post_id: (await makePost(t, as(other))).id },
    ]) {
      const { status, json } = await call(key, 'POST', '/v1/posts', body);
      expect([status, json.data?.status], JSON.stringify(json)).toEqual([201, 'pending_approval']);
      expect((await t.call('GET', `/v1/posts/${json.data.id}`)).status).toBe(404);
      expect((await call(key, 'POST', `/v1/posts/${json.data.id}/publish`, {})).json.data.status).toBe(
        'pending_approval',
      );
      const approved = await t.call('POST', `/v1/posts/${json.data.id}/publish`, { ...as(owner), body: {} });
      expect(approved.json.data.status).toBe('published');
      const edited = await call(key, 'PATCH', `/v1/posts/${json.data.id}`, { body: 'Something else' });
      expect(refusal(edited)[1], 'after publication').toBe('permission_denied');
      expect(refusal(await call(key, 'DELETE', `/v1/posts/${json.data.id}`))[1]).toBe('permission_denied');
    }
    const scheduled = await call(key, 'POST', '/v1/posts', { body: 'Later', scheduled_at: inAnHour() });
    expect(scheduled.json.data?.status ?? scheduled.json.error_code).not.toBe('scheduled');
  });

  it('may do nothing else for the profile, neither together with others nor through any operation', async () => {
    const key = await keyWith(['drafting']);
    const { id: post } = await makePost(t, as(other));
    const { id: own } = await makePost(t, as(owner));
    const target = { profile_id: other.profile.id };
    const { conversation } = (await t.call('POST', '/v1/conversations/direct', { ...as(owner), body: target })).json
      .data;
    const newcomer = await makeMember(t);
    const attempts: [string, string, object?][] = [
      ['PUT', `/v1/posts/${post}/reaction`, { reaction_type: 'like', active: true }],
      ['PUT', `/v1/posts/${post}/bookmark`],
      ['GET', '/v1/bookmarks'],
      ['POST', `/v1/conversations/${conversation.id}/messages`, { body: 'Good morning to you' }],
      ['GET', '/v1/conversations'],
      ['GET', `/v1/conversations/${conversation.id}/messages`],
      ['POST', '/v1/conversations/direct', target],
      ['POST', '/v1/profile-follows', { followed_profile_id: other.profile.id }],
      ['POST', '/v1/contact-requests', { profile_id: newcomer.profile.id }],
      ['GET', '/v1/contacts'],
      ['POST', '/v1/blocks', { profile_id: newcomer.profile.id }],
      ['PUT', `/v1/profiles/${newcomer.profile.id}/mute`],
      ...Object.entries({ post, profile: other.profile.id }).map(
        ([target_type, target_id]): [string, string, object] => [
          ...(['POST', '/v1/reports'] as const),
          { target_type, target_id, reason: 'spam' },
        ],
      ),
      ['PATCH', `/v1/profiles/${owner.profile.id}`, { bio: 'Mine' }],
      ['DELETE', `/v1/posts/${own}`],
      ['PATCH', `/v1/posts/${own}`, { body: 'Mine' }],
      ['POST', '/v1/profiles', { type: 'human', username: unique(), name: 'Another' }],
      ['POST', '/v1/webhooks', { url: 'https://hooks.example.com/x', profile_ids: [owner.profile.id] }],
      ['GET', '/v1/webhooks'],
      [
        'POST',
        `/v1/profiles/${owner.profile.id}/access`,
        { manager_profile_id: newcomer.profile.id, permissions: ['drafting'] },
      ],
    ];
    const answers = await Promise.all(attempts.map(([method, path, body]) => call(key, method, path, body)));
    expect(answers.map((answer, at) => [attempts[at]![1], answer.status, answer.json.error_code])).toEqual(
      attempts.map(([, path]) => [path, 403, 'permission_denied']),
    );
    const { rows } = await t.pool.query('select count(*)::int as n from audit_log where principal_id = $1', [key.id]);
    expect(rows[0].n).toBe(0);
  });

  it('is limited the same for profiles that the account manages', async () => {
    const employer = await makeMember(t);
    await grantAccess(t, employer, owner, ['posting', 'commenting']);
    const { json } = await tryKey(owner, {
      permissions: ['drafting', 'commenting'],
      profileIds: [owner.profile.id, employer.profile.id],
    });
    const by = { token: json.data.secret, as: employer.profile.id };
    expect(refusal(await call(by, 'POST', '/v1/posts', { body: 'Not even a draft' }))[1]).toBe('permission_denied');
    const { id } = await makePost(t, as(other));
    expect((await call(by, 'POST', `/v1/posts/${id}/comments`, { body: 'Both have it' })).status).toBe(201);
  });

  it('sees in me, in its list of operations and in its tools what it may do', async () => {
    const key = await keyWith(['drafting']);
    const { profiles } = (await call(key, 'GET', '/v1/me')).json.data;
    expect(profiles).toMatchObject([{ owned: true, permissions: ['drafting'] }]);
    const { items } = (await call(key, 'GET', '/v1/meta/operations')).json.data;
    const names = items.flatMap(({ operations }: { operations: object }) => Object.keys(operations));
    expect(names).toEqual(expect.arrayContaining(['posts.create', 'posts.publish', 'me.get', 'keys.create']));
    for (const closed of [
      'conversations.send',
      'follows.create',
      'webhooks.create',
      'profiles.create',
      'bookmarks.set',
      'reports.create',
    ])
      expect(names).not.toContain(closed);
    const listed = await t.call('POST', '/mcp?toolsets=all', {
      token: key.token,
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
    expect(listed.text).toContain('posts_create');
    expect(listed.text).not.toContain('follows_create');
  });

  it('is named by the refusal', async () => {
    const key = await keyWith(['drafting']);
    const { json } = await call(key, 'POST', '/v1/profile-follows', { followed_profile_id: other.profile.id });
    expect(json.agent).toMatchObject({ required_permission: 'following' });
    expect(JSON.stringify(json.agent.hint)).toContain('permissions of this key');
  });

  it('gets hints for a credential with some permissions, not those for a manager', async () => {
    const key = await keyWith(['drafting', 'access_management']);
    const { id } = await makePost(t, as(owner));
    const guest = { manager_profile_id: other.profile.id, permissions: ['posting'] };
    const attempts: [string, string, object | undefined, RegExp][] = [
      ['PATCH', `/v1/posts/${id}`, { body: 'Better' }, /has only some permissions/],
      ['POST', `/v1/profiles/${owner.profile.id}/access`, guest, /can grant no more than it has itself/],
      ['GET', '/v1/bookmarks', undefined, /^No permission is enough/],
      ['PUT', `/v1/posts/${id}/bookmark`, undefined, /^No permission is enough/],
      ['POST', '/v1/webhooks', { url: 'https://hooks.example.com/x' }, /^No permission is enough/],
      ['PUT', `/v1/posts/${id}/reaction`, { reaction_type: 'like', active: true }, /permissions of this key/],
    ];
    for (const [method, path, body, hint] of attempts) {
      const { json } = await call(key, method, path, body);
      expect([json.error_code, json.agent.hint], path).toEqual(['permission_denied', expect.stringMatching(hint)]);
      expect(json.error_message, path).toBe('This app or key has only some permissions, and they do not allow this.');
      expect(json.agent.hint, path).not.toMatch(/manager|your own grant|owner or author/);
    }
    const nothing = await call(await keyWith(['drafting']), 'GET', '/v1/notifications?unread=true');
    expect(nothing.json.data.items).toEqual([]);
    expect(nothing.json.agent.hint).toContain('the types that the permissions of this credential open');
    const reader = await keyWith([]);
    const { hint } = (await call(reader, 'GET', '/v1/home')).json.agent;
    expect(hint).toContain('invitations needs a credential of the owner without limits of permissions');
    const { id: keyId, token } = await makeKey(t, owner, { scopes: ['posts:read'], profileIds: [owner.profile.id] });
    await changeKey(keyId, { permissions: [] });
    const closed = (await call({ token, as: owner.profile.id }, 'GET', '/v1/home')).json.agent.hint;
    expect(closed).toContain('The owner of the account can give it more scopes and permissions.');
  });

  it('gets them in MCP, too', async () => {
    const key = await keyWith(['drafting']);
    const { id } = await makePost(t, as(owner));
    const { text } = await t.call('POST', '/mcp?toolsets=all', {
      token: key.token,
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'posts_update', arguments: { post_id: id, body: 'Better', as_profile_id: key.as } },
      },
    });
    expect(text).toContain('has only some permissions');
    expect(text).not.toContain('or a manager');
  });
});

describe('no way around it', () => {
  it('a child key has no more, whatever is asked for', async () => {
    const key = await keyWith(['drafting']);
    const inherited = await tryKey(key, {});
    expect(inherited.json.data.api_key.permissions).toEqual(['drafting']);
    for (const permissions of [null, ['posting'], ['drafting', 'posting']])
      expect(refusal(await tryKey(key, { permissions }))[1]).toBe('insufficient_scope');
    const child = await keyWith([], key);
    expect(refusal(await changeKey(child.id, { permissions: ['posting'] }, key))[1]).toBe('insufficient_scope');
    for (const permissions of [null, ['posting']])
      expect(refusal(await changeKey(key.id, { permissions }, key))[1], 'itself').toBe('insufficient_scope');
    expect(refusal(await call(child, 'POST', '/v1/posts', { body: 'Only reads' }))[1]).toBe('permission_denied');
  });

  it('it cannot handle an unlimited key of the account', async () => {
    const [key, free] = [await keyWith(['drafting']), await makeKey(t, owner)];
    const attempts = [
      await t.call('POST', `/v1/api-keys/${free.id}/rotate`, { token: key.token, body: {} }),
      await changeKey(free.id, { name: 'Mine' }, key),
      await t.call('DELETE', `/v1/api-keys/${free.id}`, { token: key.token }),
    ];
    for (const answer of attempts) expect(refusal(answer)[1]).toBe('insufficient_scope');
  });

  it('narrowing a key narrows its next call, its children and its replays; widening it widens no child', async () => {
    const key = await keyWith(null);
    const child = await keyWith(['posting', 'drafting'], key);
    const once = { 'idempotency-key': unique() };
    const first = await call(key, 'POST', '/v1/posts', { body: 'Published' }, once);
    expect(first.json.data.status).toBe('published');
    expect(
      (await changeKey(key.id, { permissions: ['commenting', 'drafting'] })).json.data.api_key.permissions,
    ).toEqual(['drafting', 'commenting']);
    expect((await call(key, 'GET', '/v1/me')).json.data.profiles[0].permissions).toEqual(['drafting', 'commenting']);
    expect((await call(key, 'POST', '/v1/posts', { body: 'Waits' })).json.data.status).toBe('pending_approval');
    expect((await call(child, 'POST', '/v1/posts', { body: 'Waits' })).json.data.status).toBe('pending_approval');
    const like = { reaction_type: 'like', active: true };
    expect(refusal(await call(key, 'PUT', `/v1/posts/${first.json.data.id}/reaction`, like))[1]).toBe(
      'permission_denied',
    );
    await changeKey(key.id, { permissions: null });
    expect((await call(key, 'POST', '/v1/posts', { body: 'Again' })).json.data.status).toBe('published');
    expect((await call(child, 'POST', '/v1/posts', { body: 'Still waits' })).json.data.status).toBe('pending_approval');
  });

  it('a replay needs the permission that the first call needed', async () => {
    const key = await keyWith(null);
    const once = { 'idempotency-key': unique() };
    const body = { followed_profile_id: other.profile.id };
    expect((await call(key, 'POST', '/v1/profile-follows', body, once)).status).toBe(201);
    await changeKey(key.id, { permissions: ['drafting'] });
    expect(refusal(await call(key, 'POST', '/v1/profile-follows', body, once))[1]).toBe('permission_denied');
  });

  it('a write that began before the key was narrowed is refused, alone and together with others', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyWith(null)));
    const { id } = await makePost(t, as(other));
    for (const key of keys) await call(key, 'GET', '/v1/me');
    // No cache is cleared.
    await t.pool.query(`update credentials set permissions = '{drafting}' where id = any($1)`, [
      keys.map((key) => key.id),
    ]);
    const like = (key: By) => call(key, 'PUT', `/v1/posts/${id}/reaction`, { reaction_type: 'like', active: true });
    const post = (key: By) => call(key, 'POST', '/v1/posts', { body: 'Published?' });
    const answers = await Promise.all(keys.map((key, at) => (at % 2 === 0 ? like(key) : post(key))));
    for (const { status, json } of answers) {
      if (status === 201) expect(json.data.status).toBe('pending_approval');
      else expect(['service_unavailable', 'permission_denied']).toContain(json.error_code);
    }
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.likes_count).toBe(0);
  });

  it('rotation keeps the limit', async () => {
    const key = await keyWith(['drafting']);
    const { secret, api_key } = (await t.call('POST', `/v1/api-keys/${key.id}/rotate`, { token: key.token, body: {} }))
      .json.data;
    expect(api_key.permissions).toEqual(['drafting']);
    const { status } = (await call({ ...key, token: secret }, 'POST', '/v1/posts', { body: 'Waits' })).json.data;
    expect(status).toBe('pending_approval');
  });

  it('a grant gives no more than the key has', async () => {
    const key = await keyWith(['drafting', 'access_management']);
    const [friend, colleague] = [await makeMember(t), await makeMember(t)];
    const ask = (permissions: string[]) => invite(t, key, owner.profile.id, friend.profile.id, permissions);
    expect(refusal(await ask(['posting']))[1]).toBe('permission_denied');
    expect((await ask(['drafting'])).status).toBe(201);
    const wide = await granted(t, owner, colleague, ['posting']);
    const change = (body: object) => t.call('PATCH', `/v1/profile-access/${wide}`, { token: key.token, body });
    expect(refusal(await change({ permissions: ['posting', 'messaging'] }))[1]).toBe('permission_denied');
    expect(refusal(await change({ budget: { posts_per_day: 9 } }))[1]).toBe('permission_denied');
    expect((await change({ permissions: ['drafting'] })).status).toBe(200);
  });

  it('an invitation to a profile of its account is not answered by it', async () => {
    const employer = await makeMember(t);
    const key = await keyWith(['posting', 'access_management']);
    const invitation = await invite(t, employer, employer.profile.id, owner.profile.id);
    const path = `/v1/profile-access/invitations/${invitation.json.data.access_grant.id}/respond`;
    expect(refusal(await t.call('POST', path, { token: key.token, body: { decision: 'accept' } }))[0]).toBeGreaterThan(
      402,
    );
  });
});

describe('what a limited key may', () => {
  it('is what its permissions open: comments, messages, contacts', async () => {
    const key = await keyWith(['commenting', 'messaging', 'networking']);
    const { id } = await makePost(t, as(other));
    expect((await call(key, 'POST', `/v1/posts/${id}/comments`, { body: 'Quite so, I think' })).status).toBe(201);
    expect((await call(key, 'GET', '/v1/conversations')).status).toBe(200);
    expect((await call(key, 'GET', '/v1/contacts')).status).toBe(200);
    const target = { profile_id: other.profile.id };
    const { conversation } = (await call(key, 'POST', '/v1/conversations/direct', target)).json.data;
    const sent = await call(key, 'POST', `/v1/conversations/${conversation.id}/messages`, { body: 'Hello' });
    expect(sent.status).toBe(201);
    const [audited] = await auditOf(t, sent.json.data.message.id);
    expect(audited).toMatchObject({ principal_type: 'api_key', principal_id: key.id, manager_profile_id: null });
    await block(t, owner, await makeMember(t));
  });

  it('reads of its own unpublished posts and events those that it could write', async () => {
    const { id } = await makePost(t, as(owner), { status: 'draft' });
    expect((await call(await keyWith(['drafting']), 'GET', `/v1/posts/${id}`)).status).toBe(200);
    expect((await call(await keyWith(['messaging']), 'GET', `/v1/posts/${id}`)).status).toBe(404);
    const types = async (permissions: string[]) => {
      const { items } = (await call(await keyWith(permissions), 'GET', '/v1/events?limit=50')).json.data;
      return new Set(items.map(({ type }: { type: string }) => type.split('.')[0]));
    };
    const { conversation } = (
      await t.call('POST', '/v1/conversations/direct', { ...as(owner), body: { profile_id: other.profile.id } })
    ).json.data;
    await t.call('POST', `/v1/conversations/${conversation.id}/messages`, { ...as(owner), body: { body: 'Hello' } });
    expect(await types(['drafting'])).not.toContain('message');
  });
});

it('inviting a profile of the same account is 409 and names the key', async () => {
  const agent = await makeProfile(t, owner, { type: 'ai_agent' });
  const answer = await invite(t, owner, owner.profile.id, agent.id, ['drafting']);
  expect(refusal(answer).slice(0, 2)).toEqual([409, 'same_account']);
  expect(JSON.stringify(answer.json.agent.hint)).toContain('permissions');
  // A manager must not learn which profiles share an account.
  await grantAccess(t, owner, other, ['access_management', 'drafting']);
  const refused = await invite(t, other, owner.profile.id, agent.id, ['drafting']);
  expect(refusal(refused).slice(0, 2)).toEqual([403, 'interaction_not_allowed']);
});

it('a key without `commenting` neither publishes nor edits a comment, whatever else it may do', async () => {
  const root = (await makePost(t, as(other))).id as string;
  const comment = async (status: string) =>
    (await makePost(t, as(owner), { body: 'A comment', reply_to_post_id: root, status })).id as string;
  const [draft, published] = [await comment('draft'), await comment('published')];
  for (const permissions of [['posting'], ['posting', 'following']]) {
    const key = await keyWith(permissions);
    for (const refused of [
      await call(key, 'POST', `/v1/posts/${draft}/publish`, {}),
      await call(key, 'PATCH', `/v1/posts/${published}`, { body: 'Another text' }),
    ]) {
      expect(refusal(refused).slice(0, 2), refused.text).toEqual([403, 'permission_denied']);
      expect(refused.json.agent.required_permission).toBe('commenting');
    }
  }
  const key = await keyWith(['commenting']);
  expect((await call(key, 'PATCH', `/v1/posts/${published}`, { body: 'Another text' })).status).toBe(200);
  expect((await call(key, 'POST', `/v1/posts/${draft}/publish`, {})).status).toBe(200);
});
