import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import view from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isLoopbackRedirect } from './redirects.ts';

const STYLES = ['../docs/assets/base.css', './views/pages.css'];
const STYLE_SECONDS = 3600;

/** Views and the style sheet of the pages. No script, nothing from elsewhere. */
export async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(view, { engine: { eta: new Eta() }, root: fileURLToPath(new URL('./views/', import.meta.url)) });
  app.get('/oauth/pages.css', { config: { operation: 'oauth.get_style' } }, async (_request, reply) => {
    const texts = await Promise.all(STYLES.map((path) => readFile(new URL(path, import.meta.url), 'utf8')));
    reply.header('Cache-Control', `public, max-age=${STYLE_SECONDS}`);
    return reply.type('text/css; charset=utf-8').send(texts.join('\n'));
  });
}

/**
 * The policy of a page. Browsers hold `form-action` also against where a form's answer leads, so the page that ends at
 * the client names the client's address.
 */
export function pagePolicy(redirect?: string): string {
  const target = redirect === undefined ? '' : ` ${formTarget(redirect)}`;
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${target}`,
  ].join('; ');
}

function formTarget(redirect: string): string {
  const { protocol, origin, hostname } = new URL(redirect);
  // There is no way to write an IPv6 address in a policy.
  if (protocol === 'http:' && hostname.startsWith('[')) return 'http:';
  return protocol === 'https:' || isLoopbackRedirect(redirect) ? origin : protocol;
}

/** What every page of a person's own answers with: for nobody else's frame, cache or script. */
export function pageHeaders(reply: FastifyReply, redirect?: string): FastifyReply {
  reply.raw.removeHeader('Access-Control-Allow-Origin');
  reply.raw.removeHeader('Access-Control-Expose-Headers');
  return reply
    .header('Cache-Control', 'no-store')
    .header('X-Frame-Options', 'DENY')
    .header('Content-Security-Policy', pagePolicy(redirect))
    .type('text/html; charset=utf-8');
}

/** The text of a page. */
export async function render(app: FastifyInstance, name: string, data: object): Promise<string> {
  const html: unknown = await app.view(`/${name}.eta`, { service: app.deps.config.serviceName, ...data });
  return String(html);
}
