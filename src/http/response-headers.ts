import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LimitUsage } from '../core/rate-counters.ts';
import type { RouteAuth, RouteContract } from './route-contract.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the headers that depend on the response, and returns what is sent. Called by a hook unless `hijack` skips it. */
    finishHeaders(payload: unknown): unknown;
  }
}

const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

/** The fixed headers of a response. Helmet would cost as much as all other request handling together. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  ...NO_SNIFFING,
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  // Covers all, because the API takes no cookies.
  'access-control-expose-headers': '*',
};

/**
 * On the reply, not on `reply.raw`: Node then checks and writes them once. What only browsers read is left out for other
 * programs, if no cache may store the response: then it needs no `Vary: Origin`.
 */
export function setFixedHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { authorization, origin, 'sec-fetch-mode': fetched } = request.headers;
  const isProgram = authorization !== undefined && origin === undefined && fetched === undefined;
  reply.header('x-request-id', request.id).headers(isProgram ? NO_SNIFFING : FIXED_HEADERS);
}

/** For HTML pages, which scripts of other sites must not read. Call it in `onSend`. */
export function withoutCors(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');
}

/** The two fields of the IETF draft, and the three of its first versions, which clients know. */
export function limitHeaders(usage: LimitUsage): Record<string, string> {
  const { name, limit, windowSeconds, remaining, resetSeconds } = usage;
  return {
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
function deprecationHeaders({ since, sunset }: NonNullable<RouteContract['deprecated']>): Record<string, string> {
  return { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() };
}

/** Sets caching headers, entity tags of anonymous reads, rate limit headers, and `Connection: close` while draining. */
export function finishHeaders(app: FastifyInstance, isDraining: () => boolean): void {
  app.decorateReply('finishHeaders', function finish(this: FastifyReply, payload: unknown) {
    const { request } = this;
    if (isDraining()) this.header('connection', 'close');
    const { auth, deprecated } = request.routeOptions.config;
    if (deprecated) this.headers(deprecationHeaders(deprecated));
    if (request.rateLimit) this.headers(limitHeaders(request.rateLimit));
    // JSON has no charset (RFC 8259 section 11); fastify adds one.
    if (this.getHeader('content-type') === 'application/json; charset=utf-8') this.type('application/json');
    if (auth) return finishAnswer(request, this, payload, auth.kind);
    if (!this.hasHeader('cache-control')) {
      if (request.headers.authorization !== undefined) this.header('cache-control', 'private, no-store');
      // Otherwise caches may store a 404 or 405 by their own rules (RFC 9111 section 4.2.2).
      else if (this.statusCode >= 400) this.header('cache-control', 'no-store');
    }
    return payload;
  });
  app.addHook('onSend', (_request, reply, payload, done) => done(null, reply.finishHeaders(payload)));
}

function finishAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  kind: RouteAuth['kind'],
): unknown {
  const { cache } = request.routeOptions.config;
  const known = reply.getHeader('etag') as string | undefined;
  if (
    !cache ||
    request.headers.authorization !== undefined ||
    reply.statusCode !== 200 ||
    (typeof payload !== 'string' && known === undefined)
  ) {
    if (kind !== 'ignored') reply.header('vary', 'Authorization, X-Profile-Id');
    if (known !== undefined) reply.removeHeader('etag');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    return payload;
  }
  // The compressor adds it to compressed responses, and a 304 must match its 200 (RFC 9110 section 15.4.5).
  reply.header('vary', kind === 'ignored' ? 'accept-encoding' : 'Authorization, X-Profile-Id, accept-encoding');
  // Search engines should index the HTML pages, which exclude some profiles.
  if (kind === 'public') reply.header('x-robots-tag', 'noindex');
  const age = cache.maxAgeSeconds;
  reply.header('cache-control', age === 0 ? 'public, max-age=0, must-revalidate' : `public, max-age=${age}`);
  const tag = known ?? weakTag(payload as string);
  reply.header('etag', tag);
  if (!matchesTag(request.headers['if-none-match'], tag)) return payload;
  if (payload instanceof Readable) payload.destroy();
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return noBody(request);
}

/** A 304 has no Content-Length of another body (RFC 9110 section 8.6); Fastify's HEAD adds 0 except for a stream. */
export const noBody = ({ method }: FastifyRequest): Readable | null => (method === 'HEAD' ? Readable.from([]) : null);

/** A weak entity tag of a text, independent of its compression. */
export function weakTag(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/** RFC 9110 section 13.1.2. `@fastify/etag` compares with a single tag only, and hashes private responses too. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((candidate) => {
    const word = candidate.trim();
    return word === '*' || word.replace(/^W\//, '') === opaque;
  });
}
