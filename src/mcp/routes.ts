import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { ApiError, fail } from '../core/errors.ts';
import { LIMITS, TIMEOUTS } from '../core/limits.ts';
import { isLoopback } from '../core/loopback.ts';
import type { Text } from '../core/operation-text.ts';
import { readerOf } from '../http/agent-hints.ts';
import { prepareRefusal } from '../http/error-handler.ts';
import { mayCall } from '../http/may-call.ts';
import { answerOptions } from '../http/methods.ts';
import { requireRouteRights } from '../http/request-context.ts';
import { withoutCors } from '../http/response-headers.ts';
import { readModelGuide } from '../web/docs/guides.ts';
import { buildToolsGradually, type Catalogue, makeCatalogue } from './catalogue.ts';
import type { McpContext } from './context.ts';
import { calledTool } from './finding.ts';
import { FOREIGN_ORIGIN, jsonRpcError } from './json-rpc.ts';
import { limitMessages } from './message-limit.ts';
import { idOf, type Message, messagesOf, textOfResponse } from './messages.ts';
import { needsStepUp, scopesToAsk, whyNotListed } from './scopes.ts';
import { makeServer } from './server.ts';
import { prepareStepUp } from './step-up.ts';
import { linesOf } from './terms.ts';
import { asksForStructured, type Chosen, readToolsets } from './toolsets.ts';

/** The transport's own headers. The library sees no other header, and in particular not the credential. */
const TRANSPORT_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
const ACCEPTED = 'application/json, text/event-stream';
/** These methods count against the caller's rate limits in the operation that they call, if any. */
const COUNTED_INSIDE = new Set<unknown>(['tools/call', 'resources/read']);
const INTRODUCTIONS = new Set<unknown>(['initialize', 'server/discover']);

/** Used for failures before the tools of the connection are known. */
const NO_CONNECTION = { catalogue: makeCatalogue([]), tools: [], mayCall: () => false };

type Contexts = WeakMap<Request | FastifyRequest, McpContext>;

/** Streamable HTTP without sessions, with a new server and transport for each request. */
export const mcpServer: FastifyPluginAsync = async (app) => {
  const contexts: Contexts = new WeakMap();
  let catalogue: Catalogue | undefined;
  const catalogueOf = () => {
    catalogue ??= makeCatalogue(app.routes);
    return catalogue;
  };
  // So that neither the start nor the first request waits for the schemas of all tools.
  app.addHook('onListen', async () => {
    buildToolsGradually(app.routes).catch((error: Error) => app.log.error({ err: error }, 'mcp tools'));
  });
  limitMessages(app, catalogueOf);
  const strangerOf = strangers(app.deps.config);
  answerFailures(app, contexts, (request) => strangerOf(request) !== null, catalogueOf);
  const respond = makeResponder(app, contexts, linesOf(await readModelGuide()));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const messages = messagesOf(request);
    const context = contextOf(request, catalogueOf(), messages);
    contexts.set(request, context);
    const inside = await admit(messages, context);
    const response = await respond(request, context);
    const text = textOfResponse(request, response.status, await response.text());
    await countRest(context, inside);
    if (context.refusal && !Array.isArray(request.body)) throw context.refusal;
    reply.code(response.status);
    if (text === '') return reply.send();
    return reply.type(response.headers.get('content-type') ?? 'application/json').send(text);
  };
  // People copy URLs with a trailing slash.
  for (const path of ['/mcp', '/mcp/']) {
    // A browser that asks before a request gets the same answer as the request.
    app.options(path, { config: { operation: 'mcp.preflight' } }, async (request, reply) =>
      strangerOf(request) ? refuseStranger(reply) : answerOptions(reply, 'OPTIONS, POST'),
    );
    app.post(
      path,
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
          const stranger = strangerOf(request);
          if (stranger) fail('interaction_not_allowed', { internal: stranger });
        },
      },
      answer,
    );
  }
};

/** Without CORS headers, so that a browser tells the page no more than that it may not call this endpoint. */
function refuseStranger(reply: FastifyReply): FastifyReply {
  return withoutCors(reply).code(403).removeHeader('WWW-Authenticate').send(FOREIGN_ORIGIN);
}

/** Why a request comes from another site's page, or null. */
function strangers({ baseUrl, authUrl, webUrl, loopback }: Config) {
  const origins = new Set([baseUrl, authUrl, webUrl].map((address) => new URL(address).origin));
  return ({ headers: { origin, host } }: FastifyRequest): string | null => {
    // RFC 6454 origins: pages of other sites must not call this server through a visitor's browser.
    if (origin !== undefined && !origins.has(origin)) return 'foreign origin';
    // DNS rebinding: a foreign host name that resolves to this machine. Only a server on loopback knows its own names;
    // the proxy in front of a public server may send another Host.
    const isRebound = loopback && !isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');
    return isRebound ? 'foreign host' : null;
  };
}

function answerFailures(
  app: FastifyInstance,
  contexts: Contexts,
  isForeign: (request: FastifyRequest) => boolean,
  catalogueOf: () => Catalogue,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const failure = await prepareStepUp(request, contexts.has(request) ? thrown : await counted(request, thrown));
    const scope = scopesToAsk(catalogueOf(), tryToolsets(request.query)).join(' ');
    const { error, body } = prepareRefusal(request, reply, failure, { at: '/mcp', scope });
    if (isForeign(request)) return refuseStranger(reply);
    const answer = jsonRpcError(error, body, contexts.get(request) ?? NO_CONNECTION, readerOf(request));
    return reply.send({ ...answer, id: idOf(request.body) });
  });
}

function makeResponder(app: FastifyInstance, contexts: Contexts, guide: Text[]) {
  const url = `${app.deps.config.baseUrl}/mcp`;
  const onerror = (error: Error) => app.log.debug({ reason: error.message }, 'mcp');
  const modern = createMcpHandler(({ requestInfo }) => makeServer(contexts.get(requestInfo!)!, guide), {
    legacy: 'reject',
    onerror,
  });
  return async (request: FastifyRequest, context: McpContext): Promise<Response> => {
    const web = new Request(url, { method: 'POST', headers: transportHeaders(request) });
    const parsedBody = request.body;
    if (!(await isLegacyRequest(web, parsedBody))) {
      contexts.set(web, context);
      return modern.fetch(web, { parsedBody });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = makeServer(context, guide);
    await server.connect(transport);
    const response = await transport.handleRequest(web, { parsedBody });
    await server.close();
    return response;
  };
}

/** The toolsets of a request that fails anyway; null if its query is invalid. */
function tryToolsets(query: unknown): Chosen | null {
  try {
    return readToolsets(query);
  } catch {
    return null;
  }
}

function contextOf(request: FastifyRequest, catalogue: Catalogue, messages: readonly Message[]): McpContext {
  const principal = request.ctx.principal!;
  const chosen = readToolsets(request.query);
  return {
    request,
    catalogue,
    token: request.headers.authorization!.replace(/^bearer +/i, '').trimEnd(),
    tools: catalogue.offered(chosen, principal),
    mayCall: ({ route }) => mayCall(route, principal),
    onlyStructured: asksForStructured(request.query),
    notListed: () => whyNotListed(catalogue, chosen, principal, request.server.deps.config.baseUrl),
    introduces: messages.some((message) => INTRODUCTIONS.has(message?.method)),
    refusal: null,
    calls: 0,
  };
}

/** A request that fails before its messages are known counts as one call. Returns the error to answer with. */
async function counted(request: FastifyRequest, thrown: unknown): Promise<unknown> {
  const isCounted = thrown instanceof ApiError && thrown.code === 'rate_limited';
  if (isCounted || !request.ctx?.principal) return thrown;
  return request.reserveLimit('credential').then(
    () => thrown,
    (limited: unknown) => limited,
  );
}

/**
 * Rejects a batch if one of its calls needs a scope that the person could add; `callTool` does so for a single call. Returns
 * how many are counted by their operations. Fails with `insufficient_scope` or `rate_limited`.
 */
async function admit(messages: readonly Message[], { request, catalogue }: McpContext): Promise<number> {
  const principal = request.ctx.principal!;
  const batch = Array.isArray(request.body) ? messages : [];
  const closed = batch
    .map((message) => catalogue.named(calledTool(message ?? {}) ?? ''))
    .find((tool) => tool && needsStepUp(tool, principal));
  const here = closed ? messages : messages.filter((message) => !COUNTED_INSIDE.has(message?.method));
  if (here.length > 0) await request.reserveLimit('credential', here.length);
  if (closed) requireRouteRights(closed.route.contract, principal);
  return messages.length - here.length;
}

/** Counts messages that called no operation. Fails with `rate_limited` only if there are no results to return. */
async function countRest({ request, calls }: McpContext, inside: number): Promise<void> {
  if (inside <= calls) return;
  try {
    await request.reserveLimit('credential', inside - calls);
  } catch (error) {
    if (calls === 0) throw error;
  }
}

function transportHeaders({ headers }: FastifyRequest): Record<string, string> {
  const passed = TRANSPORT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { 'content-type': 'application/json', accept: ACCEPTED, ...Object.fromEntries(passed) };
}
