import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import type { FailureFacts, NextAction } from '../core/errors.ts';
import { withoutResourceMetadata } from './challenge.ts';

/** A call of `/v1` that another door of this server makes for its caller. */
export type InnerCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, from `/v1` on. */
  url: string;
  /** The caller's own credential; without one the call is anonymous. */
  token?: string;
  profileId?: string;
  idempotencyKey?: string;
  dryRun?: boolean;
  body?: object;
  /** A body that is handed on as it comes, with its own type. */
  raw?: { body: Readable; contentType: string; contentLength?: string };
  signal?: AbortSignal;
  /** Ends the decoding of what was sent when the caller has gone; the call itself runs to its end. */
  stop?: AbortSignal;
};

type Advice = FailureFacts & { hint?: string; next_actions?: NextAction[] };

export type InnerAnswer<D = unknown> =
  | { ok: true; status: number; data: D; agent: Advice }
  | {
      ok: false;
      status: number;
      data: null;
      agent: Advice;
      error_code: string;
      error_message: string;
      /** `WWW-Authenticate` as the operation refused, without the metadata of the door that it came by. */
      challenge?: string;
    };

type HandedOver = { body?: object; stop?: AbortSignal };

const handedOver = new WeakMap<object, HandedOver>();

/** What a request inside the process comes with beside its headers; nobody outside can make one. */
export function handedOverWith(raw: object): HandedOver | undefined {
  return handedOver.get(raw);
}

/**
 * Calls an operation of `/v1` inside the process, for a caller that came by another door: same route, same rules, same
 * limits, audit and idempotency, with the caller's own credential, address and request id. By `light-my-request` itself:
 * Fastify's own `inject` refuses as soon as the server is closing, and an accepted request must still be answered then.
 */
export async function innerCall<D = unknown>(
  app: FastifyInstance,
  request: FastifyRequest,
  call: InnerCall,
): Promise<InnerAnswer<D>> {
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
  // A body that is parsed already is handed over as it is: pictures would be held, written and read twice.
  if (call.body) headers['content-type'] = 'application/json';
  const given = { ...(call.body ? { body: call.body } : {}), ...(call.stop ? { stop: call.stop } : {}) };
  const dispatch: typeof app.routing = (raw, res) => {
    handedOver.set(raw, given);
    app.routing(raw, res);
  };
  const answer = await inject(dispatch, {
    method: call.method,
    url: call.url,
    headers,
    // What the outer request came from, already looked up behind the proxies that are trusted.
    remoteAddress: request.ip,
    ...(call.raw ? { payload: call.raw.body } : {}),
    ...(call.signal ? { signal: call.signal } : {}),
  });
  const challenge = answer.headers['www-authenticate'];
  return {
    status: answer.statusCode,
    ...(typeof challenge === 'string' ? { challenge: withoutResourceMetadata(challenge) } : {}),
    ...answer.json(),
  };
}
