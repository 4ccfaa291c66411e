import { isOperator, requireOperator } from '../../auth/operator.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { rolesFor } from '../../core/operator-roles.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { lte, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { offerAppeal } from '../appeals/offer.ts';
import { standingChanged } from './standing.ts';

type Suspended = { account_id: string; suspended_at: Date | null; suspended_until: Date | null; changed: boolean };

const target = sql`coalesce(${p('target_id', 'uuid')}, (select id from accounts where email_key = ${p('email_key', 'text')}))`;
const reason = p('reason', 'text');
const until = p('until', 'timestamptz');
const now = p('now', 'timestamptz');
const OPERATORS_LAST = `This account is an operator: only an operator with the role ${rolesFor('roles')} may suspend it. Ask one of them.`;
const LIFTED_AT_ONCE = 100;

export const lockTarget = statement(
  'account.lock_target',
  { target_id: 'uuid?', email_key: 'text?' },
  sql<{ operator: boolean }>`select operator from accounts where id = ${target} for no key update`,
);

/** Who may not give roles must not take them away with a suspension. */
async function requireMember(tx: TxCtx, reference: { target_id: string | null; email_key: string | null }) {
  if (!(await lockTarget.one(tx, reference))?.operator) return;
  fail('permission_denied', { agent: { hint: OPERATORS_LAST } });
}

/** Under the lock: of two operators, one must not shorten what the other has decided. Lifting is explicit. */
const requireShorter = statement(
  'account.require_shorter_suspension',
  { target_id: 'uuid?', email_key: 'text?', until: 'timestamptz' },
  sql`select ${refuse('suspended_longer')} from accounts
    where id = ${target} and suspended_at is not null and coalesce(suspended_until, 'infinity') > ${until}`,
);

/** A reason sets or changes the suspension, which keeps its start; without one it is lifted. */
const suspendStatement = writeStatement(
  'account.suspend',
  { reason: 'text?', until: 'timestamptz?', target_id: 'uuid?', email_key: 'text?' },
  {
    change: sql`changed as (
    update ${writes('accounts')} set suspension_reason = ${reason}, waiting_since = null, join_reason = null, updated_at = ${now},
      suspended_at = case when ${reason} is null then null else coalesce(suspended_at, ${now}) end, suspended_until = ${until}
    where id = ${target}
      and (suspension_reason is distinct from ${reason} or (suspended_at is null) <> (${reason} is null)
        or suspended_until is distinct from ${until} or waiting_since is not null)
    returning id, suspended_at, suspended_until)`,
    audit: {
      from: sql`changed`,
      objectType: 'account',
      object: sql`changed.id`,
      account: sql`coalesce(${p('account_id', 'uuid')}, changed.id)`,
    },
    answer: sql<Suspended>`select id as account_id, suspended_at, suspended_until, true as changed from changed
    union all
    select id, suspended_at, suspended_until, false from accounts where id = ${target} and not exists (select from changed)`,
  },
);

export type Suspension = {
  accountId: string;
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  changed: boolean;
};

/** The account: by e-mail address from the command line, by id from the console. */
export type AccountReference = { email: string } | { accountId: string };

/**
 * Suspends an account, until it is lifted or for a time, or lifts the suspension (`reason` null), as the operator. Its keys are refused at once, its
 * profiles hidden. The person can still sign in and read the reason. Undefined: no such account. Fails with
 * `permission_denied`, `recent_sign_in_required`, `cannot_target_self`, `suspended_longer` (already, or until it is lifted).
 */
export async function suspendAccount(
  ctx: Ctx,
  { reason: why, until: end = null, ...account }: AccountReference & { reason: string | null; until?: Date | null },
): Promise<Suspension | undefined> {
  const byEmail = 'email' in account;
  const reference = {
    target_id: byEmail ? null : idOrNone(account.accountId),
    email_key: byEmail ? emailKey(account.email) : null,
  };
  requireOperator(ctx, 'suspensions', 'write');
  if (reference.target_id !== null && reference.target_id === ctx.principal?.accountId) fail('cannot_target_self');
  return inTransaction(ctx, async (tx) => {
    if (!isOperator(tx, 'roles', 'write')) await requireMember(tx, reference);
    const { suspended } = await writeAsOperator(tx, 'suspensions', {
      recent: recentSignInCalls(tx),
      lock: lockTarget.call(reference),
      check: end === null ? [] : [requireShorter.call({ ...reference, until: end })],
      suspended: suspendStatement.call(tx, { ...reference, reason: why, until: end }),
    });
    const [row] = suspended;
    if (!row) return undefined;
    if (row.changed) await standingChanged(tx, row.account_id);
    if (why !== null) await offerAppeal(tx, 'account', row.account_id);
    const { account_id: accountId, suspended_at: suspendedAt, suspended_until: suspendedUntil, changed } = row;
    return { accountId, suspendedAt, suspendedUntil, changed };
  });
}

const listOver = statement(
  'account.list_suspensions_over',
  { now: 'timestamptz' },
  qb
    .select({ id: accounts.id })
    .from(accounts)
    .where(lte(accounts.suspendedUntil, p('now')))
    .orderBy(accounts.suspendedUntil)
    .limit(LIFTED_AT_ONCE),
);

/** A longer suspension may have come in between. */
const liftOver = writeStatement(
  'account.lift_suspension',
  { target_id: 'uuid' },
  {
    change: sql`lifted as (
    update ${writes('accounts')} set suspension_reason = null, suspended_at = null, suspended_until = null, updated_at = ${now}
    where id = ${p('target_id', 'uuid')} and suspended_until <= ${now} returning id)`,
    audit: { from: sql`lifted`, objectType: 'account', object: sql`lifted.id`, account: sql`lifted.id` },
    answer: sql<{ id: string }>`select id from lifted`,
  },
);

/** Lifts the suspensions that are over, each in its own transaction. Returns their number. */
export async function liftSuspensions(ctx: Ctx): Promise<number> {
  let lifted = 0;
  for (const { id } of await listOver.all(ctx, { now: ctx.now() })) {
    await inTransaction(ctx, async (tx) => {
      if (!(await liftOver.run(tx, { target_id: id }))) return;
      await standingChanged(tx, id);
      lifted += 1;
    });
  }
  return lifted;
}
