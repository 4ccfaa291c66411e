import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { mayCall } from '../areas/meta/operations.ts';
import { failScope } from '../auth/require.ts';
import { fail } from '../core/errors.ts';
import { LIMITS, TIMEOUTS } from '../core/limits.ts';
import { readGuides } from '../docs/guides.ts';
import { refuse } from '../http/error-handler.ts';
import { SUGGESTED_SCOPES } from '../oauth/resource.ts';
import type { Visit } from './call-tool.ts';
import { type Catalogue, makeCatalogue } from './catalogue.ts';
import { jsonRpcError, STRANGER } from './json-rpc.ts';
import { makeServer } from './server.ts';
import { readToolsets } from './toolsets.ts';

/** The transport's own headers; nothing else of the request is for the library to see, least of all the credential. */
const TRANSPORT_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
const ACCEPTED = 'application/json, text/event-stream';
/** Calls of these are counted against the caller's limits where they run. */
const COUNTED_INSIDE = new Set(['tools/call']);

type Message = { method?: unknown; params?: { name?: unknown } };

/**
 * The MCP endpoint: Streamable HTTP without sessions, the newest revision of the specification and those before it, a
 * fresh server and transport for each request. Its tools are the operations of `/v1`, called by their own routes.
 */
export const mcpServer: FastifyPluginAsync = async (app) => {
  const { config } = app.deps;
  const url = `${config.baseUrl}/mcp`;
  const origins = new Set([config.baseUrl, config.authUrl, config.webUrl].map((address) => new URL(address).origin));
  const visits = new WeakMap<Request, Visit>();
  let catalogue: Catalogue | undefined;
  let guide: string | undefined;
  const onerror = (error: Error) => app.log.debug({ reason: error.message }, 'mcp');
  const modern = createMcpHandler(({ requestInfo }) => makeServer(visits.get(requestInfo!)!, guide!), {
    legacy: 'reject',
    onerror,
  });

  /** RFC 6454 origins: a page of another site must not speak to a server through the browser of who looks at it. */
  const isStranger = ({ headers: { origin } }: FastifyRequest) => origin !== undefined && !origins.has(origin);

  app.setErrorHandler((thrown, request, reply) => {
    const { error, body } = refuse(request, reply, thrown, { at: '/mcp', scope: SUGGESTED_SCOPES.join(' ') });
    if (!isStranger(request)) return reply.send(jsonRpcError(error.code, body));
    return reply.code(403).removeHeader('WWW-Authenticate').send(STRANGER);
  });

  app.post(
    '/mcp',
    {
      bodyLimit: LIMITS.body.post_images_bytes,
      config: {
        operation: 'mcp.call',
        auth: { kind: 'credential', scope: null },
        profile: 'optional',
        countsInside: true,
        bodyTimeoutMs: TIMEOUTS.http_upload_ms,
      },
      onRequest: async (request) => {
        if (isStranger(request)) fail('interaction_not_allowed', { internal: 'foreign origin' });
      },
    },
    async (request, reply) => {
      catalogue ??= makeCatalogue(app.routes);
      guide ??= (await readGuides(config.baseUrl)).find(({ slug }) => slug === 'agents')!.markdown;
      const visit = visitOf(request, catalogue);
      const messages = [request.body].flat() as Message[];
      await admit(messages, visit);

      const web = new Request(url, { method: 'POST', headers: headersOf(request) });
      const parsedBody = request.body;
      let response: Response;
      if (await isLegacyRequest(web, parsedBody)) {
        const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
        const server = makeServer(visit, guide);
        await server.connect(transport);
        response = await transport.handleRequest(web, { parsedBody });
        await server.close();
      } else {
        visits.set(web, visit);
        response = await modern.fetch(web, { parsedBody });
      }
      if (visit.refusal && !Array.isArray(request.body)) throw visit.refusal;
      return send(reply, response);
    },
  );
};

function visitOf(request: FastifyRequest, catalogue: Catalogue): Visit {
  const principal = request.ctx.principal!;
  return {
    request,
    catalogue,
    token: request.headers.authorization!.replace(/^bearer +/i, '').trimEnd(),
    tools: catalogue.offered(readToolsets(request.query), principal),
    refusal: null,
  };
}

/**
 * What a request may not hold is refused whole, before any of it is done: also a batch in which one call lacks its
 * scope. Fails with `insufficient_scope` or `rate_limited`.
 */
async function admit(messages: readonly Message[], { request, catalogue }: Visit): Promise<void> {
  for (const message of messages) {
    if (message?.method !== 'tools/call') continue;
    const route = catalogue.byName.get(String(message.params?.name))?.route;
    if (!route || mayCall(route, request.ctx.principal)) continue;
    const { auth } = route.contract;
    if (auth.kind === 'credential' && auth.scope) failScope(auth.scope.area, auth.scope.access);
    fail('insufficient_scope', { agent: { required_scopes: [] } });
  }
  const others = messages.filter((message) => !COUNTED_INSIDE.has(String(message?.method)));
  if (others.length > 0) await request.spend('credential', others.length);
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const passed = TRANSPORT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { 'content-type': 'application/json', accept: ACCEPTED, ...Object.fromEntries(passed) };
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  const text = await response.text();
  if (text === '') return reply.send();
  return reply.type(response.headers.get('content-type') ?? 'application/json').send(text);
}
