import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'vitest';
import type { Env } from '../../src/config/env.ts';
import { systemCtx } from '../../src/ctx.ts';
import { registerClient } from '../../src/oauth/clients.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { type Member, makeMember } from './members.ts';

export const REDIRECT = 'https://app.example.com/callback';

export type OAuthApp = TestApp & { origin: string };

/** The server on a socket, with the base URL that its metadata names. */
export async function startOAuthApp(env: Env = {}, options: TestAppOptions = {}): Promise<OAuthApp> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  const t = await startTestApp({ PORT: String(port), ...env }, options);
  await t.app.listen({ port, host: '127.0.0.1' });
  return { ...t, origin: `http://127.0.0.1:${port}` };
}

/** Creates a client, registered by the operator or dynamically. */
export async function makeClient(
  t: TestApp,
  { kind = 'dynamic' as 'registered' | 'dynamic', redirectUris = [REDIRECT], name = 'Example App' } = {},
): Promise<string> {
  const client = await registerClient(systemCtx(t.deps, 'test'), { name, redirectUris }, kind);
  return client.clientId;
}

export type Answer = { status: number; headers: Headers; text: string; location: string | null };

/** A minimal browser: cookies, manual redirects, and forms as a page contains them. */
export class Visitor {
  readonly #jar = new Map<string, { value: string; path: string }>();
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  cookie(name: string): string | undefined {
    return this.#jar.get(name)?.value;
  }

  async request(address: string, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(address, this.origin);
    const cookie = [...this.#jar]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, location: response.headers.get('location') };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const gone =
      value === '' || attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
    if (gone) this.#jar.delete(name);
    else this.#jar.set(name, { value, path });
  }

  post(address: string, fields: Record<string, string> | [string, string][]): Promise<Answer> {
    return this.request(address, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Follows redirects within this server. */
  async visit(address: string): Promise<Answer> {
    let answer = await this.request(address);
    while (answer.location && new URL(answer.location, this.origin).origin === this.origin) {
      answer = await this.request(answer.location);
    }
    return answer;
  }

  /** Follows the redirect of a submitted form. */
  async follow(answer: Answer): Promise<Answer> {
    const { location } = answer;
    if (!location || new URL(location, this.origin).origin !== this.origin) return answer;
    return this.visit(location);
  }
}

/** Where the page about an error of an app without consent leads. */
export const linkBack = (page: string): URL =>
  new URL(/<a href="([^"]+)" rel="noreferrer">Go back to/.exec(page)![1]!.replaceAll('&amp;', '&'));

/** The fields of the first form of a page, as a browser would send them unchanged. */
export function formOf(page: string): { action: string; token: string; profiles: string[]; scope: string } {
  return {
    action: /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '',
    token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '',
    profiles: [...page.matchAll(/name="profile" value="([^"]+)"/g)].map(([, id]) => id!),
    scope: [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, words]) => words!).join(' '),
  };
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export type Asked = Record<string, string>;

export function authorizeUrl(t: OAuthApp, asked: Asked): string {
  return `${t.origin}/oauth/authorize?${new URLSearchParams({ response_type: 'code', redirect_uri: REDIRECT, ...asked })}`;
}

/** Signs in and consents; ends at the client's redirect URI. */
export async function consent(
  visitor: Visitor,
  page: Answer,
  member: { email: string; password: string },
  { profiles, scope, draftsOnly = false }: { profiles?: string[]; scope?: string; draftsOnly?: boolean } = {},
): Promise<Answer> {
  let shown = page;
  expect(shown.text, `${page.status} ${page.location}`).toContain('<form');
  if (shown.text.includes('name="password"')) {
    const { action, token } = formOf(shown.text);
    const signedIn = await visitor.post(action, { token, email: member.email, password: member.password });
    expect(signedIn.status, signedIn.text).toBe(303);
    shown = await visitor.follow(signedIn);
  }
  const form = formOf(shown.text);
  const chosen = profiles ?? form.profiles;
  const fields: [string, string][] = [
    ['token', form.token],
    ['answer', 'allow'],
    ['scope', scope ?? form.scope],
    ...chosen.map((id): [string, string] => ['profile', id]),
    ...(draftsOnly ? [['drafts_only', 'true'] as [string, string]] : []),
  ];
  return visitor.follow(await visitor.post(form.action, fields));
}

export type Code = { code: string; verifier: string; clientId: string; answer: URL };
export type Tokens = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
};

/** Gets an authorization code for a member, through the pages, in a new browser. */
export async function getCode(
  t: OAuthApp,
  member: Member,
  asked: Asked & { client_id: string },
  chosen: Parameters<typeof consent>[3] = {},
): Promise<Code> {
  const { verifier, challenge } = pkce();
  const visitor = new Visitor(t.origin);
  const url = authorizeUrl(t, {
    scope: 'posts:write',
    state: 'st',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...asked,
  });
  const answer = await consent(visitor, await visitor.visit(url), member, chosen);
  const back = new URL(answer.location ?? 'about:blank');
  expect(back.searchParams.get('code'), `${answer.status} ${answer.location} ${answer.text}`).toBeTruthy();
  return { code: back.searchParams.get('code')!, verifier, clientId: asked.client_id, answer: back };
}

export type TokenAnswer = { status: number; json: Tokens & { error?: string }; headers: Headers };

export async function postToken(
  t: OAuthApp,
  fields: Record<string, string>,
  path = '/oauth/token',
): Promise<TokenAnswer> {
  const response = await fetch(t.origin + path, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  return { status: response.status, json: text === '' ? {} : JSON.parse(text), headers: response.headers };
}

export function redeem(t: OAuthApp, { code, verifier, clientId }: Code, other: Record<string, string> = {}) {
  return postToken(t, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: REDIRECT,
    ...other,
  });
}

export function refresh(t: OAuthApp, clientId: string, token: string, other: Record<string, string> = {}) {
  return postToken(t, { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...other });
}

/** A member, a client, and the client's tokens for the member. */
export async function connect(
  t: OAuthApp,
  { scope = 'posts:write', ...asked }: Asked = {},
): Promise<{ member: Member; clientId: string; tokens: Tokens }> {
  const member = await makeMember(t);
  const clientId = await makeClient(t);
  const answer = await redeem(t, await getCode(t, member, { client_id: clientId, scope, ...asked }));
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return { member, clientId, tokens: answer.json };
}

/** A visitor that follows an authorization request and signs in, with the answer to its form and the page that follows. */
export async function signedIn(t: OAuthApp, member: { email: string; password: string }, url: string) {
  const visitor = new Visitor(t.origin);
  const { action, token } = formOf((await visitor.visit(url)).text);
  const answer = await visitor.post(action, { token, email: member.email, password: member.password });
  return { visitor, answer, page: await visitor.follow(answer) };
}
