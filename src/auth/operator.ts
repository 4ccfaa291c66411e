import { type SQL, sql } from 'drizzle-orm';
import { fail } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';

/**
 * CTE `operator` behind `caller`: one row while an operator's own session calls. Nobody gives a key or an app the right to
 * decide about others.
 */
export const operatorCte: SQL = sql`operator as (
  select op.id as account_id from caller join accounts op on op.id = caller.account_id and op.operator
  where caller.credential_type = 'session')`;

/** The same for the command line, where whoever runs it is the operator. */
export const commandCte: SQL = sql`operator as (select null::uuid as account_id)`;

/** Whether an operator calls: the command line, or an operator's session as it was loaded. Writes check it again. */
export function isOperator({ isSystem, principal }: Ctx): boolean {
  return isSystem || (principal?.operator === true && principal.type === 'session' && principal.suspendedAt === null);
}

/** Fails with `permission_denied` for everybody else. */
export function requireOperator(ctx: Ctx): void {
  if (!isOperator(ctx)) fail('permission_denied');
}

const findOperator = statement<{ operator: boolean }>(
  'auth.find_operator',
  sql`select operator from accounts where id = ${p('account_id', 'uuid')}`,
);

/** The same by what is stored now, for a write that found no authority. Fails with `permission_denied`. */
export async function requireStoredOperator(ctx: Ctx): Promise<void> {
  const row = await findOperator.one(ctx, { account_id: ctx.principal?.accountId ?? null });
  if (!row?.operator) fail('permission_denied');
}
