import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Answers that one connection may wait for at once. No browser sends a second request before the first answer. */
const PIPELINED_MAX = 10;
const DROPS_LOGGED_EVERY_MS = 60_000;
/** Longer than any client on earth needs from its connection to the first byte. */
const SILENT_MS = 1000;

export type SocketLimits = {
  /** Connections at once; further ones are closed without an answer. */
  maxConnections: number;
  /** How long a client may read nothing of an answer that was sent. */
  stallMs: number;
};

/**
 * What one connection and all of them together may hold. A connection that sends no request is closed by Node's own
 * `headersTimeout`.
 */
export function limitSockets(app: FastifyInstance, { maxConnections, stallMs }: SocketLimits): void {
  const { server } = app;
  server.maxConnections = maxConnections;
  // Without a listener Node would also close a connection whose request the server itself is slow to answer.
  server.setTimeout(stallMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(stallMs);
  });
  makeRoom(app);
  limitPipelining(app);
}

/**
 * Connections that wait for their next request, or sent nothing for a second, give way to new ones. Says in the log at
 * most once a minute that it must.
 */
function makeRoom(app: FastifyInstance): void {
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const openedAt = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  app.server.on('drop', () => {
    dropped += 1;
    const now = performance.now();
    app.server.closeIdleConnections();
    // Oldest first, so that a flood of drops does not look through all of them.
    for (const [socket, at] of openedAt) {
      if (now - at < SILENT_MS) break;
      if (socket.bytesRead === 0) socket.destroy();
      openedAt.delete(socket);
    }
    if (now - loggedAt < DROPS_LOGGED_EVERY_MS) return;
    app.log.warn({ dropped, max: app.server.maxConnections }, 'too many connections: MAX_CONNECTIONS is reached');
    loggedAt = now;
    dropped = 0;
  });
}

type Queue = { waiting: number; last: ServerResponse; full: boolean };

/**
 * Node parses all requests of one packet at once, hundreds of them, and holds their answers until the client reads. A
 * connection that has too many of them gets those that were begun and is closed.
 */
function limitPipelining(app: FastifyInstance): void {
  const queues = new WeakMap<Socket, Queue>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const queue = queues.get(socket) ?? { waiting: 0, last: reply.raw, full: false };
    queues.set(socket, queue);
    if (!queue.full && queue.waiting < PIPELINED_MAX) {
      queue.waiting += 1;
      queue.last = reply.raw;
      reply.raw.once('close', () => {
        queue.waiting -= 1;
      });
      return;
    }
    if (!queue.full) queue.last.once('finish', () => socket.destroySoon());
    queue.full = true;
    reply.hijack();
  });
}
