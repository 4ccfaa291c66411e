import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A request's logger, created on first use: few requests need it, and creating one costs as much as logging a line. */
export function lazyChild(logger: FastifyBaseLogger, bindings: object): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const child = () => {
    made ??= logger.child(bindings as never);
    return made;
  };
  const lazy: Record<string, unknown> = {
    level: logger.level,
    child: (...given: unknown[]) => child().child(...(given as [never])),
  };
  for (const level of LEVELS) lazy[level] = (...line: unknown[]) => child()[level](...(line as [string]));
  return lazy as unknown as FastifyBaseLogger;
}

/** One line per request. Never logs a path with its query, a header, a body or a person's address. */
export function logRequests(app: FastifyInstance): void {
  // The line is flat and has no redacted fields; searching for them would cost as much as writing the line.
  const log = app.deps.log.child({}, { redact: { paths: [] } });
  const begun = new WeakMap<FastifyRequest, number>();

  function logOnce(request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
    if (!begun.delete(request)) return;
    const line = lineOf(request, reply);
    // The cause of a 503, such as a database outage, is logged separately when it begins and ends.
    if (reply.statusCode >= 500 && reply.statusCode !== 503) log.error(line, 'request');
    else log.info(isWhole ? line : { ...line, aborted: true }, 'request');
  }

  app.addHook('onRequest', async (request, reply) => {
    const before = request.raw.socket?.bytesWritten ?? 0;
    begun.set(request, before);
    // `onResponse` does not run if the client closes the connection, even after it received everything.
    reply.raw.once('close', () => logOnce(request, reply, isSent(request, reply, before)));
  });
  app.addHook('onResponse', async (request, reply) => logOnce(request, reply, true));
}

/**
 * Whether the whole response was written when the connection closed. A client that knows the length may close it before
 * the stream has ended. Bytes of the head are counted too, so a few bytes of the body may be missing.
 */
function isSent({ raw: { socket } }: FastifyRequest, reply: FastifyReply, before: number): boolean {
  if (!reply.raw.headersSent || socket.writableLength > 0) return false;
  const length = reply.raw.getHeader('content-length');
  return reply.raw.writableEnded || (length !== undefined && socket.bytesWritten - before >= Number(length));
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { ctx, failure } = request;
  return {
    request_id: request.id,
    operation: request.routeOptions.config.operation ?? 'none',
    // The template, such as /v1/posts/:id, because a path may contain private data.
    route: request.routeOptions.url,
    method: request.method,
    status: reply.statusCode,
    code: failure?.code,
    // The message of a bug may contain what a caller sent; the error handler logs it safely.
    reason:
      failure && failure.code !== 'internal_error' && failure.message !== failure.code ? failure.message : undefined,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    statements: ctx?.stats.statements ?? 0,
    round_trips: ctx?.stats.roundTrips ?? 0,
    principal: ctx?.principal?.id,
    profile: ctx?.acting?.id,
  };
}
