import { accountAuthority } from '../../auth/authorize.ts';
import { evictCredentials } from '../../auth/credential-eviction.ts';
import { isSecret, newSecret } from '../../auth/key-format.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { sha256 } from '../../auth/secrets.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, gt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';
import { batch, p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditRowsCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, a, accountColumns } from './columns.ts';
import { MAIL_QUEUED_HINT, REQUEST_ANOTHER } from './hints.ts';
import { mail } from './mails.ts';
import { lockAccount } from './queries.ts';

const now = p('now', 'timestamptz');
const { token_ms, gap_ms, max_per_day } = LIMITS.verification_mail;
const DAY_MS = 86_400_000;

export type VerificationDraft = { token: string; values: { token_hash: Buffer; token_expires_at: Date } };

/** A one-time token that is about to be written. Only its hash is stored. */
export function draftVerification(ctx: Ctx): VerificationDraft {
  const token = newSecret('one_time');
  const token_expires_at = new Date(ctx.now().getTime() + token_ms);
  return { token, values: { token_hash: sha256(token), token_expires_at } };
}

export function sendVerification(tx: TxCtx, to: string, { token }: VerificationDraft): Promise<void> {
  return mail(tx, { template: 'verify-email', to, params: { token } });
}

/** One UPDATE uses the token up, so that only one of several concurrent uses succeeds. */
const useToken = writeStatement(
  'account.verify_email',
  { token_hash: 'bytea' },
  {
    change: sql`used as (
    update ${writes('one_time_tokens')} set used_at = ${now}
    where token_hash = ${p('token_hash', 'bytea')} and purpose = 'email_verification' and used_at is null and expires_at > ${now}
    returning account_id), verified as (
    update ${writes('accounts')} a set email_verified_at = coalesce(a.email_verified_at, ${now}), updated_at = ${now}
    from used where a.id = used.account_id
    returning a.*)`,
    audit: { from: sql`verified`, objectType: 'account', object: sql`verified.id`, account: sql`verified.id` },
    answer: sql<AccountRow>`select ${accountColumns} from verified a`,
  },
);

/** Verifies the address that a token was mailed to, signed in or not, in every process. Fails with `invalid_token`. */
export async function verifyEmail(ctx: Ctx, token: string): Promise<AccountRow> {
  if (!isSecret('one_time', token)) fail('invalid_token', { agent: REQUEST_ANOTHER });
  return inTransaction(ctx, async (tx) => {
    const account = await useToken.run(tx, { token_hash: sha256(token) });
    if (!account) fail('invalid_token', { agent: REQUEST_ANOTHER });
    await evictCredentials(tx, [account.account_id]);
    return account;
  });
}

const readSent = statement(
  'account.read_verifications',
  { now: 'timestamptz', account_id: 'uuid' },
  qb
    .select({
      email: a.email,
      verified: sql<boolean>`${a.emailVerifiedAt} is not null`.as('verified'),
      sent_today: sql<number>`count(${oneTimeTokens.tokenHash})::int`.as('sent_today'),
      first_sent_at: sql<Date | null>`min(${oneTimeTokens.createdAt})`.as('first_sent_at'),
      last_sent_at: sql<Date | null>`max(${oneTimeTokens.createdAt})`.as('last_sent_at'),
    })
    .from(a)
    .leftJoin(
      oneTimeTokens,
      and(
        eq(oneTimeTokens.accountId, a.id),
        eq(oneTimeTokens.purpose, 'email_verification'),
        gt(oneTimeTokens.createdAt, sql`${now} - interval '1 day'`),
      ),
    )
    .where(eq(a.id, p('account_id', 'uuid')))
    .groupBy(a.id),
);
type Sent = RowOf<typeof readSent>;

const insertToken = statement(
  'account.insert_verification',
  { token_hash: 'bytea', account_id: 'uuid', now: 'timestamptz', token_expires_at: 'timestamptz' },
  qb.insert(oneTimeTokens).values({
    tokenHash: p('token_hash'),
    accountId: p('account_id'),
    purpose: 'email_verification',
    createdAt: now,
    expiresAt: p('token_expires_at'),
  }),
);

/** Mails another token; earlier ones stay valid. `sent: false`: the address is verified. Fails with `rate_limited`. */
export async function resendVerification(ctx: Ctx): Promise<{ sent: boolean }> {
  const { accountId: account_id } = requirePrincipal(ctx);
  return inTransaction(ctx, async (tx) => {
    const [[state]] = await write(tx, {
      ...accountAuthority(tx),
      locks: [lockAccount.call({ account_id })],
      change: [readSent.call({ account_id, now: tx.now() })],
    });
    if (countsAsVerified(state!.verified, tx.config)) return { sent: false };
    requirePause(tx.now(), state!);
    const verification = draftVerification(tx);
    await batch(tx, [
      insertToken.call({ account_id, now: tx.now(), ...verification.values }),
      auditRowsCall(tx, [{ type: 'account', id: account_id }]),
    ]);
    await sendVerification(tx, state!.email, verification);
    return { sent: true };
  });
}

function requirePause(at: Date, { sent_today, first_sent_at, last_sent_at }: Sent): void {
  const sinceMs = (moment: Date | null) => at.getTime() - (moment?.getTime() ?? 0);
  const full = sent_today >= max_per_day;
  const waitMs = Math.max(full ? DAY_MS - sinceMs(first_sent_at) : 0, gap_ms - sinceMs(last_sent_at));
  if (waitMs <= 0) return;
  const exceeded_limit = {
    name: 'verification_mail',
    per: 'account',
    max: full ? max_per_day : 1,
    window_seconds: (full ? DAY_MS : gap_ms) / 1000,
  };
  const retry_after_seconds = Math.ceil(waitMs / 1000);
  fail('rate_limited', { agent: { hint: MAIL_QUEUED_HINT, exceeded_limit, retry_after_seconds } });
}
