import type { IncomingMessage, Server } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import { areaPlugin } from './areas/area.ts';
import { compactView } from './areas/compact-view.ts';
import type { Erasure } from './areas/erasure.ts';
import { areas, ERASURES, RENAMES, UNTRUSTED_FIELDS } from './areas/index.ts';
import { endLeaked } from './areas/keys/leaked.ts';
import { START_HINTS, startLinks } from './areas/meta/start.ts';
import type { OnRename } from './areas/profiles/names.ts';
import { idsOfUsernames } from './areas/profiles/reference.ts';
import { ATTRIBUTIONS } from './areas/taxonomies/attributions.ts';
import { SECRET_PATTERN } from './auth/key-format.ts';
import type { Config } from './config/config.ts';
import { newSerialId } from './core/ids.ts';
import { LIMITS, SHARES, TIMEOUTS } from './core/limits.ts';
import { apiText } from './core/operation-text.ts';
import { systemCtx } from './ctx.ts';
import type { Deps } from './deps.ts';
import { budgetBodies } from './http/body-budget.ts';
import { limitBodyTime } from './http/body-timeout.ts';
import { answerFromCache, storeResponses } from './http/cached-responses.ts';
import { commit } from './http/commit.ts';
import { acceptCompactView } from './http/compact.ts';
import { makeDrain } from './http/drain.ts';
import { ok } from './http/envelope.ts';
import { handleErrors, sendError, toApiError } from './http/error-handler.ts';
import { answerHead } from './http/head.ts';
import { answerHealth, requireRightClock } from './http/health.ts';
import { acceptJson, refuseEncodedBodies } from './http/json-body.ts';
import { endLeakedSecrets } from './http/leaked-secrets.ts';
import { answerOtherMethods } from './http/methods.ts';
import { answerMetrics } from './http/metrics.ts';
import { acceptForms } from './http/multipart.ts';
import { acceptUsernames } from './http/names-for-ids.ts';
import { answerOpenApi, makeOpenApiDocument } from './http/openapi.ts';
import { decorateWithLimits, makeRateLimiter } from './http/rate-limit.ts';
import { answerClientError, answerExpectations } from './http/raw-errors.ts';
import {
  countAttempts,
  dropEmptyCredential,
  establishContext,
  requireHost,
  requireProfile,
} from './http/request-context.ts';
import { LazyChild, logRequests } from './http/request-log.ts';
import { finishHeaders, setFixedHeaders } from './http/response-headers.ts';
import { collectRoutes, type RouteEntry } from './http/route-contract.ts';
import { serializerCompiler } from './http/serializer.ts';
import { limitSockets } from './http/sockets.ts';
import { traceRequests } from './http/trace-requests.ts';
import { validatorCompiler } from './http/validation.ts';
import { mcpRegistry } from './mcp/registry.ts';
import { mcpServer } from './mcp/routes.ts';
import { oauthServer } from './oauth/routes.ts';
import { frameworkLogger } from './telemetry/logger.ts';
import { consoleSite } from './web/console/site.ts';
import { docsSite } from './web/docs/site.ts';
import { serveLandingPage } from './web/public/front.ts';
import { publicPages } from './web/public/site.ts';

const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;
const SECRET = new RegExp(SECRET_PATTERN);
const BROTLI_QUALITY = 4;
/** Of a path of the API or of metadata: it means the same path. Pages redirect instead. */
const FINAL_SLASH = /^(\/(?:v1|\.well-known)(?:\/[^/?#]+)*)\/(?=$|\?)/;
/** The form of a request to a proxy (RFC 9112 section 3.2.2). Its host must not get into a response. */
const ABSOLUTE = /^https?:\/\/[^/?#]*\/?/i;

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    routes: readonly RouteEntry[];
    /** The sections of the API reference, with their descriptions. */
    tags: Readonly<Record<string, string>>;
    /** The fields that contain text from members. */
    untrustedFields: readonly string[];
    /** How the areas delete the data of a profile. */
    erasures: readonly Erasure[];
    /** What the areas do when a profile is renamed. */
    renames: readonly OnRename[];
    /** Loads what it would otherwise load at its first use. A server does it before it listens: its files may change later. */
    loadAhead: (() => Promise<unknown>)[];
    /** Shuts the server down without failing accepted requests. */
    drain(delayMs: number, options?: { staysReady: boolean }): Promise<void>;
    /** Aborted when it begins to shut down: requests that wait for something then end. */
    drainSignal: AbortSignal;
  }
}

/** The cast: fastify types an instance by its logger; plugins and operations are written for its own. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify(serverOptions(deps)) as unknown as FastifyInstance;
  const drain = makeDrain(app);
  app.decorate('drain', drain.close);
  app.decorate('drainSignal', drain.signal);
  decorate(app, deps);
  app.setChildLoggerFactory((_logger, bindings) => new LazyChild(deps.log, bindings) as unknown as FastifyBaseLogger);
  const { maxConnections, trustProxy } = deps.config;
  limitSockets(app, {
    maxConnections,
    maxPerAddress: perAddress(maxConnections, trustProxy),
    stallMs: TIMEOUTS.http_answer_stall_ms,
  });
  handleErrors(app);
  answerExpectations(app, requestIdOf);

  const limiter = makeRateLimiter(deps.config, deps.rateCounters);
  decorateWithLimits(app, limiter);
  traceRequests(app);
  logRequests(app);
  answerFromCache(app, limiter, drain.isDraining);
  app.addHook('onRequest', (request, reply, done) => {
    setFixedHeaders(request, reply);
    dropEmptyCredential(request.raw);
    requireHost(request);
    requireRightClock(deps, request);
    done();
  });
  app.addHook('onRequest', establishContext(deps, limiter));
  for (const limit of [refuseEncodedBodies, budgetBodies, limitBodyTime]) limit(app);
  for (const check of [requireProfile, countAttempts(limiter)]) app.addHook('preHandler', check);
  acceptUsernames(app, idsOfUsernames);
  acceptCompactView(app, compactView);
  finishHeaders(app, drain.isDraining);
  answerOtherMethods(app);
  await serveLandingPage(app);
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  storeResponses(app);
  answerHead(app);
  await acceptForms(app);
  acceptJson(app);
  endLeakedSecrets(app, (secrets, dryRun) => endLeaked(systemCtx(deps, 'keys.revoke_leaked'), secrets, dryRun));

  answerHealth(app, drain.isReady);
  for (const answer of [answerMetrics, answerOpenApi]) answer(app);
  for (const area of areas) await app.register(areaPlugin(area));
  await app.register(oauthServer);
  await app.register(consoleSite);
  await app.register(mcpServer);
  await app.register(mcpRegistry);
  await app.register(publicPages);
  await registerDocs(app, deps.config);
  return app;
}

async function registerDocs(app: FastifyInstance, config: Config): Promise<void> {
  const start = { ok: true, data: startLinks(config), agent: { hint: apiText(START_HINTS.hint) } };
  const document = () => makeOpenApiDocument(app, config);
  await app.register(docsSite, { attributions: ATTRIBUTIONS, start, tags: app.tags, document });
}

/** Casts to `never` below: for fastify, the logger is part of the types of requests and replies. */
function serverOptions(deps: Deps) {
  return {
    loggerInstance: frameworkLogger(deps.log) as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    trustProxy: trustedHops(deps.config.trustProxy),
    bodyLimit: LIMITS.body.default_bytes,
    rewriteUrl: ({ url = '/' }) => url.replace(ABSOLUTE, '/').replace(FINAL_SLASH, '$1'),
    routerOptions: { maxParamLength: LIMITS.path_word.max_length },
    requestTimeout: TIMEOUTS.http_upload_ms,
    keepAliveTimeout: TIMEOUTS.http_keep_alive_ms,
    http: { headersTimeout: TIMEOUTS.http_headers_ms, connectionsCheckingInterval: 1000, requireHostHeader: false },
    clientErrorHandler: answerClientError(deps),
    frameworkErrors: (error, request, reply) => {
      setFixedHeaders(request, reply as never);
      reply.header('Cache-Control', 'no-store');
      if (toApiError(error).code !== 'route_not_found') sendError(request, reply as never, error);
      else (request.server as unknown as FastifyInstance).answerMissing(request, reply as never, error);
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    return503OnClosing: false,
    forceCloseConnections: false,
  } satisfies FastifyHttpOptions<Server>;
}

function decorate(app: FastifyInstance, deps: Deps): void {
  app.decorate('deps', deps);
  app.decorate('loadAhead', []);
  app.decorate('routes', collectRoutes(app));
  app.decorate('tags', Object.assign({}, ...areas.map(({ tags }) => tags)) as Record<string, string>);
  app.decorate('untrustedFields', UNTRUSTED_FIELDS);
  app.decorate('erasures', ERASURES);
  app.decorate('renames', RENAMES);
  app.decorateReply('ok', ok);
  // The types of these know neither `this` nor schemas of zod.
  app.decorateReply('commit', commit as never);
  app.decorateRequest('ctx');
  app.decorateRequest('tokenHash', null);
  app.decorateRequest('ticketAttempts', 1);
  app.decorateRequest('missingProfile', null);
  app.decorateRequest('idempotencyKey', null);
  app.decorateRequest('rateLimit', null);
  app.decorateRequest('bodyDigest', null);
  app.decorateRequest('failure', null);
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler as never);
}

/** The share of one address, or all if they come from a proxy. A small server has too few to divide. */
function perAddress(maxConnections: number, trust: Deps['config']['trustProxy']): number {
  const { address_percent, min } = SHARES.connections;
  return trust === false ? Math.max(min, Math.floor((maxConnections * address_percent) / 100)) : maxConnections;
}

/** Fastify's types no longer accept a number of hops, but they accept an equivalent function. */
function trustedHops(trust: Deps['config']['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/** The caller's own id, if it may be logged and stored: not if it contains a secret, even one that is not valid. */
function requestIdOf(raw: IncomingMessage): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) && !SECRET.test(given) ? given : newSerialId();
}
