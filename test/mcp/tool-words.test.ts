import { beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/auth/principal.ts';
import { newId } from '../../src/core/ids.ts';
import { apiOnly, apiText, either, field, op, PROFILE_HEADER, type Text, text } from '../../src/core/operation-text.ts';
import { ALL_SCOPES } from '../../src/core/scopes.ts';
import { TOOLSETS } from '../../src/core/toolsets.ts';
import { errorBody } from '../../src/http/envelope.ts';
import { mayCall } from '../../src/http/may-call.ts';
import { type Catalogue, makeCatalogue, type Tool } from '../../src/mcp/catalogue.ts';
import { failureForModel } from '../../src/mcp/hints.ts';
import { listing } from '../../src/mcp/listing.ts';
import { linesForModel, linesOf, textForConnection, textForModel } from '../../src/mcp/terms.ts';
import type { Chosen } from '../../src/mcp/toolsets.ts';
import { askForContact } from '../support/contacts.ts';
import { connectMcp, type McpClient, type Result } from '../support/mcp.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, grantAccess, makePost } from '../support/posts.ts';

const HTTP =
  /\/v1\b|\b(GET|POST|PUT|PATCH|DELETE)\b|X-Profile-Id|Idempotency-Key|Dry-Run|\bheaders?\b|Authorization|Bearer|\bquery\b/;

let t: OAuthApp;
let catalogue: Catalogue;
let me: Member;
let other: Member;
let third: Member;
let second: string;
let client: McpClient;
let listed: Set<string>;
const called = new Set<string>();

beforeAll(async () => {
  t = await startOAuthApp();
  catalogue = makeCatalogue(t.app.routes);
  [me, other, third] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  second = (await makeProfile(t, me, { type: 'ai_agent' })).id;
  await grantAccess(t, me, other, ['drafting']);
});

/** Fails if a text names something that this connection can't call. */
function check(what: string, text: string, mayCall: (tool: Tool) => boolean = () => true): void {
  expect(text, what).not.toMatch(HTTP);
  const closed = [...catalogue.byName].filter(
    ([name, tool]) => !mayCall(tool) && new RegExp(`\\b${name}\\b`).test(text),
  );
  expect(
    closed.map(([name]) => name),
    `${what}: ${text}`,
  ).toEqual([]);
}

/** What a connection of this principal has. */
function connectionOf(chosen: Chosen | null, principal: Principal) {
  const tools = catalogue.offered(chosen, principal);
  return { catalogue, tools, mayCall: ({ route }: Tool) => mayCall(route, principal) };
}

async function call(name: string, args: Record<string, unknown> = {}, succeeds?: boolean): Promise<Result> {
  const result = await client.callTool({ name, arguments: args });
  if (succeeds !== undefined) expect(!result.isError, `${name}: ${result.content[0]!.text}`).toBe(succeeds);
  if (succeeds) called.add(name);
  expect(result.content[0]!.text, name).not.toMatch(HTTP);
  for (const { text } of result.content) check(`${name} ${JSON.stringify(args)}`, text);
  return result;
}

describe('a result', () => {
  const start = async () => {
    const { token } = await makeKey(t, me, { scopes: ['all:all'], profileIds: [me.profile.id, second] });
    client = await connectMcp(t, token);
    listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  };

  it('of each default tool names only tools that the connection can call, and no HTTP terms', async () => {
    await start();
    const acting = { as_profile_id: me.profile.id };
    const pending = await makePost(t, { token: other.token, as: me.profile.id }, { body: 'Waits' });
    const waits = await askForContact(t, other, me);
    const theirs = await makePost(t, as(other));
    await call('me_get', {}, true);
    await call('home_get', acting, true);
    await call('tools_find', { words: 'edit a post' }, true);
    await call('uploads_create', acting, true);
    const draft = await call('posts_create', { ...acting, body: 'A draft', status: 'draft' }, true);
    const post_id = draft.structuredContent.id;
    await call('posts_get', { ...acting, post_id }, true);
    await call('posts_update', { ...acting, post_id, body: 'A better draft' }, true);
    await call('posts_publish', { ...acting, post_id }, true);
    await call('posts_get', { ...acting, post_id: pending.id }, true);
    await call('posts_return', { ...acting, post_id: pending.id, note: 'Shorter.' }, true);
    const comment = { ...acting, post_id, body: 'A comment' };
    await call('tools_call', { tool: 'posts_create_comment', arguments: comment }, true);
    await call('posts_list_comments', { post_id }, true);
    await call('contacts_list', acting, true);
    await call('posts_set_reaction', { ...acting, post_id: theirs.id, reaction_type: 'like', active: true }, true);
    await call('posts_remove', { ...acting, post_id }, true);
    await call('profiles_get', { ...acting, profile_id: me.profile.id }, true);
    await call('follows_create', { ...acting, followed_profile_id: other.profile.id }, true);
    await call('search_profiles', { ...acting, q: other.profile.name }, true);
    await call('contacts_respond', { ...acting, contact_request_id: waits, decision: 'accept' }, true);
    await call('contacts_create_request', { ...acting, profile_id: third.profile.id, message: 'Hello' }, true);
    await call('feed_list', acting, true);
    await call('conversations_list', acting, true);
    const opened = await call('conversations_open_direct', { ...acting, profile_id: other.profile.id }, true);
    const conversation_id = (opened.structuredContent.conversation ?? opened.structuredContent).id;
    await call('conversations_send_message', { ...acting, conversation_id, body: 'Hello' }, true);
    const page = await call('conversations_list_messages', { ...acting, conversation_id }, true);
    const message_id = page.structuredContent.items[0].id;
    await call('conversations_mark_read', { ...acting, conversation_id, message_id }, true);
    await call('home_get', { as_profile_id: second }, true);
    await call('notifications_list', acting, true);
    await call('notifications_mark_read', acting, true);
    expect([...listed].filter((name) => !called.has(name))).toEqual([]);
  });

  it('of each refused default tool says in the same terms how to recover', async () => {
    await start();
    const none = newId();
    for (const name of listed) {
      const tool = catalogue.byName.get(name);
      if (!tool) continue;
      const { inputSchema } = tool.definition;
      const required = (inputSchema['required'] ?? []) as string[];
      const ids = Object.fromEntries(required.map((field) => [field, none]));
      await call(name, { unknown: true }, false);
      await call(name, {});
      await call(name, ids);
      await call(name, { ...ids, as_profile_id: me.profile.id });
      await call(name, { ...ids, as_profile_id: 'nobody' });
      await call(name, { ...ids, as_profile_id: other.profile.id });
    }
  });

  it.each([
    ['an empty post', 'posts_create', { body: ' ' }],
    ['a damaged picture', 'posts_create_with_images', { images: [{ content_base64: 'AAAA' }] }],
    ['an invalid cursor', 'conversations_list', { cursor: 'x' }],
    ['an unknown place', 'profiles_update', { location: { country_code: 'XX' } }],
    ['a page that is too large', 'conversations_list', { limit: 5000 }],
    ['a self-follow', 'follows_create', { followed_profile_id: 'self' }],
    ['a reserved username', 'profiles_update', { username: 'admin' }],
  ])('of %s does too', async (_what, name, args) => {
    await start();
    const self = { profile_id: me.profile.id };
    const given = name === 'profiles_update' ? { ...self, ...args } : args;
    const own = 'followed_profile_id' in given ? { followed_profile_id: me.profile.id } : given;
    const result = await call(name, { ...own, as_profile_id: me.profile.id }, false);
    expect(JSON.parse(result.content[0]!.text).hint.length).toBeGreaterThan(20);
  });

  it('of a reused key does too', async () => {
    await start();
    const given = { as_profile_id: me.profile.id, idempotency_key: 'once', status: 'draft' };
    await call('posts_create', { ...given, body: 'One' }, true);
    const again = await call('posts_create', { ...given, body: 'Two' }, false);
    expect(JSON.parse(again.content[0]!.text).error_code).toBe('idempotency_key_reused');
  });
});

const CONNECTIONS: [string, Principal['type'], readonly string[], Chosen | null][] = [
  ['all scopes', 'api_key', ALL_SCOPES, null],
  ['all scopes and toolsets', 'api_key', ALL_SCOPES, new Set(TOOLSETS)],
  ['comments alone', 'oauth', ['comments:write'], null],
  ['reading contacts', 'oauth', ['contacts:read'], new Set(['network'] as const)],
];

/** A tool calls its operation inside the server, so these cannot happen. */
const OF_TRANSPORT = new Set([
  'expectation_failed',
  'headers_too_large',
  'method_not_allowed',
  'route_not_found',
  'unsupported_media_type',
]);

describe.each(CONNECTIONS)('with %s', (_what, type, scopes, chosen) => {
  const shown = () => connectionOf(chosen, { type, scopes, permissions: null } as unknown as Principal);

  it('the list names only tools that the connection can call, and no HTTP terms', () => {
    for (const tool of listing(shown())) {
      const { name, title, description, inputSchema } = tool;
      check(name, `${title} ${description} ${JSON.stringify(inputSchema)}`, shown().mayCall);
      expect(description.length, name).toBeGreaterThan(10);
    }
  });

  it('each error code of the listed tools has a hint', () => {
    const { tools } = shown();
    for (const code of new Set(tools.flatMap(({ route }) => route.errors))) {
      if (OF_TRANSPORT.has(code)) continue;
      const { agent, ...rest } = errorBody(code);
      const { hint, error_message } = failureForModel(
        { ...rest, agent: agent as object, hints: {} },
        shown(),
        type,
      ) as Record<string, string>;
      expect(hint ?? '', code).toMatch(/.{20}/);
      check(code, `${error_message} ${hint}`, shown().mayCall);
    }
  });
});

describe('a text with references', () => {
  const of = (scopes: readonly string[]) =>
    connectionOf(null, { type: 'api_key', scopes, permissions: null } as unknown as Principal);
  const header = either('the header Dry-Run: true', 'dry_run');

  it.each<[Text, string, string]>([
    [
      text`${op('me.get')} lists them; send ${PROFILE_HEADER}.`,
      'GET /v1/me lists them; send X-Profile-Id.',
      'me_get lists them; send as_profile_id.',
    ],
    [text`Wait ${field('retry_after_seconds')}.`, 'Wait agent.retry_after_seconds.', 'Wait retry_after_seconds.'],
    [
      ['It is a draft.', text`Add pictures with ${op('posts.replace_images')}.`],
      'It is a draft. Add pictures with PUT /v1/posts/{post_id}/images.',
      'It is a draft. Add pictures with posts_replace_images.',
    ],
    [
      ['Wait.', apiOnly('The header Retry-After says how long.')],
      'Wait. The header Retry-After says how long.',
      'Wait.',
    ],
    [text`Try it with ${header}.`, 'Try it with the header Dry-Run: true.', 'Try it with dry_run.'],
    [
      text`${op('posts.list_comments')}${apiOnly('?limit=1')} reads ${op('posts.update', 'PATCH')}.`,
      'GET /v1/posts/{post_id}/comments?limit=1 reads PATCH.',
      'posts_list_comments reads posts_update.',
    ],
    [op('exports.create'), 'POST /v1/exports', ''],
  ])('has words for callers of the API and for models: %j', (given, api, model) => {
    expect(apiText(given)).toBe(api);
    expect(textForModel(given, of(ALL_SCOPES))).toBe(model);
  });

  it('loses the clause about a tool that the scopes do not allow', () => {
    const given = text`The post is public${text`; correct it with ${op('posts.update')}`}.`;
    expect(textForModel(given, of(['posts:read']))).toBe('The post is public.');
    expect(textForModel(given, of(ALL_SCOPES))).toBe('The post is public; correct it with posts_update.');
  });

  it('loses whole lines of a guide', () => {
    const lines = linesOf('# Title\n\n- Correct it with {{posts.update}}.\n- Read it with {{posts.get}}.');
    expect(linesForModel(lines, of(['posts:read']))).toBe('# Title\n\n- Read it with posts_get.');
  });

  it('keeps the names of headers for the person who configures a connection', () => {
    const given = text`Correct ${PROFILE_HEADER}: see ${field('fields')} and ${op('me.get')}.`;
    expect(textForConnection(given, of(['posts:read']))).toBe('Correct X-Profile-Id: see fields and me_get.');
  });
});
