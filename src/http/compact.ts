import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VIEWS } from '../core/enums.ts';
import { failFields } from '../core/errors.ts';
import { isAmple } from '../core/rate-counters.ts';
import { leanSerializerOf } from './serializer.ts';

/** Shortens the data of a success. `isWrite`: the caller knows what it has just sent. */
export type Shorten = (data: unknown, isWrite: boolean) => unknown;

/** Takes `view` from the query of an operation that does not declare it. */
export function acceptCompactView(app: FastifyInstance, shorten: Shorten): void {
  app.decorate('shorten', shorten);
  app.decorateRequest('isCompact', false);
  app.addHook('preValidation', (request, _reply, done) => {
    takeView(request);
    done();
  });
}

function takeView(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown> | undefined;
  const view = query?.['view'];
  if (view === undefined || !request.routeOptions.config.operation) return;
  request.isCompact = view === 'compact';
  const { querystring } = (request.routeOptions.schema ?? {}) as { querystring?: { shape?: object } };
  if (querystring?.shape && 'view' in querystring.shape) return;
  if (Array.isArray(view)) failFields([{ path: 'query.view', rule: 'repeated' }]);
  if (!VIEWS.includes(view as never)) failFields([{ path: 'query.view', rule: 'allowed_values', allowed: VIEWS }]);
  delete query!['view'];
}

type Success = {
  ok: true;
  data: unknown;
  agent: { rate_limit?: { limit: number; remaining: number }; [name: string]: unknown };
};

/** Sends a success, shortened if the request asks for it. */
export function sendSuccess(reply: FastifyReply, status: 200 | 201, success: Success): FastifyReply {
  reply.code(status);
  return reply.request.isCompact ? sendCompact(reply, status, success) : reply.send(success);
}

function sendCompact(reply: FastifyReply, status: 200 | 201, { data, agent, ...others }: Success): FastifyReply {
  const { method, routeOptions, server } = reply.request;
  const { response } = (routeOptions.schema ?? {}) as { response?: Record<number, unknown> };
  // Schemas and limits have names of fields that are not data.
  if (!response?.[status] || routeOptions.config.operation?.startsWith('meta.'))
    return reply.send({ ...others, data, agent });
  const { rate_limit, ...rest } = agent;
  return reply
    .type('application/json; charset=utf-8')
    .serializer(leanSerializerOf(response[status] as never))
    .send({
      ...others,
      agent: rate_limit && !isAmple(rate_limit) ? agent : rest,
      data: server.shorten(data, method !== 'GET' && method !== 'HEAD'),
    });
}

declare module 'fastify' {
  interface FastifyInstance {
    shorten: Shorten;
  }
  interface FastifyRequest {
    /** Whether the response leaves out what its compact view does. */
    isCompact: boolean;
  }
}
