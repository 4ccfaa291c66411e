import type { FastifyInstance, FastifyReply } from 'fastify';
import { VERSION } from '../core/version.ts';
import type { AssetUrl } from './assets.ts';
import { navigationFor } from './navigation.ts';
import { noticeOf } from './notices.ts';
import type { Problem } from './problems.ts';
import type { Visit } from './visit.ts';

/** What every page of the site shares. */
export type Shell = { asset: AssetUrl; policy: string };

/**
 * The policy of the site's pages: scripts and styles of this server only, none that stands in a page, nothing that
 * evaluates text; pictures also from where the API says they are.
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

/** What pages answer a form with that has a problem; one that came too early is 429, wherever it was. */
const REFUSED_FORM = 422;

/** For nobody else's frame, cache or script. */
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

/** A view in the frame of the site; of a page that htmx asked for, the view alone. */
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
