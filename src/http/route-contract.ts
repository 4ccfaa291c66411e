import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Budget, Permission, PrincipalType } from '../core/enums.ts';
import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { LIMITS, type RATE_LIMITS } from '../core/limits.ts';
import type { ScopeArea } from '../core/scopes.ts';

/** Who may call. `ignored`: nobody is signed in yet (sign-up, sign-in), a credential is not looked at. */
export type RouteAuth =
  | { kind: 'ignored' }
  | { kind: 'public' }
  | {
      kind: 'credential';
      /** Null: any valid credential. */
      scope: { area: ScopeArea; access: 'read' | 'write' } | null;
      /** Only these; default all. */
      principals?: readonly PrincipalType[];
      /** Contract section 8: `email_not_verified` where SMTP is set. */
      verifiedEmail?: true;
      /** A suspended account may still call it, to see why. */
      allowSuspended?: true;
    };

/** What every route states beside its schemas. Start-up refuses a route that does not. */
export type RouteContract = {
  /** `area.verb_noun`; the `operationId` of the OpenAPI document, the name in the audit log, later the MCP tool. */
  operation: string;
  auth: RouteAuth;
  /**
   * `required`: an API key must send X-Profile-Id. `required_or_guest`: the same, but a session with a verified e-mail
   * address and no profile may call as the guest that it is. `optional`: honoured on reads. `none`: not looked at.
   */
  profile: 'required' | 'required_or_guest' | 'optional' | 'none';
  /** The grant permissions one of which a manager needs; documentation and matrix, the verb checks it in SQL. */
  permissions?: readonly Permission[];
  /** What of a grant's budget a manager's call takes; the write `spends` it. */
  budget?: Budget;
  /** The codes of this operation beyond the derived and the common ones. */
  errors?: readonly ErrorCode[];
  /** The per-member limits that a call counts against. */
  quotas?: readonly (keyof typeof RATE_LIMITS)[];
  /** Those that the handler counts itself with `request.spend`, because only the body tells what and how much. */
  spends?: readonly (keyof typeof RATE_LIMITS)[];
  /** `Cache-Control` of an anonymous answer; null: not cacheable. */
  cache?: { maxAgeSeconds: number };
  /** The next page is named by the header `Link`, not by the payload. */
  linksNextPage?: true;
  /** Replay records of this operation are encrypted: its answer holds a secret. */
  secretAnswer?: true;
  /** It takes a password, or leads to an address that opens without a credential: no tool of the MCP endpoint. */
  notForModels?: true;
  /** A door to other operations: each of them counts against the caller's limits, this call does not beside it. */
  countsInside?: true;
  /** Counts against no limit. For health checks alone: the machinery around the server asks them. */
  uncounted?: true;
  /** The body may also be multipart/form-data with these parts; the OpenAPI document shows it. */
  multipart?: { fileField: string; maxFiles: number };
  /** A fast route may have a shorter time; uploads have a longer one. Milliseconds. */
  bodyTimeoutMs?: number;
  example?: { body?: unknown; data: unknown };
};

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteContract> {}
}

export type RouteEntry = {
  method: string;
  url: string;
  contract: RouteContract;
  errors: readonly ErrorCode[];
  schema: RouteOptions['schema'];
  /** What its JSON body must be, whether it takes forms beside it or not. */
  body: z.ZodType | null;
  /** How many bytes its body may have. */
  bodyLimit: number;
};

const AUTH_CODES: readonly ErrorCode[] = [
  'credentials_required',
  'invalid_credentials',
  'expired_credentials',
  'revoked_credentials',
];

/** Whether a caller must say as whom. */
export function needsProfile({ profile }: RouteContract): boolean {
  return profile === 'required' || profile === 'required_or_guest';
}

/** Every code that an operation can answer, from its contract: the one table that the document, the tests and meta read. */
export function errorCodesOf(contract: RouteContract, method: string): ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_request', ...(contract.errors ?? [])]);
  const { auth } = contract;
  if (auth.kind !== 'ignored') {
    for (const code of AUTH_CODES) if (auth.kind === 'credential' || code !== 'credentials_required') codes.add(code);
    codes.add('profile_suspended');
  }
  if (auth.kind === 'credential') {
    if (auth.scope || auth.principals) codes.add('insufficient_scope');
    if (auth.verifiedEmail) codes.add('email_not_verified');
  }
  if (auth.kind !== 'ignored') {
    codes.add('invalid_profile_header').add('profile_not_attached');
    if (needsProfile(contract)) codes.add('profile_header_required');
  }
  if (contract.permissions) codes.add('permission_denied');
  if (contract.budget) codes.add('grant_budget_reached');
  if (method !== 'GET') codes.add('invalid_json');
  for (const code of COMMON_ERROR_CODES) {
    const idempotency = code === 'idempotency_key_reused' || code === 'idempotency_in_progress';
    if (!idempotency || (method !== 'GET' && auth.kind === 'credential')) codes.add(code);
  }
  return [...codes].sort((a, b) => ERROR_CODES[a].status - ERROR_CODES[b].status || (a < b ? -1 : 1));
}

/** Collects the `/v1` routes as they are registered and refuses an incomplete one before the server listens. */
export function collectRoutes(app: FastifyInstance): RouteEntry[] {
  const routes: RouteEntry[] = [];
  const operations = new Set<string>();
  app.addHook('onRoute', (route) => {
    const { url } = route;
    if (url !== '/' && url !== '/v1' && !url.startsWith('/v1/')) return;
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || route.config?.operation === 'http.method_not_allowed') continue;
      refuseUnknown(method, route);
      routes.push(entryOf(method, route, operations));
    }
  });
  return routes;
}

/** The schema of a body or query that is not there. */
export const nothing = z.strictObject({});

/** A route that takes no query or no body refuses one: what is ignored in silence is a misspelling that nobody sees. */
function refuseUnknown(method: string, route: RouteOptions): void {
  if (!route.schema) return;
  route.schema.querystring ??= nothing;
  if (method !== 'GET') route.schema.body ??= nothing;
}

function entryOf(method: string, route: RouteOptions, operations: Set<string>): RouteEntry {
  const contract = route.config as RouteContract | undefined;
  const incomplete = (what: string) => new Error(`route ${method} ${route.url} states no ${what}`);
  if (!contract?.operation) throw incomplete('operation');
  if (!contract.auth) throw incomplete('auth');
  if (!contract.profile) throw incomplete('profile');
  const schema = route.schema as
    | { summary?: string; description?: string; tags?: string[]; response?: object }
    | undefined;
  if (!schema?.summary || !schema.description || schema.tags?.length !== 1)
    throw incomplete('summary, description or tag');
  if (!schema.response) throw incomplete('response schema');
  if (contract.example === undefined) throw incomplete('example');
  if (operations.has(contract.operation)) throw new Error(`operation ${contract.operation} is there twice`);
  operations.add(contract.operation);
  const errors = errorCodesOf(contract, method);
  return {
    method,
    url: route.url,
    contract,
    errors,
    schema: route.schema,
    body: bodySchemaOf(route.schema),
    bodyLimit: route.bodyLimit ?? LIMITS.body.default_bytes,
  };
}

function bodySchemaOf(schema: RouteOptions['schema']): z.ZodType | null {
  const { body } = schema as { body?: z.ZodType | { content: Record<string, { schema: z.ZodType }> } };
  if (body === undefined || body === nothing) return null;
  return 'content' in body ? (body.content['application/json']?.schema ?? null) : body;
}
