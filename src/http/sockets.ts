import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SHARES } from '../core/limits.ts';
import { networkOf } from './rate-limit.ts';
import { refuseConnection } from './raw-errors.ts';

/** Browsers do not pipeline requests. */
const { connection: PIPELINED_MAX } = SHARES.pipelined;
const DROPS_LOGGED_EVERY_MS = 60_000;
/** Longer than any client needs from the connection to a complete request head. */
const HEAD_MS = 1000;
/** A body that brings less in this time is slower than any mobile network. */
const BODY_MS = 2000;
const BODY_BYTES = 1000;

export type SocketLimits = {
  maxConnections: number;
  /** Of these, how many one address may have (IPv6: one /64). */
  maxPerAddress: number;
  /** How long a client may read nothing of a response that was sent. */
  stallMs: number;
};

/** Limits each connection and all together. Node's own `headersTimeout` closes one that sends no request. */
export function limitSockets(app: FastifyInstance, { maxConnections, maxPerAddress, stallMs }: SocketLimits): void {
  const { server } = app;
  server.maxConnections = maxConnections;
  // Otherwise full processes hand a connection around forever.
  Object.assign(server, { dropMaxConnection: true });
  // Without a listener, Node would also close a connection while the server itself is slow to respond.
  server.setTimeout(stallMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(stallMs);
  });
  makeRoom(app);
  limitPipelining(app);
  limitAddresses(app, maxPerAddress);
}

/**
 * Refuses connections of an address that has too many. Reads each address at once: Node then keeps it after a
 * disconnect.
 */
function limitAddresses(app: FastifyInstance, max: number): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= max) {
      refuseConnection(socket, max);
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** When connections are dropped, closes those that are idle, or slow to send a request. Warns once a minute. */
function makeRoom(app: FastifyInstance): void {
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  /** Connections that wait for a request head, since when. */
  const waiting = new Map<Socket, number>();
  /** Requests with their bodies. Each connection has one at most: further ones wait in its pipeline. */
  const arriving = new Map<Socket, Arriving>();
  app.server.on('connection', (socket: Socket) => {
    waiting.set(socket, performance.now());
    socket.once('close', () => waiting.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    waiting.delete(socket);
    if (hasBody(request)) arriving.set(socket, { request, at: performance.now(), bytes: socket.bytesRead });
    response.once('close', () => {
      if (arriving.get(socket)?.request === request) arriving.delete(socket);
      if (!socket.destroyed) waiting.set(socket, performance.now());
    });
  });
  const closeSlowBodies = closerOf(arriving);
  app.server.on('drop', () => {
    dropped += 1;
    const now = performance.now();
    app.server.closeIdleConnections();
    // Oldest first, so that a flood of drops does not scan all of them.
    for (const [socket, at] of waiting) {
      if (now - at < HEAD_MS) break;
      socket.destroy();
    }
    closeSlowBodies();
    if (now - loggedAt < DROPS_LOGGED_EVERY_MS) return;
    app.log.warn({ dropped, max: app.server.maxConnections }, 'too many connections: MAX_CONNECTIONS is reached');
    loggedAt = now;
    dropped = 0;
  });
}

/** RFC 9112, section 6.3. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

type Arriving = { request: IncomingMessage; at: number; bytes: number };

/** What closes the connections whose body hardly moves, although the server reads it. */
function closerOf(arriving: ReadonlyMap<Socket, Arriving>): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - checkedAt < BODY_MS / 10) return;
    checkedAt = now;
    for (const [socket, seen] of arriving) {
      if (seen.request.complete || now - seen.at < BODY_MS) continue;
      if (socket.bytesRead - seen.bytes < BODY_BYTES && !socket.isPaused()) socket.destroy();
      else Object.assign(seen, { at: now, bytes: socket.bytesRead });
    }
  };
}

type Queue = { waiting: number; last: ServerResponse; full: boolean; streams: boolean };
const queues = new WeakMap<Socket, Queue>();

/** For a response that may never end: nothing can wait behind it. Ends the connection if there is a request behind it. */
export function endPipelining({ raw, request }: FastifyReply): void {
  const { socket } = request.raw;
  const queue = queues.get(socket);
  if (queue?.full || (queue && queue.last !== raw)) socket.destroy();
  else if (queue) queue.streams = true;
}

/** Node parses all requests in a packet and buffers their responses. A connection with too many of them is closed. */
function limitPipelining(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const known = queues.get(socket);
    const queue = known ?? { waiting: 0, last: reply.raw, full: false, streams: false };
    if (!known) queues.set(socket, queue);
    if (!queue.full && !queue.streams && queue.waiting < PIPELINED_MAX) {
      queue.waiting += 1;
      queue.last = reply.raw;
      reply.raw.once('close', () => {
        queue.waiting -= 1;
      });
      return done();
    }
    if (queue.streams) socket.destroy();
    else if (!queue.full) queue.last.once('finish', () => socket.destroySoon());
    queue.full = true;
    reply.hijack();
  });
}
