import { authenticate } from '../../src/auth/authenticate.ts';
import type { OperatorRole } from '../../src/core/operator-roles.ts';
import { type Ctx, makeCtx } from '../../src/ctx.ts';
import type { TestApp } from './app.ts';
import type { SignedUp } from './members.ts';

/** The context of a console page for a credential. */
export async function ctxOf(t: Pick<TestApp, 'deps'>, token: string, operation = 'console.test'): Promise<Ctx> {
  const base = makeCtx({ deps: t.deps, operation, requestId: 'test' });
  return makeCtx({ deps: t.deps, operation, requestId: 'test', principal: await authenticate(base, token) });
}

/** Gives an account these roles of an operator (null: all), or none. */
export async function makeOperator(
  t: Pick<TestApp, 'deps' | 'pool'>,
  { accountId }: SignedUp,
  operator = true,
  roles: readonly OperatorRole[] | null = null,
): Promise<void> {
  const values = [accountId, operator, operator ? roles : null];
  await t.pool.query('update accounts set operator = $2, operator_roles = $3 where id = $1', values);
  t.deps.credentialCache.evictAccount(accountId);
}
