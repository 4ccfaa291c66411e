import { beforeAll, expect, it } from 'vitest';
import { postMcp, toolCall } from '../support/mcp.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';

/** Every message counts once against its caller's limits. */

const ID = '01a2003a-e97f-782c-93f9-77df07f5822d';
let t: OAuthApp;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp({ RATE_LIMIT_ENABLED: 'true' });
  const member = await makeMember(t);
  token = (await makeKey(t, member, { scopes: ['posts:read'], profileIds: [member.profile.id] })).token;
});

async function remaining(): Promise<number> {
  return Number((await t.call('GET', '/v1/me', { token })).headers['ratelimit-remaining']);
}

const read = (uri: string) => ({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
const many = (count: number) =>
  Array.from({ length: count }, (_none, id) => toolCall('posts_get', { post_id: ID }, id));

it.each([
  ['a call', toolCall('posts_get', { post_id: ID }), 1],
  ['a call without a tool', toolCall('posts_forget'), 1],
  ['a call without required arguments', toolCall('posts_get'), 1],
  ['a call that the scopes do not allow', toolCall('posts_create', { body: 'x' }), 1],
  ['a notification', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'posts_get' } }, 1],
  ['an invalid message', { jsonrpc: '2.0', id: 1 }, 1],
  ['a fixed resource', read('pronet://guides/agents'), 1],
  ['a resource that is an operation', read('pronet://me'), 1],
  [
    'three of several kinds',
    [toolCall('posts_get', { post_id: ID }, 1), toolCall('posts_get', {}, 2), toolCall('x', {}, 3)],
    3,
  ],
  ['two, one of which is not allowed', [toolCall('posts_get', { post_id: ID }, 1), toolCall('posts_create', {}, 2)], 2],
  ['more than a request may contain', many(101), 1],
])('%s', async (_what, message, times) => {
  const before = await remaining();
  await postMcp(t, message, { token });
  expect(before - (await remaining())).toBe(times + 1);
});

it.each([
  ['no JSON', '{'],
  ['an unknown content type', 'x'],
])('counts a request that is refused before its messages are parsed: %s', async (_what, body) => {
  const before = await remaining();
  const type = body === 'x' ? 'text/x' : 'application/json';
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const { status } = await fetch(`${t.origin}/mcp`, { method: 'POST', headers, body });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(before - (await remaining())).toBe(2);
});

it('refuses a request with too many messages before reading any of them', async () => {
  const answer = await postMcp(t, many(101), { token });
  expect([answer.status, answer.json.error.data]).toMatchObject([
    400,
    { error_code: 'invalid_request', fields: [{ path: 'body', rule: 'max_items', limit: 100, actual: 101 }] },
  ]);
  expect((await postMcp(t, many(3), { token })).json).toHaveLength(3);
});

it('limits calls to unknown methods and tools', async () => {
  const wrong = Array.from({ length: 100 }, (_none, id) => toolCall('posts_forget', {}, id));
  const answers = [];
  // A batch that would exceed the limit is refused whole, and counts nothing.
  for (let sent = 0; sent < 4; sent++) answers.push(await postMcp(t, wrong, { token }));
  const refused = answers.at(-1)!;
  expect([refused.status, refused.json.error.data.error_code]).toEqual([429, 'rate_limited']);
});
