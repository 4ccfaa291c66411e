import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/principal.ts';
import type { Config } from '../config/config.ts';
import { fail } from '../core/errors.ts';
import { maxFor, RATE_LIMITS, type RateLimit, type RateLimitName } from '../core/limits.ts';

export type RateLimiter = {
  /** Counts an anonymous call, or a look-up of a credential that is not known yet, on its address. */
  address(request: FastifyRequest): Promise<void>;
  credential(request: FastifyRequest, principal: Principal, write: boolean): Promise<void>;
  /** Counts a call (or each of several things in it) against one of the members' limits. The table names the bucket. */
  quota(request: FastifyRequest, name: RateLimitName, times?: number): Promise<void>;
};

type Check = (request: FastifyRequest) => Promise<{
  isAllowed: boolean;
  max?: number;
  remaining?: number;
  ttlInSeconds?: number;
  isExceeded?: boolean;
}>;

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
      const result = await check(request);
      if (result.isAllowed) continue;
      const usage = { limit: result.max!, remaining: result.remaining!, resetSeconds: result.ttlInSeconds! };
      if (result.isExceeded) {
        request.rateLimit = { ...usage, remaining: 0 };
        const retry_after_seconds = Math.max(1, usage.resetSeconds);
        fail('rate_limited', { agent: { retry_after_seconds }, internal: `limit ${name}` });
      }
      if (shown && (!request.rateLimit || usage.remaining < request.rateLimit.remaining)) request.rateLimit = usage;
    }
  }

  if (!config.rateLimitEnabled) {
    const nothing = async () => undefined;
    return { address: nothing, credential: nothing, quota: nothing };
  }
  return {
    address: (request) => count(request, 'anonymous', true),
    async credential(request, _principal, write) {
      await count(request, 'credential', true);
      if (write) await count(request, 'credential_writes', true);
    },
    async quota(request, name, times = 1) {
      for (let time = 0; time < times; time++) await count(request, name, false);
    },
  };
}

function makeCheck(app: FastifyInstance, name: RateLimitName, window: RateLimit, multiplier: number): Check {
  const { per } = RATE_LIMITS[name];
  return app.createRateLimit({
    max: (request: FastifyRequest) => {
      const type = per === 'profile' ? request.ctx.acting?.type : undefined;
      return Math.max(1, Math.floor(maxFor(window, type) * multiplier));
    },
    timeWindow: window.windowMs,
    ...(per === 'address' ? {} : { keyGenerator: (request: FastifyRequest) => keyOf(request, per) }),
  }) as Check;
}

function keyOf(request: FastifyRequest, per: string): string {
  const { principal, acting } = request.ctx;
  // Both sides of a conversation count together, whichever way its id is written.
  if (per === 'conversation') return (request.params as { conversation_id: string }).conversation_id.toLowerCase();
  if (per === 'credential') return principal?.id ?? request.ip;
  if (per === 'profile') return acting?.id ?? principal?.id ?? request.ip;
  return principal?.accountId ?? request.ip;
}
