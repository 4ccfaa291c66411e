import { OAuth, type OAuthError, type OAuthOptions, Pronet, type Tokens } from '@pronet/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, makeMember } from '../support/members.ts';
import { consent, formOf, linkBack, type OAuthApp, REDIRECT, startOAuthApp, Visitor } from '../support/oauth.ts';

let t: OAuthApp;
let member: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
});

/** What a page has as `localStorage`, with the requests of its client. */
function makePage(options: Partial<OAuthOptions> = {}) {
  const values = new Map<string, string>();
  const requests: string[] = [];
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const oauth = new OAuth({
    baseUrl: t.origin,
    redirectUri: REDIRECT,
    scopes: ['posts:write', 'feed:read'],
    clientName: 'A page',
    storage,
    fetch: async (request) => {
      requests.push(new URL(request.url).pathname);
      return fetch(request);
    },
    ...options,
  });
  const expire = () => {
    const key = `pronet ${t.origin} tokens`;
    values.set(key, JSON.stringify({ ...JSON.parse(values.get(key)!), expiresAtMs: Date.now() + 30_000 }));
  };
  const pronet = new Pronet({ baseUrl: t.origin, token: () => oauth.accessToken() });
  return { oauth, pronet, requests, storage, expire, values };
}

/** The address that the browser comes back to. */
async function decide(oauth: OAuth, answer: 'allow' | 'deny' = 'allow'): Promise<string> {
  const visitor = new Visitor(t.origin);
  const page = await visitor.visit(await oauth.authorizeUrl());
  if (answer === 'allow') return (await consent(visitor, page, member)).location!;
  const { email, password } = member;
  const signIn = formOf(page.text);
  const { text } = await visitor.follow(await visitor.post(signIn.action, { token: signIn.token, email, password }));
  const form = formOf(text);
  return (await visitor.follow(await visitor.post(form.action, { token: form.token, answer: 'deny' }))).location!;
}

async function signedIn(options: Partial<OAuthOptions> = {}) {
  const page = makePage(options);
  await page.oauth.finish(await decide(page.oauth));
  page.requests.length = 0;
  return page;
}

describe('signing in', () => {
  test('needs only the address of the API, and tokens outlive the page', async () => {
    const { oauth, pronet, requests, storage } = makePage();
    expect(await oauth.finish(`${REDIRECT}?tab=2`)).toBeNull();
    await expect(oauth.accessToken()).rejects.toMatchObject({ name: 'OAuthError', code: 'not_signed_in' });
    const url = new URL(await oauth.authorizeUrl());
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const tokens = (await oauth.finish(await decide(oauth)))!;
    expect(tokens.scope.split(' ').sort()).toEqual(['feed:read', 'posts:write']);
    expect(requests.slice(0, 3)).toEqual([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/oauth/register',
    ]);
    const post = await pronet.posts.create({ body: 'With OAuth' });
    expect(post.profile_id).toBe(member.profile.id);
    expect(await makePage({ storage }).oauth.accessToken()).toBe(tokens.accessToken);
  });

  test('at another name of the server says which one to use, and without scopes that it has to name some', async () => {
    const baseUrl = t.origin.replace('127.0.0.1', 'localhost');
    await expect(makePage({ baseUrl }).oauth.authorizeUrl()).rejects.toMatchObject({
      code: 'wrong_base_url',
      message: `This server is ${t.origin}: use this address as baseUrl.`,
    });
    const { oauth } = makePage({ baseUrl: `${t.origin}/v1/`, scopes: undefined as never });
    const { text } = await new Visitor(t.origin).request(await oauth.authorizeUrl());
    await expect(oauth.finish(linkBack(text))).rejects.toMatchObject({ code: 'invalid_scope' });
  });

  test('an app with a client id does not register', async () => {
    const clientId = (await signedIn()).oauth.tokens().then((tokens) => tokens!.clientId);
    const page = makePage({ clientId: await clientId });
    await page.oauth.finish(await decide(page.oauth));
    expect(page.requests).not.toContain('/oauth/register');
  });

  test('an answer is accepted once, and only the one that the app asked for', async () => {
    const { oauth } = makePage();
    const returned = new URL(await decide(oauth));
    const with_ = (name: string, value: string) => {
      const url = new URL(returned);
      url.searchParams.set(name, value);
      return url;
    };
    await expect(oauth.finish(with_('state', 'another'))).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await oauth.finish(returned)).toMatchObject({ accessToken: expect.stringMatching(/^pno_/) });
    expect(await oauth.finish(returned)).toBeNull();
    const other = makePage().oauth;
    const foreign = new URL(await decide(other));
    foreign.searchParams.set('iss', 'https://other.example.com');
    await expect(other.finish(foreign)).rejects.toMatchObject({ code: 'invalid_issuer' });
    expect(await other.tokens()).toBeNull();
  });

  test('a refusal is an error, after which the app may ask again', async () => {
    const { oauth } = makePage();
    const refused = await decide(oauth, 'deny');
    await expect(oauth.finish(refused)).rejects.toMatchObject({ code: 'access_denied', status: 0 });
    expect(await oauth.finish(await decide(oauth))).not.toBeNull();
  });
});

describe('an access token', () => {
  test('is refreshed once for parallel calls, before it expires', async () => {
    const { oauth, pronet, requests, expire } = await signedIn();
    const before = (await oauth.tokens())!;
    expire();
    await Promise.all(['one', 'two', 'three'].map((body) => pronet.posts.create({ body })));
    const after = (await oauth.tokens()) as Tokens;
    expect(requests).toEqual(['/oauth/token']);
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    await pronet.posts.create({ body: 'four' });
    expect(requests).toHaveLength(1);
  });

  test('is refreshed after a lost response, since the previous refresh token still works', async () => {
    let lost = 0;
    const { oauth, expire } = await signedIn({
      fetch: async (request) => {
        const isRefresh =
          request.url.endsWith('/oauth/token') && (await request.clone().text()).includes('refresh_token=');
        const response = await fetch(request);
        if (isRefresh && lost++ === 0) throw new TypeError('fetch failed');
        return response;
      },
    });
    expire();
    expect(await oauth.accessToken()).toMatch(/^pno_/);
    expect(lost).toBe(2);
  });

  test('is forgotten if the person ended the authorization, but not if the server fails', async () => {
    let isDown = false;
    const { oauth, pronet, expire } = await signedIn({
      fetch: async (request) => (isDown ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : fetch(request)),
    });
    expire();
    isDown = true;
    await expect(pronet.feed.list()).rejects.toMatchObject({ name: 'OAuthError', code: 'no_oauth', status: 502 });
    expect(await oauth.tokens()).not.toBeNull();
    isDown = false;
    await t.pool.query(`update credentials set revoked_at = now() where account_id = $1 and type = 'oauth'`, [
      member.accountId,
    ]);
    const stream = Array.fromAsync(pronet.events.stream());
    await expect(stream).rejects.toMatchObject({ name: 'OAuthError', code: 'invalid_grant' });
    expect(await oauth.tokens()).toBeNull();
  });

  test.each<[string, (pronet: Pronet) => Promise<unknown>]>([
    ['call', async (pronet) => pronet.feed.list()],
    ['stream', (pronet) => Array.fromAsync(pronet.events.stream())],
  ])(
    'is forgotten after a refused %s if the session has ended, but not for the token of another',
    async (_name, act) => {
      const { oauth, requests } = await signedIn();
      const pronet = new Pronet({ baseUrl: t.origin, token: oauth });
      await pronet.feed.list();
      const token = await oauth.accessToken();
      await oauth.refused('pno_of_another_session');
      expect([requests, await oauth.accessToken()]).toEqual([[], token]);
      await t.pool.query(`update credentials set revoked_at = now() where account_id = $1 and type = 'oauth'`, [
        member.accountId,
      ]);
      t.deps.credentialCache.evictAccount(member.accountId);
      await expect(act(pronet)).rejects.toMatchObject({ name: 'OAuthError', code: 'invalid_grant' });
      expect(await oauth.tokens()).toBeNull();
      await expect(act(pronet)).rejects.toMatchObject({ code: 'not_signed_in' });
    },
  );

  test('registers once for several clicks, and again under another name', async () => {
    const { oauth, requests, storage } = makePage();
    const idOf = async (one: OAuth) => new URL(await one.authorizeUrl()).searchParams.get('client_id');
    const first = await idOf(oauth);
    expect(await idOf(oauth)).toBe(first);
    expect(await idOf(makePage({ storage }).oauth)).toBe(first);
    expect(requests.filter((path) => path.endsWith('/register'))).toHaveLength(1);
    expect(await idOf(makePage({ storage, clientName: 'Another page' }).oauth)).not.toBe(first);
  });

  test('says when it can work if the server refuses for now', async () => {
    const refusal = { error: 'slow_down', error_description: 'Too many requests.' };
    const headers = { 'retry-after': '3221' };
    const { oauth } = makePage({ fetch: async () => Response.json(refusal, { status: 429, headers }) });
    await expect(oauth.authorizeUrl()).rejects.toMatchObject({ status: 429, retryAfter: 3221 });
  });

  test('ends with the authorization', async () => {
    const { oauth, values } = await signedIn();
    const token = await oauth.accessToken();
    await oauth.revoke();
    expect([...values.keys()]).toEqual([`pronet ${t.origin} registration`]);
    const error = (await oauth.accessToken().catch((reason) => reason)) as OAuthError;
    expect(error.code).toBe('not_signed_in');
    const refused = new Pronet({ baseUrl: t.origin, token }).feed.list();
    await expect(refused).rejects.toMatchObject({ code: 'revoked_credentials' });
    await oauth.revoke();
  });
});
