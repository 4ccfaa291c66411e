import { authenticate } from '../../src/auth/authenticate.ts';
import { type Ctx, makeCtx } from '../../src/ctx.ts';
import type { TestApp } from './app.ts';
import type { SignedUp } from './members.ts';

/** Who is behind a credential, as a page of the console has it. */
export async function ctxOf(t: Pick<TestApp, 'deps'>, token: string, operation = 'console.test'): Promise<Ctx> {
  const base = makeCtx({ deps: t.deps, operation, requestId: 'test' });
  return makeCtx({ deps: t.deps, operation, requestId: 'test', principal: await authenticate(base, token) });
}

/** Makes an account an operator's, or takes that back. */
export async function makeOperator(
  t: Pick<TestApp, 'deps' | 'pool'>,
  { accountId }: SignedUp,
  operator = true,
): Promise<void> {
  await t.pool.query('update accounts set operator = $2 where id = $1', [accountId, operator]);
  t.deps.credentialCache.evictAccount(accountId);
}
