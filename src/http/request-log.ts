import type { FastifyInstance } from 'fastify';

/** One line a request. Never a path with its query, a header, a body or an address of a person. */
export function logRequests(app: FastifyInstance): void {
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
    if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
  });
  // The client is gone before the answer: no onResponse comes for it with a meaningful status.
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ request_id: request.id, operation: request.routeOptions.config.operation ?? 'none' }, 'aborted');
  });
}
