import { authenticate } from '../../src/auth/authenticate.ts';
import { type Ctx, makeCtx } from '../../src/ctx.ts';
import type { TestApp } from './app.ts';
import type { SignedUp } from './members.ts';

/** The context of a console page for a credential. */
export async function ctxOf(t: Pick<TestApp, 'deps'>, token: string, operation = 'console.test'): Promise<Ctx> {
  const base = makeCtx({ deps: t.deps, operation, requestId: 'test' });
  return makeCtx({ deps: t.deps, operation, requestId: 'test', principal: await authenticate(base, token) });
}

/** Grants an account the operator role, or removes it. */
export async function makeOperator(
  t: Pick<TestApp, 'deps' | 'pool'>,
  { accountId }: SignedUp,
  operator = true,
): Promise<void> {
  await t.pool.query('update accounts set operator = $2 where id = $1', [accountId, operator]);
  t.deps.credentialCache.evictAccount(accountId);
}
