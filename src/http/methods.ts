import type { FastifyInstance, FastifyReply } from 'fastify';
import findMyWay from 'find-my-way';
import { ApiError } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { sendError } from './error-handler.ts';
import { wrongMethod } from './mistakes.ts';
import { withoutCors } from './response-headers.ts';

/** The service reads the first line. Tracing scripts in browsers add the second, and must not fail because of it. */
const ALLOWED_REQUEST_HEADERS = [
  'Authorization, Content-Type, X-Profile-Id, X-Request-Id, Idempotency-Key, Dry-Run, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'traceparent, tracestate, baggage, sentry-trace, X-Requested-With',
].join(', ');
const PREFLIGHT_SECONDS = 7200;
/** Pages that other sites must not call, not even to ask. */
const isPage = (url: string) => url.startsWith('/console');

/** OPTIONS with 204, unsupported methods with 405, both with `Allow`. Call it between the hooks and the routes. */
export function answerOtherMethods(app: FastifyInstance): void {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const methods = methodsByUrl.get(route.url) ?? new Set(['OPTIONS']);
    for (const method of [route.method].flat()) methods.add(method);
    methodsByUrl.set(route.url, methods);
  });

  // A router of all paths: registering every method of Node.js on each of them would take half of the time of a start.
  const paths = findMyWay({ maxParamLength: LIMITS.path_word.max_length });
  app.addHook('onReady', async () => {
    for (const [url, methods] of methodsByUrl) paths.on('GET', url, ignored, [...methods].sort().join(', '));
  });
  // Responds before a body is read.
  app.addHook('onRequest', (request, reply, done) => {
    const allow: string | undefined = request.is404 ? paths.find('GET', request.url)?.store : undefined;
    if (allow === undefined) done();
    else if (request.method === 'OPTIONS') answerOptions(isPage(request.url) ? withoutCors(reply) : reply, allow);
    else {
      const agent = wrongMethod(request.method, request.url, allow);
      sendError(request, reply, new ApiError('method_not_allowed', { agent, headers: { Allow: allow } }));
    }
  });
}

/** The answer to OPTIONS, also of browsers that ask before a request. */
export function answerOptions(reply: FastifyReply, allow: string): FastifyReply {
  return reply
    .code(204)
    .header('Allow', allow)
    .header('Access-Control-Allow-Methods', allow)
    .header('Access-Control-Allow-Headers', ALLOWED_REQUEST_HEADERS)
    .header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
    .send();
}

function ignored(): void {}
