import { beforeAll, describe, expect, it } from 'vitest';
import { SUGGESTED_SCOPES } from '../../src/oauth/resource.ts';
import { postMcp, toolCall } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { connect, type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { head, sendRaw } from '../support/raw-http.ts';

const MIB = 1024 * 1024;
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
let t: OAuthApp;
let member: Member;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp({ WEB_URL: 'https://web.example.com', AUTH_URL: 'https://sign-in.example.com' });
  member = await makeMember(t);
  token = (await makeKey(t, member, { scopes: ['posts:read'], profileIds: [member.profile.id] })).token;
});

const metadata = () => `resource_metadata="${t.origin}/.well-known/oauth-protected-resource/mcp"`;

describe('authentication', () => {
  it('says where to get a token, and which scopes to request', async () => {
    const answer = await postMcp(t, list);
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get('www-authenticate')!;
    expect(challenge).toContain(metadata());
    expect(challenge).toContain(`scope="${SUGGESTED_SCOPES.join(' ')}"`);
    expect(challenge).not.toContain('error=');
    expect(answer.json).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, data: { error_code: 'credentials_required' } },
    });
    const document = await (await fetch(/resource_metadata="([^"]+)"/.exec(challenge)![1]!)).json();
    expect(document).toMatchObject({ resource: `${t.origin}/mcp` });
  });

  it.each([
    ['unknown', () => `pn_${'A'.repeat(43)}`],
    ['followed by another word', () => `${token} junk`],
    ['in the URL', () => undefined],
  ])('refuses a token that is %s', async (_what, made) => {
    const given = made();
    const answer = await postMcp(t, list, given ? { token: given } : { query: `?access_token=${token}` });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain(metadata());
    if (given) expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('fails before the body is read', async () => {
    const announced = head('POST /mcp', 'Content-Type: application/json', `Content-Length: ${40 * MIB}`);
    expect(await sendRaw(Number(new URL(t.origin).port), announced, '{')).toMatchObject({ status: 401 });
  });

  it.each([
    ['https://evil.example.com', 403],
    ['null', 403],
    ['https://web.example.com', 200],
    ['https://sign-in.example.com', 200],
  ])('answers a page of %s with %i', async (Origin, status) => {
    const answer = await postMcp(t, list, { token, headers: { Origin } });
    expect(answer.status).toBe(status);
    const asked = await fetch(`${t.origin}/mcp`, { method: 'OPTIONS', headers: { Origin } });
    expect(asked.status).toBe(status === 200 ? 204 : 403);
    const allowed = status === 200 ? '*' : null;
    for (const { headers } of [answer, asked]) expect(headers.get('access-control-allow-origin')).toBe(allowed);
    if (status === 403) {
      expect(answer.json.error.message).toContain('origin');
      expect((await postMcp(t, list, { headers: { Origin } })).status).toBe(403);
    }
  });

  it('accepts a page of its own origin', async () => {
    expect((await postMcp(t, list, { token, headers: { Origin: t.origin } })).status).toBe(200);
  });

  it.each(['GET', 'DELETE', 'PUT'])('refuses %s', async (method) => {
    const answer = await fetch(`${t.origin}/mcp`, { method, headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
  });
});

describe('what a credential does not allow', () => {
  const post = toolCall('posts_create', { body: 'Not written' });
  let o: OAuthApp;

  beforeAll(async () => {
    o = await startOAuthApp();
  });

  it('gets 403 with the missing scope', async () => {
    const { tokens } = await connect(o, { scope: 'posts:read' });
    const answer = await postMcp(o, post, { token: tokens.access_token });
    expect(answer.status).toBe(403);
    const challenge = answer.headers.get('www-authenticate')!;
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="posts:read posts:write"');
    expect(challenge).toContain(`${o.origin}/.well-known/oauth-protected-resource/mcp`);
    expect(answer.json.error.data).toMatchObject({ error_code: 'insufficient_scope' });
  });

  it('refuses a batch that contains it, and runs none of it', async () => {
    const { tokens, member: owner } = await connect(o, { scope: 'comments:write posts:read' });
    const root = await o.call('POST', '/v1/posts', {
      token: owner.token,
      as: owner.profile.id,
      body: { body: 'Root' },
    });
    const { id: post_id } = root.json.data;
    const comment = toolCall('posts_create_comment', { post_id, body: 'First of two' }, 1);
    const answer = await postMcp(o, [comment, { ...post, id: 2 }], { token: tokens.access_token });
    expect(answer.status).toBe(403);
    const comments = await o.call('GET', `/v1/posts/${post_id}/comments`);
    expect(comments.json.data.items).toEqual([]);
  });

  it('gets 403 even if only the arguments show it, so that an OAuth client requests more', async () => {
    const { tokens, member: owner } = await connect(o, { scope: 'posts:write' });
    const root = await o.call('POST', '/v1/posts', {
      token: owner.token,
      as: owner.profile.id,
      body: { body: 'Root' },
    });
    const comment = toolCall('posts_create_with_images', { reply_to_post_id: root.json.data.id, body: 'A comment' });
    const answer = await postMcp(o, comment, { token: tokens.access_token });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('scope="posts:write comments:write"');
  });
});

describe('the protocol', () => {
  it.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['no message', '{}', 400, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/forget' }, 200, -32601],
    ['an unknown tool', toolCall('posts_forget'), 200, -32602],
    [
      'an unknown resource',
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
      200,
      -32602,
    ],
    ['an unknown prompt', { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'x' } }, 200, -32602],
    [
      'a prompt without its argument',
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'draft_for_approval' } },
      200,
      -32602,
    ],
  ])('answers %s with its error', async (_what, message, status, code) => {
    const answer = await postMcp(t, message, { token });
    expect([answer.status, answer.json?.error?.code], answer.text).toEqual([status, code]);
  });

  it('accepts a notification without a response', async () => {
    const answer = await postMcp(t, { jsonrpc: '2.0', method: 'notifications/initialized' }, { token });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('agrees on the revision %s', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const answer = await postMcp(t, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, { token });
    expect(answer.json.result).toMatchObject({ protocolVersion, serverInfo: { name: 'pronet' } });
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });

  it('refuses an unsupported revision, and headers that contradict the body', async () => {
    const meta = (version: string) => ({
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    });
    const modern = (version: string) => ({ ...list, params: { _meta: meta(version) } });
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    expect((await postMcp(t, modern('2026-07-28'), { token, headers })).status).toBe(200);
    const other = await postMcp(t, modern('2099-01-01'), {
      token,
      headers: { ...headers, 'MCP-Protocol-Version': '2099-01-01' },
    });
    expect([other.status, other.json.error.code]).toEqual([400, -32022]);
    const mismatch = await postMcp(t, modern('2026-07-28'), {
      token,
      headers: { ...headers, 'Mcp-Method': 'tools/call' },
    });
    expect([mismatch.status, mismatch.json.error.code]).toEqual([400, -32020]);
  });

  it('offers no stream, as it has no notifications', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const answer = await postMcp(t, listen, { token, headers });
    expect(answer.text).toContain('"resultType":"complete"');
  });

  it('names every supported revision to a client that requests another', async () => {
    const answer = await postMcp(t, list, { token, headers: { 'MCP-Protocol-Version': '2001-01-01' } });
    expect(answer.status).toBe(400);
    for (const version of ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
      expect(answer.json.error.message).toContain(version);
  });

  it('responds with a trailing slash too', async () => {
    const response = await fetch(`${t.origin}/mcp/?toolsets=posts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(list),
    });
    const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toContain('posts_lookup');
    const refused = await fetch(`${t.origin}/mcp/`, { method: 'POST' });
    expect(refused.headers.get('www-authenticate')).toContain(metadata());
  });

  it('refuses an unknown form of results', async () => {
    const answer = await postMcp(t, list, { token, query: '?results=twice' });
    expect([answer.status, answer.json.error.data.fields[0].path]).toEqual([400, 'query.results']);
  });

  it('refuses unknown toolsets, and names the known ones', async () => {
    const answer = await postMcp(t, list, { token, query: '?toolsets=posts,forgery' });
    expect(answer.status).toBe(400);
    expect(answer.json.error.data.fields[0].allowed).toEqual(
      expect.arrayContaining([
        'home',
        'posts',
        'feed',
        'profiles',
        'network',
        'messages',
        'access',
        'search',
        'events',
        'account',
        'all',
        'default',
      ]),
    );
  });
});

it('counts a call once, where it runs, and everything else here', async () => {
  const limited = await startOAuthApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.1' });
  const owner = await makeMember(limited);
  const key = await makeKey(limited, owner, { scopes: ['posts:write'], profileIds: [owner.profile.id] });
  const remaining = async () =>
    Number((await limited.call('GET', '/v1/me', { token: key.token })).headers['ratelimit-remaining']);
  const first = await remaining();
  const get = toolCall('posts_get', { post_id: '01a2003a-e97f-782c-93f9-77df07f5822d' });
  await postMcp(limited, get, { token: key.token });
  await postMcp(limited, get, { token: key.token });
  await postMcp(limited, list, { token: key.token });
  expect(await remaining()).toBe(first - 4);
  const post = toolCall('posts_create', { body: 'x', status: 'draft', as_profile_id: owner.profile.id });
  let last = await postMcp(limited, post, { token: key.token });
  for (let sent = 1; sent < 10 && !last.json.result.isError; sent++)
    last = await postMcp(limited, post, { token: key.token });
  expect(JSON.parse(last.json.result.content[0].text)).toMatchObject({
    error_code: 'rate_limited',
    retry_after_seconds: expect.any(Number),
  });
  for (let sent = 0; sent < 30; sent++) await postMcp(limited, list, { token: key.token });
  const refused = await postMcp(limited, list, { token: key.token });
  expect([refused.status, refused.json.error.data.error_code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
