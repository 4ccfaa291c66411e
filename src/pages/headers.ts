import type { FastifyReply } from 'fastify';
import { withoutCors } from '../http/response-headers.ts';

const NOTHING = "'none'";
const DIRECTIVES: Record<string, string | undefined> = {
  'default-src': NOTHING,
  'script-src': undefined,
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': NOTHING,
  'frame-ancestors': NOTHING,
};

/** A Content-Security-Policy. By default styles and images come from this server, and nothing else is allowed. */
export function contentPolicy(directives: Record<string, string> = {}): string {
  return Object.entries({ ...DIRECTIVES, ...directives })
    .filter(([, sources]) => sources !== undefined)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** The headers of a page for one person: other sites can't frame or read it. */
export function privatePage(reply: FastifyReply, policy: string, cacheControl = 'private, no-store'): FastifyReply {
  withoutCors(reply);
  return reply
    .headers({ 'Cache-Control': cacheControl, 'X-Frame-Options': 'DENY', 'Content-Security-Policy': policy })
    .type('text/html; charset=utf-8');
}
