import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../ctx.ts';
import { ABORTED, NO_OPERATION } from '../telemetry/http-requests.ts';
import { callerOf } from './internal-request.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A request's logger, created on first use: few requests need it, and creating one costs as much as logging a line. */
export class LazyChild {
  readonly level: string;
  readonly #logger: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #made: FastifyBaseLogger | undefined;

  static {
    for (const level of LEVELS) {
      Object.defineProperty(LazyChild.prototype, level, {
        value(this: LazyChild, ...line: unknown[]) {
          this.#child()[level](...(line as [string]));
        },
      });
    }
  }

  constructor(logger: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.level = logger.level;
    this.#logger = logger;
    this.#bindings = bindings;
  }

  child(bindings: Record<string, unknown>): FastifyBaseLogger {
    return this.#child().child(bindings);
  }

  #child(): FastifyBaseLogger {
    this.#made ??= this.#logger.child(this.#bindings);
    return this.#made;
  }
}

/** One line per request, and its count in the metrics. Never logs a path with its query, a header, a body or a person's address. */
export function logRequests(app: FastifyInstance): void {
  // The line is flat and has no redacted fields; searching for them would cost as much as writing the line.
  const log = app.deps.log.child({}, { redact: { paths: [] } });
  const { metrics } = app.deps;
  app.decorateRequest('isLogged', false);
  app.decorateRequest('waits', false);

  function logOnce(request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
    if (request.isLogged) return;
    request.isLogged = true;
    const line = lineOf(request, reply);
    count(request, line, isWhole);
    // The cause of a 503, such as a database outage, is logged separately when it begins and ends.
    if (reply.statusCode >= 500 && reply.statusCode !== 503) log.error(line, 'request');
    else log.info(isWhole ? line : { ...line, aborted: true }, 'request');
  }

  /** A request that the server makes itself, for a page or a tool, is part of its caller's. */
  function count(request: FastifyRequest, { operation, status, code, ms }: Line, isWhole: boolean): void {
    if (code) metrics.refusals.inc({ code });
    const caller = callerOf(request.raw);
    if (caller) caller.waits ||= request.waits;
    else if (!isWhole) metrics.requests.count(operation, ABORTED);
    // Refusals are fast, and waiting is slow: neither says how fast the server is.
    else metrics.requests.count(operation, status, status < 400 && !request.waits ? ms : undefined);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const before = request.raw.socket?.bytesWritten ?? 0;
    // `onResponse` does not run if the client closes the connection, even after it received everything.
    reply.raw.once('close', () => {
      if (!request.isLogged) logOnce(request, reply, isSent(request, reply, before));
    });
    done();
  });
  app.decorateReply('logAtClose', function logAtClose(this: FastifyReply): void {
    this.request.isLogged = true;
    this.request.waits = true;
    const line = lineOf(this.request, this);
    count(this.request, line, true);
    logLater(log, this.raw, line);
  });
  app.addHook('onResponse', (request, reply, done) => {
    logOnce(request, reply, true);
    done();
  });
}

/** A function of its own, so that the listener keeps nothing but the line. */
function logLater(log: Log, raw: ServerResponse, line: Line): void {
  const begunAt = performance.now() - line.ms;
  raw.once('close', () => {
    const whole = { ...line, ms: tenths(performance.now() - begunAt) };
    log.info(raw.writableEnded ? whole : { ...whole, aborted: true }, 'request');
  });
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

declare module 'fastify' {
  interface FastifyRequest {
    isLogged: boolean;
    /** Whether its response waits for events, so that its duration says nothing about the server. */
    waits: boolean;
  }
  interface FastifyReply {
    /** Logs the request when its connection is closed. Keeps only the line until then, unlike the hooks. */
    logAtClose(): void;
  }
}

/**
 * Whether the whole response was written. A client that knows the length may close before the stream has ended. Head
 * bytes count too.
 */
function isSent({ raw: { socket } }: FastifyRequest, reply: FastifyReply, before: number): boolean {
  if (!reply.raw.headersSent || socket.writableLength > 0) return false;
  const length = reply.getHeader('content-length');
  return reply.raw.writableEnded || (length !== undefined && socket.bytesWritten - before >= Number(length));
}

type Line = ReturnType<typeof lineOf>;

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { ctx, failure, routeOptions } = request;
  return {
    request_id: request.id,
    trace_id: request.span?.traceId,
    operation: routeOptions.config.operation ?? NO_OPERATION,
    // The template, such as /v1/posts/:id, because a path may contain private data.
    route: routeOptions.url,
    method: request.method,
    status: reply.statusCode,
    code: failure?.code,
    // The message of a bug may contain what a caller sent; the error handler logs it safely.
    reason:
      failure && failure.code !== 'internal_error' && failure.message !== failure.code ? failure.message : undefined,
    ms: tenths(reply.elapsedTime),
    statements: ctx?.stats.statements ?? 0,
    round_trips: ctx?.stats.roundTrips ?? 0,
    principal: ctx?.principal?.id,
    profile: ctx?.acting?.id,
  };
}
