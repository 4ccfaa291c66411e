import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AssetUrl } from '../console/assets.ts';
import { VERSION } from '../core/version.ts';
import { matchesTag, weakTag } from '../http/response-headers.ts';

/** Metadata of a page, for search engines and link previews. */
export type PageHead = {
  title: string;
  /** A summary in one line. */
  description: string;
  /** Its canonical URL; null for an error page. */
  canonical: string | null;
  type: 'profile' | 'article' | 'website';
  image: { url: string; alt: string; width?: number; height?: number } | null;
  /** Whether search engines can list it. */
  indexable: boolean;
  /** The URL of the same content as JSON. */
  json: string | null;
  /** JSON-LD. Browsers don't run it. */
  facts: object | null;
  published?: string | null;
  username?: string;
};

/** No scripts. Images may also come from the base URL, which the API uses in its image URLs. */
export function publicPolicy(baseUrl: string): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' ${new URL(baseUrl).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/**
 * Renders a view in the layout of the public pages. It is the same for everyone, so it can be cached by the same rules
 * as the API's anonymous responses.
 */
export async function showPublicPage(
  app: FastifyInstance,
  asset: AssetUrl,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  view: string,
  data: { head: PageHead } & Record<string, unknown>,
  status = 200,
): Promise<FastifyReply> {
  const { serviceName, baseUrl } = app.deps.config;
  const frame = {
    service: serviceName,
    version: VERSION,
    baseUrl,
    asset,
    ld: data.head.facts && scriptJson(data.head.facts),
  };
  const html = String(await app.view(`/public/${view}.eta`, { ...frame, ...data }));
  reply.headers({ 'Content-Security-Policy': publicPolicy(baseUrl), Vary: 'accept-encoding' });
  if (!data.head.indexable) reply.header('X-Robots-Tag', 'noindex');
  reply.code(status).type('text/html; charset=utf-8');
  if (status !== 200) return reply.header('Cache-Control', 'no-store').send(html);
  const tag = weakTag(html);
  reply.headers({ ETag: tag, 'Cache-Control': 'public, max-age=0, must-revalidate' });
  if (!matchesTag(request.headers['if-none-match'], tag)) return reply.send(html);
  return reply.code(304).removeHeader('Content-Type').send();
}

/** Escapes JSON so that it can't end the script element around it. */
export function scriptJson(facts: object): string {
  return JSON.stringify(facts).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The start of a text, in one line. */
export function oneLine(text: string, max: number): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  return points.length > max ? `${points.slice(0, max - 1).join('')}…` : points.join('');
}
