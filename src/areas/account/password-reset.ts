import type { z } from 'zod';
import { evictionCall } from '../../auth/credential-eviction.ts';
import { isLive } from '../../auth/credential-state.ts';
import { isSecret, newSecret } from '../../auth/key-format.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { seal, sha256, sign, unseal } from '../../auth/secrets.ts';
import { PRINCIPAL_TYPES, type PrincipalType } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, gt, inArray, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { accounts, oneTimeTokens } from '../../db/schema/accounts.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { emit } from '../../events/emit.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { enqueue, enqueueInTx } from '../../jobs/enqueue.ts';
import { endExports } from '../exports/remove.ts';
import { unscheduleAfterReset } from '../posts/unschedule.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { changedLately, GIVEN_LATELY, isGivenLately } from './given-lately.ts';
import type { ResetEffects } from './hints.ts';
import { mail, notifyOwner } from './mails.ts';
import { endCredentials, endLaterUndo, endTokens, lockAccount, TAKING_OVER } from './queries.ts';
import type { PasswordResetConfirmation } from './schemas.ts';
import { resetSignInDelay } from './sign-in-delay.ts';
import { requireGoodPassword } from './sign-up.ts';

const now = p('now', 'timestamptz');
const accountId = p('account_id', 'uuid');
const { token_ms, gap_ms, max_per_token_lifetime } = LIMITS.password_reset_mail;

/** Requests a mail with a reset token. The same job is written for any address, so nothing reveals which exist. */
export async function requestPasswordReset(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const { jobs } = ctx.keys;
  const singletonKey = sign(jobs, `password reset of ${emailKey(email)}`);
  await inTransaction(ctx, (tx) =>
    enqueue(tx, 'account.send_password_reset', { sealed: seal(jobs, email) }, { singletonKey }),
  );
}

const lockByEmail = statement(
  'account.lock_by_email',
  { email_key: 'text', now: 'timestamptz' },
  sql<{ id: string; email: string }>`select id, email from accounts
    where email_key = ${p('email_key')} and (deletion_scheduled_at is null or deletion_scheduled_at > ${now})
    for no key update`,
);

/** After the lock of the account, so that it sees all of them. */
const readSent = statement(
  'account.read_reset_tokens',
  { account_id: 'uuid', sent_since: 'timestamptz' },
  qb
    .select({
      sent: sql<number>`count(*)::int`.as('sent'),
      last_sent_at: sql<Date | null>`max(${oneTimeTokens.createdAt})`.as('last_sent_at'),
    })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.accountId, accountId),
        eq(oneTimeTokens.purpose, 'password_reset'),
        gt(oneTimeTokens.createdAt, p('sent_since', 'timestamptz')),
      ),
    ),
);

const insertToken = writeStatement(
  'account.insert_reset_token',
  { token_hash: 'bytea', account_id: 'uuid', token_expires_at: 'timestamptz' },
  {
    change: sql`token as (
    insert into ${writes('one_time_tokens')} (token_hash, account_id, purpose, created_at, expires_at)
    values (${p('token_hash', 'bytea')}, ${accountId}, 'password_reset', ${now}, ${p('token_expires_at', 'timestamptz')})
    returning account_id)`,
    audit: { from: sql`token`, objectType: 'account', object: sql`token.account_id` },
    answer: sql<{ account_id: string }>`select account_id from token`,
  },
);

/**
 * Mails a reset token, which ends earlier ones. Not within a minute of the last mail, nor after three in a lifetime.
 */
export async function sendPasswordReset(ctx: Ctx, { sealed }: { sealed: string }): Promise<void> {
  const email_key = emailKey(unseal(ctx.keys.jobs, sealed));
  await inTransaction(ctx, async (tx) => {
    const at = tx.now();
    const account = await lockByEmail.one(tx, { email_key, now: at });
    if (!account) return;
    const account_id = account.id;
    const after = (ms: number) => new Date(at.getTime() + ms);
    const { sent, last_sent_at } = (await readSent.one(tx, { account_id, sent_since: after(-token_ms) }))!;
    if (sent >= max_per_token_lifetime || (last_sent_at && last_sent_at > after(-gap_ms))) return;
    const token = newSecret('one_time');
    const values = { account_id, token_hash: sha256(token), token_expires_at: after(token_ms) };
    await batch(tx, [
      endTokens.call({ account_id, purposes: ['password_reset'], now: at }),
      insertToken.call(tx, values),
    ]);
    const params = { token, minutes: token_ms / 60_000 };
    await mail(tx, { template: 'reset-password', to: account.email, params });
  });
}

export type PreparedReset = {
  accountId: string;
  tokenHash: Buffer;
  newHash: string;
  revokesKeys: boolean;
  revokesAccess: boolean;
};

const tokenIsLive = and(
  eq(oneTimeTokens.tokenHash, p('token_hash')),
  inArray(oneTimeTokens.purpose, ['password_reset', 'email_undo']),
  isNull(oneTimeTokens.usedAt),
  gt(oneTimeTokens.expiresAt, now),
);

const findToken = statement(
  'account.find_reset_token',
  { token_hash: 'bytea', now: 'timestamptz' },
  qb
    .select({ id: accounts.id, email: accounts.email })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .where(tokenIsLive),
);

/** Before the transaction: a weak password leaves the token. Fails with `invalid_token`, `weak_password`. */
export async function preparePasswordReset(
  ctx: Ctx,
  input: z.output<typeof PasswordResetConfirmation>,
): Promise<PreparedReset> {
  if (!isSecret('one_time', input.token)) fail('invalid_token');
  const tokenHash = sha256(input.token);
  const found = await findToken.one(ctx, { token_hash: tokenHash, now: ctx.now() });
  if (!found) fail('invalid_token');
  await requireGoodPassword(ctx, found.email, input.new_password, 'body.new_password');
  return {
    accountId: found.id,
    tokenHash,
    newHash: await hashPassword(input.new_password),
    revokesKeys: input.revoke_api_keys ?? false,
    revokesAccess: input.revoke_access ?? false,
  };
}

/** Under the lock of the account, so only one of several uses of a token passes. */
const requireToken = statement(
  'account.require_reset_token',
  { token_hash: 'bytea', now: 'timestamptz' },
  sql`select case when not exists (
      select from one_time_tokens join accounts on accounts.id = one_time_tokens.account_id
      where ${tokenIsLive} and (deletion_scheduled_at is null or deletion_scheduled_at > ${now}))
    then ${refuse('invalid_token')} end`,
);

/**
 * The holder of the token reads the account's mail, so the address is verified as well. A token that was mailed to an earlier
 * address restores it, and ends a second factor that was turned on since. One from before stays: else a leaked mailbox could
 * take back an account whose owner has just turned it on to get away.
 */
const resetPassword = writeStatement(
  'account.confirm_password_reset',
  { new_hash: 'text', account_id: 'uuid', token_hash: 'bytea' },
  {
    change: sql`token as (
    select coalesce(t.email, one.email) as email, coalesce(t.email_key, one.email_key) as email_key, one.email as email_before,
      t.email is not null and one.second_factor_at > t.created_at as ends_factor,
      one.second_factor_at is not null as had_factor
    from one_time_tokens t join accounts one on one.id = t.account_id where t.token_hash = ${p('token_hash', 'bytea')}),
    factor as (delete from ${writes('second_factors')} f using token where f.account_id = ${accountId} and token.ends_factor),
    codes as (delete from ${writes('recovery_codes')} c using token where c.account_id = ${accountId} and token.ends_factor),
    account as (
    update ${writes('accounts')} set password_hash = ${p('new_hash', 'text')}, updated_at = ${now}, password_reset_at = ${now},
      email_verified_at = coalesce(email_verified_at, ${now}), email = token.email, email_key = token.email_key,
      second_factor_at = case when not coalesce(token.ends_factor, false) then second_factor_at end
    from token where id = ${accountId} returning accounts.*)`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id` },
    answer: sql<
      AccountRow & { email_before: string; had_factor: boolean }
    >`select ${accountColumns}, token.email_before, token.had_factor from account a cross join token`,
  },
);

const countGiven = statement(
  'account.count_given_lately',
  { ...GIVEN_LATELY, now: 'timestamptz' },
  sql<{ count: number }>`select count(*)::int as count from access_grants g where ${isGivenLately}`,
);

const countChangedKeys = statement(
  'account.count_keys_changed_lately',
  { account_id: 'uuid', by_time: 'timestamptz', now: 'timestamptz' },
  sql<{ count: number }>`with recursive ${changedLately}
    select count(*)::int as count from credentials c join changed on changed.id = c.id
    where c.account_id = ${accountId} and c.type = 'api_key' and ${isLive}`,
);

export type PasswordReset = AccountRow & ResetEffects;

/**
 * Sets a new password with a mailed token, which restores the address if it was mailed to an earlier one, and ends every session and OAuth grant, all exports and, if wanted, every API key, in
 * every process, and makes drafts of what these scheduled; jobs disable their webhooks and, if wanted, revoke the access that sessions, and keys that end, gave. Of concurrent uses of a token one succeeds. Fails with `invalid_token`.
 */
export async function confirmPasswordReset(ctx: Ctx, prepared: PreparedReset): Promise<PasswordReset> {
  const { accountId: account_id, tokenHash: token_hash, newHash: new_hash, revokesKeys, revokesAccess } = prepared;
  const types = revokesKeys ? PRINCIPAL_TYPES : PRINCIPAL_TYPES.filter((type) => type !== 'api_key');
  return inTransaction(ctx, async (tx) => {
    const at = tx.now();
    const reset = { account_id, at: at.toISOString(), with_keys: revokesKeys };
    const { accounts, credentials, given, changedKeys } = await batch(tx, {
      checks: [lockAccount.call({ account_id }), requireToken.call({ token_hash, now: at })],
      accounts: resetPassword.call(tx, { account_id, new_hash, token_hash }),
      given: countGiven.call({ account_id, with_keys: revokesKeys, now: at, by_time: at }),
      changedKeys: countChangedKeys.call({ account_id, now: at, by_time: at }),
      credentials: endCredentials.call({ account_id, types, except_id: null, now: at }),
      ended: [
        endTokens.call({ account_id, purposes: TAKING_OVER, now: at }),
        endLaterUndo.call({ account_id, now: at }),
        endExports.call({ account_id, now: at }),
        evictionCall(tx, [account_id]),
        enqueueInTx(tx, 'oauth.end_webhooks', { account_id }),
        enqueueInTx(tx, 'webhooks.end_after_reset', reset),
        ...(revokesAccess ? [enqueueInTx(tx, 'access_grants.end_after_reset', reset)] : []),
      ],
    });
    const [account] = accounts;
    const idsOf = (wanted: PrincipalType) => credentials.flatMap(({ id, type }) => (type === wanted ? id : []));
    await unscheduleAfterReset(tx, account_id);
    const keys = idsOf('api_key');
    await announceEnd(tx, account_id, keys);
    const keys_changed = changedKeys[0]!.count;
    const params = {
      end: 'password_reset',
      keys_revoked: revokesKeys,
      keys_changed,
      access_revoked: revokesAccess,
    } as const;
    await notifyOwner(tx, account!, { template: 'password-changed', params });
    if (account!.had_factor && !account!.account_second_factor)
      await notifyOwner(tx, account!, { template: 'second-factor-changed', params: { change: 'disabled' } });
    if (account!.email_before !== account!.account_email) {
      await mail(tx, {
        template: 'email-changed',
        to: account!.email_before,
        params: { change: 'undone', token: null },
      });
    }
    await resetSignInDelay(tx, { emailKey: emailKey(account!.account_email), accountId: account_id });
    return {
      ...account!,
      revokedKeys: revokesKeys ? keys.length : null,
      changedKeys: keys_changed,
      given: { count: given[0]!.count, end: revokesAccess },
    };
  });
}

/** The events of the end of these keys. */
async function announceEnd(tx: TxCtx, accountId: string, ids: string[]): Promise<void> {
  const event = { type: 'api_key.revoked', profileId: null, accountId } as const;
  const data = { revoked_by: 'password_reset', reason: null } as const;
  await emit(
    tx,
    ids.map((objectId) => ({ ...event, objectId, data })),
  );
}
