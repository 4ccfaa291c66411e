import { requireOperator } from '../../auth/operator.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { operatorStatement } from '../../events/operator-statement.ts';
import { evictAccount } from './evict.ts';

type Suspended = { account_id: string; suspended_at: Date | null; changed: boolean };

/** A reason sets or changes the suspension, which keeps its start; without one it is lifted. */
const suspendStatement = operatorStatement<Suspended>('account.suspend', {
  change: sql`target as (
    select a.id, a.suspended_at, a.suspension_reason from accounts a cross join operator
    where a.id = coalesce(${p('account_id', 'uuid')}, (select id from accounts where email_key = ${p('email_key', 'text')}))
    for no key update of a), changed as (
    update accounts a set suspension_reason = ${p('reason', 'text')}, updated_at = ${p('now', 'timestamptz')},
      suspended_at = case when ${p('reason', 'text')} is null then null else coalesce(a.suspended_at, ${p('now', 'timestamptz')}) end
    from target where a.id = target.id
      and (a.suspension_reason is distinct from ${p('reason', 'text')} or (a.suspended_at is null) <> (${p('reason', 'text')} is null))
    returning a.id, a.suspended_at)`,
  audit: { from: sql`changed`, objectType: 'account', object: sql`changed.id`, account: sql`changed.id` },
  answer: sql`select target.id as account_id, changed.id is not null as changed,
    case when changed.id is null then target.suspended_at else changed.suspended_at end as suspended_at
    from target left join changed on changed.id = target.id`,
});

/** The account: by e-mail address from the command line, by id from the console. */
export type AccountReference = { email: string } | { accountId: string };

/**
 * Suspends an account, or lifts the suspension (`reason` null), as the operator. Immediately, in every process, its
 * profiles are hidden and its keys refused (`profile_suspended`); the person can still sign in, read the reason, sign
 * out and change the password. Undefined if there is no such account. Fails with `permission_denied`, or
 * `cannot_target_self` for the operator's own account.
 */
export async function suspendAccount(
  ctx: Ctx,
  { reason, ...account }: AccountReference & { reason: string | null },
): Promise<{ accountId: string; suspendedAt: Date | null; changed: boolean } | undefined> {
  const byEmail = 'email' in account;
  const values = {
    account_id: byEmail ? null : idOrNone(account.accountId),
    email_key: byEmail ? emailKey(account.email) : null,
  };
  requireOperator(ctx);
  if (values.account_id !== null && values.account_id === ctx.principal?.accountId) fail('cannot_target_self');
  return inTransaction(ctx, async (tx) => {
    const row = await suspendStatement.run(tx, { ...values, reason });
    if (!row) return undefined;
    if (row.changed) await evictAccount(tx, row.account_id);
    return { accountId: row.account_id, suspendedAt: row.suspended_at, changed: row.changed };
  });
}
