import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connectMcp, hintsOf, postMcp, type Result, refusalOf, toolCall } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { connect, getCode, makeClient, type OAuthApp, redeem, startOAuthApp } from '../support/oauth.ts';

/** A client is only advised to do what it can do. */

let t: OAuthApp;
let member: Member;
let other: Member;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp();
  [member, other] = await Promise.all([makeMember(t), makeMember(t)]);
  token = (await makeKey(t, member, { scopes: ['all:all'], profileIds: [member.profile.id] })).token;
});

const asMember = (query = '') => connectMcp(t, token, { query, headers: { 'X-Profile-Id': member.profile.id } });

describe('hints', () => {
  it('suggest tools that the connection does not list through tools_call', async () => {
    const few = await asMember();
    const request = { name: 'contacts_create_request', arguments: { profile_id: other.profile.id, message: 'Hello' } };
    const made = await few.callTool({ ...request, arguments: { ...request.arguments, dry_run: true } });
    expect(made.isError, made.content[0]!.text).toBeFalsy();
    expect(hintsOf(made)).not.toHaveProperty('next_actions');
    const sent = hintsOf(await few.callTool(request)).next_actions!;
    const withdrawal = sent.find(({ arguments: given }) => given['tool'] === 'contacts_withdraw')!;
    expect(withdrawal.tool).toBe('tools_call');
    const withdrawn = await few.callTool({ name: withdrawal.tool, arguments: withdrawal.arguments });
    expect(withdrawn.isError, withdrawn.content[0]!.text).toBeFalsy();
    const more = await asMember('?toolsets=network');
    const third = (await makeMember(t)).profile.id;
    const again = { ...request, arguments: { ...request.arguments, profile_id: third } };
    const shown = hintsOf(await more.callTool(again));
    expect(shown.next_actions!.map(({ tool }) => tool)).toContain('contacts_withdraw');

    const nobody = await few.callTool({ name: 'profiles_get', arguments: { profile_id: 'nobody-of-this-name' } });
    expect(refusalOf(nobody).hint).toContain('me_get');
    expect(refusalOf(nobody).hint).toContain('search_profiles');
    const me = await few.callTool({ name: 'me_get', arguments: {} });
    expect(JSON.stringify(hintsOf(me))).not.toContain('/v1/');
  });

  it('of a stored response are in the terms of the client that repeats the call', async () => {
    const call = { body: { body: 'Once', status: 'draft' }, headers: { 'Idempotency-Key': 'both' } };
    const made = await t.call('POST', '/v1/posts', { token, as: member.profile.id, ...call });
    const post_id = made.json.data.id;
    expect(made.json.agent.next_actions[0]).toMatchObject({ method: 'POST', path: `/v1/posts/${post_id}/publish` });
    const client = await asMember();
    const again = await client.callTool({ name: 'posts_create', arguments: { ...call.body, idempotency_key: 'both' } });
    expect(hintsOf(again)).toMatchObject({
      replayed: true,
      next_actions: [
        { tool: 'posts_publish', arguments: { post_id } },
        { tool: 'tools_call', arguments: { tool: 'posts_update', arguments: { post_id } } },
      ],
    });
    expect(hintsOf(again).hint).toMatch(/^The post is a draft, .*posts_replace_images/);
  });

  it('about arguments refer to the schema of the tool', async () => {
    const client = await asMember();
    const { hint } = refusalOf(await client.callTool({ name: 'posts_get', arguments: {} }));
    expect(hint).toContain('inputSchema');
    expect(hint).not.toMatch(/agent\.|\/v1\/|meta_/);
    const inner = refusalOf(await client.callTool({ name: 'posts_create', arguments: { body: 7 } }));
    expect([inner.error_code, inner.hint]).toEqual(['invalid_request', hint]);
  });

  it('about a scope that an API key lacks are a result', async () => {
    const key = await makeKey(t, member, { scopes: ['posts:read'], profileIds: [member.profile.id] });
    const answer = await postMcp(t, toolCall('posts_create', { body: 'x' }, 'seven'), { token: key.token });
    expect([answer.status, answer.json.id, answer.json.result.isError]).toEqual([200, 'seven', true]);
    const { error_code, hint } = refusalOf(answer.json.result);
    expect(error_code).toBe('insufficient_scope');
    expect(hint).not.toMatch(/agent\.|\/v1\/me\b/);
  });

  it('about permissions are a result, whatever the scopes', async () => {
    const scope = 'posts:all follows:write';
    const clientId = await makeClient(t);
    const code = await getCode(t, member, { client_id: clientId, scope }, { draftsOnly: true });
    const { json } = await redeem(t, code);
    for (const name of ['follows_create', 'contacts_list']) {
      const answer = await postMcp(t, toolCall(name, { followed_profile_id: member.profile.id }), {
        token: json.access_token,
      });
      expect([answer.status, answer.json.id, answer.json.result?.isError], name).toEqual([200, 1, true]);
    }
  });

  it('about the whole request have its id', async () => {
    const { tokens } = await connect(t, { scope: 'posts:read' });
    const message = toolCall('follows_create', { followed_profile_id: member.profile.id }, 'seven');
    const one = await postMcp(t, message, { token: tokens.access_token });
    expect([one.status, one.json.id, one.json.error.data.error_code]).toEqual([403, 'seven', 'insufficient_scope']);
    const list = await postMcp(t, [message], { token: tokens.access_token });
    expect([list.status, list.json.id]).toEqual([403, null]);
  });
});

it('says how to draft in the same words in the tool and in the prompt', async () => {
  const client = await asMember();
  const rule = 'If you may only draft for the profile, leave status out';
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'posts_create')!.description).toContain(rule);
  const { messages } = await client.getPrompt({ name: 'draft_for_approval', arguments: { topic: 'spring' } });
  expect(messages[0]!.content.text).toContain(rule);
  expect(messages[0]!.content.text, 'nothing before the rule names a status').not.toContain('as a draft');
});

it('leads an app without a profile to one, and not to the list of all operations', async () => {
  const { tokens } = await connect(t, { scope: 'posts:read' });
  await t.pool.query(
    'delete from credential_profiles where credential_id = (select credential_id from oauth_grants order by generation_at desc limit 1)',
  );
  const client = await connectMcp(t, tokens.access_token);
  const hints = hintsOf(await client.callTool({ name: 'me_get', arguments: {} }));
  expect(hints.hint).toMatch(/creates the first one.*profiles:write/);
  expect(hints).not.toHaveProperty('next_actions');
});

it('names a missing scope, and who can add it', async () => {
  const key = await makeKey(t, member, { scopes: ['posts:read'], profileIds: [member.profile.id] });
  const withKey = await postMcp(t, toolCall('contacts_list'), { token: key.token });
  expect(refusalOf(withKey.json.result)).toMatchObject({
    hint: 'This key lacks the scope contacts:read. Only its owner can add scopes, at console_url.',
    console_url: expect.stringContaining(key.id),
  });
  const { tokens } = await connect(t, { scope: 'posts:read' });
  const { json } = await postMcp(t, toolCall('contacts_list'), { token: tokens.access_token });
  expect(json.error.data.hint).toBe(
    'This token lacks the scope contacts:read. The person can allow more: start a new authorization that also requests the scopes in the WWW-Authenticate header.',
  );
});

describe('what no scope allows to an OAuth client', () => {
  it.each(['keys_list', 'access_list_invitations', 'account_get'])(
    '%s: the failure says so, and not to ask',
    async (name) => {
      const { tokens } = await connect(t, { scope: 'posts:read' });
      const answer = await postMcp(t, toolCall(name), { token: tokens.access_token });
      expect([answer.status, answer.json.result.isError]).toEqual([200, true]);
      const refusal = refusalOf(answer.json.result);
      expect(refusal).toMatchObject({ error_code: 'insufficient_scope', required_scopes: [] });
      expect(refusal.hint).toContain('No scope allows this');
    },
  );
});

describe('headers of the connection', () => {
  const post = (args = {}) =>
    toolCall('posts_create', { body: 'Not written', as_profile_id: member.profile.id, ...args });
  const send = (message: unknown, headers: Record<string, string>) => postMcp(t, message, { token, headers });

  it('make every call dry with Dry-Run, unless a call says otherwise', async () => {
    const dry = await send(post(), { 'Dry-Run': 'true' });
    const { content, structuredContent } = dry.json.result;
    expect(JSON.parse(content.at(-1).text)).toMatchObject({ dry_run: true });
    expect((await t.call('GET', `/v1/posts/${structuredContent.id}`)).status).toBe(404);
    const both = await send(post({ dry_run: false }), { 'Dry-Run': 'true' });
    expect(refusalOf(both.json.result)).toMatchObject({
      error_code: 'invalid_request',
      fields: [{ argument: 'dry_run', rule: 'same_as_header', allowed: [true] }],
    });
  });

  it('may not contain an idempotency key, which is for one call', async () => {
    const answer = await send(post(), { 'Idempotency-Key': 'k-1' });
    expect([answer.status, answer.json.error.data]).toMatchObject([
      400,
      {
        error_code: 'invalid_request',
        hint: expect.stringContaining('idempotency_key'),
        fields: [{ path: 'header.idempotency-key', rule: 'not_on_connections' }],
      },
    ]);
  });
});

it('refuses an argument that is not text', async () => {
  const call = JSON.stringify(toolCall('posts_get', { post_id: '@' })).replace('@', '\\ud800');
  const answer = await postMcp(t, call, { token });
  expect(refusalOf(answer.json.result)).toMatchObject({
    error_code: 'invalid_request',
    fields: [{ argument: 'post_id', rule: 'ill_formed' }],
  });
});

it.each([...CLIENTS, 'client 1'] as const)(
  '%s validates the result of every readable tool without arguments',
  async (kind) => {
    const headers = { 'X-Profile-Id': member.profile.id };
    const client = await connectMcp(t, member.token, { query: '?toolsets=all', headers, kind });
    const { tools } = await client.listTools();
    const given: Record<string, object> = {
      profiles_lookup: { ids: member.profile.id },
      posts_lookup: { ids: member.profile.id },
      taxonomies_list_states: { country_code: 'PT' },
      taxonomies_list_cities: { country_code: 'PT', state_code: '11' },
    };
    const reads = tools.filter(
      ({ name, annotations, inputSchema }) => annotations.readOnlyHint && (name in given || !inputSchema.required),
    );
    expect(reads.length).toBeGreaterThan(20);
    // The clients validate a result with the output schema of the listed tool.
    const answers = new Map<string, Result>();
    for (const { name } of reads) answers.set(name, await client.callTool({ name, arguments: { ...given[name] } }));
    expect(
      [...answers].filter(([, { isError }]) => isError).map(([name, result]) => [name, refusalOf(result)]),
    ).toEqual([]);
    for (const name of ['taxonomies_list_countries', 'taxonomies_list_states', 'taxonomies_list_cities'])
      expect(answers.get(name)!.structuredContent.items.length, name).toBeGreaterThan(10);
  },
);
