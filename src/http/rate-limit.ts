import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/principal.ts';
import type { Config } from '../config/config.ts';
import { fail } from '../core/errors.ts';
import { COUNTS_ATTEMPTS, maxFor, RATE_LIMITS, type RateLimit, type RateLimitName } from '../core/limits.ts';
import { rateLimitFacts } from './rate-limit-advice.ts';

export type RateLimiter = {
  /** Counts an anonymous call, or a look-up of a credential that is not known yet, on its address. */
  address(request: FastifyRequest): Promise<void>;
  /** Counts a request for a page, a file or a path that does not exist on its address. */
  page(request: FastifyRequest): Promise<void>;
  credential(request: FastifyRequest, principal: Principal, write: boolean): Promise<void>;
  /**
   * Counts a call (or each of several things in it) against one of the members' limits; the table names the bucket. What
   * counts only when it is done is held until `settle`, so that calls at once do not pass a limit together.
   */
  quota(request: FastifyRequest, name: RateLimitName, times?: number): Promise<void>;
  /** Counts what `quota` holds for the request when it was done, and forgets it when not. */
  settle(request: FastifyRequest, done: boolean): Promise<void>;
};

type Held = { name: RateLimitName; bucket: string; times: number };

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

/** All limits by `@fastify/rate-limit`, asked by hand so that they stand at their place in the order of checks. */
export function makeRateLimiter(app: FastifyInstance, config: Config): RateLimiter {
  const checks = new Map<RateLimitName, Check[]>();
  for (const name of Object.keys(RATE_LIMITS) as RateLimitName[]) {
    const windows: readonly RateLimit[] = RATE_LIMITS[name].windows;
    checks.set(
      name,
      windows.map((window) => makeCheck(app, name, window, config.rateLimitMultiplier)),
    );
  }

  async function count(request: FastifyRequest, name: RateLimitName, shown: boolean): Promise<void> {
    for (const check of checks.get(name)!) {
      const result = await check.run(request);
      if (result.isAllowed) continue;
      const usage = { limit: result.max!, remaining: result.remaining!, resetSeconds: result.ttlInSeconds! };
      if (result.isExceeded) {
        request.rateLimit = { ...usage, remaining: 0 };
        const retryAfterSeconds = Math.max(1, usage.resetSeconds);
        const agent = rateLimitFacts(name, { max: usage.limit, windowMs: check.windowMs, retryAfterSeconds });
        fail('rate_limited', { agent, internal: `limit ${name}` });
      }
      if (shown && (!request.rateLimit || usage.remaining < request.rateLimit.remaining)) request.rateLimit = usage;
    }
  }

  /** How much is held by bucket, and by which request. */
  const held = new Map<string, number>();
  const heldBy = new WeakMap<FastifyRequest, Held[]>();

  async function hold(request: FastifyRequest, name: RateLimitName, times: number): Promise<void> {
    const bucket = `${name} ${keyOf(request, RATE_LIMITS[name].per)}`;
    const looks = await Promise.all(
      checks.get(name)!.map(async ({ run, windowMs }) => ({ ...(await run(request, { increment: false })), windowMs })),
    );
    const taken = held.get(bucket) ?? 0;
    const full = looks.filter((look) => !look.isAllowed && look.remaining! < taken + times);
    if (full.length > 0) {
      const [longest] = full.sort((a, b) => b.ttlInSeconds! - a.ttlInSeconds!);
      request.rateLimit = { limit: longest!.max!, remaining: 0, resetSeconds: longest!.ttlInSeconds! };
      const retryAfterSeconds = Math.max(1, longest!.ttlInSeconds!);
      const agent = rateLimitFacts(name, { max: longest!.max!, windowMs: longest!.windowMs, retryAfterSeconds });
      fail('rate_limited', { agent, internal: `limit ${name}` });
    }
    held.set(bucket, taken + times);
    heldBy.set(request, [...(heldBy.get(request) ?? []), { name, bucket, times }]);
  }

  if (!config.rateLimitEnabled) {
    const nothing = async () => undefined;
    return { address: nothing, page: nothing, credential: nothing, quota: nothing, settle: nothing };
  }
  return {
    address: (request) => count(request, 'anonymous', true),
    // Not shown in the answer, because caches keep these answers.
    page: (request) => count(request, 'pages_and_files', false),
    async credential(request, _principal, write) {
      await count(request, 'credential', true);
      if (write) await count(request, 'credential_writes', true);
    },
    async quota(request, name, times = 1) {
      if (!COUNTS_ATTEMPTS.has(name)) return hold(request, name, times);
      for (let time = 0; time < times; time++) await count(request, name, false);
    },
    async settle(request, done) {
      for (const { name, bucket, times } of heldBy.get(request) ?? []) {
        // Counted before it is let go: in between it counts twice, and never not at all.
        for (let time = 0; done && time < times; time++) {
          for (const { run } of checks.get(name)!) await run(request);
        }
        const left = held.get(bucket)! - times;
        if (left > 0) held.set(bucket, left);
        else held.delete(bucket);
      }
      heldBy.delete(request);
    },
  };
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
  // Both sides of a conversation count together, whichever way its id is written.
  if (per === 'conversation') return (request.params as { conversation_id: string }).conversation_id.toLowerCase();
  if (per === 'credential') return principal?.id ?? request.ip;
  if (per === 'profile') return acting?.id ?? principal?.id ?? request.ip;
  return principal?.accountId ?? request.ip;
}
