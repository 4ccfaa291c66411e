import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED =
  'X-Request-Id, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed, Dry-Run, Allow, Deprecation, Sunset';

/** The few fixed headers of every answer. Helmet would cost as much as the rest of the shell together. */
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

/** Caching as the contract says, the entity tag of anonymous reads, limits, and the end of keep-alive while draining. */
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
      const isPrivate = request.headers.authorization !== undefined && !reply.hasHeader('Cache-Control');
      if (isPrivate) reply.header('Cache-Control', 'private, no-store');
      return payload;
    }
    if (auth.kind !== 'ignored') reply.header('Vary', 'Authorization, X-Profile-Id');
    if (
      !cache ||
      request.headers.authorization !== undefined ||
      reply.statusCode !== 200 ||
      typeof payload !== 'string'
    ) {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-store');
      return payload;
    }
    // The compressor adds it to what it compresses, and an empty 304 must say what its 200 says (RFC 9110 section 15.4.5).
    reply.header('Vary', auth.kind === 'ignored' ? 'accept-encoding' : 'Authorization, X-Profile-Id, accept-encoding');
    const age = cache.maxAgeSeconds;
    reply.header('Cache-Control', age === 0 ? 'public, max-age=0, must-revalidate' : `public, max-age=${age}`);
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('ETag', tag);
    if (!matchesTag(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
    return '';
  });
}

/** RFC 9110 section 13.1.2: weak comparison against a list, or `*`. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((candidate) => {
    const word = candidate.trim();
    return word === '*' || word.replace(/^W\//, '') === opaque;
  });
}
