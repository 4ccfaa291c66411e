import { evictCredentials } from '../../auth/credential-listener.ts';
import { isSecret, newSecret } from '../../auth/key-format.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { seal, sha256, sign, unseal } from '../../auth/secrets.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { and, eq, gt, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { accounts, oneTimeTokens } from '../../db/schema/accounts.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { mail, notifyOwner } from './mails.ts';
import { endResetTokens } from './password.ts';
import { lockAccount } from './queries.ts';
import { resetSignInDelay } from './sign-in-delay.ts';
import { requireGoodPassword } from './sign-up.ts';

const now = p('now', 'timestamptz');
const { token_ms, gap_ms, max_per_token_lifetime } = LIMITS.password_reset_mail;

/**
 * Requests a mail with a reset token. The account is not looked up here: the same job is written for any address, so
 * neither answer nor timing reveals whether it exists. At most one job per address is pending.
 */
export async function requestPasswordReset(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const { jobs } = ctx.keys;
  const singletonKey = sign(jobs, `password reset of ${emailKey(email)}`);
  await inTransaction(ctx, (tx) =>
    enqueue(tx, 'account.send_password_reset', { sealed: seal(jobs, email) }, { singletonKey }),
  );
}

const lockByEmail = statement<{ id: string; email: string }>(
  'account.lock_by_email',
  sql`select id, email from accounts
    where email_key = ${p('email_key')} and (deletion_scheduled_at is null or deletion_scheduled_at > ${now})
    for no key update`,
);

/** No row: enough mails were sent recently. Runs after the lock of the account, so it sees all of them. */
const insertToken = writeStatement<{ sent: boolean }>('account.insert_reset_token', {
  authority: 'none',
  change: sql`account as (
    select a.id from accounts a where a.id = ${p('account_id', 'uuid')} and not exists (
      select 1 from one_time_tokens t where t.account_id = a.id and t.purpose = 'password_reset'
        and t.created_at > ${p('sent_since', 'timestamptz')}
      having count(*) >= ${max_per_token_lifetime}::int or max(t.created_at) > ${p('gap_since', 'timestamptz')})), earlier as (
    ${endResetTokens}), token as (
    insert into one_time_tokens (token_hash, account_id, purpose, created_at, expires_at)
    select ${p('token_hash', 'bytea')}, account.id, 'password_reset', ${now}, ${p('token_expires_at', 'timestamptz')} from account
    returning account_id)`,
  audit: { from: sql`token`, objectType: 'account', object: sql`token.account_id`, account: sql`token.account_id` },
  answer: sql`select true as sent from token`,
});

/**
 * The job of a reset request: mails a token if the address has an account, and ends the tokens of earlier mails. Does
 * nothing within a minute of the last mail, or after three mails within a token's lifetime.
 */
export async function sendPasswordReset(ctx: Ctx, { sealed }: { sealed: string }): Promise<void> {
  const email_key = emailKey(unseal(ctx.keys.jobs, sealed));
  await inTransaction(ctx, async (tx) => {
    const at = tx.now();
    const account = await lockByEmail.one(tx, { email_key, now: at });
    if (!account) return;
    const token = newSecret('one_time');
    const before = (ms: number) => new Date(at.getTime() - ms);
    const written = await insertToken.run(tx, {
      account_id: account.id,
      sent_since: before(token_ms),
      gap_since: before(gap_ms),
      token_hash: sha256(token),
      token_expires_at: before(-token_ms),
    });
    if (!written) return;
    const params = { token, minutes: token_ms / 60_000 };
    await mail(tx, { template: 'reset-password', to: account.email, params });
  });
}

export type PreparedReset = { accountId: string; tokenHash: Buffer; newHash: string };

const tokenIsLive = and(
  eq(oneTimeTokens.tokenHash, p('token_hash')),
  eq(oneTimeTokens.purpose, 'password_reset'),
  isNull(oneTimeTokens.usedAt),
  gt(oneTimeTokens.expiresAt, now),
);

const findToken = statement(
  'account.find_reset_token',
  qb
    .select({ id: accounts.id, email: accounts.email })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .where(tokenIsLive),
);

/**
 * The part of a confirmation before its transaction. A weak password does not use the token up. Fails with
 * `invalid_token`, `weak_password` or `service_unavailable`.
 */
export async function preparePasswordReset(
  ctx: Ctx,
  input: { token: string; new_password: string },
): Promise<PreparedReset> {
  if (!isSecret('one_time', input.token)) fail('invalid_token');
  const tokenHash = sha256(input.token);
  const found = await findToken.one(ctx, { token_hash: tokenHash, now: ctx.now() });
  if (!found) fail('invalid_token');
  await requireGoodPassword(ctx, found.email, input.new_password, 'body.new_password');
  return { accountId: found.id, tokenHash, newHash: await hashPassword(input.new_password) };
}

/**
 * One UPDATE uses the token up. The holder of the token reads the account's mail, so the address is verified as well.
 */
const useToken = writeStatement<AccountRow>('account.confirm_password_reset', {
  authority: 'none',
  change: sql`used as (
    update one_time_tokens set used_at = ${now} where ${tokenIsLive}
    returning account_id), account as (
    update accounts a set password_hash = ${p('new_hash', 'text')}, updated_at = ${now},
      email_verified_at = coalesce(a.email_verified_at, ${now})
    from used where a.id = used.account_id and (a.deletion_scheduled_at is null or a.deletion_scheduled_at > ${now})
    returning a.*), ended as (
    update credentials c set revoked_at = ${now} from account
    where c.account_id = account.id and c.type in ('session', 'oauth') and c.revoked_at is null)`,
  audit: { from: sql`account`, objectType: 'account', object: sql`account.id`, account: sql`account.id` },
  answer: sql`select ${accountColumns} from account a`,
});

/**
 * Sets a new password with a mailed token and ends every session and OAuth grant, in every process. API keys stay. Of
 * concurrent uses of a token one succeeds. Fails with `invalid_token`.
 */
export async function confirmPasswordReset(ctx: Ctx, prepared: PreparedReset): Promise<AccountRow> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id: prepared.accountId });
    const account = await useToken.run(tx, { token_hash: prepared.tokenHash, new_hash: prepared.newHash });
    if (!account) fail('invalid_token');
    await notifyOwner(tx, account, { template: 'password-changed', params: {} });
    await evictCredentials(tx, [account.account_id]);
    await resetSignInDelay(tx, emailKey(account.account_email));
    return account;
  });
}
