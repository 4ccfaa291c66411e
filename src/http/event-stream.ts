import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { endPipelining } from './sockets.ts';

/** What writes the events. */
export type EventSource = {
  start(connection: EventConnection): void;
  /** The connection is closed, maybe before the start. */
  close(): void;
};

/** A connection of server-sent events. The source must look at `buffered` before it writes. */
export class EventConnection {
  readonly #raw: ServerResponse;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
  }

  write(text: string): void {
    this.#raw.write(text);
  }

  /** Writes the last text, and closes the connection when the client has it. */
  end(text: string): void {
    this.#raw.end(text);
  }

  destroy(): void {
    this.#raw.destroy();
  }

  /** How many bytes wait for the client. */
  get buffered(): number {
    return this.#raw.writableLength;
  }

  /** How many bytes the client has taken. */
  get taken(): number {
    const { socket } = this.#raw;
    return (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
  }
}

export const sendEventStreamHead = (reply: FastifyReply): FastifyReply => withHeaders(reply).send('');

export function sendEventStream(reply: FastifyReply, source: EventSource): FastifyReply {
  const { raw } = reply;
  // `onSend` hooks don't run after `hijack`.
  withHeaders(reply).finishHeaders(null);
  reply.hijack();
  endPipelining(reply);
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  // Sent alone: Node keeps the head, and otherwise as hundreds of parts instead of one text.
  raw.flushHeaders();
  release(reply);
  raw.once('close', () => source.close());
  if (raw.destroyed) source.close();
  else source.start(new EventConnection(raw));
  return reply;
}

function withHeaders(reply: FastifyReply): FastifyReply {
  return (
    reply
      .type('text/event-stream')
      .header('Cache-Control', 'no-store')
      // Proxies such as nginx would collect the events.
      .header('X-Accel-Buffering', 'no')
      // The connection has no use after the stream, and an idle one would delay a shutdown.
      .header('Connection', 'close')
  );
}

/** The listener of Fastify that runs `onResponse` hooks. Node has a listener for the same event, which must stay. */
const FASTIFY_LISTENER = 'onResFinished';
const ignore = () => undefined;

/** Removes listeners that keep the request in memory: half of what an open stream would take. */
function release(reply: FastifyReply): void {
  const { raw, request } = reply;
  raw.removeAllListeners('close').removeAllListeners('error').on('error', ignore);
  for (const listener of raw.listeners('finish')) {
    if (listener.name === FASTIFY_LISTENER) raw.off('finish', listener as () => void);
  }
  request.raw.headers = {};
  request.raw.rawHeaders = [];
  reply.logAtClose();
}
