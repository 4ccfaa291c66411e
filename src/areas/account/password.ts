import { sessionAuthority } from '../../auth/authorize.ts';
import { evictionCall } from '../../auth/credential-eviction.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { endExports } from '../exports/remove.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { confirmOwner, requireConfirmed } from './current-password.ts';
import { notifyOwner } from './mails.ts';
import { endCredentials, endTokens, lockAccount, TAKING_OVER } from './queries.ts';
import { requireGoodPassword } from './sign-up.ts';

export type PasswordChange = { current_password: string; new_password: string };
export type PreparedChange = { verifiedHash: string; newHash: string };

const changeStatement = writeStatement(
  'account.change_password',
  { new_hash: 'text' },
  {
    change: sql`account as (
    update ${writes('accounts')} set password_hash = ${p('new_hash', 'text')}, updated_at = ${p('now', 'timestamptz')}
    where id = ${p('account_id', 'uuid')} returning *)`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id` },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

/** The part of a password change before its transaction. Fails with `weak_password`, and like `confirmOwner`. */
export async function preparePasswordChange(ctx: Ctx, input: PasswordChange): Promise<PreparedChange> {
  await requireGoodPassword(ctx, requirePrincipal(ctx).email, input.new_password, 'body.new_password');
  const verifiedHash = await confirmOwner(ctx, input.current_password);
  return { verifiedHash, newHash: await hashPassword(input.new_password) };
}

/**
 * Changes the password and ends all other sessions and all exports. API keys, apps and webhooks stay. Also for a suspended account: its
 * owner may have to take it back. Fails with `wrong_password` (just changed), `revoked_credentials`.
 */
export async function changePassword(ctx: Ctx, { verifiedHash, newHash }: PreparedChange): Promise<AccountRow> {
  const { accountId: account_id, id: session_id } = requirePrincipal(ctx);
  return inTransaction(ctx, async (tx) => {
    const [[account]] = await write(tx, {
      ...sessionAuthority(tx),
      // Waits for a session that is being opened, so that the next statements see it.
      locks: [lockAccount.call({ account_id })],
      checks: [requireConfirmed.call({ account_id, verified_hash: verifiedHash })],
      change: [
        changeStatement.call(tx, { new_hash: newHash }),
        endCredentials.call({ account_id, types: ['session'], except_id: session_id, now: tx.now() }),
        endTokens.call({ account_id, purposes: TAKING_OVER, now: tx.now() }),
        endExports.call({ account_id, now: tx.now() }),
        evictionCall(tx, [account_id]),
      ],
    });
    await notifyOwner(tx, account!, {
      template: 'password-changed',
      params: { end: 'password_changed', keys_revoked: false, access_revoked: false },
    });
    return account!;
  });
}
