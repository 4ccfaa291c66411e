import { accountAuthority } from '../../auth/authorize.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write, writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { confirmOwner, requireConfirmed } from './current-password.ts';
import { notifyOwner } from './mails.ts';
import { endCredentials, endEmailChange, lockAccount } from './queries.ts';
import { standingChanged } from './standing.ts';

const now = p('now', 'timestamptz');

const scheduleStatement = writeStatement(
  'account.schedule_deletion',
  { due_at: 'timestamptz' },
  {
    change: sql`account as (
    update ${writes('accounts')} set deletion_scheduled_at = ${p('due_at', 'timestamptz')}, updated_at = ${now}
    where id = ${p('account_id', 'uuid')} returning *)`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id` },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

/** Returns the hash that the password was checked against. Fails like `confirmOwner`. */
export function prepareDeletion(ctx: Ctx, { password }: { password: string }): Promise<string> {
  return confirmOwner(ctx, password);
}

/**
 * Schedules the deletion in 30 days. Everything is refused or hidden but kept: signing in restores it. Fails with
 * `wrong_password` (just changed), `revoked_credentials`, `profile_suspended`.
 */
export async function scheduleDeletion(ctx: Ctx, verifiedHash: string): Promise<AccountRow> {
  const { accountId: account_id } = requirePrincipal(ctx);
  return inTransaction(ctx, async (tx) => {
    const due = new Date(tx.now().getTime() + LIMITS.account.deletion_delay_ms);
    const [[account]] = await write(tx, {
      ...accountAuthority(tx),
      // Waits for a session that is being opened, so that the next statements see it.
      locks: [lockAccount.call({ account_id })],
      checks: [requireConfirmed.call({ account_id, verified_hash: verifiedHash })],
      change: [
        scheduleStatement.call(tx, { due_at: due }),
        endCredentials.call({ account_id, types: ['session'], except_id: null, now: tx.now() }),
        endEmailChange(account_id, tx.now()),
      ],
    });
    await notifyOwner(tx, account!, { template: 'deletion-scheduled', params: { at: due.toISOString() } });
    await standingChanged(tx, account_id);
    return account!;
  });
}

const scheduleForStatement = writeStatement(
  'account.schedule_deletion_for_member',
  { target_id: 'uuid', due_at: 'timestamptz' },
  {
    change: sql`account as (
    update ${writes('accounts')} set deletion_scheduled_at = ${p('due_at', 'timestamptz')}, updated_at = ${now}
    where id = ${p('target_id', 'uuid')} and deletion_scheduled_at is null returning *)`,
    audit: {
      from: sql`account`,
      objectType: 'account',
      object: sql`account.id`,
      account: sql`coalesce(${p('account_id', 'uuid')}, account.id)`,
    },
    answer: sql<AccountRow & { changed: boolean }>`select ${accountColumns}, true as changed from account a
    union all select ${accountColumns}, false from accounts a where a.id = ${p('target_id', 'uuid')} and not exists (select from account)`,
  },
);

const refuseOperator = statement(
  'account.refuse_deletion_of_operator',
  { account_id: 'uuid' },
  sql`select ${refuse('operator_account')} from accounts where id = ${p('account_id', 'uuid')} and operator`,
);

/**
 * The same as an operator, after the owner has asked for it, also for a suspended account. Undefined: no such account. Fails with
 * `permission_denied`, `recent_sign_in_required`, `operator_account`.
 */
export async function scheduleDeletionFor(
  ctx: Ctx,
  accountId: string,
): Promise<(AccountRow & { changed: boolean }) | undefined> {
  const account_id = idOrNone(accountId);
  return inTransaction(ctx, async (tx) => {
    const due = new Date(tx.now().getTime() + LIMITS.account.deletion_delay_ms);
    const { rows } = await writeAsOperator(tx, 'requests', {
      recent: recentSignInCalls(tx),
      lock: lockAccount.call({ account_id }),
      refused: refuseOperator.call({ account_id }),
      rows: scheduleForStatement.call(tx, { target_id: account_id, due_at: due }),
      sessions: endCredentials.call({ account_id, types: ['session'], except_id: null, now: tx.now() }),
      change: endEmailChange(account_id, tx.now()),
    });
    const [row] = rows;
    if (!row?.changed) return row;
    await notifyOwner(tx, row, { template: 'deletion-scheduled', params: { at: due.toISOString() } });
    await standingChanged(tx, account_id);
    return row;
  });
}

const cancelStatement = writeStatement(
  'account.cancel_deletion',
  { account_id: 'uuid', verified_hash: 'text' },
  {
    change: sql`account as (
    update ${writes('accounts')} a set deletion_scheduled_at = null, updated_at = ${now}
    where a.id = ${p('account_id', 'uuid')} and a.deletion_scheduled_at > ${now} and a.password_hash = ${p('verified_hash', 'text')}
    returning a.*)`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id`, account: sql`account.id` },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

/** Cancels the scheduled deletion of a locked account whose password was checked, unless its time is over. */
export async function cancelDeletion(
  tx: TxCtx,
  values: { account_id: string; verified_hash: string },
): Promise<boolean> {
  const account = await cancelStatement.run(tx, values);
  if (!account) return false;
  await notifyOwner(tx, account, { template: 'deletion-cancelled', params: {} });
  await standingChanged(tx, account.account_id);
  return true;
}
