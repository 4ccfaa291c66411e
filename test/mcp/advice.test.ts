import { beforeAll, describe, expect, it } from 'vitest';
import { askForContact } from '../support/contacts.ts';
import { dispatch } from '../support/events.ts';
import { type Action, connectMcp, hintsOf, type McpClient, postMcp, type Result, toolCall } from '../support/mcp.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { as, grantAccess, makePost } from '../support/posts.ts';

/** Advice that a model follows to the letter. */

let t: OAuthApp;
let me: Member;
let drafter: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  [me, drafter] = [await makeMember(t), await makeMember(t)];
  await grantAccess(t, me, drafter, ['drafting']);
});

const headers = () => ({ 'X-Profile-Id': me.profile.id });
const connection = async (permissions?: readonly string[]) => {
  const given = { scopes: ['all:all'], profileIds: [me.profile.id], ...(permissions && { permissions }) };
  return connectMcp(t, (await makeKey(t, me, given)).token);
};
const call = async (client: McpClient, name: string, args: Record<string, unknown> = {}): Promise<Result> => {
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, result.content[0]!.text).toBeFalsy();
  return result;
};
const actionsOf = (result: Result): (Action & { add?: string[] })[] => hintsOf(result).next_actions ?? [];

describe('what waits for approval', () => {
  const pending = async (body: object = {}) =>
    (await makePost(t, { token: drafter.token, as: me.profile.id }, { body: 'Waits', ...body })).id;

  it.each(['api_key', 'oauth'])('is for the person to decide, not for another program: %s', async (kind) => {
    const post_id = await pending();
    const token =
      kind === 'oauth'
        ? (await makeGrant(t, me, { scopes: ['posts:read', 'posts:write'] })).token
        : (await makeKey(t, me, { scopes: ['posts:all'], profileIds: [me.profile.id] })).token;
    const client = await connectMcp(t, token, { headers: headers() });
    const home = await call(client, 'home_get');
    expect(actionsOf(home).map(({ tool }) => tool)).toEqual(['posts_get']);
    const read = await call(client, 'posts_get', { post_id });
    expect(hintsOf(read).hint).toContain('show it to the person, who decides');
    expect(actionsOf(read).map(({ why }) => why)).toEqual([
      expect.stringMatching(/^Only if the person says yes/),
      expect.stringMatching(/^If the person says no/),
    ]);
    const decided = await call(client, 'posts_publish', actionsOf(read)[0]!.arguments);
    expect(decided.structuredContent).toMatchObject({ id: post_id, published_at: expect.any(String) });
  });

  it('asks nobody else where the person has signed in', async () => {
    const read = await t.call('GET', `/v1/posts/${await pending()}`, as(me));
    expect(read.json.agent.hint).toContain('publish this revision');
    expect(JSON.stringify(read.json.agent)).not.toContain('the person');
  });

  it('is submitted, not published, by a connection that may only draft', async () => {
    const client = await connection(['drafting']);
    const draft = await call(client, 'posts_create', { body: 'A draft', status: 'draft' });
    expect(hintsOf(draft).hint).toContain('then submit it');
    expect(actionsOf(draft)[0]!.why).toBe('Submit it for approval.');
    const whole = await call(await connection(), 'posts_create', { body: 'A draft', status: 'draft' });
    expect(actionsOf(whole)[0]).toMatchObject({
      why: expect.stringMatching(/^Only if the person says yes/),
      arguments: { expected_revision: 1 },
    });
  });
});

describe('an action', () => {
  it('names in add the required arguments that only the model knows', async () => {
    const client = await connection();
    await askForContact(t, drafter, me, 'We met at the fair.');
    await askForContact(t, await makeMember(t), me, 'So did we.');
    const home = await call(client, 'home_get');
    const all = actionsOf(home).find(({ arguments: inner }) => inner['tool'] === 'contacts_list_requests')!;
    const list = await call(client, all.tool, all.arguments);
    expect(list.structuredContent.items).toHaveLength(2);
    const [answer] = actionsOf(list);
    expect([answer!.tool, answer!.add]).toEqual(['contacts_respond', ['decision']]);
    await call(client, answer!.tool, { ...answer!.arguments, decision: 'reject' });
  });

  it('names in add the text of an edit or a comment, which no schema requires', async () => {
    const client = await connection();
    const drafted = await call(client, 'posts_create', { body: 'A draft', status: 'draft' });
    const edit = actionsOf(drafted).find(({ arguments: inner }) => inner['tool'] === 'posts_update')!;
    expect(edit.add).toEqual(['body']);
    const { id: post_id } = await makePost(t, as(drafter));
    const comment = actionsOf(await call(client, 'posts_get', { post_id })).at(-1)!;
    expect([comment.tool, comment.add]).toEqual(['posts_create', ['body', 'ai_disclosure']]);
    const later = { body: 'A draft', scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
    const [cancel] = actionsOf(await call(client, 'posts_create', later));
    expect([cancel!.arguments['tool'], cancel!.add]).toEqual(['posts_update', undefined]);
  });

  it('asks for the profile if there are several', async () => {
    const second = (await makeProfile(t, me, { type: 'ai_agent' })).id;
    const key = await makeKey(t, me, { scopes: ['all:all'], profileIds: [me.profile.id, second] });
    const home = actionsOf(await call(await connectMcp(t, key.token), 'me_get')).find(
      ({ tool }) => tool === 'home_get',
    )!;
    expect(home.add).toEqual(['as_profile_id']);
    const named = await connectMcp(t, key.token, { headers: headers() });
    expect(actionsOf(await call(named, 'me_get'))[0]).not.toHaveProperty('add');
  });

  it('says that an edit without fields changed nothing', async () => {
    const { id: post_id } = await makePost(t, as(me), { status: 'draft' });
    const client = await connection();
    const edit = { tool: 'posts_update', arguments: { post_id, expected_revision: 1 } };
    expect(hintsOf(await call(client, 'tools_call', edit))).toEqual({
      hint: expect.stringContaining('nothing was changed'),
    });
  });

  it('of events keeps their filter, and warns of own ones', async () => {
    const client = await connection();
    const given = { cursor: 'now', types: 'comment.created,post.published', expand: 'actor,object' };
    const first = await call(client, 'tools_call', { tool: 'events_list', arguments: given });
    const [next] = actionsOf(first);
    expect(next!.arguments['arguments']).toMatchObject({ types: given.types, expand: given.expand, wait: 25 });
    await dispatch(t);
    const old = await call(client, 'tools_call', { tool: 'events_list', arguments: { limit: 1 } });
    expect(hintsOf(old).hint).toContain('do not answer messages and comments whose actor_profile_id is your own');
    expect(hintsOf(old).hint).toContain('a person who approves your draft');
    expect(hintsOf(old).hint).toContain('manager_profile_id says which of you did');
  });

  it('marks only messages that were on the page as read', async () => {
    const client = await connection();
    const { id } = (
      await t.call('POST', '/v1/conversations/direct', { ...as(drafter), body: { profile_id: me.profile.id } })
    ).json.data.conversation;
    const send = async (body: string) =>
      (await t.call('POST', `/v1/conversations/${id}/messages`, { ...as(drafter), body: { body } })).json.data.message;
    const shown = await send('Shown');
    const read = await call(client, 'conversations_list_messages', { conversation_id: id });
    await send('Came later');
    const mark = actionsOf(read).find(({ tool, arguments: args }) => /mark_read/.test(`${tool} ${args['tool']}`))!;
    const { arguments: args } = mark.tool === 'tools_call' ? (mark.arguments as { arguments: object }) : mark;
    expect(args).toMatchObject({ conversation_id: id, message_id: shown.id });
    await call(client, mark.tool, mark.arguments);
    const { json } = await t.call('GET', `/v1/conversations/${id}`, as(me));
    expect(json.data.unread_count).toBe(1);
  });

  it.each(['', '?results=structured'])(
    'is the last text of every result, also where there is none: %s',
    async (query) => {
      const { id: post_id } = await makePost(t, as(drafter));
      const { token } = await makeKey(t, me, { scopes: ['all:all'], profileIds: [me.profile.id] });
      const reaction = { post_id, reaction_type: 'like', active: true };
      const answer = await postMcp(t, toolCall('posts_set_reaction', reaction), { token, query, headers: headers() });
      const { content, structuredContent } = answer.json.result;
      expect(content).toHaveLength(query === '' ? 2 : 1);
      const advice = JSON.parse(content.at(-1).text);
      expect(Object.keys(advice)).not.toContain('post_id');
      expect(structuredContent.post_id).toBe(post_id);
    },
  );

  it('names the mark of AI wherever it suggests to write, and the tools that say so', async () => {
    const client = await connection();
    const { id: post_id } = await makePost(t, as(drafter));
    const read = await call(client, 'posts_get', { post_id });
    const comment = actionsOf(read).find(({ tool }) => tool === 'posts_create')!;
    expect(comment.add).toEqual(['body', 'ai_disclosure']);
    const opened = await call(client, 'conversations_open_direct', { profile_id: drafter.profile.id });
    const send = actionsOf(opened).find(({ tool }) => tool === 'conversations_send_message')!;
    expect(send.add).toEqual(['body', 'ai_disclosure']);
    const { tools } = await client.listTools();
    const described = tools.find(({ name }) => name === 'conversations_send_message')!.description;
    expect(described).toContain('Set ai_disclosure to generated');
    expect(described).not.toContain('conversations_list');
  });

  it('suggests calls that a model can make: a search for tools, a conversation, a follow', async () => {
    const client = await connection();
    const about = actionsOf(await call(client, 'me_get'));
    expect(about.map(({ tool }) => tool)).toEqual(['home_get', 'tools_find']);
    const stranger = await makeMember(t);
    const read = actionsOf(await call(client, 'profiles_get', { profile_id: stranger.profile.id }));
    expect(read.find(({ tool }) => tool === 'conversations_open_direct')!.arguments).toMatchObject({
      profile_id: stranger.profile.id,
    });
    const contact_request_id = await askForContact(t, stranger, me);
    const accepted = await call(client, 'contacts_respond', { contact_request_id, decision: 'accept' });
    expect(JSON.stringify(actionsOf(accepted))).toContain(`"followed_profile_id":"${stranger.profile.id}"`);
  });

  it('does not say with every call what no app can get', async () => {
    const person = await makeMember(t);
    const { token } = await makeGrant(t, person, {
      scopes: ['posts:read', 'messages:read', 'contacts:read', 'notifications:read'],
    });
    const home = await call(await connectMcp(t, token), 'home_get');
    expect(home.structuredContent.missing_rights).toEqual({ invitations: ['session_or_api_key'] });
    expect(hintsOf(home).hint).toBe('Nothing is pending. Check again in a few minutes.');
  });

  it('undoes nothing that was just done', async () => {
    const client = await connection();
    const follow = { tool: 'follows_create', arguments: { followed_profile_id: drafter.profile.id } };
    const followed = await call(client, 'tools_call', follow);
    const opened = await call(client, 'conversations_open_direct', { profile_id: drafter.profile.id });
    const { id: conversation_id } = opened.structuredContent.conversation ?? opened.structuredContent;
    const sent = await call(client, 'conversations_send_message', { conversation_id, body: 'Hello' });
    expect(JSON.stringify([hintsOf(followed).next_actions, hintsOf(sent).next_actions])).not.toMatch(/remove/);
  });
});

it('finds how to wait, in the words of somebody who does not know of events', async () => {
  const client = await connection();
  for (const words of [
    'be notified when someone comments',
    'wait for something to happen',
    'tell me when I get a reply',
  ])
    expect(
      (await call(client, 'tools_find', { words })).structuredContent.tools.map(({ name }: { name: string }) => name),
      words,
    ).toContain('events_list');
});

it('always ends with advice, also where tools were found', async () => {
  const found = await call(await connection(), 'tools_find', { words: 'edit a post' });
  expect(hintsOf(found).hint).toContain('tools_call');
});

it('returns one object without what is empty, and without its text twice', async () => {
  const client = await connection();
  const { id: reply_to_post_id } = await makePost(t, as(me));
  const { id: post_id } = await makePost(t, as(drafter), { reply_to_post_id, body: 'x'.repeat(75) });
  const lean = await call(client, 'posts_get', { post_id });
  expect(lean.structuredContent).not.toHaveProperty('body_preview');
  expect(Buffer.byteLength(lean.content[0]!.text)).toBeLessThan(1500);
  expect(JSON.stringify(lean.structuredContent)).not.toMatch(/null|\[\]|\{\}|""/);
  const profile = await call(client, 'profiles_get', { profile_id: drafter.profile.id });
  expect(profile.structuredContent.viewer).toHaveProperty('can_request_contact');
  expect(Buffer.byteLength(profile.content[0]!.text)).toBeLessThan(800);
  const whole = await call(client, 'profiles_get', { profile_id: drafter.profile.id, view: 'default' });
  expect(whole.structuredContent).toHaveProperty('url');
  expect(JSON.stringify(whole.structuredContent)).not.toMatch(/null|\[\]|\{\}|""/);
});

it('keeps an empty list, so that a program finds its items', async () => {
  const client = await connection();
  const empty = await call(client, 'search_profiles', { q: 'nobody-of-this-name' });
  expect(empty.structuredContent).toEqual({ items: [] });
});

it('lists every argument that a tool takes, so that a host which validates calls lets it pass', async () => {
  const client = await connection();
  const { tools } = await client.listTools();
  const without = tools.filter(({ name, inputSchema }) => !name.startsWith('tools_') && !inputSchema.properties.view);
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false)).toEqual([]);
  await call(client, 'home_get', { view: 'default' });
});
