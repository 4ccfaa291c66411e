import { beforeAll, expect, it } from 'vitest';
import { postMcp, toolCall } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';

/** Several messages in one request: JSON-RPC 2.0, section 6. */

let t: OAuthApp;
let member: Member;
let token: string;
beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
  token = (await makeKey(t, member, { scopes: ['posts:all'], profileIds: [member.profile.id] })).token;
});

const request = (method: string, id: number | string, params = {}) => ({ jsonrpc: '2.0', id, method, params });
const post = (body: string, id: number | string) =>
  toolCall('posts_create', { body, as_profile_id: member.profile.id }, id);
const bodies = async (): Promise<string[]> => {
  const { json } = await t.call('GET', `/v1/profiles/${member.profile.id}/posts`);
  return json.data.items.map(({ body }: { body: string }) => body);
};

it('is answered as a list, even if it has one request', async () => {
  for (const [messages, ids] of [
    [[request('ping', 7)], [7]],
    [[request('ping', 'a'), { jsonrpc: '2.0', method: 'notifications/initialized' }], ['a']],
    [[request('tools/forget', 1)], [1]],
    [
      [request('ping', 1), request('ping', '1')],
      [1, '1'],
    ],
  ] as const) {
    const answer = await postMcp(t, messages, { token });
    expect([answer.status, answer.json.map(({ id }: { id: unknown }) => id)]).toEqual([200, ids]);
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
  expect((await postMcp(t, request('ping', 7), { token })).json).toMatchObject({ id: 7, result: {} });
  const notified = await postMcp(t, [{ jsonrpc: '2.0', method: 'notifications/initialized' }], { token });
  expect([notified.status, notified.text]).toEqual([202, '']);
});

it.each([
  ['a number', [1, 2, 1]],
  ['a text', ['x', 'x', 'y']],
])('is refused before anything runs if two requests have the same id, %s', async (_what, ids) => {
  const before = await bodies();
  const answer = await postMcp(
    t,
    ids.map((id, index) => post(`Post ${index}`, id)),
    { token },
  );
  expect([answer.status, answer.json]).toMatchObject([
    400,
    {
      id: null,
      error: {
        code: -32600,
        data: {
          error_code: 'invalid_request',
          hint: expect.stringContaining('an id of its own'),
          fields: [{ path: expect.stringMatching(/^body\[[12]\]\.id$/), rule: 'unique' }],
        },
      },
    },
  ]);
  expect(await bodies()).toEqual(before);
});

it.each([
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['prompts/list', {}],
  ['resources/read', { uri: 'pronet://guides/agents' }],
])('may contain %s once, because its response is large and always the same', async (method, params) => {
  const other = request('resources/read', 2, { uri: 'pronet://me' });
  const once = await postMcp(t, [request(method, 1, params), other], { token });
  expect([once.status, once.json.length]).toEqual([200, 2]);
  // Members that the method does not know must not make a difference.
  const again = request(method, 3, { uri: 'pronet://nothing', ...params });
  const twice = await postMcp(t, [request(method, 1, params), other, again], { token });
  expect([twice.status, twice.json]).toMatchObject([
    400,
    {
      error: {
        code: -32600,
        data: { hint: expect.stringContaining('once'), fields: [{ path: 'body[2].method', rule: 'once_per_batch' }] },
      },
    },
  ]);
});

const OBJECT = { toString: 1, valueOf: 1 };

it.each([
  ['a method', { method: OBJECT }],
  ['the name of a tool', { method: 'tools/call', params: { name: OBJECT } }],
  ['a resource', { method: 'resources/read', params: { uri: OBJECT } }],
])('is refused as other malformed messages are if %s is an object without a text', async (_what, members) => {
  const message = { jsonrpc: '2.0', id: 1, ...members };
  for (const body of [message, [message]]) {
    const { status, json } = await postMcp(t, body, { token });
    expect(status).toBeLessThan(500);
    expect([json].flat()).toMatchObject([{ error: { message: expect.stringMatching(/valid/i) } }]);
  }
});
