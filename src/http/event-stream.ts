import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends server-sent events as they become available. A chunk is only asked for when the one before was passed on, so what
 * waits for a slow client stays with the source. Writes to the connection itself: a pipe from a `Readable` would take a
 * third of the memory of an open stream.
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
  // `onSend` hooks don't run after `hijack`.
  reply.finishHeaders(null);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  // Sent alone: Node keeps the head, and otherwise as hundreds of parts instead of one text.
  raw.flushHeaders();
  writeAll(raw, chunks()).catch((error) => {
    request.log.error({ err: error }, 'an event stream failed');
    raw.destroy();
  });
  return reply;
}

async function writeAll(raw: ServerResponse, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (raw.destroyed) return;
    if (!raw.write(chunk)) await writable(raw);
  }
  raw.end();
}

/** Resolves when the client has taken what was written, or is gone. */
async function writable(raw: ServerResponse): Promise<void> {
  const end = new AbortController();
  const { signal } = end;
  await Promise.race([once(raw, 'drain', { signal }), once(raw, 'close', { signal })]);
  end.abort();
}
