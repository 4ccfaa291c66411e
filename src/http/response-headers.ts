import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED =
  'X-Request-Id, WWW-Authenticate, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed, Dry-Run, Allow, Deprecation, Sunset';

/** The fixed headers of every response. Helmet would cost as much as all other request handling together. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
};
const FIXED = Object.entries(FIXED_HEADERS);

export function setFixedHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.setHeader('X-Request-Id', request.id);
  for (const [name, value] of FIXED) reply.raw.setHeader(name, value);
}

/** For HTML pages, which scripts of other sites must not read. Call it in `onSend`. */
export function withoutCors({ raw }: FastifyReply): void {
  raw.removeHeader('Access-Control-Allow-Origin');
  raw.removeHeader('Access-Control-Expose-Headers');
}

/**
 * Sets caching headers from the contract, the entity tag of anonymous reads (of the text, or the one that a stream
 * provides), rate limit headers, and `Connection: close` while draining.
 */
export function finishHeaders(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (isDraining()) reply.header('Connection', 'close');
    const { auth, cache } = request.routeOptions.config;
    const usage = request.rateLimit;
    if (usage) {
      const { raw } = reply;
      raw.setHeader('RateLimit-Limit', usage.limit);
      raw.setHeader('RateLimit-Remaining', usage.remaining);
      raw.setHeader('RateLimit-Reset', usage.resetSeconds);
    }
    if (!auth) {
      if (reply.hasHeader('Cache-Control')) return payload;
      if (request.headers.authorization !== undefined) reply.header('Cache-Control', 'private, no-store');
      // Otherwise caches may store a 404 or 405 by their own rules (RFC 9111 section 4.2.2).
      else if (reply.statusCode >= 400) reply.header('Cache-Control', 'no-store');
      return payload;
    }
    if (auth.kind !== 'ignored') reply.header('Vary', 'Authorization, X-Profile-Id');
    const known = reply.getHeader('ETag') as string | undefined;
    if (
      !cache ||
      request.headers.authorization !== undefined ||
      reply.statusCode !== 200 ||
      (typeof payload !== 'string' && known === undefined)
    ) {
      reply.removeHeader('ETag');
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-store');
      return payload;
    }
    // The compressor adds it to compressed responses, and a 304 must match its 200 (RFC 9110 section 15.4.5).
    reply.header('Vary', auth.kind === 'ignored' ? 'accept-encoding' : 'Authorization, X-Profile-Id, accept-encoding');
    // Search engines should index the HTML pages, which exclude some profiles.
    if (auth.kind === 'public') reply.header('X-Robots-Tag', 'noindex');
    const age = cache.maxAgeSeconds;
    reply.header('Cache-Control', age === 0 ? 'public, max-age=0, must-revalidate' : `public, max-age=${age}`);
    const tag = known ?? weakTag(payload as string);
    reply.header('ETag', tag);
    if (!matchesTag(request.headers['if-none-match'], tag)) return payload;
    if (payload instanceof Readable) payload.destroy();
    reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
    return '';
  });
}

/** A weak entity tag of a text, independent of its compression. */
export function weakTag(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/**
 * RFC 9110 section 13.1.2: weak comparison against a list, or `*`. `@fastify/etag` compares with a single tag only, and
 * hashes private responses too.
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((candidate) => {
    const word = candidate.trim();
    return word === '*' || word.replace(/^W\//, '') === opaque;
  });
}
