import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/principal.ts';
import type { Config } from '../config/config.ts';
import { fail } from '../core/errors.ts';
import { COUNTS_ATTEMPTS, maxFor, RATE_LIMITS, type RateLimit, type RateLimitName } from '../core/limits.ts';
import { rateLimitFacts } from './rate-limit-advice.ts';

export type RateLimiter = {
  /** Counts an anonymous call, or the lookup of a credential that is not cached, against its address. */
  address(request: FastifyRequest): Promise<void>;
  /** Counts a request for a page, a file or an unknown path against its address. */
  page(request: FastifyRequest): Promise<void>;
  credential(request: FastifyRequest, principal: Principal, write: boolean): Promise<void>;
  /**
   * Counts a call (or `times` items in it) against a per-member limit; the table names the bucket. Limits that count
   * only performed calls are reserved until `finish`, so that concurrent calls cannot exceed them together.
   */
  reserve(request: FastifyRequest, name: RateLimitName, times?: number): Promise<void>;
  /** Commits what `reserve` reserved for the request if it was performed, or releases it. */
  finish(request: FastifyRequest, done: boolean): Promise<void>;
};

type Reserved = { name: RateLimitName; bucket: string; times: number };

type Check = {
  windowMs: number;
  run(
    request: FastifyRequest,
    options?: { increment: boolean },
  ): Promise<{
    isAllowed: boolean;
    max?: number;
    remaining?: number;
    ttlInSeconds?: number;
    isExceeded?: boolean;
  }>;
};

type Checks = ReadonlyMap<RateLimitName, readonly Check[]>;

/**
 * All limits use `@fastify/rate-limit`, called explicitly to control the order of checks. Each process counts for itself:
 * a shared count in Postgres (`rate-limiter-flexible`) takes twice as long as `select 1`, about 0.3 ms of a request that
 * takes one, where a count in memory takes a microsecond.
 */
export function makeRateLimiter(app: FastifyInstance, config: Config): RateLimiter {
  if (!config.rateLimitEnabled) {
    const nothing = async () => undefined;
    return { address: nothing, page: nothing, credential: nothing, reserve: nothing, finish: nothing };
  }
  const checks = makeChecks(app, config.rateLimitMultiplier);
  const reservations = new Reservations(checks);
  const count = (request: FastifyRequest, name: RateLimitName, shown: boolean) =>
    countOnce(checks.get(name)!, request, name, shown);
  return {
    address: (request) => count(request, 'anonymous', true),
    // Not shown in the response, because these responses are cached.
    page: (request) => count(request, 'pages_and_files', false),
    async credential(request, _principal, write) {
      await count(request, 'credential', true);
      if (write) await count(request, 'credential_writes', true);
    },
    async reserve(request, name, times = 1) {
      if (!COUNTS_ATTEMPTS.has(name)) return reservations.reserve(request, name, times);
      for (let time = 0; time < times; time++) await count(request, name, false);
    },
    finish: (request, done) => reservations.finish(request, done),
  };
}

async function countOnce(checks: readonly Check[], request: FastifyRequest, name: RateLimitName, shown: boolean) {
  for (const check of checks) {
    const result = await check.run(request);
    if (result.isAllowed) continue;
    const usage = { limit: result.max!, remaining: result.remaining!, resetSeconds: result.ttlInSeconds! };
    if (result.isExceeded) refuse(request, name, usage, check.windowMs);
    if (shown && (!request.rateLimit || usage.remaining < request.rateLimit.remaining)) request.rateLimit = usage;
  }
}

function refuse(
  request: FastifyRequest,
  name: RateLimitName,
  { limit, resetSeconds }: { limit: number; resetSeconds: number },
  windowMs: number,
): never {
  request.rateLimit = { limit, remaining: 0, resetSeconds };
  const agent = rateLimitFacts(name, { max: limit, windowMs, retryAfterSeconds: Math.max(1, resetSeconds) });
  return fail('rate_limited', { agent, internal: `limit ${name}` });
}

/** What is reserved, by bucket and by request. */
class Reservations {
  readonly #checks: Checks;
  readonly #reserved = new Map<string, number>();
  readonly #byRequest = new WeakMap<FastifyRequest, Reserved[]>();

  constructor(checks: Checks) {
    this.#checks = checks;
  }

  async reserve(request: FastifyRequest, name: RateLimitName, times: number): Promise<void> {
    const bucket = `${name} ${keyOf(request, RATE_LIMITS[name].per)}`;
    const checked = await Promise.all(
      this.#checks
        .get(name)!
        .map(async ({ run, windowMs }) => ({ ...(await run(request, { increment: false })), windowMs })),
    );
    const taken = this.#reserved.get(bucket) ?? 0;
    const full = checked.filter((result) => !result.isAllowed && result.remaining! < taken + times);
    if (full.length > 0) {
      const [longest] = full.sort((a, b) => b.ttlInSeconds! - a.ttlInSeconds!);
      refuse(request, name, { limit: longest!.max!, resetSeconds: longest!.ttlInSeconds! }, longest!.windowMs);
    }
    this.#reserved.set(bucket, taken + times);
    this.#byRequest.set(request, [...(this.#byRequest.get(request) ?? []), { name, bucket, times }]);
  }

  async finish(request: FastifyRequest, done: boolean): Promise<void> {
    for (const { name, bucket, times } of this.#byRequest.get(request) ?? []) {
      // Committed before it is released: it may briefly count twice, but never not at all.
      for (let time = 0; done && time < times; time++) {
        for (const { run } of this.#checks.get(name)!) await run(request);
      }
      const left = this.#reserved.get(bucket)! - times;
      if (left > 0) this.#reserved.set(bucket, left);
      else this.#reserved.delete(bucket);
    }
    this.#byRequest.delete(request);
  }
}

function makeChecks(app: FastifyInstance, multiplier: number): Checks {
  const names = Object.keys(RATE_LIMITS) as RateLimitName[];
  return new Map(
    names.map((name) => {
      const windows: readonly RateLimit[] = RATE_LIMITS[name].windows;
      return [name, windows.map((window) => makeCheck(app, name, window, multiplier))];
    }),
  );
}

function makeCheck(app: FastifyInstance, name: RateLimitName, window: RateLimit, multiplier: number): Check {
  const { per } = RATE_LIMITS[name];
  const run = app.createRateLimit({
    max: (request: FastifyRequest) => {
      const type = per === 'profile' ? request.ctx.acting?.type : undefined;
      return Math.max(1, Math.floor(maxFor(window, type) * multiplier));
    },
    timeWindow: window.windowMs,
    ...(per === 'address' ? {} : { keyGenerator: (request: FastifyRequest) => keyOf(request, per) }),
  }) as Check['run'];
  return { windowMs: window.windowMs, run };
}

function keyOf(request: FastifyRequest, per: string): string {
  const { principal, acting } = request.ctx;
  // Both sides of a conversation share a bucket; ids are case-insensitive.
  if (per === 'conversation') return (request.params as { conversation_id: string }).conversation_id.toLowerCase();
  if (per === 'credential') return principal?.id ?? request.ip;
  if (per === 'profile') return acting?.id ?? principal?.id ?? request.ip;
  return principal?.accountId ?? request.ip;
}
