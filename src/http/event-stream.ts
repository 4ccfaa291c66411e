import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends server-sent events as they become available. A chunk is only asked for when the one before was passed on, so what
 * waits for a slow client stays with the source. `@fastify/sse` skips the `onSend` hooks, which set the headers of every
 * response, and writes without a limit to clients that do not read.
 */
export function sendEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: () => AsyncIterable<string>,
): FastifyReply {
  reply
    .type('text/event-stream')
    .header('Cache-Control', 'no-store')
    // Proxies such as nginx would collect the events.
    .header('X-Accel-Buffering', 'no')
    // The connection has no use after the stream, and an idle one would delay a shutdown.
    .header('Connection', 'close');
  if (request.method === 'HEAD') return reply.send('');
  return reply.send(Readable.from(chunks(), { objectMode: false, highWaterMark: 1 }));
}
