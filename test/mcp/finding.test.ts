import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connectMcp, hintsOf, type McpClient, postMcp, refusalOf, toolCall } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { connect, type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { png } from '../support/pictures.ts';
import { as, makePost } from '../support/posts.ts';

type Found = { name: string; description: string; arguments: Record<string, unknown>; missing_scope?: string };

let t: OAuthApp;
let member: Member;
let other: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  [member, other] = await Promise.all([makeMember(t), makeMember(t)]);
});

const keyWith = async (scopes: readonly string[], permissions?: readonly string[]) =>
  (await makeKey(t, member, { scopes, profileIds: [member.profile.id], ...(permissions && { permissions }) })).token;

const find = async (client: McpClient, words: string): Promise<Found[]> =>
  (await client.callTool({ name: 'tools_find', arguments: { words } })).structuredContent.tools;

describe.each(CLIENTS)('the plain address (%s)', (kind) => {
  it.each([
    ['edit my post', 'posts_update'],
    ['edit my draft', 'posts_update'],
    ['who wrote to me', 'conversations_list'],
    ['answer contact requests', 'contacts_respond'],
    ['list my drafts', 'posts_list_of_profile'],
    ['follow a profile', 'follows_create'],
    ['bookmark a post', 'bookmarks_set'],
    ['block a profile', 'safety_block'],
    ['withdraw a contact request', 'contacts_withdraw'],
    ['list conversations', 'conversations_list'],
  ])('finds %s', async (words, name) => {
    const client = await connectMcp(t, await keyWith(['all:all']), { kind });
    const found = await find(client, words);
    expect(found.map((tool) => tool.name)).toContain(name);
    expect(found.length).toBeLessThanOrEqual(5);
    for (const tool of found) {
      expect(Object.keys(tool.arguments)).not.toContain('idempotency_key');
      expect(tool.description.length).toBeGreaterThan(10);
    }
    expect(JSON.stringify(found).length / 4).toBeLessThan(2000);
  });

  it('calls what it does not list, in the same connection', async () => {
    const client = await connectMcp(t, await keyWith(['all:all']), { kind });
    const { id: post_id } = await makePost(t, as(other));
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('bookmarks_set');
    const call = { tool: 'bookmarks_set', arguments: { post_id } };
    const made = await client.callTool({ name: 'tools_call', arguments: call });
    expect(made.isError, made.content[0]!.text).toBeFalsy();
    const list = await client.callTool({ name: 'tools_call', arguments: { tool: 'bookmarks_list' } });
    expect(list.structuredContent.items[0].post.id).toBe(post_id);
    const wrong = { tool: 'bookmarks_set', arguments: { post_id, text: 'x' } };
    expect(refusalOf(await client.callTool({ name: 'tools_call', arguments: wrong }))).toMatchObject({
      error_code: 'invalid_request',
    });
  });

  it('posts a picture that a host sends to an address, and comments on it', async () => {
    const client = await connectMcp(t, await keyWith(['posts:all']), { kind });
    const call = async (name: string, args: object) => {
      const result = await client.callTool({ name, arguments: { ...args } });
      expect(result.isError, result.content[0]!.text).toBeFalsy();
      return result.structuredContent;
    };
    const { url, upload_id } = await call('uploads_create', {});
    const arrived = await fetch(url, { method: 'PUT', body: Buffer.from(await png()) });
    expect([arrived.status, await arrived.text()]).toEqual([200, expect.stringContaining('tool posts_create')]);
    const images = [{ upload_id, alt_text: 'Four squares' }];
    const post = await call('posts_create', { body: 'Sent by a host', images });
    expect(post.images).toMatchObject([{ alt_text: 'Four squares' }]);
    const comment = await call('posts_create', { body: 'Below it', reply_to_post_id: post.id });
    expect(comment).toMatchObject({ kind: 'comment', reply_to_post_id: post.id });
  });

  it.each(['avatar', 'banner'])('sets a picture that a host sends to an address as the %s', async (picture) => {
    const client = await connectMcp(t, await keyWith(['posts:write', 'profiles:write']), { kind });
    const { structuredContent: upload } = await client.callTool({ name: 'uploads_create' });
    expect((await fetch(upload.url, { method: 'PUT', body: Buffer.from(await png()) })).status).toBe(200);
    const args = { profile_id: member.profile.id, upload_id: upload.upload_id, view: 'default' };
    const set = await client.callTool({
      name: 'tools_call',
      arguments: { tool: `profiles_set_${picture}`, arguments: args },
    });
    expect(set.isError, set.content[0]!.text).toBeFalsy();
    expect(set.structuredContent.media[picture].light.small_url).toContain('-small.webp');
  });
});

describe('tools_find', () => {
  it('names the scope that a tool needs, and leaves out what no scope opens', async () => {
    const client = await connectMcp(t, await keyWith(['posts:read']));
    const [follow] = await find(client, 'follow a profile');
    expect(follow).toMatchObject({ name: 'follows_create', missing_scope: 'follows:write' });
    const { tokens } = await connect(t, { scope: 'posts:read' });
    const app = await connectMcp(t, tokens.access_token);
    expect((await find(app, 'list api keys')).map(({ name }) => name)).not.toContain('keys_list');
    const drafter = await connectMcp(t, await keyWith(['all:all'], ['drafting']));
    const contacts = await drafter.callTool({ name: 'tools_find', arguments: { words: 'list contacts' } });
    expect(JSON.stringify(contacts.structuredContent)).not.toContain('contacts_list"');
    expect(hintsOf(contacts).hint).toContain('permissions of this credential do not allow');
  });

  it('says so if nothing has the words, and asks for words', async () => {
    const token = await keyWith(['posts:read']);
    const none = await (await connectMcp(t, token)).callTool({ name: 'tools_find', arguments: { words: 'zzz qqq' } });
    expect([none.structuredContent.tools, hintsOf(none).hint]).toEqual([[], expect.stringContaining('Try others')]);
    for (const args of [{}, { words: 7 }, { words: 'x'.repeat(101) }, { words: 'a', more: 1 }]) {
      const { json } = await postMcp(t, toolCall('tools_find', args), { token });
      expect(refusalOf(json.result), JSON.stringify(args)).toMatchObject({
        error_code: 'invalid_request',
        hint: 'Pass words: what you want to do.',
      });
    }
  });
});

describe('tools_find for what is not a tool', () => {
  it('returns at most three tools with their arguments, names others, and says what only a person can do', async () => {
    const client = await connectMcp(t, await keyWith(['all:all']));
    const search = async (words: string) => {
      const { structuredContent } = await client.callTool({ name: 'tools_find', arguments: { words } });
      return structuredContent;
    };
    const { tools, more } = await search('post');
    expect(tools).toHaveLength(3);
    expect(more.length).toBeGreaterThan(0);
    for (const one of more) expect(Object.keys(one)).toEqual(['name', 'title']);
    const found = await search('create an API key');
    expect(found.only_in_console).toContain('Create an API key');
  });
});

describe('names of operations', () => {
  it('name their tools, too, and those of tools the operations', async () => {
    const client = await connectMcp(t, await keyWith(['posts:all']));
    for (const name of ['posts.list_of_profile', 'posts_list_of_profile']) {
      const args = { tool: name, arguments: { profile_id: member.profile.id } };
      expect((await client.callTool({ name: 'tools_call', arguments: args })).isError, name).toBeFalsy();
      const described = { tool: 'meta_get_operation', arguments: { operation: name } };
      const { structuredContent } = await client.callTool({ name: 'tools_call', arguments: described });
      expect(structuredContent.operation).toBe('posts.list_of_profile');
    }
  });
});

describe('tools_call', () => {
  it('asks for the scope of the tool inside, alone and in a batch', async () => {
    const { tokens } = await connect(t, { scope: 'posts:read' });
    const follow = toolCall('tools_call', {
      tool: 'follows_create',
      arguments: { followed_profile_id: other.profile.id },
    });
    for (const message of [follow, [toolCall('me_get', {}, 2), follow]]) {
      const answer = await postMcp(t, message, { token: tokens.access_token });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('www-authenticate')).toContain('follows:write');
    }
  });

  it('refuses what is no tool, and does not open itself', async () => {
    const token = await keyWith(['all:all']);
    for (const tool of ['posts_forget', 'keys_create', 'tools_call', 'tools_find', 7]) {
      const { json } = await postMcp(t, toolCall('tools_call', { tool }), { token });
      expect([json.result.isError, refusalOf(json.result).error_code], String(tool)).toEqual([true, 'invalid_request']);
    }
    const outside = toolCall('tools_call', { tool: 'contacts_list', view: 'full' });
    expect(refusalOf((await postMcp(t, outside, { token })).json.result).hint).toContain('also as_profile_id');
  });
});

describe('a result', () => {
  const me = (headers: Record<string, string>, token: string) => postMcp(t, toolCall('me_get'), { token, headers });

  it.each([{ 'MCP-Protocol-Version': '2025-11-25' }, { 'MCP-Protocol-Version': '2025-03-26' }, {}])(
    'is text, too, for clients that may show only text: %j',
    async (headers) => {
      const { json } = await me(headers as Record<string, string>, await keyWith(['posts:read']));
      expect(JSON.parse(json.result.content[0].text)).toEqual(json.result.structuredContent);
    },
  );
});

it('acts as the only profile of an API key', async () => {
  const client = await connectMcp(t, await keyWith(['all:all']));
  const found = await client.callTool({ name: 'search_profiles', arguments: { q: other.profile.name } });
  expect(found.isError, found.content[0]!.text).toBeFalsy();
});

it('reads as the only profile, and leads from a comment to what it answers and to an answer', async () => {
  const client = await connectMcp(t, await keyWith(['posts:all']));
  const { id: reply_to_post_id } = await makePost(t, as(member));
  const { id: post_id } = await makePost(t, as(other), { reply_to_post_id });
  const read = await client.callTool({ name: 'posts_get', arguments: { post_id } });
  const calls = hintsOf(read).next_actions!.map((action) => [action.tool, action.arguments]);
  expect(calls).toEqual([
    ['tools_call', { tool: 'posts_get_context', arguments: { post_id } }],
    ['posts_create', { reply_to_post_id: post_id }],
  ]);
});

it('names what only a person can do only where it fits better than every tool, and says how to call the others', async () => {
  const client = await connectMcp(t, await keyWith(['all:all']));
  for (const words of ['read the activity log', 'report spam', 'turn off notifications']) {
    const result = await client.callTool({ name: 'tools_find', arguments: { words } });
    expect(result.structuredContent.tools.length, words).toBeGreaterThan(0);
    expect(hintsOf(result).hint, words).toContain('tools_call');
    expect(result.structuredContent.only_in_console ?? [], words).toEqual([]);
  }
});
