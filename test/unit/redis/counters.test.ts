import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RedisCounters } from '../../../src/adapters/redis/counters.ts';
import { MemoryCounters, type Take } from '../../../src/core/rate-counters.ts';
import { startRedis } from '../../support/redis-server.ts';

const HOUR_MS = 3_600_000;
const per = (windowMs: number, max: number) => ({ max, windowMs });
const posts = (key: string, times = 1): Take => ['posts', key, [per(HOUR_MS, 2), per(24 * HOUR_MS, 3)], times];

let redis: Awaited<ReturnType<typeof startRedis>>;
const opened: RedisCounters[] = [];
const log = { warn: vi.fn(), info: vi.fn() };
beforeAll(async () => {
  redis = await startRedis();
});
afterEach(() => {
  vi.useRealTimers();
  for (const counters of opened.splice(0)) counters.close();
});
afterAll(() => redis.stop());

/** The counters of one server, connected. */
async function open(timeoutMs = 5000): Promise<RedisCounters> {
  const counters = new RedisCounters(redis.url, new MemoryCounters(), log, timeoutMs);
  opened.push(counters);
  await counters.connected();
  return counters;
}

const used = async (counters: RedisCounters, take: Take) => {
  const [result] = await counters.take([take]);
  return [result!.taken, ...result!.usages.map((usage) => usage.used)];
};

describe('counters in Redis', () => {
  it('are shared by all servers, and count in all windows or in none', async () => {
    const [one, other] = [await open(), await open()];
    expect(await used(one, posts('a'))).toEqual([true, 1, 1]);
    expect(await used(other, posts('a'))).toEqual([true, 2, 2]);
    expect(await used(one, posts('a'))).toEqual([false, 2, 2]);
    expect(await used(one, posts('b', 3))).toEqual([false, 0, 0]);
    expect(redis.keys()).toContain('pronet:limit:posts:a');
  });

  it('tell the usage without counting, and store nothing for it', async () => {
    const counters = await open();
    expect(await used(counters, posts('asked', 0))).toEqual([true, 0, 0]);
    expect(redis.keys()).not.toContain('pronet:limit:posts:asked');
    await counters.take([posts('asked', 2)]);
    expect(await used(counters, posts('asked', 0))).toEqual([true, 2, 2]);
    expect(await used(counters, posts('asked', 0))).toEqual([true, 2, 2]);
  });

  it('stop at the first limit that is reached, and know when a window ends', async () => {
    const counters = await open();
    const both: Take[] = [
      ['credential', 'c', [per(300_000, 1)], 1],
      ['credential_writes', 'c', [per(60_000, 5)], 1],
    ];
    const [first] = await counters.take(both);
    expect(first!.usages[0]!.leftMs).toBe(300_000);
    expect((await counters.take(both)).map(({ taken }) => taken)).toEqual([false]);
    expect(await used(counters, both[1]!)).toEqual([true, 2]);
  });

  it('give back into the window that was counted in, and forget what is not used', async () => {
    const counters = await open();
    const [first] = await counters.take([posts('d')]);
    counters.giveBack(posts('d'), first!.usages);
    await vi.waitFor(() => expect(redis.keys()).not.toContain('pronet:limit:posts:d'));
    const [early] = await counters.take([posts('d', 2)]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
    expect(await used(counters, posts('d'))).toEqual([true, 1, 3]);
    counters.giveBack(posts('d', 2), early!.usages);
    expect(await used(counters, posts('d'))).toEqual([true, 2, 2]);
  });

  it('are those of each server while Redis is away or hangs, and shared again afterwards', async () => {
    const [one, other] = [await open(), await open()];
    log.warn.mockClear();
    await redis.stop();
    expect(await used(one, posts('e', 2))).toEqual([true, 2, 2]);
    expect(await used(one, posts('e'))).toEqual([false, 2, 2]);
    expect(await used(other, posts('e', 2))).toEqual([true, 2, 2]);
    expect([one.isUp(), log.warn.mock.calls.length]).toEqual([false, 2]);
    await redis.startAgain();
    await vi.waitFor(async () => expect([(await used(one, posts('f')))[0], one.isUp()]).toEqual([true, true]), 10_000);
  });

  it('apply what one server sends in its order', async () => {
    const counters = await open();
    const [first] = await counters.take([posts('g', 2)]);
    counters.giveBack(posts('g', 2), first!.usages);
    expect(await used(counters, posts('g'))).toEqual([true, 1, 1]);
  });

  it('wait for a response that the server itself was too busy to read', async () => {
    const counters = await open(50);
    // The first run of a script takes long.
    await vi.waitFor(async () => {
      await counters.take([posts('h')]);
      expect(counters.isUp()).toBe(true);
    }, 10_000);
    const one = posts('i');
    redis.blockOnce(100);
    expect(await used(counters, one)).toEqual([true, 1, 1]);
    expect(await used(counters, one)).toEqual([true, 2, 2]);
  });

  it('count in Redis what it responds to late', async () => {
    const counters = await open(50);
    log.warn.mockClear();
    await counters.take([posts('j')]);
    redis.hang(true);
    expect(await used(counters, posts('k'))).toEqual([true, 1, 1]);
    redis.hang(false);
    expect(await used(counters, posts('k'))).toEqual([true, 2, 2]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('delay few requests while Redis hangs', async () => {
    const counters = await open(50);
    redis.hang(true);
    const began = performance.now();
    for (let n = 0; n < 200; n++) expect((await used(counters, posts(`hang ${n}`)))[0]).toBe(true);
    redis.hang(false);
    // Those of the first half second wait for the time limit, and those of the next second do not ask.
    expect(performance.now() - began).toBeLessThan(5000);
    expect(counters.isUp()).toBe(false);
  });
});
