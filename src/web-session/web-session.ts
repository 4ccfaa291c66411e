import { randomBytes } from 'node:crypto';
import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, cachedPrincipal } from '../auth/authenticate.ts';
import { isSecret } from '../auth/key-format.ts';
import type { Principal } from '../auth/principal.ts';
import { safeEqual, sign } from '../auth/secrets.ts';
import type { Config } from '../config/config.ts';
import { ApiError, fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { Ctx } from '../ctx.ts';

/** A person who is signed in to this server's own pages: an account session whose token a cookie holds. */
export type WebSession = { principal: Principal; token: string };

/** Failures that say nothing of the session. */
const NOT_LOOKED_UP: ReadonlySet<string> = new Set(['service_unavailable', 'rate_limited']);
const VISITOR_BYTES = 18;
const VISITOR = /^[A-Za-z0-9_-]{24}$/;

type Site = Pick<Config, 'authUrl'>;

const isSecure = ({ authUrl }: Site) => authUrl.startsWith('https:');

/** A browser sends a cookie of that prefix to this very host only, and takes it from nobody else. It needs https. */
const cookieName = (site: Site) => (isSecure(site) ? '__Host-pronet_session' : 'pronet_session');

/** For the routes of this plugin and those below it. */
export async function acceptCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookies);
}

function setCookie(reply: FastifyReply, site: Site, value: string, maxAgeSeconds: number): void {
  const options = { path: '/', httpOnly: true, secure: isSecure(site), sameSite: 'lax' } as const;
  reply.setCookie(cookieName(site), value, { ...options, maxAge: maxAgeSeconds });
}

/** Puts the session's token into the browser. How long the session lives is decided by the session itself. */
export function keepWebSession(reply: FastifyReply, site: Site, token: string): void {
  setCookie(reply, site, token, LIMITS.session.max_age_ms / 1000);
}

export function dropWebSession(reply: FastifyReply, site: Site): void {
  setCookie(reply, site, '', 0);
}

const visitorCookie = (site: Site) => (isSecure(site) ? '__Host-pronet_visitor' : 'pronet_visitor');

/**
 * A random word that only this browser holds, for the tokens of forms that a person fills in before signing in: else
 * another site could sign somebody in to an account of its own. Made at the first page that has such a form.
 */
export function keepVisitor(request: FastifyRequest, reply: FastifyReply, site: Site): string {
  const name = visitorCookie(site);
  // A refusal before the cookies are read shows a page, too.
  const cookies = request.cookies ?? request.server.parseCookie(request.headers.cookie ?? '');
  const given = cookies[name];
  if (given !== undefined && VISITOR.test(given)) return given;
  const made = randomBytes(VISITOR_BYTES).toString('base64url');
  reply.setCookie(name, made, { path: '/', httpOnly: true, secure: isSecure(site), sameSite: 'lax' });
  return made;
}

/** Who is signed in in this browser; null also where the session has ended. Costs a statement where no cache has it. */
export async function readWebSession(ctx: Ctx, request: FastifyRequest): Promise<WebSession | null> {
  const token = request.cookies[cookieName(ctx.deps.config)];
  if (token === undefined || !isSecret('session', token)) return null;
  try {
    let principal = cachedPrincipal(ctx, token);
    if (!principal) {
      // As on `/v1`: a look-up in the database counts on the address, so that guessing does.
      await request.spend('anonymous');
      principal = await authenticate(ctx, token);
    }
    ctx.deps.usage.record(principal.id, ctx.now());
    return { principal, token };
  } catch (error) {
    if (error instanceof ApiError && !NOT_LOOKED_UP.has(error.code)) return null;
    throw error;
  }
}

/**
 * What a form must send back: made from something that only this browser holds (the session's token, the id of a
 * request that waits), so that no other site can make one.
 */
export function formToken(ctx: Ctx, held: string): string {
  return sign(ctx.deps.keys.web, `form ${held}`);
}

/** Fails with `permission_denied` when a form does not come from a page of this browser. */
export function requireFormToken(ctx: Ctx, held: string, given: string): void {
  if (!safeEqual(formToken(ctx, held), given)) fail('permission_denied', { internal: 'token of a form' });
}
