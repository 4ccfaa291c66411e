import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { TIMEOUTS } from '../core/limits.ts';
import { sendError } from './error-handler.ts';

/**
 * A body has 30 s to arrive, an upload 120 s (408 `request_timeout`, and the connection ends). Node's own limit is one
 * for the whole server, so that it must be the longest; it stays behind this one as a net.
 */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request;
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (raw.complete || reply.sent) return;
      reply.raw.once('finish', () => raw.destroy());
      sendError(request, reply, new ApiError('request_timeout'));
    }, request.routeOptions.config.bodyTimeoutMs ?? TIMEOUTS.http_request_ms);
    const stop = () => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
}
