import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A request's own logger, made when something is logged with it: hardly any request does, and making one costs as much as a line. */
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

/** One line a request. Never a path with its query, a header, a body or an address of a person. */
export function logRequests(app: FastifyInstance): void {
  // The line is flat and holds none of what is redacted: looking for it would cost as much as writing the line.
  const log = app.deps.log.child({}, { redact: { paths: [] } });
  const begun = new WeakMap<FastifyRequest, number>();

  function logOnce(request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
    if (!begun.delete(request)) return;
    const line = lineOf(request, reply);
    // 503 has a cause that is logged where it begins and ends, such as an outage of the database.
    if (reply.statusCode >= 500 && reply.statusCode !== 503) log.error(line, 'request');
    else log.info(isWhole ? line : { ...line, aborted: true }, 'request');
  }

  app.addHook('onRequest', async (request, reply) => {
    const before = request.raw.socket?.bytesWritten ?? 0;
    begun.set(request, before);
    // A client that closes the connection keeps `onResponse` away, even when it has everything.
    reply.raw.once('close', () => logOnce(request, reply, isSent(request, reply, before)));
  });
  app.addHook('onResponse', async (request, reply) => logOnce(request, reply, true));
}

/**
 * Whether the connection had taken the whole answer when it closed. A client knows the length and may close it before
 * our stream has ended. The head counts as part of the body, so less than its size may be missing.
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
    // The template, such as /v1/posts/:id: a path may hold what is private.
    route: request.routeOptions.url,
    method: request.method,
    status: reply.statusCode,
    code: failure?.code,
    // What a bug says may hold what a caller sent; it is logged where it is caught, as far as it is safe.
    reason:
      failure && failure.code !== 'internal_error' && failure.message !== failure.code ? failure.message : undefined,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    statements: ctx?.stats.statements ?? 0,
    principal: ctx?.principal?.id,
    profile: ctx?.acting?.id,
  };
}
