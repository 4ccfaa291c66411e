import type { FastifyReply } from 'fastify';
import { isId } from '../../core/ids.ts';
import type { AssetUrl } from '../kit/assets.ts';
import { contentPolicy, privatePage } from '../kit/headers.ts';
import type { PageContext } from '../kit/page-context.ts';
import type { Render } from '../kit/views.ts';
import { navigationFor } from './navigation.ts';
import { noticeOf } from './notices.ts';
import { FIELD_LABELS, type Problem } from './problems.ts';

/** Shared by all pages of the site. */
export type Shell = { asset: AssetUrl; policy: string; render: Render };

/** Only scripts and styles of this server, none inline. The API uses the base URL for images. */
export function sitePolicy(baseUrl: string): string {
  return contentPolicy({
    'script-src': "'self'",
    'img-src': `'self' ${new URL(baseUrl).origin} blob:`,
    'connect-src': "'self'",
    'form-action': "'self'",
  });
}

/** The status of a rejected form. A throttled one gets 429 instead. */
const REFUSED_FORM = 422;

const LEAKED = 'The text contained an API key or token of this service. It was revoked and removed from the text.';
const LEAKED_AND_REFUSED =
  'The text contains an API key or token of this service. It was revoked. Remove it from the text.';

/** A form that was refused is shown with what was typed, including the secret. */
function withLeakNotice<P extends Problem | null | undefined>(problem: P, leaked: boolean): P {
  return problem && leaked ? { ...problem, message: `${problem.message} ${LEAKED_AND_REFUSED}` } : problem;
}

/** Renders a view in the layout of the site; for htmx, the view alone. */
export function showPage(
  { asset, policy, render }: Shell,
  { request, reply, session, formToken, query }: PageContext,
  view: string,
  data: Record<string, unknown>,
  status: number,
): FastifyReply {
  const problem = withLeakNotice(data['problem'] as Problem | null | undefined, request.leaked);
  if (problem?.waitSeconds !== undefined) reply.header('Retry-After', String(problem.waitSeconds));
  const isThrottled = status === REFUSED_FORM && problem?.code === 'rate_limited';
  const { serviceName, baseUrl } = request.server.deps.config;
  const html = render(view, {
    service: serviceName,
    baseUrl,
    asset,
    isPart: request.headers['hx-request'] === 'true' && request.headers['hx-boosted'] !== 'true',
    path: request.routeOptions.url,
    token: formToken,
    principal: session?.principal ?? null,
    navigation: session ? navigationFor(session.principal) : [],
    notice: noticeOf(query('done')),
    leaked: query('leaked') === undefined && (problem || !request.leaked) ? null : LEAKED,
    about: isId(query('about') ?? '') ? query('about') : undefined,
    labels: FIELD_LABELS,
    values: {},
    ...data,
    problem: problem ?? null,
  });
  privatePage(reply.code(isThrottled ? 429 : status), policy).header('Vary', 'Cookie, HX-Request');
  return reply.send(html);
}
