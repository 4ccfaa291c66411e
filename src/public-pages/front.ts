import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAssets } from '../console/assets.ts';
import { ApiError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import { sendError } from '../http/error-handler.ts';
import { type PageHead, publicPolicy } from './page.ts';
import { prefersHtml } from './prefers-html.ts';

/** API paths. A person who opens one in a browser wants to see the JSON. */
const PROGRAMS = /^\/(v1|mcp)(\/|\?|$)/;
const ICON_SECONDS = 86_400;

/**
 * Answers `/` and unknown paths: browsers get a page, all other clients get JSON. Register it after the API's headers,
 * which it extends.
 */
export async function openFrontDoor(app: FastifyInstance): Promise<void> {
  const { landing, missing } = await renderPages(app);
  const policy = publicPolicy(app.deps.config.baseUrl);
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.headers({ 'Content-Security-Policy': policy }).type('text/html; charset=utf-8').send(html);

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === '/' && asksForPage(request)) return sendPage(reply, landing);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url !== '/') return;
    reply.header('Vary', [reply.getHeader('Vary'), 'Accept'].filter(Boolean).join(', '));
    // The API keeps search engines away from its answers; this page is for them too.
    if (String(reply.getHeader('Content-Type')).startsWith('text/html')) reply.removeHeader('X-Robots-Tag');
  });
  app.setNotFoundHandler((request, reply) => {
    reply.header('Vary', 'Accept');
    const error = new ApiError('route_not_found');
    if (PROGRAMS.test(request.url) || !asksForPage(request)) return sendError(request, reply, error);
    request.failure = error;
    return sendPage(reply.code(404).headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }), missing);
  });

  const icon = readFileSync(new URL('../docs/assets/favicon.ico', import.meta.url));
  app.get('/favicon.ico', { config: { operation: 'public_pages.get_icon' } }, async (_request, reply) =>
    reply.header('Cache-Control', `public, max-age=${ICON_SECONDS}`).type('image/x-icon').send(icon),
  );
}

function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept);
}

/** Both pages are the same for everyone, so they are rendered once. */
async function renderPages(app: FastifyInstance): Promise<{ landing: string; missing: string }> {
  const { serviceName, baseUrl, authUrl, signup } = app.deps.config;
  const { urlOf: asset } = await readAssets();
  const eta = new Eta({ views: fileURLToPath(new URL('../console/views/', import.meta.url)) });
  const frame = { service: serviceName, version: VERSION, baseUrl, authUrl, signup, asset, ld: null };
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
  const nowhere: PageHead = { ...head, title: 'Page not found', canonical: null, indexable: false, json: null };
  return {
    landing: eta.render('/public/landing', { ...frame, head }),
    missing: eta.render('/public/error', { ...frame, head: nowhere, words: 'There is no page at this address.' }),
  };
}
