import { fail } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { eq, type SQL, sql } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { accounts } from '../db/schema/accounts.ts';
import { p, statement } from '../db/statement.ts';

/**
 * CTE `operator`, after `caller`: one row if the caller is an operator's session. API keys and OAuth apps never have the
 * rights of an operator.
 */
export const operatorCte: SQL = sql`operator as (
  select op.id as account_id from caller join accounts op on op.id = caller.account_id and op.operator
  where caller.credential_type = 'session')`;

/** CTE `operator` for the command line, which always acts as the operator. */
export const commandCte: SQL = sql`operator as (select null::uuid as account_id)`;

/** Whether the caller is the command line or the session of an operator, by the loaded principal. Writes check again. */
export function isOperator({ isSystem, principal }: Ctx): boolean {
  return isSystem || (principal?.operator === true && principal.type === 'session' && principal.suspendedAt === null);
}

/** Fails with `permission_denied` unless the caller is an operator. */
export function requireOperator(ctx: Ctx): void {
  if (!isOperator(ctx)) fail('permission_denied');
}

const findOperator = statement(
  'auth.find_operator',
  qb
    .select({ operator: accounts.operator })
    .from(accounts)
    .where(eq(accounts.id, p('account_id'))),
);

/** Checks the stored account after a write found no authority. Fails with `permission_denied`. */
export async function requireStoredOperator(ctx: Ctx): Promise<void> {
  const row = await findOperator.one(ctx, { account_id: ctx.principal?.accountId ?? null });
  if (!row?.operator) fail('permission_denied');
}
