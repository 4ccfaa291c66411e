import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many responses a connection may wait for at once. Browsers do not pipeline requests. */
const PIPELINED_MAX = 10;
const DROPS_LOGGED_EVERY_MS = 60_000;
/** Longer than any client needs from the connection to its first byte. */
const SILENT_MS = 1000;

export type SocketLimits = {
  /** Concurrent connections; further ones are closed without a response. */
  maxConnections: number;
  /** How long a client may read nothing of a response that was sent. */
  stallMs: number;
};

/**
 * Limits the resources of each connection and of all together. Node's own `headersTimeout` closes a connection that
 * sends no request.
 */
export function limitSockets(app: FastifyInstance, { maxConnections, stallMs }: SocketLimits): void {
  const { server } = app;
  server.maxConnections = maxConnections;
  // Otherwise the processes of a server that are all full pass a connection on to each other endlessly.
  Object.assign(server, { dropMaxConnection: true });
  // Without a listener, Node would also close a connection while the server itself is slow to respond.
  server.setTimeout(stallMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(stallMs);
  });
  makeRoom(app);
  limitPipelining(app);
  rememberAddresses(app);
}

/** A request counts for its address, even if its client disconnects before that. Node keeps an address that was read. */
function rememberAddresses(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => void socket.remoteAddress);
}

/**
 * When connections are dropped, closes those that are idle between requests or have sent nothing for a second, to make
 * room for new ones. Logs a warning at most once a minute.
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
    // Oldest first, so that a flood of drops does not scan all of them.
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
 * Node parses all requests in a packet at once, possibly hundreds, and buffers their responses until the client reads.
 * A connection with too many of them receives the responses already begun and is closed.
 */
function limitPipelining(app: FastifyInstance): void {
  const queues = new WeakMap<Socket, Queue>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const known = queues.get(socket);
    const queue = known ?? { waiting: 0, last: reply.raw, full: false };
    if (!known) queues.set(socket, queue);
    if (!queue.full && queue.waiting < PIPELINED_MAX) {
      queue.waiting += 1;
      queue.last = reply.raw;
      reply.raw.once('close', () => {
        queue.waiting -= 1;
      });
      return done();
    }
    if (!queue.full) queue.last.once('finish', () => socket.destroySoon());
    queue.full = true;
    reply.hijack();
  });
}
