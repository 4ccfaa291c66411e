import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import view from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { KEPT_ROUTE, keep, sendKept } from '../http/kept.ts';

const STYLES = ['../docs/assets/base.css', './views/pages.css'];
const STYLE_SECONDS = 3600;

/** The views and the style sheet of the pages. They use no scripts and nothing from other hosts. */
export async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(view, { engine: { eta: new Eta() }, root: fileURLToPath(new URL('./views/', import.meta.url)) });
  const style = keep('text/css; charset=utf-8', async () => {
    const texts = await Promise.all(STYLES.map((path) => readFile(new URL(path, import.meta.url), 'utf8')));
    return texts.join('\n');
  });
  app.get('/oauth/pages.css', { ...KEPT_ROUTE, config: { operation: 'oauth.get_style' } }, async (request, reply) =>
    sendKept(request, reply, await style(), `public, max-age=${STYLE_SECONDS}`),
  );
}

/**
 * The policy of every page. It has no `form-action` on purpose: Chromium applies that directive to every redirect after
 * a form, and these forms end at the client, whose callback may redirect to any other origin. The browser would stop
 * there, after the person has agreed. The directive would guard against injected markup, but the views escape
 * everything they show, and no script can run.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of signed-in pages: no framing, no caching, no scripts. */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  reply.raw.removeHeader('Access-Control-Allow-Origin');
  reply.raw.removeHeader('Access-Control-Expose-Headers');
  return reply
    .header('Cache-Control', 'no-store')
    .header('X-Frame-Options', 'DENY')
    .header('Content-Security-Policy', PAGE_POLICY)
    .type('text/html; charset=utf-8');
}

/** Renders a page. */
export async function render(app: FastifyInstance, name: string, data: object): Promise<string> {
  const html: unknown = await app.view(`/${name}.eta`, { service: app.deps.config.serviceName, ...data });
  return String(html);
}
