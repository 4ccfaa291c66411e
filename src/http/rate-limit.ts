import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';
import { ApiError, fail } from '../core/errors.ts';
import {
  COUNTS_ATTEMPTS,
  COUNTS_FAILURES,
  RATE_LIMIT_NAMES,
  RATE_LIMITS,
  type RateLimitKey,
  type RateLimitName,
} from '../core/limits.ts';
import { maxInForce } from '../core/limits-for-meta.ts';
import type { LimitUsage, MaxPerWindow, RateCounters, Take, Taken, Usage } from '../core/rate-counters.ts';
import { rateLimitFacts } from './rate-limit-advice.ts';

export type RateLimiter = {
  address(request: FastifyRequest): Promise<void>;
  /**
   * Looks up a credential. Counts each invalid one against its address, once: limits guessing without locking out valid
   * keys at the same address. `hash` is that of the credential.
   */
  lookup<T>(request: FastifyRequest, hash: string, find: () => Promise<T>): Promise<T>;
  /** Counts a page, a file or an unknown path against its address, and the calls that a cached page was made from. */
  page(request: FastifyRequest, calls?: number): Promise<void>;
  credential(request: FastifyRequest, write: boolean): Promise<void>;
  /** Counts a call that the scopes allow against its account. */
  account(request: FastifyRequest, write: boolean): Promise<void>;
  /**
   * Counts a call (or `times` items) against a per-member limit at once, so that concurrent calls can't exceed it
   * together; `finish` gives back what is not to be counted.
   */
  reserve(request: FastifyRequest, name: RateLimitName, times?: number): Promise<void>;
  /** What is left of every limit of the credential, its account and its own acting profile; empty without limits. */
  usages(request: FastifyRequest): Promise<LimitUsage[]>;
  /** Gives back what `reserve` counted for the request unless it was performed, or if it was and only failures count. */
  finish(request: FastifyRequest, done: boolean): void;
};

type Reserved = { take: Take; usages: readonly Usage[] };

const OF_CREDENTIALS: readonly RateLimitKey[] = ['credential', 'account'];
const OF_PROFILES: readonly RateLimitKey[] = [...OF_CREDENTIALS, 'profile'];

const OF_CREDENTIAL: readonly RateLimitName[] = ['credential', 'credential_writes'];
const OF_ACCOUNT: readonly RateLimitName[] = ['account', 'account_writes'];
const forCall = (names: readonly RateLimitName[], write: boolean) => (write ? names : names.slice(0, 1));

async function usagesOf(
  counters: RateCounters,
  { ctx }: FastifyRequest,
  takeOf: (name: RateLimitName) => Take,
): Promise<LimitUsage[]> {
  // The limits of a managed profile are its owner's: what is left of them says what the owner does.
  const kinds = ctx.acting?.isOwn ? OF_PROFILES : OF_CREDENTIALS;
  const takes = RATE_LIMIT_NAMES.filter((name) => kinds.includes(RATE_LIMITS[name].per))
    // Only of credentials that are not valid.
    .filter((name) => name !== 'repeated_invalid_credential')
    .map(takeOf);
  const results = await counters.take(takes);
  return results.flatMap(({ usages }, index) => usages.map((usage, at) => usageOf(takes[index]!, at, usage)));
}

function usageOf([name, , windows]: Take, at: number, { used, leftMs }: Usage): LimitUsage {
  const { max: limit, windowMs } = windows[at]!;
  return {
    name,
    limit,
    windowSeconds: windowMs / 1000,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.ceil(leftMs / 1000),
  };
}

/** All limits, called explicitly to control the order of checks. Servers with the same `counters` share the limits. */
export function makeRateLimiter(config: Config, counters: RateCounters): RateLimiter {
  if (!config.rateLimitEnabled) return withoutLimits();
  const ofAgents = windowsInForce(config, 'ai_agent');
  const ofOthers = windowsInForce(config);
  const reserved = new WeakMap<FastifyRequest, Reserved[]>();
  const takeOf = (request: FastifyRequest, name: RateLimitName, times = 1, key?: string): Take => {
    const { per } = RATE_LIMITS[name];
    const limits = per === 'profile' && request.ctx.acting?.type === 'ai_agent' ? ofAgents : ofOthers;
    return [name, key ?? keyOf(request, per) + groupOf(request, name), limits.get(name)!, times];
  };
  const count = async (request: FastifyRequest, names: readonly RateLimitName[], shown: boolean, times = 1) => {
    const takes = names.map((name) => takeOf(request, name, times));
    // Awaited only if it has to be asked for: counters in this process answer at once.
    const asked = counters.take(takes);
    const results = Array.isArray(asked) ? asked : await asked;
    results.forEach((result, index) => {
      requireTaken(request, takes[index]!, result);
      if (shown) show(request, takes[index]!, result.usages);
    });
  };
  return {
    address: (request) => count(request, ['anonymous'], true),
    lookup: (request, hash, find) => {
      const own = takeOf(request, 'repeated_invalid_credential', 1, hash);
      return lookUp(counters, request, { own, all: takeOf(request, 'invalid_credentials') }, find);
    },
    // Not shown in the response, because these responses are cached.
    page: (request, calls = 0) =>
      count(request, ['pages_and_files', ...Array<'anonymous'>(calls).fill('anonymous')], false),
    credential: (request, write) => count(request, forCall(OF_CREDENTIAL, write), true),
    account: (request, write) => count(request, forCall(OF_ACCOUNT, write), true),
    async reserve(request, name, times = 1) {
      if (COUNTS_ATTEMPTS.has(name) && !COUNTS_FAILURES.has(name)) return count(request, [name], false, times);
      const take = takeOf(request, name, times);
      const [result] = await counters.take([take]);
      requireTaken(request, take, result!);
      reserved.set(request, [...(reserved.get(request) ?? []), { take, usages: result!.usages }]);
    },
    usages: (request) => usagesOf(counters, request, (name) => takeOf(request, name, 0)),
    finish(request, done) {
      for (const { take, usages } of reserved.get(request) ?? [])
        if (done === COUNTS_FAILURES.has(take[0])) counters.giveBack(take, usages);
      reserved.delete(request);
    },
  };
}

const windowsInForce = (config: Config, type?: 'ai_agent'): ReadonlyMap<RateLimitName, readonly MaxPerWindow[]> =>
  new Map(
    RATE_LIMIT_NAMES.map((name) => [
      name,
      RATE_LIMITS[name].windows.map((one) => ({ max: maxInForce(one, type, config), windowMs: one.windowMs })),
    ]),
  );

function withoutLimits(): RateLimiter {
  const nothing = async () => undefined;
  return {
    address: nothing,
    lookup: (_request, _hash, find) => find(),
    page: nothing,
    credential: nothing,
    account: nothing,
    reserve: nothing,
    usages: async () => [],
    finish: () => undefined,
  };
}

export function decorateWithLimits(app: FastifyInstance, limiter: RateLimiter): void {
  app.decorateRequest('lookUp', function lookUp(this: FastifyRequest, hash, find) {
    return limiter.lookup(this, hash, find);
  });
  app.decorateRequest('reserveLimit', function reserveLimit(this: FastifyRequest, name, times) {
    return limiter.reserve(this, name, times);
  });
  app.decorateRequest('limitUsages', function limitUsages(this: FastifyRequest) {
    return limiter.usages(this);
  });
  app.decorateRequest('finishReservations', function finishReservations(this: FastifyRequest, done) {
    return limiter.finish(this, done);
  });
}

/**
 * Counts before the lookup, so that concurrent guesses can't exceed the limit. `own`: of this credential, `all`: of its
 * address.
 */
async function lookUp<T>(
  counters: RateCounters,
  request: FastifyRequest,
  { own, all }: { own: Take; all: Take },
  find: () => Promise<T>,
): Promise<T> {
  const [ofOwn, ofAll] = await counters.take([own, all]);
  requireTaken(request, own, ofOwn!);
  const giveBackOwn = () => counters.giveBack(own, ofOwn!.usages);
  if (!ofAll!.taken) giveBackOwn();
  requireTaken(request, all, ofAll!);
  const giveBackAll = () => counters.giveBack(all, ofAll!.usages);
  try {
    const found = await find();
    giveBackOwn();
    giveBackAll();
    return found;
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.statusCode < 500;
    const isFirst = ofOwn!.usages.every(({ used }) => used === 1);
    if (!isInvalid) giveBackOwn();
    if (!isInvalid || !isFirst) giveBackAll();
    if (isInvalid) show(request, ...(isFirst ? ([all, ofAll!.usages] as const) : ([own, ofOwn!.usages] as const)));
    throw error;
  }
}

/** Shows the usage of the limit that is nearest to its end. */
function show(request: FastifyRequest, take: Take, usages: readonly Usage[]): void {
  usages.forEach((usage, index) => {
    const shown = usageOf(take, index, usage);
    if (!request.rateLimit || shown.remaining < request.rateLimit.remaining) request.rateLimit = shown;
  });
}

/** Fails with `rate_limited` and the window that has no room for the longest. */
function requireTaken(request: FastifyRequest, [name, , windows, times]: Take, { taken, usages }: Taken): void {
  if (taken) return;
  const [full] = usages
    .map(({ used, leftMs }, index) => ({ ...windows[index]!, used, leftMs }))
    .filter(({ used, max }) => used + times > max)
    .sort((a, b) => b.leftMs - a.leftMs);
  const { max, windowMs, leftMs } = full!;
  const resetSeconds = Math.ceil(leftMs / 1000);
  request.rateLimit = { name, limit: max, windowSeconds: windowMs / 1000, remaining: 0, resetSeconds };
  fail('rate_limited', {
    agent: rateLimitFacts(name, { max, windowMs, retryAfterSeconds: Math.max(1, resetSeconds) }),
    internal: `limit ${name}`,
  });
}

/** Without a credential or profile, the network of the caller, so that no spelling or address of it has a limit of its own. */
function keyOf(request: FastifyRequest, per: string): string {
  // Pages have no context.
  if (per === 'address') return networkOf(request.ip);
  // Both sides of a conversation share a bucket; ids are case-insensitive.
  if (per === 'conversation') return (request.params as { conversation_id: string }).conversation_id.toLowerCase();
  const { principal, acting } = request.ctx;
  if (per === 'credential') return principal?.id ?? networkOf(request.ip);
  if (per === 'profile') return acting?.id ?? principal?.id ?? networkOf(request.ip);
  return principal?.accountId ?? networkOf(request.ip);
}

/** Sessions of an account count apart from its keys and apps. */
const groupOf = ({ ctx }: FastifyRequest, name: RateLimitName): string =>
  OF_ACCOUNT.includes(name) && ctx.principal?.type === 'session' ? ' sessions' : '';

/** An IPv4 address, or the /64 of an IPv6 address. Unknown ones (disconnected clients) share a limit. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return 'unknown';
  if (!isIPv6(ip)) return ip.toLowerCase();
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4' ? address.toString() : ipaddr.fromByteArray(bytes.fill(0, 8)).toString();
}

/** A right password without the code of the second factor is no failure for the limit of the address. */
export function giveBackIfRight(request: FastifyRequest, error: unknown): void {
  if (error instanceof ApiError && error.code === 'second_factor_required') request.finishReservations(true);
}
