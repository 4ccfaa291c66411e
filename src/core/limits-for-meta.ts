import {
  LIMITS,
  maxFor,
  RATE_LIMITS,
  type RateLimit,
  type RateLimitKey,
  type RateLimitName,
  SHARES,
} from './limits.ts';

export type InForce = { rateLimitEnabled: boolean; rateLimitMultiplier: number };

/** The maximum that this server enforces. */
export function maxInForce(
  limit: RateLimit,
  profileType: string | undefined,
  { rateLimitMultiplier }: InForce,
): number {
  return Math.max(1, Math.floor(maxFor(limit, profileType) * rateLimitMultiplier));
}

type RateLimitForMeta = {
  per: RateLimitKey;
  windows: { max: number; max_for_ai_agent: number; window_seconds: number }[];
};

/** `limits` of `GET /v1/meta`: `LIMITS`, `SHARES`, and the rate limits that the server enforces; none if they are disabled. */
export function limitsForMeta(
  config: InForce,
): typeof LIMITS & { shares: typeof SHARES; rates: Partial<Record<RateLimitName, RateLimitForMeta>> } {
  if (!config.rateLimitEnabled) return { ...LIMITS, shares: SHARES, rates: {} };
  const rates = Object.entries<{ per: RateLimitKey; windows: readonly RateLimit[] }>(RATE_LIMITS).map(
    ([name, { per, windows }]) => [
      name,
      {
        per,
        windows: windows.map((window) => ({
          max: maxInForce(window, undefined, config),
          max_for_ai_agent: maxInForce(window, 'ai_agent', config),
          window_seconds: window.windowMs / 1000,
        })),
      },
    ],
  );
  return { ...LIMITS, shares: SHARES, rates: Object.fromEntries(rates) };
}
