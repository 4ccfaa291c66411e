import { sql } from 'drizzle-orm';
import { StartError } from '../../core/start-error.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { forgetAccount } from './onlookers.ts';

type Suspended = { account_id: string; suspended_at: Date | null; changed: boolean };

/** A reason sets or changes the suspension, which keeps its beginning; without one it is lifted. */
const suspendStatement = writeStatement<Suspended>('account.suspend', {
  authority: 'none',
  change: sql`target as (
    select id, suspended_at, suspension_reason from accounts where email_key = ${p('email_key', 'text')} for no key update), changed as (
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

/**
 * Suspends the account with this address, or lifts the suspension (`reason` null), from the command line. A suspended
 * account's profiles are hidden and its keys refused (`profile_suspended`), at once and in every process; a person can
 * still sign in, read why, sign out and change the password. Throws one line for an unknown address.
 */
export async function suspendAccount(
  ctx: Ctx,
  input: { email: string; reason: string | null },
): Promise<{ accountId: string; suspendedAt: Date | null; changed: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const row = await suspendStatement.run(tx, { email_key: emailKey(input.email), reason: input.reason });
    if (!row) throw new StartError('There is no account with this e-mail address.');
    if (row.changed) await forgetAccount(tx, row.account_id);
    return { accountId: row.account_id, suspendedAt: row.suspended_at, changed: row.changed };
  });
}
