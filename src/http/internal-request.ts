import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
import type { ApiAction, NextAction } from '../core/next-action.ts';
import type { Text } from '../core/operation-text.ts';
import { withoutResourceMetadata } from './challenge.ts';

export type InternalRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** The caller's own credential; without one the call is anonymous. */
  token?: string;
  profileId?: string;
  idempotencyKey?: string;
  dryRun?: boolean;
  body?: object;
  /** A body that is forwarded as a stream with its content type. */
  raw?: { body: Readable; contentType: string; contentLength?: string };
  signal?: AbortSignal;
  /** Stops decoding the body when the caller disconnects; the call itself still completes. */
  stop?: AbortSignal;
};

export type ApiAgent = Omit<FailureFacts, 'hint' | 'next_actions'> & {
  hint?: string;
  next_actions?: ApiAction[];
};

/** The hints of a response as data, for callers that show them in other terms. */
export type HintData = { hint?: Text; next_actions?: readonly NextAction[] };

export type InternalResponse<D = unknown> =
  | { ok: true; status: number; leaked?: boolean; data: D; agent: ApiAgent; hints: HintData }
  | {
      ok: false;
      status: number;
      /** Whether a secret in its texts was revoked and masked. */
      leaked?: boolean;
      data: null;
      agent: ApiAgent;
      /** Without `hint`, the one of the error code applies. */
      hints: HintData;
      error_code: string;
      error_message: string;
      /** `WWW-Authenticate` of the operation, without the metadata of its endpoint. */
      challenge?: string;
    };

/** The failure of an internal request as the caller's own. Codes that are not public become `internal_error`. */
export function failureOf(
  { error_code, agent, hints }: Extract<InternalResponse, { ok: false }>,
  headers: Record<string, string> = {},
): ApiError {
  const code = Object.hasOwn(ERROR_CODES, error_code) ? (error_code as ErrorCode) : 'internal_error';
  const { hint: _hint, next_actions: _actions, ...facts } = agent;
  return new ApiError(code, { agent: { ...facts, ...hints }, headers });
}

type InternalContext = {
  caller: FastifyRequest;
  body?: object;
  stop?: AbortSignal;
  hints?: HintData;
  leaked?: boolean;
};

const internalContexts = new WeakMap<object, InternalContext>();
const counts = new WeakMap<FastifyRequest, number>();

export function internalRequestsOf(request: FastifyRequest): number {
  return counts.get(request) ?? 0;
}

/** Data that accompanies an internal request; external requests never have any. */
export function internalContextOf(raw: object): InternalContext | undefined {
  return internalContexts.get(raw);
}

/** The request for which an internal one is made. */
export function callerOf(raw: object): FastifyRequest | undefined {
  return internalContexts.get(raw)?.caller;
}

const dispatchWith =
  (app: FastifyInstance, given: InternalContext): typeof app.routing =>
  (raw, res) => {
    internalContexts.set(raw, given);
    app.routing(raw, res);
  };

/** Opens an event stream of `/v1` as `callInternally` does, or returns the status of the refusal. `end` closes it. */
export async function streamInternally(
  app: FastifyInstance,
  request: FastifyRequest,
  { url, token, lastEventId }: { url: string; token: string; lastEventId: string | undefined },
): Promise<{ events: Readable; end(): void } | { refused: number }> {
  counts.set(request, internalRequestsOf(request) + 1);
  const answer = await inject(dispatchWith(app, { caller: request }), {
    method: 'GET',
    url,
    headers: {
      'x-request-id': request.id,
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    remoteAddress: request.ip,
    payloadAsStream: true,
  });
  const events = answer.stream();
  const end = () => answer.raw.res.destroy();
  if (answer.statusCode === 200) return { events, end };
  events.resume();
  return { refused: answer.statusCode };
}

/**
 * Calls an operation of `/v1` within the process for the caller of another endpoint, with its credential, address and
 * request id. Fastify's `inject` fails once the server is closing.
 */
export async function callInternally<D = unknown>(
  app: FastifyInstance,
  request: FastifyRequest,
  call: InternalRequest,
): Promise<InternalResponse<D>> {
  counts.set(request, internalRequestsOf(request) + 1);
  const headers: Record<string, string> = { 'x-request-id': request.id };
  const agent = request.headers['user-agent'];
  if (agent !== undefined) headers['user-agent'] = agent;
  if (call.token !== undefined) headers['authorization'] = `Bearer ${call.token}`;
  if (call.profileId !== undefined) headers['x-profile-id'] = call.profileId;
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
  if (call.dryRun) headers['dry-run'] = 'true';
  if (call.raw) {
    headers['content-type'] = call.raw.contentType;
    if (call.raw.contentLength !== undefined) headers['content-length'] = call.raw.contentLength;
  }
  // A parsed body is passed on as an object: pictures would otherwise be serialized and parsed again.
  if (call.body) headers['content-type'] = 'application/json';
  const given: InternalContext = {
    caller: request,
    ...(call.body ? { body: call.body } : {}),
    ...(call.stop ? { stop: call.stop } : {}),
  };
  const answer = await inject(dispatchWith(app, given), {
    method: call.method,
    url: call.url,
    headers,
    // The client address of the outer request, already resolved through trusted proxies.
    remoteAddress: request.ip,
    ...(call.raw ? { payload: call.raw.body } : {}),
    ...(call.signal ? { signal: call.signal } : {}),
  });
  const challenge = answer.headers['www-authenticate'];
  return {
    status: answer.statusCode,
    ...(typeof challenge === 'string' ? { challenge: withoutResourceMetadata(challenge) } : {}),
    ...answer.json(),
    hints: given.hints ?? {},
    leaked: given.leaked ?? false,
  };
}
