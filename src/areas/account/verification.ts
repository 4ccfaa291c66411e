import { accountAuthority } from '../../auth/authorize.ts';
import { evictCredentials } from '../../auth/credential-eviction.ts';
import { isSecret } from '../../auth/key-format.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { sha256 } from '../../auth/secrets.ts';
import { fail } from '../../core/errors.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditRowsCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { addressChanged, type PreviousAddress } from './email-change.ts';
import { REQUEST_ANOTHER } from './hints.ts';
import { lockAccount } from './queries.ts';
import { releaseAddress } from './release-address.ts';
import { draftVerification, insertToken, readSent, requirePause, sendVerification } from './verification-mail.ts';

const now = p('now', 'timestamptz');
const toVerify = { purpose: 'email_verification', email: null, email_key: null };

const lockOwner = statement(
  'account.lock_of_token',
  { token_hash: 'bytea' },
  sql`select id from accounts where id = (select account_id from one_time_tokens where token_hash = ${p('token_hash', 'bytea')})
    for no key update`,
);

/** One UPDATE uses the token up, so that only one of several concurrent uses succeeds. Some change the address. */
const useToken = writeStatement(
  'account.verify_email',
  { token_hash: 'bytea' },
  {
    change: sql`used as (
    update ${writes('one_time_tokens')} set used_at = ${now}
    where token_hash = ${p('token_hash', 'bytea')} and purpose in ('email_verification', 'email_change')
      and used_at is null and expires_at > ${now}
    returning account_id, email, email_key), verified as (
    update ${writes('accounts')} a set email = coalesce(used.email, a.email), email_key = coalesce(used.email_key, a.email_key),
      email_verified_at = coalesce(a.email_verified_at, ${now}), updated_at = ${now}
    from used where a.id = used.account_id
    returning a.*)`,
    audit: { from: sql`verified`, objectType: 'account', object: sql`verified.id`, account: sql`verified.id` },
    answer: sql<AccountRow & PreviousAddress>`select ${accountColumns}, before.email as email_before,
      before.email_verified_at is not null as was_verified
    from verified a join accounts before on before.id = a.id`,
  },
);

/**
 * Verifies the address that a token was mailed to, signed in or not, in every process. A new address replaces the one of the
 * account. Fails with `invalid_token`, `email_taken`.
 */
export async function verifyEmail(ctx: Ctx, token: string): Promise<AccountRow> {
  if (!isSecret('one_time', token)) fail('invalid_token', { agent: REQUEST_ANOTHER });
  return inTransaction(ctx, async (tx) => {
    const token_hash = sha256(token);
    const { released, accounts } = await batch(tx, {
      lock: lockOwner.call({ token_hash }),
      released: releaseAddress(tx, { tokenHash: token_hash }),
      accounts: useToken.call(tx, { token_hash }),
    });
    const [account] = accounts;
    if (!account) fail('invalid_token', { agent: REQUEST_ANOTHER });
    if (account.email_before !== account.account_email) await addressChanged(tx, account);
    await evictCredentials(tx, [account.account_id, ...released.map(({ id }) => id)]);
    return account;
  });
}

/** Mails another token; earlier ones stay valid. `sent: false`: the address is verified. Fails with `rate_limited`. */
export async function resendVerification(ctx: Ctx): Promise<{ sent: boolean }> {
  const { accountId: account_id } = requirePrincipal(ctx);
  return inTransaction(ctx, async (tx) => {
    const [[state]] = await write(tx, {
      ...accountAuthority(tx),
      locks: [lockAccount.call({ account_id })],
      change: [readSent.call({ account_id, purpose: toVerify.purpose, now: tx.now() })],
    });
    if (countsAsVerified(state!.account_email_verified, tx.config)) return { sent: false };
    requirePause(tx.now(), state!);
    const verification = draftVerification(tx);
    await batch(tx, [
      insertToken.call({ account_id, ...toVerify, now: tx.now(), ...verification.values }),
      auditRowsCall(tx, [{ type: 'account', id: account_id }]),
    ]);
    await sendVerification(tx, state!.account_email, verification);
    return { sent: true };
  });
}
