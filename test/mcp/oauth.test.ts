import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUGGESTED_SCOPES } from '../../src/oauth/resource.ts';
import { useBrowser } from '../support/browser.ts';
import type { McpClient } from '../support/mcp.ts';
import { type Member, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';

const DOCUMENT = 'https://client.example.com/oauth/client.json';
const NAME = 'A client of this test';
const PATIENCE_MS = 180_000;

const browser = useBrowser();
let t: OAuthApp;
/** Receives the browser after the consent. */
let callback: Server;
let redirect: string;
const fetched: string[] = [];

beforeAll(async () => {
  callback = createServer((_request, response) => response.end('<title>back</title>')).listen(0, '127.0.0.1');
  await once(callback, 'listening');
  redirect = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  t = await startOAuthApp(
    {},
    {
      fetchDocument: async (url) => {
        fetched.push(url);
        return { json: { client_id: url, client_name: NAME, redirect_uris: [redirect] }, maxAgeSeconds: null };
      },
    },
  );
});
afterAll(() => callback.close());

/** What an MCP client stores for a person between starts; it knows only the server's address. */
class ClientStore implements OAuthClientProvider {
  readonly redirectUrl = redirect;
  readonly clientMetadata = { client_name: NAME, redirect_uris: [redirect] };
  readonly clientMetadataUrl?: string;
  /** The page that the person opens. */
  asked: URL | undefined;
  kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string } = {};

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl;
  }
  clientInformation = () => this.kept.client;
  tokens = () => this.kept.tokens;
  codeVerifier = () => this.kept.verifier!;
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.kept.client = client;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept.tokens = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.kept.verifier = verifier;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  invalidateCredentials(scope: string) {
    if (scope === 'all' || scope === 'tokens') delete this.kept.tokens;
  }
}

type Mode = 'auto' | 'legacy';

function makeClient(store: ClientStore, mode: Mode) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  return { client, transport: new StreamableHTTPClientTransport(new URL(`${t.origin}/mcp`), { authProvider: store }) };
}

/** The person consents in a real browser; returns the parameters of the redirect. */
async function consentIn(asked: URL, member: Member): Promise<URLSearchParams> {
  const { page } = await browser.open(asked.href);
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: `Allow ${NAME} to act for you?` }).waitFor();
  const box = page.getByRole('checkbox');
  if ((await box.count()) === 1 && !(await box.isChecked())) await box.check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${redirect}?**`);
  const params = new URL(page.url()).searchParams;
  await page.context().close();
  return params;
}

/** From only an address to a connected client. */
async function arrive(store: ClientStore, member: Member, mode: Mode): Promise<McpClient> {
  const first = makeClient(store, mode);
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
  await first.transport.finishAuth(await consentIn(store.asked!, member));
  return again(store, mode);
}

async function again(store: ClientStore, mode: Mode): Promise<McpClient> {
  const { client, transport } = makeClient(store, mode);
  await client.connect(transport);
  return client as unknown as McpClient;
}

describe.each([
  ['a metadata document', DOCUMENT, 'auto'],
  ['dynamic registration', undefined, 'legacy'],
] as const)('a client that knows only the address, with %s', (_how, document, mode) => {
  it(
    'is authorized by a person, posts a photograph, comments, refreshes its token, and is revoked',
    async () => {
      const member = await makeMember(t, { name: 'Robin Example' });
      const store = new ClientStore(document);
      const client = await arrive(store, member, mode);
      expect(store.asked!.searchParams.get('resource')).toBe(`${t.origin}/mcp`);
      if (document) expect([store.asked!.searchParams.get('client_id'), fetched]).toEqual([DOCUMENT, [DOCUMENT]]);
      else expect(store.kept.client!.client_id).not.toContain('://');
      expect(store.kept.tokens!.scope!.split(' ').sort()).toEqual([...SUGGESTED_SCOPES].sort());

      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining(['posts_create', 'uploads_create', 'me_get', 'conversations_send_message']),
      );
      expect(names).toHaveLength(20);

      // An OAuth client with one profile need not name it.
      const content_base64 = (await jpeg({ width: 640, height: 480 })).toString('base64');
      const post = await client.callTool({
        name: 'posts_create_with_images',
        arguments: { body: 'A photograph from an app', images: [{ content_base64, alt_text: 'Four corners' }] },
      });
      expect(post.structuredContent, post.content[0]?.text).toMatchObject({
        images: [{ alt_text: 'Four corners', url: expect.any(String) }],
      });
      const post_id = post.structuredContent.id;
      const comment = await client.callTool({
        name: 'posts_create_comment',
        arguments: { post_id, body: 'And a comment' },
      });
      expect(comment.structuredContent).toMatchObject({ reply_to_post_id: post_id });

      // An hour later the token has expired; the client refreshes it without asking anybody.
      const before = store.kept.tokens!;
      store.asked = undefined;
      t.clock.advance(61 * 60_000);
      const read = await client.callTool({ name: 'posts_get', arguments: { post_id } });
      expect(read.structuredContent).toMatchObject({ id: post_id, comments_count: 1 });
      expect(store.kept.tokens!.access_token).not.toBe(before.access_token);
      expect(store.kept.tokens!.refresh_token).not.toBe(before.refresh_token);
      expect(store.asked).toBeUndefined();

      // The person revokes it: immediately, with the refresh token, and the client asks again.
      const grants = await t.call('GET', '/v1/oauth-grants', { token: (await signIn(member)).token });
      const [grant] = grants.json.data.items;
      expect(grant).toMatchObject({ client: { name: NAME } });
      await t.call('DELETE', `/v1/oauth-grants/${grant.id}`, { token: (await signIn(member)).token });
      await expect(client.callTool({ name: 'posts_get', arguments: { post_id } })).rejects.toThrow();
      expect(store.asked).toBeInstanceOf(URL);
    },
    PATIENCE_MS,
  );
});

async function signIn({ email, password }: Member): Promise<{ token: string }> {
  const answer = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  return answer.json.data.session;
}

it(
  'a client that revokes its own token loses access too',
  async () => {
    const store = new ClientStore();
    const client = await arrive(store, await makeMember(t), 'auto');
    const { refresh_token } = store.kept.tokens!;
    const body = new URLSearchParams({ token: refresh_token!, client_id: store.kept.client!.client_id });
    expect((await fetch(`${t.origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    store.asked = undefined;
    await expect(client.callTool({ name: 'me_get' })).rejects.toThrow();
    expect(store.asked).toBeInstanceOf(URL);
  },
  PATIENCE_MS,
);

it(
  'a client that needs more scopes learns which, and gets them when the person agrees',
  async () => {
    const member = await makeMember(t);
    const other = await makeMember(t);
    const store = new ClientStore();
    const client = await arrive(store, member, 'auto');
    store.asked = undefined;
    const follow = { name: 'follows_create', arguments: { followed_profile_id: other.profile.id } };
    await expect(client.callTool(follow)).rejects.toThrow();
    expect(store.asked!.searchParams.get('scope')!.split(' ')).toEqual(
      expect.arrayContaining(['follows:write', 'posts:write']),
    );
  },
  PATIENCE_MS,
);
