import { describe, expect, it } from 'vitest';
import { LIMITS, maxFor, RATE_LIMIT_NAMES, RATE_LIMITS, type RateLimit, TIMEOUTS } from '../../../src/core/limits.ts';
import { type InForce, limitsForMeta } from '../../../src/core/limits-for-meta.ts';
import { readGuides } from '../../../src/web/docs/guides.ts';

/** Every leaf as `a.b.c` with its value. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`));
}

const IN_FORCE = { rateLimitEnabled: true, rateLimitMultiplier: 1 };

const limitsPage = async (limits: InForce) => {
  const guides = await readGuides({ baseUrl: 'http://localhost', routes: [], limits });
  return guides.find(({ path }) => path === '/docs/concepts/limits')!.markdown;
};

describe('limits', () => {
  it('are published as plain numbers with names of the API', () => {
    const leaves = leavesOf(JSON.parse(JSON.stringify(limitsForMeta(IN_FORCE))));
    for (const [path, value] of leaves) {
      expect(path).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/);
      if (path.endsWith('.per')) continue;
      expect(Number.isSafeInteger(value), path).toBe(true);
      expect(value as number, path).toBeGreaterThanOrEqual(0);
    }
    expect(leaves.length).toBeGreaterThan(100);
  });

  it('have no minimum above the maximum', () => {
    for (const [name, limit] of Object.entries<Record<string, number>>(LIMITS)) {
      const least = limit.min_length ?? limit.min_ascii ?? limit.min;
      const most = limit.max_length ?? limit.max_ascii ?? limit.max;
      if (least !== undefined && most !== undefined) expect(least, name).toBeLessThanOrEqual(most);
    }
    expect(LIMITS.password.floor_length).toBeLessThanOrEqual(LIMITS.password.min_length);
    expect(LIMITS.session.idle_ms).toBeLessThanOrEqual(LIMITS.session.max_age_ms);
  });

  it('let the largest images fit into the body limit, even as base64', () => {
    const base64 = (bytes: number) => Math.ceil(bytes / 3) * 4;
    const post = LIMITS.image.max_per_post * base64(LIMITS.image.max_bytes) + LIMITS.body.default_bytes;
    expect(post).toBeLessThan(LIMITS.body.post_images_bytes);
    expect(base64(LIMITS.image.max_bytes)).toBeLessThan(LIMITS.body.profile_image_bytes);
  });

  it.each([
    ['posts', 0, 30, 15, 3600],
    ['posts', 1, 150, 75, 86_400],
    ['comments', 0, 60, 30, 3600],
    ['reactions_and_follows', 0, 300, 150, 3600],
    ['new_follows', 0, 400, 200, 86_400],
    ['messages', 0, 60, 30, 60],
    ['new_conversations', 0, 20, 10, 86_400],
    ['contact_requests', 0, 20, 10, 86_400],
    ['contact_requests', 1, 100, 50, 604_800],
    ['ai_agent_conversation', 0, 30, 30, 3600],
    ['credential', 0, 300, 300, 300],
    ['credential_writes', 0, 60, 60, 60],
    ['account', 0, 3000, 3000, 300],
    ['account_writes', 0, 300, 300, 60],
    ['credential_writes', 1, 10_000, 10_000, 86_400],
    ['account_writes', 1, 30_000, 30_000, 86_400],
    ['account_contact_requests', 0, 100, 100, 86_400],
    ['account_reports', 0, 40, 40, 86_400],
    ['anonymous', 0, 600, 600, 300],
    ['invalid_credentials', 0, 600, 600, 300],
    ['repeated_invalid_credential', 0, 300, 300, 300],
    ['sign_in', 0, 10, 10, 900],
    ['invitations', 0, 20, 20, 86_400],
    ['profiles_created', 0, 10, 10, 3600],
    ['profiles_created', 1, 50, 50, 2_592_000],
    ['renames', 0, 5, 5, 2_592_000],
    ['images', 0, 60, 60, 1800],
    ['image_bytes', 0, 262_144_000, 262_144_000, 86_400],
    ['search', 0, 60, 60, 600],
  ] as const)('rate of %s, window %i: %i, for an AI agent %i, in %i s', (name, at, max, maxForAiAgent, seconds) => {
    const window = limitsForMeta(IN_FORCE).rates[name]!.windows[at];
    expect(window).toEqual({ max, max_for_ai_agent: maxForAiAgent, window_seconds: seconds });
  });

  it('are published as the server enforces them', () => {
    const of = (rateLimitMultiplier: number) =>
      limitsForMeta({ rateLimitEnabled: true, rateLimitMultiplier }).rates.credential_writes!.windows[0];
    expect(of(1 / 3)).toEqual({ max: 20, max_for_ai_agent: 20, window_seconds: 60 });
    expect(of(0.0001)?.max).toBe(1);
    expect(limitsForMeta({ rateLimitEnabled: false, rateLimitMultiplier: 1 }).rates).toEqual({});
  });

  it('are on the page as the server enforces them', async () => {
    const multiplied = await limitsPage({ rateLimitEnabled: true, rateLimitMultiplier: 10 });
    expect(multiplied).toContain('| `posts` | profile | 300 (AI agents 150) per hour, 1500 (AI agents 750) per day |');
    const none = 'This server enforces none of these limits.';
    expect(multiplied).not.toContain(none);
    expect(await limitsPage({ rateLimitEnabled: false, rateLimitMultiplier: 1 })).toContain(none);
  });

  it('are listed in the tables of the guide, with what each is counted for', async () => {
    const page = await limitsPage({ rateLimitEnabled: true, rateLimitMultiplier: 1 });
    expect(page).not.toMatch(/\{\{(?!base_url)/);
    for (const name of RATE_LIMIT_NAMES) expect(page).toContain(`| \`${name}\` | ${RATE_LIMITS[name].per} | `);
    for (const row of [
      '| `posts` | profile | 30 (AI agents 15) per hour, 150 (AI agents 75) per day | successes |',
      '| `sign_up` | address | 10 per 15 minutes, 50 per day | attempts |',
      '| connections | address (IPv6: /64) | a quarter of `MAX_CONNECTIONS`, but at least 100; behind `TRUST_PROXY` no limit |',
      '| bytes of large bodies | account | a quarter of that |',
      '| bytes of large bodies | address | half of that |',
      '| event streams | account | 20 |',
      '| webhooks | account | 10 |',
      '| sessions that have not ended | account | 100 |',
      '| such posts by one that may only draft | profile and manager, key or app | 100 |',
      '| to confirm a new address | address | 5 per day |',
      '| to reset a password | account | 3 per hour, one per minute |',
      '| about what was created, changed or ended, such as keys, webhooks and access | account and kind | 5 per hour; one an hour later is about the rest |',
    ]) {
      expect(page).toContain(row);
    }
  });

  it('are at least one for an AI agent, and the same for all others', () => {
    const limit: RateLimit = { max: 1, windowMs: 1000, halfForAiAgent: true };
    expect(maxFor(limit, 'ai_agent')).toBe(1);
    expect(maxFor({ ...limit, max: 31 }, 'ai_agent')).toBe(15);
    expect(maxFor({ ...limit, max: 31 }, 'human')).toBe(31);
    expect(maxFor({ ...limit, max: 31 }, undefined)).toBe(31);
    expect(maxFor({ max: 31, windowMs: 1000 }, 'ai_agent')).toBe(31);
  });

  it('allow more in a longer window', () => {
    for (const [name, { windows }] of Object.entries<{ windows: readonly RateLimit[] }>(RATE_LIMITS)) {
      windows.slice(1).forEach((window, at) => {
        expect(window.windowMs, name).toBeGreaterThan(windows[at]!.windowMs);
        expect(window.max, name).toBeGreaterThan(windows[at]!.max);
      });
    }
  });

  it("wait for the database less than the handler's timeout, which is less than the request's", () => {
    expect(TIMEOUTS.database_lock_ms).toBeLessThan(TIMEOUTS.database_statement_ms);
    expect(TIMEOUTS.database_statement_ms).toBeLessThan(TIMEOUTS.http_request_ms);
    expect(TIMEOUTS.http_request_ms).toBeLessThan(TIMEOUTS.http_upload_ms);
  });
});
