import { accountAuthority } from '../../auth/authorize.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { LIMITS } from '../../core/limits.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, gt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { auditRowsCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { requireUnblocked } from './blocks.ts';
import type { AccountRow } from './columns.ts';
import { mail, notifyOwner } from './mails.ts';
import { endLaterUndo, endTokens, lockAccount, refuseHeldEmail, TAKING_OVER } from './queries.ts';
import { isUnclaimed, UNCLAIMED, unclaimedValues } from './release-address.ts';
import { type CheckedCode, checkCode, spendCall } from './second-factor-code.ts';
import { DAY_MS, draftVerification, insertToken, readSent, requirePause } from './verification-mail.ts';

const accountId = p('account_id', 'uuid');

export type PreparedAddress = { email: string; code: CheckedCode | null };

/**
 * Checks the code of the second factor, if the account has one, for a recent session only: another one must guess no codes and
 * cause no delay. Fails with `recent_sign_in_required`, `permission_denied` (a blocked domain), and like `checkCode`.
 */
export async function prepareEmailChange(
  ctx: Ctx,
  { email, code }: { email: string; code?: string | undefined },
): Promise<PreparedAddress> {
  const { accountId: account_id, secondFactor } = requirePrincipal(ctx);
  await requireUnblocked(ctx, email, undefined);
  if (!secondFactor) return { email, code: null };
  await batch(ctx, recentSignInCalls(ctx));
  return { email, code: await checkCode(ctx, account_id, code) };
}

const requireNoFactor = statement(
  'account.require_code',
  { account_id: 'uuid' },
  sql`select ${refuse('second_factor_required')} from accounts where id = ${accountId} and second_factor_at is not null`,
);

const requireFree = statement(
  'account.require_free_email',
  { ...UNCLAIMED, account_id: 'uuid', email_key: 'text' },
  sql`select ${refuse('email_taken')} from accounts a where a.email_key = ${p('email_key', 'text')} and (a.id = ${accountId} or not ${isUnclaimed})`,
);

/** Locks what `readSentTo` counts. */
const lockSentTo = statement(
  'account.lock_mails_to',
  { email_key: 'text' },
  sql`select pg_advisory_xact_lock(hashtextextended('email_changes:' || ${p('email_key', 'text')}, 0))`,
);

/** What all accounts had mailed to an address in the last day. The pause since the last one is that of the account. */
const readSentTo = statement(
  'account.read_mails_to',
  { email_key: 'text', since: 'timestamptz' },
  qb
    .select({
      sent_today: sql<number>`count(*)::int`.as('sent_today'),
      first_sent_at: sql<Date | null>`min(${oneTimeTokens.createdAt})`.as('first_sent_at'),
      last_sent_at: sql<Date | null>`null::timestamptz`.as('last_sent_at'),
    })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.emailKey, p('email_key')),
        sql`${oneTimeTokens.purpose} = 'email_change'`,
        gt(oneTimeTokens.createdAt, p('since', 'timestamptz')),
      ),
    ),
);

/**
 * Mails a token to the new address and a notice to the current one. The address changes when the token is used. Fails with
 * `recent_sign_in_required`, `wrong_code` (just used), `email_taken`, `rate_limited`.
 */
export async function requestEmailChange(ctx: Ctx, { email, code }: PreparedAddress): Promise<void> {
  const { accountId: account_id } = requirePrincipal(ctx);
  const address = { account_id, email_key: emailKey(email) };
  const purpose = 'email_change';
  await inTransaction(ctx, async (tx) => {
    const now = tx.now();
    const [[state], [sentTo]] = await write(tx, {
      ...accountAuthority(tx),
      locks: [lockAccount.call({ account_id }), lockSentTo.call(address)],
      checks: [
        ...recentSignInCalls(tx),
        code ? spendCall(account_id, code) : requireNoFactor.call({ account_id }),
        requireFree.call({ ...address, ...unclaimedValues(tx) }),
        refuseHeldEmail.call({ ...address, now }),
      ],
      change: [
        readSent.call({ account_id, purpose, now }),
        readSentTo.call({ ...address, since: new Date(now.getTime() - DAY_MS) }),
      ],
    });
    requirePause(now, state!);
    requirePause(now, sentTo!, 'email');
    const { token, values } = draftVerification(tx);
    await batch(tx, [
      insertToken.call({ ...address, ...values, purpose, email, now }),
      auditRowsCall(tx, [{ type: 'account', id: account_id }]),
    ]);
    await mail(tx, { template: 'change-email', to: email, params: { token } });
    await notifyOwner(tx, state!, { template: 'email-changed', params: { change: 'requested', token: null } });
  });
}

export type PreviousAddress = { email_before: string; was_verified: boolean };

/**
 * After the address of a locked account has changed: mails the previous one a token that takes the change back, unless it was
 * never verified, as somebody else may read its mail. An address that could have taken the account back has done so: the
 * token for the one it replaces ends with the later ones. Fails with `email_taken`.
 */
export async function addressChanged(tx: TxCtx, account: AccountRow & PreviousAddress): Promise<void> {
  const { account_id, account_email, email_before: email, was_verified } = account;
  const now = tx.now();
  const { token, values } = draftVerification(tx);
  const undo = {
    account_id,
    purpose: 'email_undo',
    email,
    email_key: emailKey(email),
    token_hash: values.token_hash,
    token_expires_at: new Date(now.getTime() + LIMITS.email_change.undo_ms),
    now,
  };
  const { ended } = await batch(tx, {
    held: refuseHeldEmail.call({ account_id, email_key: emailKey(account_email), now }),
    // A link in the mailbox of the earlier address would answer with the account.
    pending: endTokens.call({ account_id, purposes: [...TAKING_OVER, 'email_verification'], now }),
    undo: was_verified ? [insertToken.call(undo)] : [],
    ended: endLaterUndo.call({ account_id, now }),
  });
  const params =
    ended.length > 0 ? ({ change: 'undone', token: null } as const) : ({ change: 'changed', token } as const);
  if (was_verified) await mail(tx, { template: 'email-changed', to: email, params });
}
