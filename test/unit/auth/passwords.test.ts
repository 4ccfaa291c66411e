import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from '../../../src/auth/passwords.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { usePasswordCostAsShipped } from '../../support/password-cost.ts';

usePasswordCostAsShipped();

const PASSWORD = 'grüne Ideen schlafen';

async function fastestMs(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('hashPassword and verifyPassword', () => {
  it('stores argon2id with 19 MiB, 2 passes, 1 lane, and a new salt', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hashPassword(PASSWORD)).not.toBe(stored);
    expect(await verifyPassword(stored, PASSWORD)).toBe(true);
    expect(await verifyPassword(stored, PASSWORD.normalize('NFD'))).toBe(true);
  });

  it('does not trim, fold case or truncate', async () => {
    const long = 'x'.repeat(255);
    const stored = await hashPassword(`${long}a`);
    expect(await verifyPassword(stored, `${long}a`)).toBe(true);
    for (const other of [`${long}b`, long, `${long}a `, `${long}A`, '']) {
      expect(await verifyPassword(stored, other)).toBe(false);
    }
  });

  it('hashes for an unknown account too, so that it takes as long', async () => {
    expect(await verifyPassword(null, PASSWORD)).toBe(false);
    expect(await verifyPassword(null, '')).toBe(false);
    // Without a hash it would take microseconds; a busy machine only makes it longer.
    expect(await fastestMs(() => verifyPassword(null, 'wrong password here'))).toBeGreaterThan(3);
  });

  it('does not hash a text of impossible length', async () => {
    const text = '\u0301\u0316'.repeat(65_536);
    expect(await verifyPassword(null, text)).toBe(false);
    // Normalizing this text would take 17 s.
    expect(await fastestMs(() => verifyPassword(null, text))).toBeLessThan(5000);
  });

  it('accepts 52 concurrent calls and refuses others with a retry time', async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword(null, PASSWORD)));
    const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason as ApiError);
    expect(refused).toHaveLength(8);
    for (const error of refused) {
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: 'service_unavailable', statusCode: 503, headers: { 'retry-after': '2' } });
      expect(error.agent.retry_after_seconds).toBe(2);
    }
    expect(await verifyPassword(null, PASSWORD)).toBe(false);
  });

  it('continues after an unreadable stored hash', async () => {
    for (let i = 0; i < 5; i++) await expect(verifyPassword('damaged', PASSWORD)).rejects.toThrow();
    expect(await verifyPassword(await hashPassword(PASSWORD), PASSWORD)).toBe(true);
  });

  it('recognizes outdated hashes', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(needsRehash(stored)).toBe(false);
    expect(needsRehash(stored.replace('m=19456', 'm=8192'))).toBe(true);
    expect(needsRehash(stored.replace('t=2', 't=1'))).toBe(true);
    expect(needsRehash(stored.replace('argon2id', 'argon2i'))).toBe(true);
  });
});
