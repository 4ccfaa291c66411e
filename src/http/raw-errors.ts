import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { newSerialId } from '../core/ids.ts';
import type { CtxDeps } from '../ctx.ts';
import { type HttpRequests, NO_OPERATION } from '../telemetry/http-requests.ts';
import { errorBody } from './envelope.ts';
import { FIXED_HEADERS } from './response-headers.ts';

/** Responses of Node itself, outside the hooks: malformed request lines, headers, unknown expectations. */
const NODE_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** For what is not HTTP, where no field can be named. */
const MALFORMED =
  'The request is not valid HTTP/1.1 and was not read: check the request line and the headers. Percent-encode spaces and all other special characters in the path and the query, write each header on one line as name: value without control characters, and send one Content-Length that is the length of the body in bytes. Use an HTTP library rather than writing to the socket.';

type HandlerDeps = Pick<CtxDeps, 'log' | 'config'> & { metrics: { requests: HttpRequests } };

/** Fastify's `clientErrorHandler`: the connection is closed after the response. */
export function answerClientError({ log, metrics }: HandlerDeps) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // Browsers open connections in advance. A connection without a request gets no response.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    if (finishesFirst(socket)) return;
    // Already answered: the client read the response and cut off the rest of a rejected body.
    if (socket.writableEnded) {
      socket.destroy();
      return;
    }
    const code = NODE_CODES[error.code ?? ''] ?? 'invalid_request';
    const requestId = newSerialId();
    if (socket.writable) {
      socket.write(rawResponse(code, requestId, code === 'invalid_request' ? { hint: MALFORMED } : {}));
    }
    // A request that broke off in its body reached a route, which counts it.
    if (!runningOn(socket)) metrics.requests.count(NO_OPERATION, ERROR_CODES[code].status);
    log.info(
      { request_id: requestId, code, status: ERROR_CODES[code].status, reason: error.code },
      'refused by the HTTP parser',
    );
    socket.destroySoon();
  };
}

/** Node keeps the current response of a socket in `_httpMessage`, which its own handler reads too. */
const runningOn = (socket: Socket) => (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;

/** Garbage after a complete request: only the response to that request is sent, because its write may already be done. */
function finishesFirst(socket: Socket): boolean {
  const running = runningOn(socket);
  if (!running?.req.complete) return false;
  running.shouldKeepAlive = false;
  running.once('finish', () => socket.destroySoon());
  return true;
}

/** Node would send an empty 417 for `Expect: banana`, and 100 before the hooks have decided about the body. */
export function answerExpectations(app: FastifyInstance, requestIdOf: (request: IncomingMessage) => string): void {
  const server = app.server as Server;
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect !== undefined && !request.raw.complete) reply.raw.writeContinue();
    done(null, payload);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(errorBody('expectation_failed'));
    app.deps.metrics.requests.count(NO_OPERATION, ERROR_CODES.expectation_failed.status);
    response.writeHead(ERROR_CODES.expectation_failed.status, rawHeaders(body, requestIdOf(request)));
    response.end(body);
  });
}

function rawResponse(
  code: ErrorCode,
  requestId: string,
  facts: Parameters<typeof errorBody>[1],
  more: Record<string, string> = {},
): string {
  const body = JSON.stringify(errorBody(code, facts));
  const { status } = ERROR_CODES[code];
  const headers = Object.entries({ ...rawHeaders(body, requestId), ...more }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', body].join('\r\n');
}

const RETRY_SECONDS = 5;

/**
 * Responds 429 on a new connection of an address that has `max`, and closes it at once, before any request of it is read. So short
 * a text is in the kernel when `write` returns, so the socket need not stay for it. Node parses what comes later no more.
 */
export function refuseConnection(socket: Socket, max: number): void {
  const retry_after_seconds = RETRY_SECONDS;
  const facts = { exceeded_limit: { name: 'connections', per: 'address', max }, retry_after_seconds };
  socket.write(rawResponse('rate_limited', newSerialId(), facts, { 'Retry-After': String(RETRY_SECONDS) }));
  socket.destroy();
}

function rawHeaders(body: string, requestId: string): Record<string, string> {
  return {
    ...FIXED_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
}
