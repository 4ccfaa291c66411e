import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Budget, Permission, PrincipalType } from '../core/enums.ts';
import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { LIMITS, type RATE_LIMITS } from '../core/limits.ts';
import type { Text } from '../core/operation-text.ts';
import type { OperatorTask } from '../core/operator-roles.ts';
import type { ScopeArea } from '../core/scopes.ts';
import type { Toolset } from '../core/toolsets.ts';

/** Who may call. `ignored`: the caller is not signed in yet (sign-up, sign-in), and credentials are ignored. */
export type RouteAuth =
  | { kind: 'ignored' }
  | { kind: 'public' }
  | {
      kind: 'credential';
      /** Null: any valid credential. */
      scope: { area: ScopeArea; access: 'read' | 'write' } | null;
      /** Only these kinds of credential; by default all. */
      principals?: readonly PrincipalType[];
      /** Contract section 8: fails with `email_not_verified` if SMTP is configured. */
      verifiedEmail?: true;
      /** A suspended account may still call it, to see why. */
      allowSuspended?: true;
      /** An account that waits for approval may call it, too. */
      allowWaiting?: true;
    };

export type RouteContract = {
  /** `area.verb_noun`; also the `operationId` in OpenAPI, the name in the audit log, and the base of the tool name. */
  operation: string;
  auth: RouteAuth;
  /**
   * `required`: an API key must send X-Profile-Id. `required_or_guest`: a verified session without a profile may call
   * too. `optional`: honored on reads.
   */
  profile: 'required' | 'required_or_guest' | 'optional' | 'none';
  /** A manager needs one of these permissions. For documentation and tests; the service function checks it in SQL. */
  permissions?: readonly Permission[];
  /** Only for callers with all rights of an owner: neither for a manager nor for a key with `permissions`. */
  ownersOnly?: true;
  /** The budget of a grant that a manager's call counts against; the write counts it. */
  budget?: Budget;
  errors?: readonly ErrorCode[];
  /** The per-member limits that a call counts against. */
  quotas?: readonly (keyof typeof RATE_LIMITS)[];
  /** Limits that the handler counts itself with `request.reserveLimit`, because they depend on the body. */
  reserves?: readonly (keyof typeof RATE_LIMITS)[];
  /** Responds with 200 if it found what another call would create, and then counts against no limit. */
  finds?: boolean;
  /** `Cache-Control` of anonymous responses; if absent, they are not cacheable. */
  cache?: { maxAgeSeconds: number };
  /** Dates, such as `2027-03-01`: deprecated since, and from when it may be missing. The guide "Versions" has the policy. */
  deprecated?: { since: string; sunset: string };
  /** The path of the created object, which the header `Location` of a 201 has. */
  location?(data: unknown): string;
  /** The next page is in the header `Link`, not in the payload. */
  linksNextPage?: true;
  /** A success is a stream of server-sent events, each with `output` as its data. Errors are JSON. */
  eventStream?: true;
  /** A one-time ticket of this kind in the query can replace the bearer token. */
  takesTicket?: 'stream' | 'upload';
  /** The response contains a secret, so its replay record is encrypted. */
  secretAnswer?: true;
  description?: Text;
  /** What the audit log shows for a performed call, in the past tense, such as 'Followed a profile'. */
  done?: string;
  /** Its MCP tool, where the texts and schemas of the operation are not enough. */
  tool?: {
    /** What a model needs to choose the tool and use it correctly. */
    description?: Text;
    /** Descriptions of arguments, where those of the schema only make sense for HTTP. */
    arguments?: Readonly<Record<string, Text>>;
    /** Repeating the call has no further effect, although it is a POST. */
    idempotent?: true;
    /** Removes something, although it is a POST. */
    destructive?: true;
    /** Sets a state that the same call can set back. */
    reversible?: true;
    /** Arguments that the tool does not have. */
    omit?: readonly string[];
    /** Its result has a secret that a model may see: the address of an upload. */
    showsSecret?: true;
    /** Its result without these arguments, if it differs. */
    output?: z.ZodType;
  };
  /** The group of its tool; its area sets it. */
  toolset?: Toolset;
  /** What an operator does with it; a role opens it. */
  task?: OperatorTask;
  /** Not an MCP tool: it takes a password, returns a link that needs no credential, or is for operators. */
  notForModels?: true;
  /** An entry point to other operations, each of which counts against the caller's rate limits instead of this call. */
  countsInside?: true;
  /** Counts against no limit. Only for health checks, which the infrastructure calls. */
  uncounted?: true;
  /** The body may also be multipart/form-data with these files; the OpenAPI document shows it. */
  multipart?: { fileField: string; maxFiles: number };
  /** How long the body may take to arrive, in milliseconds; longer for uploads. */
  bodyTimeoutMs?: number;
};

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteContract> {}
}

/** Whether only operators of the server may call it. The OpenAPI document of members leaves it out. */
export const isForOperators = ({ task }: RouteContract): boolean => task !== undefined;

type RouteSchemas = {
  summary: string;
  description: string;
  tags: string[];
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType | { content: Record<string, { schema: z.ZodType }> };
  response: Record<string, z.ZodType>;
};

export type RouteEntry = {
  method: string;
  summary: string;
  url: string;
  contract: RouteContract;
  errors: readonly ErrorCode[];
  schema: RouteSchemas;
  body: z.ZodType | null;
  bodyLimit: number;
};

const AUTH_CODES: readonly ErrorCode[] = [
  'credentials_required',
  'invalid_credentials',
  'expired_credentials',
  'revoked_credentials',
];

export function needsProfile({ profile }: RouteContract): boolean {
  return profile === 'required' || profile === 'required_or_guest';
}

/** Every error code that an operation can return, from its contract. OpenAPI, tests and meta all use this list. */
function errorCodesOf(contract: RouteContract, method: string, { querystring }: RouteSchemas): ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_request', ...(contract.errors ?? [])]);
  if (querystring instanceof z.ZodObject && 'cursor' in querystring.shape) codes.add('invalid_cursor');
  const { auth } = contract;
  if (auth.kind !== 'ignored') {
    for (const code of AUTH_CODES) if (auth.kind === 'credential' || code !== 'credentials_required') codes.add(code);
    codes.add('profile_suspended').add('approval_pending');
  }
  if (auth.kind === 'credential') {
    if (auth.scope || auth.principals) codes.add('insufficient_scope');
    if (auth.verifiedEmail) codes.add('email_not_verified');
  }
  if (auth.kind !== 'ignored') {
    codes.add('invalid_profile_header').add('profile_not_attached');
    if (needsProfile(contract)) codes.add('profile_header_required');
  }
  if (contract.permissions || contract.ownersOnly) codes.add('permission_denied');
  if (contract.budget) codes.add('grant_budget_reached');
  if (method !== 'GET') codes.add('invalid_json');
  for (const code of COMMON_ERROR_CODES) {
    const idempotency = code === 'idempotency_key_reused' || code === 'idempotency_in_progress';
    if (!idempotency || (method !== 'GET' && auth.kind === 'credential')) codes.add(code);
  }
  return [...codes].sort((a, b) => ERROR_CODES[a].status - ERROR_CODES[b].status || (a < b ? -1 : 1));
}

/** Collects the `/v1` routes as they are registered; fails on one that is not an operation. */
export function collectRoutes(app: FastifyInstance): RouteEntry[] {
  const routes: RouteEntry[] = [];
  const operations = new Set<string>();
  app.addHook('onRoute', (route) => {
    const { url } = route;
    if (url !== '/' && url !== '/v1' && !url.startsWith('/v1/')) return;
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD') routes.push(entryOf(method, route, operations));
    }
  });
  return routes;
}

/** The schema of an absent body or query: silently ignoring one would hide misspellings. */
export const nothing = z.strictObject({});

function entryOf(method: string, route: RouteOptions, operations: Set<string>): RouteEntry {
  const contract = route.config as RouteContract | undefined;
  if (!contract?.operation || !route.schema) throw new Error(`route ${method} ${route.url} is not an operation`);
  if (operations.has(contract.operation)) throw new Error(`operation ${contract.operation} is declared twice`);
  operations.add(contract.operation);
  // `operation` has made it; fastify's type knows no field of it.
  const schema = route.schema as RouteSchemas;
  return {
    method,
    url: route.url,
    summary: schema.summary,
    contract,
    errors: errorCodesOf(contract, method, schema),
    schema,
    body: bodySchemaOf(schema),
    bodyLimit: route.bodyLimit ?? LIMITS.body.default_bytes,
  };
}

function bodySchemaOf({ body }: RouteSchemas): z.ZodType | null {
  if (body === undefined || body === nothing) return null;
  return 'content' in body ? (body.content['application/json']?.schema ?? null) : body;
}
