import { beforeAll, describe, expect, it } from 'vitest';
import { SUGGESTED_SCOPES } from '../../src/oauth/resource.ts';
import { connectMcp, hintsOf, postMcp } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { connect, getCode, makeClient, type OAuthApp, redeem, startOAuthApp } from '../support/oauth.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
let t: OAuthApp;
let member: Member;

beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
});

const keyWith = async (...scopes: string[]) =>
  (await makeKey(t, member, { scopes, profileIds: [member.profile.id] })).token;

describe('the challenge', () => {
  it.each([
    ['', [...SUGGESTED_SCOPES]],
    ['?toolsets=messages', ['messages:read', 'messages:write']],
    [
      '?toolsets=messages,network',
      ['contacts:read', 'contacts:write', 'follows:write', 'messages:write', 'safety:write'],
    ],
    ['?toolsets=default', ['contacts:write', 'messages:write', 'notifications:read', 'posts:write']],
    // No tool of these needs a scope that an OAuth client can have.
    ['?toolsets=account', [...SUGGESTED_SCOPES]],
    ['?toolsets=forgery', [...SUGGESTED_SCOPES]],
  ])('of /mcp%s requests the scopes of its tools', async (query, scopes) => {
    const answer = await postMcp(t, list, { query });
    expect(answer.status).toBe(401);
    const asked = /scope="([^"]*)"/.exec(answer.headers.get('www-authenticate')!)![1]!.split(' ');
    expect(asked).toEqual(expect.arrayContaining(scopes));
    if (query === '?toolsets=messages' || query === '') expect(asked).toHaveLength(scopes.length);
    expect(asked).not.toContain('access:write');
  });

  it('requests scopes with which every tool of the address is listed', async () => {
    const answer = await postMcp(t, list, { query: '?toolsets=default' });
    const scope = /scope="([^"]*)"/.exec(answer.headers.get('www-authenticate')!)![1]!;
    const { tokens } = await connect(t, { scope });
    const plain = await connectMcp(t, tokens.access_token);
    const named = await connectMcp(t, tokens.access_token, { query: '?toolsets=default' });
    const names = (await named.listTools()).tools.map(({ name }) => name);
    expect(names).toHaveLength(20);
    expect((await plain.listTools()).tools.map(({ name }) => name)).toEqual(names);
    expect(named.getInstructions()).not.toContain('lacks scopes');
  });
});

describe('tools that the scopes do not allow', () => {
  it.each(['client 2 newest', 'client 2 as it is'] as const)('are explained to an OAuth client (%s)', async (kind) => {
    const { tokens } = await connect(t, { scope: 'posts:write' });
    const client = await connectMcp(t, tokens.access_token, { query: '?toolsets=messages', kind });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['me_get', 'tools_find', 'tools_call']);
    const me = await client.callTool({ name: 'me_get', arguments: {} });
    for (const text of [client.getInstructions()!, hintsOf(me).hint!]) {
      expect(text).toContain('messages (messages:read, messages:write)');
      expect(text).toContain(`${t.origin}/mcp?toolsets=messages`);
    }
  });

  it('are explained to the holder of an API key', async () => {
    const client = await connectMcp(t, await keyWith('posts:all'));
    expect(client.getInstructions()).toMatch(
      /network \([^)]*contacts:write[^)]*\).*owner of the account must add the scopes/,
    );
  });

  it.each(['an API key', 'an app'])('are explained by the permissions of %s, if these are the cause', async (of) => {
    const limited = async () => {
      if (of === 'an API key') {
        const given = { scopes: ['all:all'], permissions: ['drafting'], profileIds: [member.profile.id] };
        return (await makeKey(t, member, given)).token;
      }
      const asked = { client_id: await makeClient(t), scope: 'all:all' };
      return (await redeem(t, await getCode(t, member, asked, { draftsOnly: true }))).json.access_token;
    };
    const client = await connectMcp(t, await limited());
    const me = await client.callTool({ name: 'me_get', arguments: {} });
    for (const text of [client.getInstructions()!, hintsOf(me).hint!]) {
      expect(text).toMatch(/permissions of the credential \(drafting\) do not allow them: .*posts/);
      expect(text).toContain(of === 'an app' ? 'allowed drafts only' : 'add permissions to the API key');
      expect(text).not.toContain('lacks scopes');
    }
  });

  it('are explained if no scope allows them to an OAuth client', async () => {
    const { tokens } = await connect(t, { scope: 'posts:write' });
    const client = await connectMcp(t, tokens.access_token, { query: '?toolsets=account' });
    expect(client.getInstructions()).toContain('This kind of credential cannot use any tools of account');
  });
});

it('lists only prompts whose tools it can call', async () => {
  const prompts = async (token: string) =>
    (await (await connectMcp(t, token)).listPrompts()).prompts.map(({ name }) => name);
  expect(await prompts(await keyWith('posts:all'))).toEqual(['introduce_yourself', 'draft_for_approval']);
  const all = ['introduce_yourself', 'answer_requests', 'draft_for_approval'];
  expect(await prompts(await keyWith('all:all'))).toEqual(all);
});
