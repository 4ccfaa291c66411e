import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type McpClient, postMcp, toolCall } from '../support/mcp.ts';
import { type Member, makeMember } from '../support/members.ts';
import {
  connect,
  consent,
  getCode,
  makeClient,
  type OAuthApp,
  REDIRECT,
  redeem,
  refresh,
  startOAuthApp,
  Visitor,
} from '../support/oauth.ts';
import { grantAccess } from '../support/posts.ts';

let t: OAuthApp;
let member: Member;
let other: Member;

beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
  other = await makeMember(t);
});

/** What a program keeps for a person. Only some programs discard tokens when the client asks them to. */
function makeStore(discards: boolean) {
  const kept: {
    client?: object;
    tokens?: { scope?: string };
    verifier?: string;
    asked?: URL;
    found?: object;
    discarded?: boolean;
  } = {};
  return {
    kept,
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'A client of this test', redirect_uris: [REDIRECT] },
    clientInformation: () => kept.client,
    tokens: () => kept.tokens,
    discoveryState: () => kept.found,
    saveDiscoveryState: (found: object) => void Object.assign(kept, { found }),
    codeVerifier: () => kept.verifier!,
    saveClientInformation: (client: object) => void Object.assign(kept, { client }),
    saveTokens: (tokens: object) => void Object.assign(kept, { tokens }),
    saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
    redirectToAuthorization: (asked: URL) => void Object.assign(kept, { asked }),
    ...(discards && { invalidateCredentials: () => void Object.assign(kept, { discarded: true }) }),
  };
}
type Store = ReturnType<typeof makeStore>;

/** The person allows what the client asks for, or only some scopes of it. */
async function allow(asked: URL, scope?: string): Promise<URLSearchParams> {
  const visitor = new Visitor(t.origin);
  const choice = scope === undefined ? {} : { scope };
  const back = await consent(visitor, await visitor.visit(asked.href), member, choice);
  return new URL(back.location!).searchParams;
}

type Connected = { client: McpClient; finishAuth(answer: URLSearchParams): Promise<void> };
type Transport = { finishAuth(answer: unknown): Promise<void> };

const CLIENTS: Record<string, (store: Store) => { client: { connect(t: never): Promise<void> }; transport: object }> = {
  'client 1': (store) => ({
    client: new OldClient({ name: 'test', version: '1' }),
    transport: new OldTransport(new URL(`${t.origin}/mcp`), { authProvider: store as never }),
  }),
  'client 2 as it is': (store) => ({
    client: new Client({ name: 'test', version: '1' }),
    transport: new StreamableHTTPClientTransport(new URL(`${t.origin}/mcp`), { authProvider: store as never }),
  }),
  'client 2 newest': (store) => ({
    client: new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    transport: new StreamableHTTPClientTransport(new URL(`${t.origin}/mcp`), { authProvider: store as never }),
  }),
};

/** Signs in with the scopes that the person leaves. */
async function arrive(kind: string, store: Store, scope: string): Promise<Connected> {
  const finish = (transport: object) => (answer: URLSearchParams) =>
    (transport as Transport).finishAuth(kind === 'client 1' ? answer.get('code') : answer);
  const first = CLIENTS[kind]!(store);
  await expect(first.client.connect(first.transport as never)).rejects.toThrow();
  await finish(first.transport)(await allow(store.kept.asked!, scope));
  const { client, transport } = CLIENTS[kind]!(store);
  await client.connect(transport as never);
  delete store.kept.asked;
  return { client: client as unknown as McpClient, finishAuth: finish(transport) };
}

const follow = () => ({ name: 'follows_create', arguments: { followed_profile_id: other.profile.id } });
const scopesOf = ({ kept }: Store) => kept.tokens!.scope!.split(' ').sort();

describe.each([
  ['client 1', true],
  ['client 1', false],
  ['client 2 as it is', true],
  ['client 2 newest', true],
] as const)('the official %s, whose program discards tokens: %s', (kind, discards) => {
  it('asks the person for the missing scope besides those that it has, and then may call the tool', async () => {
    const store = makeStore(discards);
    const { client, finishAuth } = await arrive(kind, store, 'posts:write feed:read');
    await expect(client.callTool(follow())).rejects.toThrow();
    const asked = store.kept.asked!.searchParams.get('scope')!.split(' ');
    expect(asked.sort()).toEqual(expect.arrayContaining(['feed:read', 'follows:write', 'posts:write']));
    // Until the person agrees, the client still has what it had.
    expect(store.kept.discarded).toBeUndefined();
    expect((await client.callTool({ name: 'feed_list' })).isError).toBeFalsy();

    await finishAuth(await allow(store.kept.asked!));
    expect(scopesOf(store)).toEqual(asked.sort());
    const followed = await client.callTool(follow());
    expect(followed.structuredContent).toMatchObject({ followed_profile_id: other.profile.id });
    const post = { name: 'posts_create', arguments: { body: `With more scopes, ${kind} ${discards}` } };
    expect((await client.callTool(post)).isError).toBeFalsy();
  });
});

it('asks again after the person declined', async () => {
  const store = makeStore(false);
  const { client } = await arrive('client 1', store, 'posts:write feed:read');
  for (let time = 0; time < 2; time++) {
    await expect(client.callTool(follow())).rejects.toThrow();
    expect(store.kept.asked).toBeInstanceOf(URL);
    delete store.kept.asked;
    expect((await client.callTool({ name: 'feed_list' })).isError).toBeFalsy();
  }
});

describe('a call without its scope that would fail with it, too', () => {
  const refused = async (token: string, name: string, args: object) => {
    const answer = await postMcp(t, toolCall(name, { ...args }), { token });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([200, null]);
    expect(answer.json.result.isError).toBe(true);
    return JSON.parse(answer.json.result.content[0].text);
  };

  it('is refused for its arguments', async () => {
    const { tokens } = await connect(t);
    const missing = await refused(tokens.access_token, 'follows_create', {});
    expect(missing).toMatchObject({
      error_code: 'invalid_request',
      fields: [{ argument: 'followed_profile_id', rule: 'required' }],
    });
    expect(missing.hint).toContain('correct those and call again');
  });

  it('is refused for the lack of a profile or of a permission, which no consent gives', async () => {
    const [manager, owner] = [await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, manager, ['drafting']);
    const clientId = await makeClient(t);
    const code = await getCode(t, manager, { client_id: clientId, scope: 'posts:write' });
    const { access_token } = (await redeem(t, code)).json;
    const args = { followed_profile_id: other.profile.id };
    expect(await refused(access_token, 'follows_create', args)).toMatchObject({
      error_code: 'profile_header_required',
      attached_profile_ids: expect.arrayContaining([manager.profile.id, owner.profile.id]),
    });
    const asOwner = { ...args, as_profile_id: owner.profile.id };
    expect(await refused(access_token, 'follows_create', asOwner)).toMatchObject({
      error_code: 'permission_denied',
      required_permission: 'following',
    });
    const asManager = toolCall('follows_create', { ...args, as_profile_id: manager.profile.id });
    expect((await postMcp(t, asManager, { token: access_token })).status).toBe(403);
  });
});

it('says of a profile that the app may not act as what suffices', async () => {
  const { tokens } = await connect(t);
  const call = toolCall('posts_create', { body: 'Not mine', as_profile_id: other.profile.id });
  const { json } = await postMcp(t, call, { token: tokens.access_token });
  const failure = JSON.parse(json.result.content[0].text);
  expect(failure.error_code).toBe('profile_not_attached');
  expect(failure.hint).toContain('the person authorizes this app again and chooses it');
});

describe('a refresh after a call without its scope', () => {
  const call = () => toolCall('follows_create', { followed_profile_id: other.profile.id });

  it('is refused once, and keeps the tokens valid', async () => {
    const { clientId, tokens } = await connect(t);
    const answer = await postMcp(t, call(), { token: tokens.access_token });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('scope="posts:write follows:write"');
    const refused = await refresh(t, clientId, tokens.refresh_token);
    expect([refused.status, refused.json.error]).toEqual([400, 'server_error']);
    const errors = t.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50 || level === 'error');
    expect(errors, 'nobody is at fault').toEqual([]);
    expect((await refresh(t, clientId, tokens.refresh_token)).status).toBe(200);
  });

  it('succeeds half a minute later', async () => {
    const { clientId, tokens } = await connect(t);
    await postMcp(t, call(), { token: tokens.access_token });
    t.clock.advance(30_000);
    expect((await refresh(t, clientId, tokens.refresh_token)).status).toBe(200);
  });

  it('succeeds if it is what gives the token the scope', async () => {
    const { clientId, tokens } = await connect(t, { scope: 'posts:write follows:write' });
    const narrow = await refresh(t, clientId, tokens.refresh_token, { scope: 'posts:write' });
    expect((await postMcp(t, call(), { token: narrow.json.access_token })).status).toBe(403);
    const wide = await refresh(t, clientId, narrow.json.refresh_token);
    expect(wide.json.scope).toBe('posts:write follows:write');
  });

  it('succeeds for a client of the newest revision, which gets only the scopes of the call', async () => {
    const { clientId, tokens } = await connect(t);
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'follows_create' };
    const { params, ...message } = call();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const newest = { ...message, params: { ...params, _meta } };
    const answer = await postMcp(t, newest, { token: tokens.access_token, headers });
    expect(answer.headers.get('www-authenticate')).toContain('scope="follows:write"');
    expect((await refresh(t, clientId, tokens.refresh_token)).status).toBe(200);
  });
});
