import { evictCredentials } from '../../auth/credential-eviction.ts';
import { hasRole, operatorRolesOf } from '../../auth/operator-account.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { idOrNone } from '../../core/ids.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../core/operator-roles.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { notifyOwner } from './mails.ts';
import { type AccountReference, lockTarget } from './suspension.ts';

const REFERENCE = { target_id: 'uuid?', email_key: 'text?' } as const;
const target = sql`coalesce(${p('target_id', 'uuid')}, (select id from accounts where email_key = ${p('email_key', 'text')}))`;
const wanted = p('roles', 'text[]');

/** Serializes changes of roles: of two last operators, one must not remove the other at the same time. */
const lockOperators = statement(
  'account.lock_operators',
  {},
  sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`,
);

/** Under the lock. Somebody must be left who can give roles, and can sign in. */
const requireAnother = statement(
  'account.require_another_operator',
  { ...REFERENCE, roles: 'text[]' },
  sql`select ${refuse('last_operator')} from accounts one where one.id = ${target} and ${hasRole(sql`one`)} and not exists (
    select from accounts a where a.id <> one.id and ${hasRole(sql`a`)} and a.suspended_at is null and a.deletion_scheduled_at is null)`,
);

const setStatement = writeStatement(
  'account.set_operator_roles',
  { ...REFERENCE, roles: 'text[]' },
  {
    change: sql`changed as (
    update ${writes('accounts')} a set operator = cardinality(${wanted}) > 0, operator_roles = nullif(${wanted}, '{}'),
      updated_at = ${p('now', 'timestamptz')}
    where a.id = ${target} and ${operatorRolesOf(sql`a`)} <> ${wanted} returning a.*)`,
    audit: {
      from: sql`changed`,
      objectType: 'account',
      object: sql`changed.id`,
      account: sql`coalesce(${p('account_id', 'uuid')}, changed.id)`,
    },
    answer: sql<AccountRow & { changed: boolean }>`select ${accountColumns}, true as changed from changed a
    union all select ${accountColumns}, false from accounts a where a.id = ${target} and not exists (select from changed)`,
  },
);

export type SetRoles = { accountId: string; roles: readonly OperatorRole[]; changed: boolean };

/**
 * Gives an account exactly these roles of an operator; none makes it a member. Its owner gets a mail. Undefined: no such
 * account. Fails with `permission_denied`, `recent_sign_in_required`, `last_operator`.
 */
export async function setOperatorRoles(
  ctx: Ctx,
  { roles: given, ...account }: AccountReference & { roles: readonly OperatorRole[] },
): Promise<SetRoles | undefined> {
  const roles = OPERATOR_ROLES.filter((role) => given.includes(role));
  const reference =
    'email' in account
      ? { target_id: null, email_key: emailKey(account.email) }
      : { target_id: idOrNone(account.accountId), email_key: null };
  return inTransaction(ctx, async (tx) => {
    const { rows } = await writeAsOperator(tx, 'roles', {
      recent: recentSignInCalls(tx),
      operators: lockOperators.call(),
      lock: lockTarget.call(reference),
      another: roles.includes('operate') ? [] : [requireAnother.call({ ...reference, roles: ['operate'] })],
      rows: setStatement.call(tx, { ...reference, roles: [...roles] }),
    });
    const [row] = rows;
    if (!row) return undefined;
    if (row.changed) {
      await evictCredentials(tx, [row.account_id]);
      await notifyOwner(tx, row, { template: 'operator-roles-changed', params: { roles } });
    }
    return { accountId: row.account_id, roles, changed: row.changed };
  });
}
