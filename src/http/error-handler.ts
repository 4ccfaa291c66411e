import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES, type ErrorCode, type ErrorSpec } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import type { Hint } from '../core/hints.ts';
import type { Text } from '../core/operation-text.ts';
import { translateDatabaseError } from '../db/pg-errors.ts';
import { hintsFor, isLimited, mediaTypeHint, readerOf } from './agent-hints.ts';
import { withResourceMetadata } from './challenge.ts';
import { type ErrorEnvelope, errorBody, mirrorsOf } from './envelope.ts';
import { lingerOver } from './linger.ts';
import { diagnose } from './mistakes.ts';

const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_REQ_FILE_TOO_LARGE: 'image_too_large',
  FST_PARTS_LIMIT: 'payload_too_large',
  FST_FIELDS_LIMIT: 'payload_too_large',
  FST_FILES_LIMIT: 'too_many_images',
  FST_PROTO_VIOLATION: 'invalid_request',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'route_not_found',
  FST_MP_PREMATURE_CLOSE: 'request_timeout',
  ECONNRESET: 'request_timeout',
  ERR_STREAM_PREMATURE_CLOSE: 'request_timeout',
};

const CODES_BY_STATUS: Record<number, ErrorCode> = {
  404: 'route_not_found',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'route_not_found',
  415: 'unsupported_media_type',
  503: 'service_unavailable',
};

/** Converts anything thrown to an `ApiError`; a bug becomes `internal_error` and keeps its cause for the log. */
export function toApiError(thrown: unknown): ApiError {
  const error = translateDatabaseError(thrown);
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : FRAMEWORK_CODES[code];
  if (known) return new ApiError(known, { cause: error });
  // Fastify's JSON parser and the __proto__ guard of secure-json-parse throw a SyntaxError with status 400.
  if (error instanceof SyntaxError && statusCode === 400) return new ApiError('invalid_json', { cause: error });
  if (error instanceof Error && error.name === 'AbortError') return new ApiError('request_timeout', { cause: error });
  const byStatus = statusCode === undefined ? undefined : CODES_BY_STATUS[statusCode];
  if (byStatus) return new ApiError(byStatus, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', { cause: error });
  return new ApiError('internal_error', {
    cause: error,
    internal: error instanceof Error ? error.message : 'not an Error',
  });
}

/** RFC 9110 section 11.6.1, RFC 6750 section 3: every 401 names the scheme; `error` only if a token was sent. */
function challenge(code: ErrorCode): string {
  return code === 'credentials_required' ? 'Bearer realm="pronet"' : 'Bearer realm="pronet", error="invalid_token"';
}

/** Logs a bug with its stack. Other failures appear only in the request log. */
export function logBug(request: FastifyRequest, error: ApiError): void {
  if (error.code === 'internal_error') request.log.error({ err: error.cause ?? error }, 'internal error');
}

/** The hint of a code as data, for a failure that has something to say before it, or another text for the caller. */
function defaultHint(code: ErrorCode): { hint: Exclude<Hint, Text> } {
  const { hint, hintFor }: ErrorSpec = ERROR_CODES[code];
  return { hint: { any: hint, ...hintFor } };
}

/** Where the owner of a key can give it the scope that it lacks. */
function consolePage({ server, ctx }: FastifyRequest, { code, agent }: ApiError): { console_url?: string } {
  const lacksScope = code === 'insufficient_scope' && (agent.required_scopes?.length ?? 0) > 0;
  if (!lacksScope || ctx?.principal?.type !== 'api_key') return {};
  return { console_url: `${server.deps.config.authUrl}/console/api-keys/${ctx.principal.id}` };
}

export type Refusal = { error: ApiError; body: ErrorEnvelope };

/** Sets status and headers and returns the body. The challenge names the metadata of `at` and asks for `scope`. */
export function prepareRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  { at = '', scope }: { at?: '' | '/mcp'; scope?: string } = {},
): Refusal {
  const error = diagnose(request, toApiError(thrown));
  const status = ERROR_CODES[error.code].status;
  const { dry_run, rate_limit } = mirrorsOf(request);
  const saysDefault = request.leaked || (isLimited(request) && 'limited' in defaultHint(error.code).hint);
  const facts: Parameters<typeof errorBody>[1] & object = {
    ...hintsFor(request, saysDefault ? { ...defaultHint(error.code), ...error.agent } : error.agent),
    ...(error.code === 'unsupported_media_type' ? { hint: mediaTypeHint(request) } : {}),
    ...consolePage(request, error),
    ...(dry_run ? { dry_run } : {}),
    // Only with 429: other failures must be identical for hidden and for missing objects.
    ...(status === 429 && rate_limit ? { rate_limit } : {}),
  };
  if (status >= 500) facts.request_id = request.id;
  if (error.code === 'service_unavailable') facts.retry_after_seconds ??= 1;
  if (facts.retry_after_seconds !== undefined && (status === 429 || status === 503)) {
    reply.header('Retry-After', String(facts.retry_after_seconds));
  }
  // Otherwise a body that is never read would be received to its end.
  if (!request.raw.complete && request.method !== 'GET' && request.method !== 'HEAD') {
    reply.header('Connection', 'close');
    // A client that was too slow gets no more time.
    if (error.code !== 'request_timeout') lingerOver(request.raw);
  }
  request.failure = error;
  logBug(request, error);
  reply.code(status).headers(error.headers);
  const wanted = scope === undefined ? '' : `, scope="${scope}"`;
  const asked = status === 401 ? challenge(error.code) + wanted : error.headers['WWW-Authenticate'];
  if (asked) reply.header('WWW-Authenticate', withResourceMetadata(asked, request.server.deps.config, at));
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  return { error, body: errorBody(error.code, facts, readerOf(request), isLimited(request)) };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  return reply.send(prepareRefusal(request, reply, thrown).body);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The failure of the request, for the request log. */
    failure: ApiError | null;
  }
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
}
