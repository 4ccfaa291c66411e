import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { TIMEOUTS } from '../core/limits.ts';
import { sendError } from './error-handler.ts';

const MIN_BYTES_PER_SECOND = 1024;

/**
 * A body has 30 s to arrive, an upload 120 s, and in each `stallMs` of it 1 KiB/s at least (408 `request_timeout`, and
 * the connection ends). Node's own limit is one for the whole server, so that it must be the longest; it stays behind
 * this one as a net.
 */
export function limitBodyTime(app: FastifyInstance, stallMs: number = TIMEOUTS.http_body_stall_ms): void {
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request;
    if (raw.complete) return;
    const giveUp = () => {
      stop();
      if (raw.complete || reply.sent) return;
      reply.raw.once('finish', () => raw.destroy());
      sendError(request, reply, new ApiError('request_timeout'));
    };
    const timer = setTimeout(giveUp, request.routeOptions.config.bodyTimeoutMs ?? TIMEOUTS.http_request_ms);
    let seenBytes = raw.socket.bytesRead;
    const stall = setInterval(() => {
      const { bytesRead } = raw.socket;
      if (bytesRead - seenBytes < (stallMs / 1000) * MIN_BYTES_PER_SECOND) giveUp();
      seenBytes = bytesRead;
    }, stallMs);
    const stop = () => {
      clearTimeout(timer);
      clearInterval(stall);
    };
    raw.once('end', stop).once('close', stop);
    // A body that nobody reads, such as that of a call from inside, has no end: its answer is one.
    reply.raw.once('finish', stop);
  });
}
