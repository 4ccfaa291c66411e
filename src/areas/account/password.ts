import { explainRefusal } from '../../auth/authority.ts';
import { evictCredentials } from '../../auth/credential-listener.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { ApiError } from '../../core/errors.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { confirmPassword } from './current-password.ts';
import { notifyOwner } from './mails.ts';
import { lockAccount } from './queries.ts';
import { requireGoodPassword } from './sign-up.ts';

export type PasswordChange = { current_password: string; new_password: string };
export type PreparedChange = { verifiedHash: string; newHash: string };

const now = p('now', 'timestamptz');

/** Ends the pending reset tokens of the account in CTE `account`: an old mail must not undo the change. */
export const endResetTokens = sql`update one_time_tokens t set used_at = ${now} from account
    where t.account_id = account.id and t.purpose = 'password_reset' and t.used_at is null`;

/** Also for a suspended account: its owner may have to take it back from somebody else. */
const changeStatement = writeStatement<AccountRow>('account.change_password', {
  authority: 'none',
  change: sql`me as (
    select account_id from credentials
    where id = ${p('credential_id', 'uuid')} and type = 'session' and revoked_at is null and expires_at > ${now}), account as (
    update accounts a set password_hash = ${p('new_hash', 'text')}, updated_at = ${now} from me
    where a.id = me.account_id and a.password_hash = ${p('verified_hash', 'text')} and a.deletion_scheduled_at is null
    returning a.*), ended as (
    update credentials c set revoked_at = ${now} from account
    where c.account_id = account.id and c.type = 'session' and c.revoked_at is null and c.id <> ${p('credential_id', 'uuid')}), unsent as (
    ${endResetTokens})`,
  audit: { from: sql`account`, objectType: 'account', object: sql`account.id`, account: sql`account.id` },
  answer: sql`select ${accountColumns} from account a`,
});

/** The part of a password change before its transaction. Fails with `weak_password`, and like `confirmPassword`. */
export async function preparePasswordChange(ctx: Ctx, input: PasswordChange): Promise<PreparedChange> {
  await requireGoodPassword(ctx, requirePrincipal(ctx).email, input.new_password, 'body.new_password');
  const verifiedHash = await confirmPassword(ctx, input.current_password);
  return { verifiedHash, newHash: await hashPassword(input.new_password) };
}

/**
 * Changes the password and ends all other sessions, in every process. API keys stay. Of concurrent changes with the
 * same password one succeeds. Fails with `wrong_password` (the password has just changed), `revoked_credentials`.
 */
export async function changePassword(ctx: Ctx, { verifiedHash, newHash }: PreparedChange): Promise<AccountRow> {
  return inTransaction(ctx, async (tx) => {
    // Waits for a session that is being opened, so that the next statement sees it.
    await lockAccount.one(tx, { account_id: requirePrincipal(tx).accountId });
    const account = await changeStatement.run(tx, { verified_hash: verifiedHash, new_hash: newHash });
    if (!account) {
      const refusal = await explainRefusal(tx, []);
      throw refusal && refusal.code !== 'profile_suspended' ? refusal : new ApiError('wrong_password');
    }
    await notifyOwner(tx, account, { template: 'password-changed', params: {} });
    await evictCredentials(tx, [account.account_id]);
    return account;
  });
}
