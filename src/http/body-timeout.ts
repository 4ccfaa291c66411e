import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { TIMEOUTS } from '../core/limits.ts';
import { sendError } from './error-handler.ts';
import { callerOf } from './internal-request.ts';

const MIN_BYTES_PER_SECOND = 1024;
/** From 1 MiB on, a body must arrive at a pace that would deliver its buffered bytes within this time. */
const LARGE_BYTES = 1024 * 1024;
const LARGE_SECONDS = TIMEOUTS.http_upload_ms / 1000;

const UNREAD_MS = 2000;

/**
 * A body has 30 s to arrive, an upload 120 s, and in each interval of `stallMs` 1 KiB/s, or more the more memory it
 * occupies. Otherwise 408 `request_timeout`, and the connection is closed; without a response
 * if the handler writes its own.
 */
export function limitBodyTime(app: FastifyInstance, stallMs: number = TIMEOUTS.http_body_stall_ms): void {
  closeUnread(app);
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The body of an internal request has arrived with the request that it is for, or is limited there.
    if (!request.raw.complete && !callerOf(request.raw)) limitTime(request, reply, stallMs);
    done(null, payload);
  });
}

/** Node reads a body that no handler has read after the response, at any pace. The client has `UNREAD_MS` for it. */
function closeUnread(app: FastifyInstance): void {
  app.server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (raw.complete) return;
      const timer = setTimeout(() => raw.destroy(), UNREAD_MS);
      raw.once('close', () => clearTimeout(timer));
    });
  });
}

function limitTime(request: FastifyRequest, reply: FastifyReply, stallMs: number): void {
  const { raw } = request;
  const giveUp = () => {
    stop();
    if (raw.complete) return;
    // A handler that writes its response itself still waits for the body.
    if (reply.sent) {
      raw.destroy();
      return;
    }
    reply.raw.once('finish', () => raw.destroy());
    sendError(request, reply, new ApiError('request_timeout'));
  };
  const timer = setTimeout(giveUp, request.routeOptions.config.bodyTimeoutMs ?? TIMEOUTS.http_request_ms);
  const firstBytes = raw.socket.bytesRead;
  let seenBytes = firstBytes;
  const stall = setInterval(() => {
    const { socket } = raw;
    const { bytesRead } = socket;
    const heldBytes = seenBytes - firstBytes;
    const pace = heldBytes < LARGE_BYTES ? MIN_BYTES_PER_SECOND : heldBytes / LARGE_SECONDS;
    // Paused: the server itself does not read it, such as a form that waits for room for its next picture.
    if (!socket.isPaused?.() && bytesRead - seenBytes < (stallMs / 1000) * pace) giveUp();
    seenBytes = bytesRead;
  }, stallMs);
  const stop = () => {
    clearTimeout(timer);
    clearInterval(stall);
  };
  raw.once('end', stop).once('close', stop);
  // A body that is never read, such as that of an internal request, emits no `end`; the response ends it.
  reply.raw.once('finish', stop);
}
