import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { internalContextOf, internalRequestsOf } from './internal-request.ts';
import type { RateLimiter } from './rate-limit.ts';
import { type CachedResponse, MAX_CACHED_BODY_BYTES, ResponseCache } from './response-cache.ts';
import { limitHeaders, matchesTag, noBody, setFixedHeaders } from './response-headers.ts';
import type { RouteContract } from './route-contract.ts';

/** A request with one of these is handled as usual: its response may differ, or it must be checked. */
const UNCACHED_HEADERS = [
  'authorization',
  'content-encoding',
  'content-length',
  'cookie',
  'dry-run',
  'expect',
  'idempotency-key',
  'transfer-encoding',
  'x-no-compression',
  'x-profile-id',
];
/** Headers that each response has for its own request. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-request-id',
]);
/** Headers that a 304 lacks. */
const BODY_HEADERS = new Set(['content-encoding', 'content-length', 'content-type']);

type Computation = {
  finish(response: CachedResponse | null): void;
  ifNoneMatch: string | undefined;
};

const computations = new WeakMap<FastifyRequest, Computation>();

/** Routes whose successful responses are the same for every anonymous caller. The content of `/` depends on `Accept`. */
function isCacheable({ auth, cache }: RouteContract, url: string | undefined): boolean {
  return cache !== undefined && auth?.kind !== 'credential' && url !== '/';
}

/**
 * Serves repeated anonymous reads from the cache, before all other checks but the rate limits of its address. Register
 * it after the request log.
 */
export function answerFromCache(app: FastifyInstance, limiter: RateLimiter, isDraining: () => boolean): void {
  const { database, metrics } = app.deps;
  const cache = new ResponseCache(() => database.publicWrites());

  app.addHook('onRequest', (request, reply, next) => {
    const key = isDraining() ? null : keyOf(request);
    if (key === null) return next();
    const found = cache.find(key);
    if (found === undefined) {
      metrics.cachedResponses.inc({ result: 'miss' });
      begin(request, reply, cache.begin(key));
      return next();
    }
    const isShared = found instanceof Promise;
    respond(request, reply, found).then((hasResponded) => {
      metrics.cachedResponses.inc({ result: hasResponded ? (isShared ? 'shared' : 'hit') : 'miss' });
      if (!hasResponded) next();
    }, next);
  });

  /** Returns false if the computation that the request waited for did not succeed. */
  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    found: CachedResponse | Promise<CachedResponse | null>,
  ): Promise<boolean> {
    const response = await found;
    if (response === null) return false;
    try {
      await count(request, response);
    } catch (error) {
      setFixedHeaders(request, reply);
      throw error;
    }
    send(request, reply, response);
    return true;
  }

  /** Counts what the request would have counted without the cache. */
  async function count(request: FastifyRequest, { internalRequests }: CachedResponse): Promise<void> {
    if (request.routeOptions.config.auth) return limiter.address(request);
    return limiter.page(request, internalRequests);
  }
}

/** Stores the responses of the routes that are registered after this call. Call it after the compressor was registered. */
export function storeResponses(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (
      (route.method !== 'GET' && route.method !== 'HEAD') ||
      !isCacheable((route.config ?? {}) as RouteContract, route.url)
    )
      return;
    route.onSend = [...[route.onSend ?? []].flat(), store];
  });
}

/** Null: the request must be handled as usual. Requests with the same key get the same response. */
function keyOf(request: FastifyRequest): string | null {
  const { method, raw, headers, routeOptions } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !isCacheable(routeOptions.config as RouteContract, routeOptions.url)) {
    return null;
  }
  for (const name of UNCACHED_HEADERS) if (headers[name] !== undefined) return null;
  if (!hasOneHost(raw.rawHeaders) || internalContextOf(raw) !== undefined) return null;
  const start = request.url.indexOf('?');
  const path = start === -1 ? request.url : request.url.slice(0, start);
  const query =
    start === -1
      ? ''
      : request.url
          .slice(start + 1)
          .split('&')
          .sort()
          .join('&');
  return `${headers['accept-encoding'] ?? ''} ${path}?${query}`;
}

function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1;
}

function begin(request: FastifyRequest, reply: FastifyReply, finish: Computation['finish']): void {
  // The condition is checked when the response is stored: a 304 would leave nothing to share.
  const ifNoneMatch = request.headers['if-none-match'];
  delete request.headers['if-none-match'];
  computations.set(request, { finish, ifNoneMatch });
  // If no response was sent, those who wait for it must not wait for ever.
  reply.raw.once('close', () => finish(null));
}

function send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
  const isUnchanged = matchesTag(request.headers['if-none-match'], response.tag);
  const headers = ['x-request-id', request.id];
  if (request.rateLimit) headers.push(...Object.entries(limitHeaders(request.rateLimit)).flat());
  reply.hijack();
  if (isUnchanged) reply.raw.writeHead(304, headers.concat(response.notModifiedHeaders)).end();
  else reply.raw.writeHead(200, headers.concat(response.headers)).end(response.body);
}

/** Hook `onSend`, after all others: takes the bytes that will be sent. */
async function store(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const computation = computations.get(request);
  if (!computation) return payload;
  computations.delete(request);
  const tag = reply.getHeader('ETag');
  if (reply.statusCode !== 200 || typeof tag !== 'string' || !isPublic(reply)) {
    computation.finish(null);
    return payload;
  }
  const body = isStream(payload) ? await collect(payload) : Buffer.from(payload as string | Buffer);
  computation.finish(body instanceof Readable ? null : toCached(request, reply, tag, body));
  if (!matchesTag(computation.ifNoneMatch, tag)) return body;
  if (body instanceof Readable) body.destroy();
  reply.code(304);
  for (const name of BODY_HEADERS) reply.removeHeader(name);
  return noBody(request);
}

/** A response is personal or must not be cached unless its headers say that anyone may cache it. */
function isPublic(reply: FastifyReply): boolean {
  return String(reply.getHeader('Cache-Control')).startsWith('public,') && !reply.hasHeader('Set-Cookie');
}

function toCached(request: FastifyRequest, reply: FastifyReply, tag: string, body: Buffer): CachedResponse | null {
  if (body.length > MAX_CACHED_BODY_BYTES) return null;
  const headers: string[] = [];
  const notModifiedHeaders: string[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (OWN_HEADERS.has(name)) continue;
    const pair = [name, String(value)] as const;
    headers.push(...pair);
    if (!BODY_HEADERS.has(name)) notModifiedHeaders.push(...pair);
  }
  headers.push('content-length', String(body.length));
  return { headers, notModifiedHeaders, tag, body, internalRequests: internalRequestsOf(request) };
}

/** The compressor's streams are not instances of `Readable`. */
function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Readable).pipe === 'function';
}

/** All bytes of a stream if it is short enough to be cached, else a stream of the same bytes. */
async function collect(stream: Readable): Promise<Buffer | Readable> {
  const chunks: Buffer[] = [];
  const rest = stream[Symbol.asyncIterator]();
  let length = 0;
  try {
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      const chunk = Buffer.from(next.value);
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_CACHED_BODY_BYTES) return Readable.from(joined(chunks, rest), { objectMode: false });
    }
    return Buffer.concat(chunks);
  } catch (error) {
    // As without the cache, the response ends before its end, so that no client takes it for the whole.
    return Readable.from(failing(chunks, error), { objectMode: false });
  }
}

async function* joined(chunks: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function* failing(chunks: readonly Buffer[], error: unknown): AsyncGenerator<Buffer> {
  yield* chunks;
  throw error;
}
