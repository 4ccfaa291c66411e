import type { FastifyInstance, FastifyReply } from 'fastify';
import { VERSION } from '../core/version.ts';
import type { AssetUrl } from './assets.ts';
import { navigationFor } from './navigation.ts';
import { noticeOf } from './notices.ts';
import type { Problem } from './problems.ts';
import type { Visit } from './visit.ts';

/** Shared by all pages of the site. */
export type Shell = { asset: AssetUrl; policy: string };

/**
 * The policy of the site's pages: only scripts and styles from this server, none inline, and no `eval`. Images may also
 * come from the base URL, which the API uses in its image URLs.
 */
export function sitePolicy(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${new URL(baseUrl).origin} blob:`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The status of a rejected form. A throttled one gets 429 instead. */
const REFUSED_FORM = 422;

/** Forbids framing, caching and foreign scripts. */
function pageHeaders(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .headers({
      'Cache-Control': 'private, no-store',
      'X-Frame-Options': 'DENY',
      'Content-Security-Policy': policy,
      Vary: 'Cookie, HX-Request',
    })
    .type('text/html; charset=utf-8');
}

/** Renders a view in the layout of the site; for htmx, the view alone. */
export async function showPage(
  app: FastifyInstance,
  { asset, policy }: Shell,
  visit: Visit,
  view: string,
  data: Record<string, unknown>,
  status: number,
): Promise<FastifyReply> {
  const { request, reply, session } = visit;
  const problem = data['problem'] as Problem | null | undefined;
  if (problem?.waitSeconds !== undefined) reply.header('Retry-After', String(problem.waitSeconds));
  const isThrottled = status === REFUSED_FORM && problem?.code === 'rate_limited';
  const { serviceName, baseUrl } = app.deps.config;
  const isPart = request.headers['hx-request'] === 'true' && request.headers['hx-boosted'] !== 'true';
  const html = await app.view(`/${view}.eta`, {
    service: serviceName,
    version: VERSION,
    baseUrl,
    asset,
    isPart,
    path: request.routeOptions.url,
    token: visit.formToken,
    principal: session?.principal ?? null,
    navigation: session ? navigationFor(session.principal) : [],
    notice: noticeOf(visit.query('done')),
    problem: null,
    values: {},
    ...data,
  });
  return pageHeaders(reply.code(isThrottled ? 429 : status), policy).send(String(html));
}
