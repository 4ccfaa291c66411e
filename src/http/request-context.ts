import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateHash, cachedPrincipalOf } from '../auth/authenticate.ts';
import { isWellFormedBearer } from '../auth/key-format.ts';
import type { AttachedProfile, Principal } from '../auth/principal.ts';
import { failScope } from '../auth/require.ts';
import { sha256, sha256Hex } from '../auth/secrets.ts';
import { findStreamTicket } from '../auth/stream-tickets.ts';
import { findUploadTicket } from '../auth/upload-tickets.ts';
import type { UsageRecorder } from '../auth/usage.ts';
import { OPENED_BY_NONE } from '../core/error-codes/forbidden.ts';
import { ApiError, type FailureFacts, fail, failFields } from '../core/errors.ts';
import type { Hint } from '../core/hints.ts';
import { isId } from '../core/ids.ts';
import { COUNTS_ATTEMPTS, LIMITS, type RateLimitName } from '../core/limits.ts';
import { op, text } from '../core/operation-text.ts';
import type { LimitUsage } from '../core/rate-counters.ts';
import { allows, requiredScope, SCOPE_AREAS, type Scope } from '../core/scopes.ts';
import { type Ctx, type CtxDeps, makeCtx } from '../ctx.ts';
import { isWithinPermissions } from './may-call.ts';
import { credentialElsewhere, malformedCredential } from './mistakes.ts';
import type { RateLimiter } from './rate-limit.ts';
import { needsProfile, type RouteAuth, type RouteContract } from './route-contract.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx;
    /** The hash of its bearer token, or of the one behind its ticket. */
    tokenHash: Buffer | null;
    /** How often its ticket was sent, this time included. */
    ticketAttempts: number;
    idempotencyKey: string | null;
    rateLimit: LimitUsage | null;
    /** Looks up a credential by its hash, which counts against its address unless it is valid. */
    lookUp<T>(hash: string, find: () => Promise<T>): Promise<T>;
    /** Counts against a per-member limit that depends on the body; the contract lists it under `reserves`. */
    reserveLimit(name: RateLimitName, times?: number): Promise<void>;
    /** What is left of every limit of the caller. */
    limitUsages(): Promise<LimitUsage[]>;
    /** Keeps or gives back what was reserved; limits that count attempts are already counted. */
    finishReservations(done: boolean): void;
  }
}

const ONCE_ONLY = new Set(['authorization', 'x-profile-id', 'idempotency-key', 'dry-run', 'host']);
const PRINTABLE_ASCII = /^[\x21-\x7e][\x20-\x7e]*$/;
const BEARER = /^bearer +([^ ].*)$/i;
const NO_CREDENTIAL = /^\s*(?:bearer\s*)?$/i;

/**
 * All that credential, headers and path decide, before the body is read. The order is part of the contract: address
 * limit, 401, credential limit, 403 scope, 400 header, 403 profile. Only a missing profile is reported after the body
 * was checked, together with what is wrong with it.
 */
export function establishContext(deps: CtxDeps & { usage: UsageRecorder }, limiter: RateLimiter) {
  return async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const contract = request.routeOptions.config as RouteContract;
    if (!contract.auth) return contract.uncounted ? undefined : limiter.page(request);
    refuseRepeatedHeaders(request);
    const write = request.method !== 'GET' && request.method !== 'HEAD';
    const base = makeCtx({ deps, operation: contract.operation, requestId: request.id, log: request.log });
    request.ctx = base;

    const principal = contract.auth.kind === 'ignored' ? null : await identify(base, request, contract, limiter);
    if (principal === null) {
      await limiter.address(request);
      if (contract.auth.kind === 'credential') fail('credentials_required', { agent: credentialElsewhere(request) });
    } else {
      // Set before the checks below, so that rejected requests are logged with the principal.
      Object.assign(base, { principal, routeScope: scopeOf(contract) });
      // The holder of an upload's address need not be who has the credential, and must not use up its limits.
      if (contract.takesTicket === 'upload') await limiter.address(request);
      else if (!contract.countsInside) await limiter.credential(request, write);
      requireStanding(contract, principal);
      if (contract.takesTicket !== 'upload' && !contract.countsInside) await limiter.account(request, write);
    }
    readHeaders(request, contract, principal, write);
    if (principal) deps.usage.record(principal.id, base.now());
    if (request.ctx.dryRun) reply.header('Dry-Run', 'true');
  };
}

/** Repeats the checks for a request that waits. Without a statement unless the credential has changed. */
export const checkAgain = (request: FastifyRequest): Promise<void> => checksOf(request)(request.ctx);

/** Those checks for a context that outlives the request. Without the request, which would stay in memory. */
export function checksOf(request: FastifyRequest): (ctx: Ctx) => Promise<void> {
  const contract = request.routeOptions.config as RouteContract;
  const hash = request.tokenHash?.toString('hex') ?? fail('credentials_required');
  const profileId = request.headers['x-profile-id'];
  return async (ctx) => {
    const principal = cachedPrincipalOf(ctx, hash) ?? (await authenticateHash(ctx, Buffer.from(hash, 'hex')));
    requireStanding(contract, principal);
    Object.assign(ctx, { principal, acting: actingProfile(profileId, contract, principal) });
  };
}

/** Limits on attempts count only well-formed ones, after the body was validated. `commit` counts the other limits. */
export function countAttempts(limiter: RateLimiter) {
  return function preHandler(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const attempts = request.routeOptions.config.quotas?.filter((quota) => COUNTS_ATTEMPTS.has(quota)) ?? [];
    if (attempts.length === 0) done();
    else countAll(limiter, request, attempts).then(() => done(), done);
  };
}

async function countAll(limiter: RateLimiter, request: FastifyRequest, names: RateLimitName[]): Promise<void> {
  for (const name of names) await limiter.reserve(request, name);
}

/** Node's own response to a missing Host (RFC 9112 section 3.2) has no body. */
export function requireHost(request: FastifyRequest): void {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    failFields([{ path: 'header.host', rule: 'required' }]);
  }
}

/** API consoles send `Authorization: Bearer` for an empty field; it is treated as no credential on every route. */
export function dropEmptyCredential({ headers }: IncomingMessage): void {
  if (headers.authorization !== undefined && NO_CREDENTIAL.test(headers.authorization)) delete headers.authorization;
}

function refuseRepeatedHeaders(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  let seen = '';
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length < 4 || name.length > 15) continue;
    const lower = name.toLowerCase();
    if (!ONCE_ONLY.has(lower)) continue;
    if (seen.includes(`|${lower}|`)) failFields([{ path: `header.${lower}`, rule: 'repeated' }]);
    seen += `|${lower}|`;
  }
}

/** The credential of the header. A header of another form is a text that no credential has, and counts like an invalid one. */
function sentCredential({ headers: { authorization } }: FastifyRequest): string | null {
  if (authorization === undefined) return null;
  const match = authorization.length > 1024 ? null : BEARER.exec(authorization);
  return match ? match[1]!.trimEnd() : `malformed ${authorization}`;
}

const OTHER_PROFILE: FailureFacts = {
  hint: 'This ticket is for another profile than X-Profile-Id names. Leave the header out, or create a ticket for that profile.',
};

const FIND_TICKET = { stream: findStreamTicket, upload: findUploadTicket };

/** The principal of the credential, from the cache or the database; null without one. */
async function identify(
  ctx: Ctx,
  request: FastifyRequest,
  { takesTicket }: RouteContract,
  limiter: RateLimiter,
): Promise<Principal | null> {
  const token = sentCredential(request);
  const { ticket } = request.query as { ticket?: unknown };
  if (takesTicket && ticket !== undefined) {
    if (token !== null) failFields([{ path: 'query.ticket', rule: 'not_with_authorization' }]);
    const { principal, profile_id } = await limiter.lookup(request, sha256Hex(String(ticket)), async () => {
      const access = await FIND_TICKET[takesTicket](ctx, String(ticket));
      request.tokenHash = access.hash;
      request.ticketAttempts = access.attempts ?? 1;
      return { ...access, principal: await authenticateHash(ctx, access.hash) };
    });
    if (profile_id === null) return principal;
    actAsTicket(request, profile_id);
    const own = principal.profiles.get(profile_id);
    return { ...principal, profiles: new Map(own ? [[profile_id, own]] : []) };
  }
  if (token === null) return null;
  const hash = sha256(token);
  request.tokenHash = hash;
  const hex = hash.toString('hex');
  const known = cachedPrincipalOf(ctx, hex);
  if (known) return known;
  return limiter.lookup(request, hex, async () =>
    isWellFormedBearer(token)
      ? authenticateHash(ctx, hash)
      : fail('invalid_credentials', { agent: malformedCredential(request.headers.authorization!) }),
  );
}

/**
 * A ticket carries no more than its profile's access, and its answers name no other profile of the credential. Its client may not be able to send a header; another profile in one
 * is refused.
 */
function actAsTicket({ headers }: FastifyRequest, profileId: string): void {
  headers['x-profile-id'] ??= profileId;
  const named = headers['x-profile-id'];
  if (typeof named !== 'string' || !isId(named)) fail('invalid_profile_header');
  if (named.toLowerCase() !== profileId) fail('profile_not_attached', { agent: OTHER_PROFILE });
}

const SESSION_ONLY: Hint = {
  any: [
    'No scope allows this: only a signed-in person may call it.',
    text`Sign in with ${op('account.create_session')} and send that session token instead.`,
  ],
  api_key: [
    'No scope allows this for an API key: only a signed-in person may call it.',
    text`Sign in with ${op('account.create_session')} and send that session token instead, or ask the owner of the account to do it.`,
  ],
  oauth:
    'No scope allows this for an OAuth token: only the person can do it. Ask the person to sign in to the console and do it there.',
};
const NOT_FOR_OAUTH =
  'No scope allows this for an OAuth token. Ask the person to sign in to the console and do it there.';

const LACKS: Hint = {
  any: [
    text`The permissions of this key do not allow this for any profile (${op('me.get')} shows them).`,
    text`Ask the owner of the account to do it, or to add permissions to the key with ${op('keys.update')} from a session.`,
  ],
  oauth: [
    text`The person allowed this app drafts only, which wait for approval (${op('me.get')} shows its permissions).`,
    'Ask the person to do this, or start a new authorization in which the person chooses otherwise.',
  ],
};

function scopeOf({ auth }: RouteContract): Scope | null {
  return auth.kind === 'credential' && auth.scope ? requiredScope(auth.scope.area, auth.scope.access) : null;
}

const mayWhileSuspended = (auth: RouteAuth, { waitingSince }: Principal): boolean =>
  auth.kind === 'credential' && (auth.allowSuspended || (auth.allowWaiting && waitingSince !== null)) === true;

function requireStanding(contract: RouteContract, principal: Principal): void {
  const { auth } = contract;
  if (principal.suspendedAt && !mayWhileSuspended(auth, principal))
    fail(principal.waitingSince ? 'approval_pending' : 'profile_suspended');
  requireRouteRights(contract, principal);
  if (auth.kind === 'credential' && auth.verifiedEmail && !principal.emailVerified) fail('email_not_verified');
}

/**
 * Checks scope and permissions of a key. Fails with `insufficient_scope` (with a challenge only if another scope would
 * help) or `permission_denied`.
 */
export function requireRouteRights(contract: RouteContract, principal: Principal): void {
  const { auth, permissions, ownersOnly } = contract;
  if (auth.kind !== 'credential') return;
  requireRouteScope(auth, principal);
  if (isWithinPermissions(contract, principal)) return;
  const required = permissions?.[0];
  fail('permission_denied', {
    agent: { hint: ownersOnly ? OPENED_BY_NONE : LACKS, ...(required && { required_permission: required }) },
  });
}

function requireRouteScope(auth: RouteAuth & { kind: 'credential' }, { type, scopes }: Principal): void {
  if (auth.principals && !auth.principals.includes(type)) {
    const hint = auth.principals.includes('api_key') ? NOT_FOR_OAUTH : SESSION_ONLY;
    fail('insufficient_scope', { agent: { hint, required_scopes: [] } });
  }
  if (!auth.scope || allows(scopes, auth.scope.area, auth.scope.access, type)) return;
  if (type === 'oauth' && !SCOPE_AREAS[auth.scope.area].oauth) {
    fail('insufficient_scope', { agent: { hint: NOT_FOR_OAUTH, required_scopes: [] } });
  }
  failScope(auth.scope.area, auth.scope.access);
}

function readHeaders(
  request: FastifyRequest,
  contract: RouteContract,
  principal: Principal | null,
  write: boolean,
): void {
  const { headers } = request;
  const dryRun = write && booleanHeader(headers['dry-run'], 'dry-run');
  const key = headers['idempotency-key'];
  if (
    key !== undefined &&
    (typeof key !== 'string' || key.length > LIMITS.idempotency_key.max_ascii || !PRINTABLE_ASCII.test(key))
  ) {
    failFields([{ path: 'header.idempotency-key', rule: 'printable_ascii', limit: LIMITS.idempotency_key.max_ascii }]);
  }
  // Checked even where it has no effect, because a wrong header is a mistake that the caller should notice.
  const named = contract.auth.kind === 'ignored' ? null : actingOrMissing(request, contract, principal);
  const acting = contract.profile === 'none' ? null : named;
  // A ticket works once anyway, and its holder must not find out about the keys of its maker, or use them up.
  const repeats = write && principal && !dryRun && !contract.takesTicket;
  request.idempotencyKey = repeats && typeof key === 'string' ? key : null;
  if (acting || dryRun) request.ctx = Object.assign(request.ctx, { acting, dryRun });
}

function booleanHeader(value: string | string[] | undefined, name: string): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return failFields([{ path: `header.${name}`, rule: 'allowed_values', allowed: ['true', 'false'] }]);
}

/** A missing profile waits for the check of the body, unless the body is so large that it is not read for nothing. */
function actingOrMissing(
  request: FastifyRequest,
  contract: RouteContract,
  principal: Principal | null,
): AttachedProfile | null {
  try {
    return actingProfile(request.headers['x-profile-id'], contract, principal);
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'profile_header_required';
    if (!isMissing || (request.routeOptions.bodyLimit ?? 0) > LIMITS.body.default_bytes) throw error;
    request.missingProfile = error;
    return null;
  }
}

/** Throws what waited for the check of the body. Register it before the other hooks of this kind. */
export function requireProfile(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(request.missingProfile ?? undefined);
}

function actingProfile(
  header: string | string[] | undefined,
  contract: RouteContract,
  principal: Principal | null,
): AttachedProfile | null {
  if (header === undefined) {
    if (!needsProfile(contract) || !principal) return null;
    if (contract.profile === 'required_or_guest' && isGuest(principal)) return null;
    const only =
      principal.type !== 'api_key' && principal.profiles.size === 1 ? [...principal.profiles.values()][0] : undefined;
    return only
      ? usable(only)
      : fail('profile_header_required', { agent: { attached_profile_ids: attachedIds(principal) } });
  }
  if (typeof header !== 'string' || !isId(header)) fail('invalid_profile_header');
  if (!principal) return null;
  const id = header.toLowerCase();
  const profile = principal.profiles.get(id);
  if (!profile && [...principal.profiles.values()].some(({ actorId }) => actorId === id))
    fail('invalid_profile_header');
  return profile
    ? usable(profile)
    : fail('profile_not_attached', { agent: { attached_profile_ids: attachedIds(principal) } });
}

/** Contract section 1: a signed-in person with a verified e-mail address and no profile yet. */
function isGuest({ type, emailVerified, profiles }: Principal): boolean {
  return type === 'session' && emailVerified && profiles.size === 0;
}

function attachedIds(principal: Principal): string[] {
  return [...principal.profiles.keys()].slice(0, 50);
}

function usable(profile: AttachedProfile): AttachedProfile {
  return profile.suspended ? fail('profile_suspended') : profile;
}
