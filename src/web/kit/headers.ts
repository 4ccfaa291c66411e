import type { FastifyReply } from 'fastify';
import { withoutCors } from '../../http/response-headers.ts';

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

/** For a response that another library writes to `reply.raw`. */
export function passHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
}

/** Other sites can't frame or read the page. */
export function ownPage(reply: FastifyReply, policy: string): FastifyReply {
  return withoutCors(reply).headers({ 'X-Frame-Options': 'DENY', 'Content-Security-Policy': policy });
}

/** The headers of a page for one person: other sites can't frame or read it. */
export function privatePage(reply: FastifyReply, policy: string, cacheControl = 'private, no-store'): FastifyReply {
  return ownPage(reply, policy).header('Cache-Control', cacheControl).type('text/html; charset=utf-8');
}
