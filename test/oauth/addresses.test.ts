import { describe, expect, it } from 'vitest';
import { makeProfile, signUp } from '../support/members.ts';
import {
  type Answer,
  consent,
  makeClient,
  type OAuthApp,
  pkce,
  REDIRECT,
  startOAuthApp,
  Visitor,
} from '../support/oauth.ts';

/** A browser that calls the server by its public URLs, through a proxy that terminates TLS. */
class VisitorBehindProxy extends Visitor {
  readonly cookies: string[] = [];
  readonly #inside: string;

  constructor(origin: string, inside: string) {
    super(origin);
    this.#inside = inside;
  }

  override async request(address: string, init: RequestInit = {}): Promise<Answer> {
    const { host, pathname, search } = new URL(address, this.origin);
    const headers = { ...(init.headers as object), 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
    const answer = await super.request(`${this.#inside}${pathname}${search}`, { ...init, headers });
    this.cookies.push(...answer.headers.getSetCookie());
    return answer;
  }
}

async function letIn(t: OAuthApp, visitor: Visitor, authorize: string, scope = 'posts:write') {
  const member = await signUp(t);
  await t.pool.query('update accounts set email_verified_at = created_at where id = $1', [member.accountId]);
  await makeProfile(t, member);
  const client_id = await makeClient(t);
  const { verifier, challenge } = pkce();
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    scope,
    state: 'st',
    code_challenge: challenge,
  };
  const url = `${authorize}?${new URLSearchParams({ ...asked, code_challenge_method: 'S256' })}`;
  const answer = await consent(visitor, await visitor.visit(url), member);
  const back = new URL(answer.location ?? 'about:blank').searchParams;
  const redeemed = await fetch(`${t.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code: back.get('code') ?? `none: ${answer.status} ${answer.text}`,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
    }),
  });
  const tokens = (await redeemed.json()) as { access_token: string };
  expect(redeemed.status, JSON.stringify(tokens)).toBe(200);
  const posted = await t.call('POST', '/v1/posts', { token: tokens.access_token, body: { body: 'Hello' } });
  expect(posted.status, posted.text).toBe(201);
  return back;
}

describe('with a proxy that terminates TLS', () => {
  it('uses https in every URL, and host-only cookies', async () => {
    const site = 'https://network.example.com';
    const t = await startOAuthApp({ BASE_URL: site, SIGNUP: 'open' });
    const { json: metadata } = await t.call('GET', '/.well-known/oauth-authorization-server');
    expect(metadata).toMatchObject({ issuer: site, authorization_endpoint: `${site}/oauth/authorize` });
    const visitor = new VisitorBehindProxy(site, t.origin);
    const back = await letIn(t, visitor, `${site}/oauth/authorize`);
    expect(back.get('iss')).toBe(site);
    expect(visitor.cookies.length).toBeGreaterThan(2);
    for (const cookie of visitor.cookies) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; Secure/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
    }
    const session = visitor.cookies.filter((cookie) => cookie.includes('pronet_session='));
    expect(session.length).toBeGreaterThan(0);
    for (const cookie of session) {
      expect(cookie).toMatch(/^__Host-pronet_session=/);
      expect(cookie).toMatch(/; Path=\/(;|$)/i);
      expect(cookie).not.toMatch(/; Domain/i);
    }
  });
});

describe('with pages on another host than the API', () => {
  it('leads a client from the API to the pages and back', async () => {
    const t = await startOAuthApp({
      BASE_URL: 'https://api.example.com',
      AUTH_URL: 'https://auth.example.com',
      SIGNUP: 'open',
    });
    const { json: resource } = await t.call('GET', '/.well-known/oauth-protected-resource');
    expect(resource).toMatchObject({
      resource: 'https://api.example.com',
      authorization_servers: ['https://auth.example.com'],
    });
    const { json: metadata } = await t.call('GET', '/.well-known/oauth-authorization-server');
    expect(metadata).toMatchObject({
      issuer: 'https://auth.example.com',
      authorization_endpoint: 'https://auth.example.com/oauth/authorize',
      token_endpoint: 'https://api.example.com/oauth/token',
    });
    const visitor = new VisitorBehindProxy('https://auth.example.com', t.origin);
    const back = await letIn(t, visitor, metadata.authorization_endpoint);
    expect(back.get('iss')).toBe('https://auth.example.com');
    const { json: root } = await t.call('GET', '/v1');
    expect(root.data).toMatchObject({
      console: 'https://auth.example.com/console',
      mcp: 'https://api.example.com/mcp',
    });
  });
});
