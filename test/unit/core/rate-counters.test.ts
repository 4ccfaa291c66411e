import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { RATE_LIMITS } from '../../../src/core/limits.ts';
import { MemoryCounters, type RateCounters, type Take } from '../../../src/core/rate-counters.ts';
import { makeRateLimiter, networkOf } from '../../../src/http/rate-limit.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const per = (windowMs: number, max: number) => ({ max, windowMs });
const posts = (times = 1): Take => ['posts', 'a', [per(HOUR_MS, 2), per(DAY_MS, 3)], times];

let now: number;
let counters: MemoryCounters;
beforeEach(() => {
  now = 0;
  counters = new MemoryCounters(() => now);
});

async function takeOne(counters: RateCounters, take: Take) {
  const [result] = await counters.take([take]);
  return result!;
}

describe('counters', () => {
  it('count in all windows of a limit, or in none', async () => {
    expect((await takeOne(counters, posts(3))).taken).toBe(false);
    expect((await takeOne(counters, posts(2))).usages.map(({ used }) => used)).toEqual([2, 2]);
    const full = await takeOne(counters, posts());
    expect([full.taken, full.usages.map(({ used }) => used)]).toEqual([false, [2, 2]]);
    now += HOUR_MS;
    expect((await takeOne(counters, posts(2))).taken).toBe(false);
    expect((await takeOne(counters, posts())).usages.map(({ used }) => used)).toEqual([1, 3]);
    now += 23 * HOUR_MS;
    expect((await takeOne(counters, posts(2))).taken).toBe(true);
  });

  it('count limits of another version of the code', async () => {
    const later = (...limit: Take[2]): Take => ['a_later_limit' as 'posts', 'a', limit, 1];
    const early = await takeOne(counters, later(per(HOUR_MS, 1), per(DAY_MS, 2)));
    expect(early.taken).toBe(true);
    expect((await takeOne(counters, later(per(HOUR_MS, 1), per(DAY_MS, 2)))).taken).toBe(false);
    now += 1;
    expect((await takeOne(counters, later(per(2 * HOUR_MS, 1)))).taken).toBe(true);
    counters.giveBack(later(per(HOUR_MS, 1), per(DAY_MS, 2)), early.usages);
    now += HOUR_MS;
    expect((await takeOne(counters, later(per(2 * HOUR_MS, 1)))).taken).toBe(false);
  });

  it('tell the usage without counting', async () => {
    expect((await takeOne(counters, posts(0))).usages).toMatchObject([
      { used: 0, leftMs: HOUR_MS },
      { used: 0, leftMs: DAY_MS },
    ]);
    now += 60_000;
    await takeOne(counters, posts(2));
    now += 60_000;
    // An unused window begins with the first call, not with the first question.
    expect(await takeOne(counters, posts(0))).toMatchObject({
      taken: true,
      usages: [
        { used: 2, leftMs: HOUR_MS - 60_000 },
        { used: 2, leftMs: DAY_MS - 60_000 },
      ],
    });
  });

  it('stop at the first limit that is reached', async () => {
    const both: Take[] = [
      ['credential', 'a', [per(HOUR_MS, 1)], 1],
      ['credential_writes', 'a', [per(HOUR_MS, 5)], 1],
    ];
    expect((await counters.take(both)).map(({ taken }) => taken)).toEqual([true, true]);
    expect((await counters.take(both)).map(({ taken }) => taken)).toEqual([false]);
    expect((await takeOne(counters, both[1]!)).usages[0]!.used).toBe(2);
  });

  it('give back into the window that was counted in, and not into a later one', async () => {
    const first = await takeOne(counters, posts());
    counters.giveBack(posts(), first.usages);
    expect((await takeOne(counters, posts())).usages.map(({ used }) => used)).toEqual([1, 1]);
    const early = await takeOne(counters, posts());
    now += HOUR_MS;
    await takeOne(counters, posts());
    counters.giveBack(posts(), early.usages);
    expect((await takeOne(counters, posts())).usages.map(({ used }) => used)).toEqual([2, 3]);
  });

  it('forget the oldest of too many keys, and only of their own limit', async () => {
    await takeOne(counters, ['sign_in', 'first', [per(HOUR_MS, 10)], 1]);
    for (let n = 0; n < 50_000; n++) counters.take([['anonymous', String(n), [per(HOUR_MS, 600)], 1]]);
    const used = async (key: string) =>
      (await takeOne(counters, ['anonymous', key, [per(HOUR_MS, 600)], 1])).usages[0]!.used;
    expect(await used('0')).toBe(2);
    await used('one more');
    expect([await used('0'), await used('1')]).toEqual([1, 1]);
    expect(await used('49999')).toBe(2);
    expect((await takeOne(counters, ['sign_in', 'first', [per(HOUR_MS, 10)], 1])).usages[0]!.used).toBe(2);
  });
});

it('counts an IPv6 address by its /64, however it is written, and a mapped IPv4 address as IPv4', () => {
  expect(networkOf('2001:DB8:0:1:ffff::1')).toBe('2001:db8:0:1::');
  expect(networkOf('2001:db8:0:0001::2%eth0')).toBe('2001:db8:0:1::');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf(undefined)).toBe('unknown');
});

it('counts calls without a credential by the network, for limits of credentials, accounts and profiles too', async () => {
  const config = { rateLimitEnabled: true, rateLimitMultiplier: 1 } as Config;
  const limiter = makeRateLimiter(config, counters);
  const from = (ip: string) => ({ ip, ctx: { principal: null, acting: null } }) as FastifyRequest;
  for (const name of ['credential', 'search', 'reports'] as const) {
    const { max } = RATE_LIMITS[name].windows[0];
    await limiter.reserve(from('2001:db8::1'), name, max - 1);
    await limiter.reserve(from('2001:DB8:0:0:5::'), name);
    await expect(limiter.reserve(from('2001:db8::ffff'), name)).rejects.toThrow(`limit ${name}`);
    await limiter.reserve(from('2001:db8:0:1::1'), name);
  }
});
