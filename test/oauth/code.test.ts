import { beforeAll, expect, it } from 'vitest';
import { makeMember } from '../support/members.ts';
import {
  authorizeUrl,
  connect,
  formOf,
  getCode,
  linkBack,
  makeClient,
  type OAuthApp,
  pkce,
  REDIRECT,
  redeem,
  refresh,
  startOAuthApp,
  Visitor,
} from '../support/oauth.ts';
import { makeGrant } from '../support/oauth-grants.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it('leads through sign-in and consent to a token that acts like an API key', async () => {
  const { member, tokens } = await connect(t, { scope: 'posts:write offline_access' });
  expect(tokens.access_token).toMatch(/^pno_[0-9A-Za-z]{38}$/);
  expect(tokens.refresh_token).toMatch(/^pnr_[0-9A-Za-z]{38}$/);
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'posts:write' });
  const post = await t.call('POST', '/v1/posts', { token: tokens.access_token, body: { body: 'by an app' } });
  expect(post.status, post.text).toBe(201);
  expect(post.json.data.profile_id).toBe(member.profile.id);
  const me = await t.call('GET', '/v1/me', { token: tokens.access_token });
  expect(me.json.data.principal).toMatchObject({ type: 'oauth', name: 'Example App' });
});

it('returns state and issuer', async () => {
  const { answer } = await getCode(t, await makeMember(t), { client_id: await makeClient(t), state: 'a b&c' });
  expect(answer.origin + answer.pathname).toBe(REDIRECT);
  expect(answer.searchParams.get('state')).toBe('a b&c');
  expect(answer.searchParams.get('iss')).toBe(t.origin);
});

it('accepts a code once, and revokes its tokens on a second use', async () => {
  const clientId = await makeClient(t);
  const code = await getCode(t, await makeMember(t), { client_id: clientId });
  const first = await redeem(t, code);
  expect(first.status).toBe(200);
  const second = await redeem(t, code);
  expect([second.status, second.json.error]).toEqual([400, 'invalid_grant']);
  const me = await t.call('GET', '/v1/me', { token: first.json.access_token });
  expect([me.status, me.json.error_code]).toEqual([401, 'revoked_credentials']);
  expect((await refresh(t, clientId, first.json.refresh_token)).json.error).toBe('invalid_grant');
});

it('binds a code to its client, redirect URI, verifier and resource, and keeps it after a failed attempt', async () => {
  const clientId = await makeClient(t);
  const code = await getCode(t, await makeMember(t), { client_id: clientId, resource: `${t.origin}/mcp` });
  const wrong = {
    client: await redeem(t, code, { client_id: await makeClient(t) }),
    address: await redeem(t, code, { redirect_uri: `${REDIRECT}/` }),
    verifier: await redeem(t, code, { code_verifier: pkce().verifier }),
  };
  for (const [what, answer] of Object.entries(wrong)) {
    expect([answer.status, answer.json.error], what).toEqual([400, 'invalid_grant']);
  }
  expect((await redeem(t, code)).status).toBe(200);
  const other = await getCode(t, await makeMember(t), { client_id: clientId, resource: `${t.origin}/mcp` });
  expect((await redeem(t, other, { resource: 'https://elsewhere.example' })).json.error).toBe('invalid_target');
});

it.each(['', '/mcp'])('takes a resource with and without the final slash, at every endpoint: %s', async (path) => {
  const [bare, slashed] = [t.origin + path, `${t.origin + path}/`];
  const clientId = await makeClient(t);
  const member = await makeMember(t);
  for (const [asked, later] of [
    [bare, slashed],
    [slashed, bare],
  ] as const) {
    const code = await getCode(t, member, { client_id: clientId, resource: asked });
    const redeemed = await redeem(t, code, { resource: later });
    expect([redeemed.status, redeemed.json.scope], asked).toEqual([200, 'posts:write']);
    for (const resource of [asked, later]) {
      const { status, json } = await refresh(t, clientId, redeemed.json.refresh_token, { resource });
      expect([status, json.scope], resource).toEqual([200, 'posts:write']);
      redeemed.json.refresh_token = json.refresh_token;
    }
    const other = path === '' ? `${t.origin}/mcp` : t.origin;
    const refused = await refresh(t, clientId, redeemed.json.refresh_token, { resource: other });
    expect(refused.json.error).toBe('invalid_target');
  }
});

it('expires a code after a minute', async () => {
  const code = await getCode(t, await makeMember(t), { client_id: await makeClient(t) });
  t.clock.advance(61_000);
  expect((await redeem(t, code)).json.error).toBe('invalid_grant');
});

it.each<[string, Record<string, string>, string, string?]>([
  ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['an unknown scope', { scope: 'posts:write keys:write' }, 'invalid_scope', 'scopes_supported'],
  ['no scope', { scope: '' }, 'invalid_scope', 'name the scopes'],
  ['only offline_access', { scope: 'offline_access' }, 'invalid_scope'],
  ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target', 'the address of this server, http'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['prompt=none', { prompt: 'none' }, 'consent_required'],
])(
  'returns an error with state and issuer to a client with consent for %s',
  async (_what, asked, error, words = '') => {
    const base = {
      client_id: await makeClient(t),
      scope: 'posts:write',
      state: 's',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
    };
    const fields = Object.entries({ ...base, ...asked }).filter(([, value]) => value !== '');
    const address = authorizeUrl(t, Object.fromEntries(fields));
    const member = await makeMember(t);
    const visitor = new Visitor(t.origin);
    for (const signsIn of [true, false]) {
      const { status, location, text } = await visitor.request(address);
      expect([status, location], text).toEqual([400, null]);
      expect(text).toContain('>Go back to app.example.com</a>');
      const link = linkBack(text);
      expect([link.origin + link.pathname, `${link.search}${link.hash}`]).toEqual([
        REDIRECT,
        expect.stringContaining(`error=${error}`),
      ]);
      if (!signsIn) break;
      const { token } = formOf((await visitor.request('/console/sign-in')).text);
      const { email, password } = member;
      expect((await visitor.post('/console/sign-in', { token, next: '/console', email, password })).status).toBe(303);
    }
    await makeGrant(t, member, { clientId: base.client_id });
    const answer = await visitor.request(address);
    const back = new URL(answer.location ?? 'about:blank');
    expect(back.origin + back.pathname, answer.text).toBe(REDIRECT);
    // RFC 6749 section 4.2.2.1 puts the errors of these response types into the fragment.
    const said = new URLSearchParams(back.search || back.hash.slice(1));
    expect(Object.fromEntries(said)).toMatchObject({ error, state: 's', iss: t.origin });
    expect(said.get('error_description')).toContain(words);
  },
);

it('returns an error of a client without consent to a loopback address, which leads to no other host', async () => {
  const redirect_uri = 'http://127.0.0.1:4000/back';
  const client_id = await makeClient(t, { redirectUris: [redirect_uri] });
  const asked = { client_id, redirect_uri, scope: '', code_challenge: pkce().challenge, code_challenge_method: 'S256' };
  const { location } = await new Visitor(t.origin).request(authorizeUrl(t, asked));
  expect(location).toContain(`${redirect_uri}?error=invalid_scope`);
});

it.each([
  ['an unregistered address', { redirect_uri: 'https://evil.example/callback' }],
  ['an address that begins like a registered one', { redirect_uri: `${REDIRECT}/more` }],
  ['an address with an extra query', { redirect_uri: `${REDIRECT}?x=1` }],
  ['an unknown client', { client_id: 'nobody' }],
])('shows a page and never redirects for %s', async (_what, asked) => {
  const base = {
    client_id: await makeClient(t),
    scope: 'posts:write',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
  };
  const answer = await new Visitor(t.origin).request(authorizeUrl(t, { ...base, ...asked }));
  expect([answer.status, answer.location]).toEqual([400, null]);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('refuses U+0000 in every parameter', async () => {
  const clientId = await makeClient(t);
  for (const part of ['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge', 'anything']) {
    const url = new URL(authorizeUrl(t, { client_id: clientId }));
    url.searchParams.set(part, 'a\0b');
    expect((await fetch(url, { redirect: 'manual' })).status, part).toBe(400);
  }
  for (const part of ['client_id', 'refresh_token', 'code', 'resource', 'scope']) {
    for (const grant_type of ['refresh_token', 'authorization_code']) {
      const fields = { grant_type, client_id: clientId, refresh_token: 'x', code: 'x', code_verifier: 'x'.repeat(43) };
      const body = new URLSearchParams({ ...fields, redirect_uri: REDIRECT, [part]: 'a\0b' });
      const { status } = await fetch(`${t.origin}/oauth/token`, { method: 'POST', body });
      expect([400, 401], `${grant_type} ${part}`).toContain(status);
    }
  }
});
