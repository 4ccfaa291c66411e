import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestSpan } from '../core/tracing.ts';
import { NO_OPERATION } from '../telemetry/http-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where traces are off. */
    span: RequestSpan | null;
  }
}

/** A span for each request, with its route instead of its path, which may contain private data. Must be the first hook. */
export function traceRequests(app: FastifyInstance): void {
  const { tracing } = app.deps;
  app.decorateRequest('span', null);
  if (tracing === null) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url;
    const operation = routeOptions.config.operation ?? NO_OPERATION;
    const attributes = {
      'http.request.method': method,
      'pronet.operation': operation,
      'pronet.request_id': request.id,
    };
    const span = tracing.request(
      route === undefined ? method : `${method} ${route}`,
      { ...attributes, ...(route !== undefined && { 'http.route': route }) },
      headers,
    );
    request.span = span;
    reply.raw.once('close', () => end(request, reply));
    span.within(done);
  });
  // Events of the body's stream run outside of the span.
  app.addHook('preValidation', (request, _reply, done) => (request.span ? request.span.within(done) : done()));
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply);
    done();
  });
}

/** Called again when the connection closes: a span ends once. */
function end({ span, failure }: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode;
  const attributes = { 'http.response.status_code': status, ...(failure && { 'error.type': failure.code }) };
  span?.end(attributes, status >= 500);
}
