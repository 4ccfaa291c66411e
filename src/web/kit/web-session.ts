import { randomBytes } from 'node:crypto';
import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, cachedPrincipal } from '../../auth/authenticate.ts';
import { isSecret } from '../../auth/key-format.ts';
import type { Principal } from '../../auth/principal.ts';
import { sha256Hex, sign, verifySignature } from '../../auth/secrets.ts';
import { ApiError, fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { isSecure, type Site, sessionCookie } from './session-cookie.ts';

/** A person signed in to this server's own pages: an account session with its token in a cookie. */
export type WebSession = { principal: Principal; token: string };

/** Errors that don't mean that the session has ended. */
const NOT_LOOKED_UP: ReadonlySet<string> = new Set(['service_unavailable', 'rate_limited']);
const VISITOR_BYTES = 18;
const VISITOR = /^[A-Za-z0-9_-]{24}$/;

/** Enables cookies for the routes of this plugin and its children. */
export async function acceptCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookies);
}

function setCookie(reply: FastifyReply, site: Site, value: string, maxAgeSeconds: number): void {
  const options = { path: '/', httpOnly: true, secure: isSecure(site), sameSite: 'lax' } as const;
  reply.setCookie(sessionCookie(site), value, { ...options, maxAge: maxAgeSeconds });
}

/** Stores the session token in a cookie. The session itself decides when it expires. */
export function storeWebSession(reply: FastifyReply, site: Site, token: string): void {
  setCookie(reply, site, token, LIMITS.session.max_age_ms / 1000);
}

export function dropWebSession(reply: FastifyReply, site: Site): void {
  setCookie(reply, site, '', 0);
}

const visitorCookie = (site: Site) => (isSecure(site) ? '__Host-pronet_visitor' : 'pronet_visitor');

/** A random value for form tokens before signing in: without it, another site could sign a visitor in as itself. */
export function rememberBrowser(request: FastifyRequest, reply: FastifyReply, site: Site): string {
  const name = visitorCookie(site);
  // An error page can also be shown before the cookies are parsed.
  const cookies = request.cookies ?? request.server.parseCookie(request.headers.cookie ?? '');
  const given = cookies[name];
  if (given !== undefined && VISITOR.test(given)) return given;
  const made = randomBytes(VISITOR_BYTES).toString('base64url');
  reply.setCookie(name, made, { path: '/', httpOnly: true, secure: isSecure(site), sameSite: 'lax' });
  return made;
}

const nextCookie = (site: Site) => (isSecure(site) ? '__Host-pronet_next' : 'pronet_next');
const NEXT_SECONDS = 86_400;

/** The path where a new account continues. A cookie, because the mailed link opens another tab. None: forgets it. */
export function rememberNext(request: FastifyRequest, reply: FastifyReply, site: Site, next: string | undefined): void {
  if (next === undefined && request.cookies[nextCookie(site)] === undefined) return;
  const options = { path: '/', httpOnly: true, secure: isSecure(site), sameSite: 'lax' } as const;
  reply.setCookie(nextCookie(site), next ?? '', { ...options, maxAge: next === undefined ? 0 : NEXT_SECONDS });
}

/** The path that was kept. Browsers can send anything, so it has to be checked. */
export function rememberedNext(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[nextCookie(site)];
}

const actingCookie = (site: Site) => (isSecure(site) ? '__Host-pronet_profile' : 'pronet_profile');

/** Keeps the profile that the person acts as, so that the next page starts with it. */
export function rememberActing(request: FastifyRequest, reply: FastifyReply, site: Site, profileId: string): void {
  if (rememberedActing(request, site) === profileId) return;
  const options = { path: '/', httpOnly: true, secure: isSecure(site), sameSite: 'lax' } as const;
  reply.setCookie(actingCookie(site), profileId, { ...options, maxAge: LIMITS.session.max_age_ms / 1000 });
}

/** The profile that was kept. It may belong to another account. */
export function rememberedActing(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[actingCookie(site)];
}

/** The session of this browser, or null if it has none or it has ended. Costs a statement unless it is cached. */
export async function readWebSession(ctx: Ctx, request: FastifyRequest): Promise<WebSession | null> {
  const token = request.cookies[sessionCookie(ctx.config)];
  if (token === undefined || !isSecret('session', token)) return null;
  try {
    const principal =
      cachedPrincipal(ctx, token) ?? (await request.lookUp(sha256Hex(token), () => authenticate(ctx, token)));
    request.server.deps.usage.record(principal.id, ctx.now());
    return { principal, token };
  } catch (error) {
    if (error instanceof ApiError && !NOT_LOOKED_UP.has(error.code)) return null;
    throw error;
  }
}

/**
 * The token of a form, derived from a value that only this browser has. `@fastify/csrf-protection` uses a cookie of its
 * own: of two tabs that load together, one gets a token that is refused.
 */
export function formToken(ctx: Ctx, held: string): string {
  return sign(ctx.keys.web, ofForm(held));
}

export function isFormToken(ctx: Ctx, held: string, given: string): boolean {
  return verifySignature(ctx.keys.web, ofForm(held), given);
}

const ofForm = (held: string) => `form ${held}`;

/** Fails with `permission_denied` if a form does not come from a page shown to this browser. */
export function requireFormToken(ctx: Ctx, held: string, given: string): void {
  if (!isFormToken(ctx, held, given)) fail('permission_denied', { internal: 'token of a form' });
}
