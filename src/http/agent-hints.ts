import type { FastifyRequest } from 'fastify';
import { parseBearer } from '../auth/key-format.ts';
import type { AgentHints } from '../core/errors.ts';
import { hintFor, type Reader } from '../core/hints.ts';
import { callableActions, mayCall } from './may-call.ts';
import type { RouteEntry } from './route-contract.ts';

/**
 * The kind of credential that receives the response. A rejected credential is recognized by its form alone; null if it
 * is malformed, so that the general text of a hint applies.
 */
export function readerOf({ ctx, headers, routeOptions }: FastifyRequest): Reader | null {
  if (ctx?.principal) return ctx.principal.type;
  const { authorization } = headers;
  if (authorization === undefined || routeOptions.config.auth?.kind === 'ignored') return 'anonymous';
  return parseBearer(authorization.replace(/^bearer +/i, '').trimEnd());
}

/** Hints for the reader of the response: the hint for its credential, without actions that it may not call. */
export function hintsFor<A extends AgentHints>(request: FastifyRequest, hints: A): A & { hint?: string } {
  const { hint, next_actions, ...rest } = hints;
  const actions = callableActions(request.server.routes, next_actions ?? [], request.ctx?.principal ?? null);
  return {
    ...(hint === undefined ? {} : { hint: hintFor(hint, readerOf(request)) }),
    ...(actions.length === 0 ? {} : { next_actions: actions }),
    ...rest,
  } as A & { hint?: string };
}

/** The hint of a 415: what this operation accepts, or which of the caller's operations accept forms. */
export function mediaTypeHint(request: FastifyRequest): string {
  if (request.routeOptions.config.multipart) {
    return 'Send the body with Content-Type: application/json and no Content-Encoding, or as multipart/form-data with its boundary.';
  }
  const json = 'Send the body with Content-Type: application/json and no Content-Encoding.';
  const principal = request.ctx?.principal;
  if (!principal) return json;
  const forms = request.server.routes.filter((route) => route.contract.multipart && mayCall(route, principal));
  return forms.length === 0 ? json : `${json} Only ${listOf(forms)} also accept multipart/form-data.`;
}

function listOf(routes: readonly RouteEntry[]): string {
  const names = routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
