import { requireOperator } from '../../auth/operator.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { standingChanged } from './standing.ts';

type Suspended = { account_id: string; suspended_at: Date | null; changed: boolean };

const target = sql`coalesce(${p('target_id', 'uuid')}, (select id from accounts where email_key = ${p('email_key', 'text')}))`;
const reason = p('reason', 'text');
const now = p('now', 'timestamptz');

const lockTarget = statement(
  'account.lock_target',
  { target_id: 'uuid?', email_key: 'text?' },
  sql`select id from accounts where id = ${target} for no key update`,
);

/** A reason sets or changes the suspension, which keeps its start; without one it is lifted. */
const suspendStatement = writeStatement(
  'account.suspend',
  { reason: 'text?', target_id: 'uuid?', email_key: 'text?' },
  {
    change: sql`changed as (
    update ${writes('accounts')} set suspension_reason = ${reason}, updated_at = ${now},
      suspended_at = case when ${reason} is null then null else coalesce(suspended_at, ${now}) end
    where id = ${target}
      and (suspension_reason is distinct from ${reason} or (suspended_at is null) <> (${reason} is null))
    returning id, suspended_at)`,
    audit: {
      from: sql`changed`,
      objectType: 'account',
      object: sql`changed.id`,
      account: sql`coalesce(${p('account_id', 'uuid')}, changed.id)`,
    },
    answer: sql<Suspended>`select id as account_id, suspended_at, true as changed from changed
    union all
    select id, suspended_at, false from accounts where id = ${target} and not exists (select from changed)`,
  },
);

/** The account: by e-mail address from the command line, by id from the console. */
export type AccountReference = { email: string } | { accountId: string };

/**
 * Suspends an account, or lifts the suspension (`reason` null), as the operator. Its keys are refused at once, its
 * profiles hidden. The person can still sign in and read the reason. Undefined: no such account. Fails with
 * `permission_denied`, `cannot_target_self`.
 */
export async function suspendAccount(
  ctx: Ctx,
  { reason: why, ...account }: AccountReference & { reason: string | null },
): Promise<{ accountId: string; suspendedAt: Date | null; changed: boolean } | undefined> {
  const byEmail = 'email' in account;
  const reference = {
    target_id: byEmail ? null : idOrNone(account.accountId),
    email_key: byEmail ? emailKey(account.email) : null,
  };
  requireOperator(ctx);
  if (reference.target_id !== null && reference.target_id === ctx.principal?.accountId) fail('cannot_target_self');
  return inTransaction(ctx, async (tx) => {
    const suspended = suspendStatement.call(tx, { ...reference, reason: why });
    const [row] = (await writeAsOperator(tx, { lock: lockTarget.call(reference), suspended })).suspended;
    if (!row) return undefined;
    if (row.changed) await standingChanged(tx, row.account_id);
    return { accountId: row.account_id, suspendedAt: row.suspended_at, changed: row.changed };
  });
}
