import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../../core/errors.ts';
import { FRESH_MS } from '../../core/timers.ts';
import { sendError, toApiError } from '../../http/error-handler.ts';
import { FAVICON, serveAssets } from '../kit/assets.ts';
import { sendsSession } from '../kit/session-cookie.ts';
import { type Front, NOTHING, readFront } from './front-view.ts';
import { headOfError, openShell, type PageHead, renderPublicPage, type Shell } from './page.ts';
import { prefersHtml } from './prefers-html.ts';
import { readPublic } from './read.ts';

const PROGRAMS = /^\/(v1|mcp)(\/|\?|$)/;
const ICON_SECONDS = 86_400;
/** How long the start page shows the same posts and members: as long as a cached response to an anonymous read. */
const FRONT_MS = FRESH_MS;

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a request for an unknown path: a page for browsers, JSON for all other clients. */
    answerMissing(request: FastifyRequest, reply: FastifyReply, error: Error): unknown;
  }
}

/** `/` and unknown paths: a page for browsers, JSON for others. Register it after the API's headers. */
export async function serveLandingPage(app: FastifyInstance): Promise<void> {
  const shell = await openShell(app.deps.config);
  const { landing, missing } = renderPages(shell, app.deps.config);
  const front = keepFront(app);
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.headers({ 'Content-Security-Policy': shell.policy }).type('text/html; charset=utf-8').send(html);

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url !== '/' || !asksForPage(request)) done();
    else if (sendsSession(request.headers.cookie, app.deps.config)) {
      reply.header('Cache-Control', 'private, no-store').redirect('/home', 302);
    } else front(request).then((shown) => sendPage(reply, landing(shown)), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.url === '/') {
      reply.header('Vary', [reply.getHeader('Vary'), 'Accept', 'Cookie'].filter(Boolean).join(', '));
      // The API keeps search engines away from its answers; this page is for them too.
      if (String(reply.getHeader('Content-Type')).startsWith('text/html')) reply.removeHeader('X-Robots-Tag');
    }
    done(null, payload);
  });
  app.decorate('answerMissing', (request: FastifyRequest, reply: FastifyReply, error: Error) => {
    reply.header('Vary', 'Accept');
    if (PROGRAMS.test(request.url) || !asksForPage(request)) return sendError(request, reply, error);
    request.failure = toApiError(error);
    return sendPage(reply.code(404).headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }), missing);
  });
  app.setNotFoundHandler((request, reply) => app.answerMissing(request, reply, new ApiError('route_not_found')));

  serveAssets(app, shell.assets, 'public_pages.get_asset');
  const icon = readFileSync(FAVICON);
  app.get('/favicon.ico', { config: { operation: 'public_pages.get_icon' } }, async (_request, reply) =>
    reply.header('Cache-Control', `public, max-age=${ICON_SECONDS}`).type('image/x-icon').send(icon),
  );
}

function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept);
}

/** What the start page shows, read once for all visitors of a second. It is empty if it can't be read. */
function keepFront(app: FastifyInstance): (request: FastifyRequest) => Promise<Front> {
  let kept: { until: number; front: Promise<Front> } | undefined;
  return (request) => {
    const now = performance.now();
    if (kept === undefined || kept.until <= now) {
      const front = readFront((path, query) => readPublic(app, request, path, query)).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the posts and members of the start page could not be read');
        return NOTHING;
      });
      kept = { until: now + FRONT_MS, front };
    }
    return kept.front;
  };
}

/** Both pages are the same for everyone. */
function renderPages(shell: Shell, config: Config): { landing(front: Front): string; missing: string } {
  const { baseUrl } = config;
  const head: PageHead = {
    title: 'A professional network for people, companies and AI agents',
    description: 'Profiles, posts, contacts and messages for people, companies and AI agents, with an open HTTP API.',
    canonical: `${baseUrl}/`,
    type: 'website',
    image: null,
    indexable: true,
    json: `${baseUrl}/v1`,
    facts: null,
  };
  const words = 'There is no page at this address.';
  return {
    landing: (front) => renderPublicPage(shell, config, 'landing', { head, ...front }),
    missing: renderPublicPage(shell, config, 'error', { head: headOfError('Page not found', words), words }),
  };
}
