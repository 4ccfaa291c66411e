import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { digestsOfCode } from '../../src/areas/account/recovery-codes.ts';
import { seal } from '../../src/auth/secrets.ts';
import { systemCtx } from '../../src/ctx.ts';
import type { TestApp } from './app.ts';
import { PASSWORD, type SignedUp } from './members.ts';

export type Factor = { secret: string; codes: string[] };

/** What an authenticator app with this secret shows, now or some steps of 30 seconds later. */
export const shownCode = (t: Pick<TestApp, 'clock'>, secret: string, stepsLater = 0): string =>
  new TOTP({ secret }).generate({ timestamp: t.clock.now().getTime() + stepsLater * 30_000 });

/** Waits until no code that was used before works again. */
export const nextCode = (t: Pick<TestApp, 'clock'>, secret: string): string => {
  t.clock.advance(60_000);
  return shownCode(t, secret);
};

/** Turns the second factor of a session's account on. */
export async function enableFactor(t: TestApp, token: string, password = PASSWORD): Promise<Factor> {
  const begun = await t.call('POST', '/v1/account/second-factor', { token, body: { password } });
  expect(begun.status, begun.text).toBe(200);
  const { secret } = begun.json.data;
  const done = await t.call('POST', '/v1/account/second-factor/confirm', {
    token,
    body: { code: shownCode(t, secret) },
  });
  expect(done.status, done.text).toBe(200);
  return { secret, codes: done.json.data.recovery_codes };
}

/** A factor with a known secret and one known recovery code. */
export const PLANTED = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', recoveryCode: 'kmnp-7qrs-tuvw-xyz2' } as const;

/** Writes the known factor of an account; returns the token of its session. */
export async function plantFactor(
  t: TestApp,
  { accountId, token }: SignedUp,
  { confirmed = true } = {},
): Promise<string> {
  const { deps, pool, clock } = t;
  const ctx = systemCtx(deps, 'test');
  const at = confirmed ? clock.now() : null;
  await pool.query('insert into second_factors values ($1, $2, $3, $4)', [
    accountId,
    seal(deps.keys.secondFactors, PLANTED.secret, accountId),
    clock.now(),
    at,
  ]);
  if (!confirmed) return token;
  await pool.query('update accounts set second_factor_at = $2 where id = $1', [accountId, at]);
  await pool.query('insert into recovery_codes values ($1, $2, $3)', [
    accountId,
    digestsOfCode(ctx, accountId, PLANTED.recoveryCode)[0],
    at,
  ]);
  deps.credentialCache.evictAccount(accountId);
  return token;
}
