import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

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
  app.addHook('onResponse', async (request, reply) => {
    const { ctx, failure } = request;
    const line = {
      request_id: request.id,
      operation: request.routeOptions.config.operation ?? 'none',
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
    if (reply.statusCode >= 500) log.error(line, 'request');
    else log.info(line, 'request');
  });
  // The client is gone before the answer: no onResponse comes for it with a meaningful status.
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ request_id: request.id, operation: request.routeOptions.config.operation ?? 'none' }, 'aborted');
  });
}
