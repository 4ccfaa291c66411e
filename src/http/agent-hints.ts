import type { FastifyRequest } from 'fastify';
import { parseBearer } from '../auth/key-format.ts';
import type { AgentHints } from '../core/errors.ts';
import { hintFor, type Reader } from '../core/hints.ts';
import { type ApiAction, apiAction } from '../core/next-action.ts';
import { apiText } from '../core/operation-text.ts';
import { internalContextOf } from './internal-request.ts';
import { withLeakNotice } from './leaked-secrets.ts';
import { callableActions, mayCall } from './may-call.ts';
import type { RouteEntry } from './route-contract.ts';

/** The kind of credential that gets the response; a rejected one by its form, null if it is malformed. */
export function readerOf({ ctx, headers, routeOptions }: FastifyRequest): Reader | null {
  if (ctx?.principal) return ctx.principal.type;
  const { authorization } = headers;
  if (authorization === undefined || routeOptions.config.auth?.kind === 'ignored') return 'anonymous';
  return parseBearer(authorization.replace(/^bearer +/i, '').trimEnd());
}

/** Whether a manager could do more than the caller, regardless of who owns the profile. */
export const isLimited = ({ ctx }: FastifyRequest): boolean => ctx?.principal?.permissions != null;

export type ApiHints = { hint?: string; next_actions?: ApiAction[] };

/** Hints for the reader of the response, without actions that it may not call. An internal caller gets them as data. */
export function hintsFor<A extends AgentHints>(request: FastifyRequest, hints: A): Omit<A, keyof ApiHints> & ApiHints {
  const { hint, next_actions, ...facts } = hints;
  const actions = callableActions(request.server.routes, next_actions ?? [], request.ctx?.principal ?? null);
  const noticed = withLeakNotice(request, hint);
  const words = noticed === undefined ? undefined : hintFor(noticed, readerOf(request), isLimited(request));
  const inside = internalContextOf(request.raw);
  if (inside) inside.hints = { ...(words !== undefined && { hint: words }), next_actions: actions };
  return {
    ...(words === undefined ? {} : { hint: apiText(words) }),
    ...(actions.length === 0 ? {} : { next_actions: actions.map(apiAction) }),
    ...facts,
  };
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
  return forms.length === 0 ? json : `${json} Only ${namesOfRoutes(forms)} also accept multipart/form-data.`;
}

function namesOfRoutes(routes: readonly RouteEntry[]): string {
  const names = routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
