import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { sendError } from './error-handler.ts';

/** The service reads the first line. Tracing scripts in browsers add the second, and must not fail because of it. */
const ALLOWED_REQUEST_HEADERS = [
  'Authorization, Content-Type, X-Profile-Id, X-Request-Id, Idempotency-Key, Dry-Run, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'traceparent, tracestate, baggage, sentry-trace, X-Requested-With',
].join(', ');
const PREFLIGHT_SECONDS = 7200;

/**
 * Every known path responds to every method: OPTIONS with 204, unsupported methods with 405, both with `Allow`. Fastify
 * alone would respond with 404. Call this before registering the routes, and the returned function afterwards.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, Set<string>>();
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method);
  }
  app.addHook('onRoute', (route) => {
    const methods = methodsByUrl.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    methodsByUrl.set(route.url, methods);
  });

  return () => {
    for (const [url, methods] of [...methodsByUrl]) {
      const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
      const others = app.supportedMethods.filter((method) => !methods.has(method) && method !== 'OPTIONS');
      const config = { operation: 'http.method_not_allowed' };
      app.route({ method: 'OPTIONS', url, config, onRequest: answerOptions(allow), handler: unreachable });
      app.route({
        method: others,
        url,
        config,
        onRequest: refuseMethod(allow),
        handler: unreachable,
        exposeHeadRoute: false,
      });
    }
  };
}

function answerOptions(allow: string) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await reply
      .code(204)
      .header('Allow', allow)
      .header('Access-Control-Allow-Methods', allow)
      .header('Access-Control-Allow-Headers', ALLOWED_REQUEST_HEADERS)
      .header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
      .send();
  };
}

function refuseMethod(allow: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await sendError(request, reply, new ApiError('method_not_allowed', { headers: { Allow: allow } }));
  };
}

/** The hooks above respond before a body is read. */
async function unreachable(): Promise<never> {
  throw new Error('the hook has answered');
}
