import { newSecret } from '../../auth/key-format.ts';
import { sha256 } from '../../auth/secrets.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx, TxCtx } from '../../ctx.ts';
import { and, eq, gt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { a, accountFields } from './columns.ts';
import { MAIL_QUEUED_HINT } from './hints.ts';
import { mail } from './mails.ts';

const now = p('now', 'timestamptz');
const { token_ms, gap_ms, max_per_day } = LIMITS.verification_mail;
export const DAY_MS = 86_400_000;

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

/** The account, and what was mailed for a purpose in the last day. */
export const readSent = statement(
  'account.read_verifications',
  { now: 'timestamptz', account_id: 'uuid', purpose: 'text' },
  qb
    .select({
      ...accountFields,
      sent_today: sql<number>`count(${oneTimeTokens.tokenHash})::int`.as('sent_today'),
      first_sent_at: sql<Date | null>`min(${oneTimeTokens.createdAt})`.as('first_sent_at'),
      last_sent_at: sql<Date | null>`max(${oneTimeTokens.createdAt})`.as('last_sent_at'),
    })
    .from(a)
    .leftJoin(
      oneTimeTokens,
      and(
        eq(oneTimeTokens.accountId, a.id),
        eq(oneTimeTokens.purpose, p('purpose')),
        gt(oneTimeTokens.createdAt, sql`${now} - interval '1 day'`),
      ),
    )
    .where(eq(a.id, p('account_id', 'uuid')))
    .groupBy(a.id),
);
export type Sent = RowOf<typeof readSent>;

export const insertToken = statement(
  'account.insert_verification',
  {
    token_hash: 'bytea',
    account_id: 'uuid',
    purpose: 'text',
    email: 'text?',
    email_key: 'text?',
    now: 'timestamptz',
    token_expires_at: 'timestamptz',
  },
  qb.insert(oneTimeTokens).values({
    tokenHash: p('token_hash'),
    accountId: p('account_id'),
    purpose: p('purpose'),
    email: p('email'),
    emailKey: p('email_key'),
    createdAt: now,
    expiresAt: p('token_expires_at'),
  }),
);

/** Limits how often tokens are mailed for an account, or to an address. Fails with `rate_limited`. */
export function requirePause(
  at: Date,
  { sent_today, first_sent_at, last_sent_at }: Pick<Sent, 'sent_today' | 'first_sent_at' | 'last_sent_at'>,
  per: 'account' | 'email' = 'account',
): void {
  const sinceMs = (moment: Date | null) => at.getTime() - (moment?.getTime() ?? 0);
  const full = sent_today >= max_per_day;
  const waitMs = Math.max(full ? DAY_MS - sinceMs(first_sent_at) : 0, gap_ms - sinceMs(last_sent_at));
  if (waitMs <= 0) return;
  const exceeded_limit = {
    name: 'verification_mail',
    per,
    max: full ? max_per_day : 1,
    window_seconds: (full ? DAY_MS : gap_ms) / 1000,
  };
  const retry_after_seconds = Math.ceil(waitMs / 1000);
  fail('rate_limited', { agent: { hint: MAIL_QUEUED_HINT, exceeded_limit, retry_after_seconds } });
}
