import { randomUUID } from 'node:crypto';
import { sign } from '../../auth/secrets.ts';
import { ApiError, fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx, TxCtx } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { signInTries } from '../../db/schema/accounts.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { tooManyAttempts } from './hints.ts';
import { serialize } from './serialize.ts';

/** The failures of a wrong guess: of a password without a session and within one, and of a code. */
const WRONG: ReadonlySet<string> = new Set(['invalid_credentials', 'wrong_password', 'wrong_code']);

const {
  free_tries: freeTries,
  first_wait_ms: firstWaitMs,
  longest_wait_ms: longestWaitMs,
  forgotten_after_ms: forgottenAfterMs,
} = LIMITS.sign_in_delay;
/** This many doublings reach the longest wait; more would overflow. */
const DOUBLINGS_MAX = Math.ceil(Math.log2(longestWaitMs / firstWaitMs));

const key = p('key', 'text');
const now = p('now', 'timestamptz');
const milliseconds = (ms: SQL | number): SQL => sql`(${ms} * interval '1 millisecond')`;

const waitMs = sql`(case when t.tries < ${freeTries}::int then 0
  else least(${longestWaitMs}::int, ${firstWaitMs}::int * 2 ^ least(t.tries - ${freeTries}::int, ${DOUBLINGS_MAX}::int)) end)`;
const notBefore = sql`(t.tried_at + ${milliseconds(waitMs)})`;
const isForgotten = sql`(t.tried_at <= ${now} - ${milliseconds(sql`${forgottenAfterMs}::int`)})`;
/** Doesn't compare times: of two concurrent attempts, the one written later may have begun earlier. */
const isFree = sql`(t.tries < ${freeTries}::int)`;

type Attempt = { run: string; tries: number; tried_at: Date; not_before: Date | null };

/** Counts an attempt, unless it comes too early (`not_before`). No row: concurrent attempts were first. */
const countAttempt = statement(
  'account.count_try',
  { key: 'text', run: 'uuid', now: 'timestamptz' },
  sql<Attempt>`with counted as (
      insert into ${writes('sign_in_tries')} as t (key, run, tries, tried_at, tried_before_at)
      values (${key}, ${p('run', 'uuid')}, 1, ${now}, null)
      on conflict (key) do update set
        run = case when ${isForgotten} then excluded.run else t.run end,
        tries = case when ${isForgotten} then 1 else t.tries + 1 end,
        tried_before_at = case when ${isForgotten} then null else t.tried_at end,
        tried_at = greatest(t.tried_at, ${now})
      where ${isForgotten} or ${isFree} or ${notBefore} <= ${now}
      returning t.run, t.tries, t.tried_at)
    select run, tries, tried_at, null::timestamptz as not_before from counted
    union all
    select t.run, t.tries, t.tried_at, ${notBefore} from sign_in_tries t where t.key = ${key} and not exists (select 1 from counted)`,
);

/** Subtracts one attempt instead of resetting, because others may have been counted since. */
const takeBackAttempt = statement(
  'account.take_back_try',
  { tries: 'int', tried_at: 'timestamptz', key: 'text', run: 'uuid' },
  qb
    .update(signInTries)
    .set({
      tries: sql`${signInTries.tries} - 1`,
      triedAt: sql`case when ${signInTries.tries} = ${p('tries')} and ${signInTries.triedAt} = ${p('tried_at')}
        then coalesce(${signInTries.triedBeforeAt}, ${signInTries.triedAt}) else ${signInTries.triedAt} end`,
    })
    .where(and(eq(signInTries.key, key), eq(signInTries.run, p('run')))),
);

const resetAttempts = statement(
  'account.forget_tries',
  { key: 'text' },
  qb.delete(signInTries).where(eq(signInTries.key, key)),
);

/**
 * What is guessed. Codes count apart, by account: a password reset by mail must not give more guesses. So do passwords that
 * confirm a change within a session: strangers who guess without one must not delay its owner.
 */
type Guessed = { emailKey: string } | { codeOf: string } | { confirmOf: string };

/** Keyed, so that the table does not reveal which addresses were tried. */
function keyOf(ctx: Ctx, guessed: Guessed): string {
  if ('emailKey' in guessed) return sign(ctx.keys.web, `sign-in of ${guessed.emailKey}`);
  return sign(ctx.keys.web, 'codeOf' in guessed ? `code of ${guessed.codeOf}` : `confirmation of ${guessed.confirmOf}`);
}

/**
 * The growing delay of sign-ins, per address, whether or not it has an account. After some free attempts each wrong one
 * doubles the wait, and a correct one ends it. A refusal is immediate (429). The processes count together, in an
 * unlogged table. Within a process, attempts for one address take turns, so that correct passwords sent together
 * succeed.
 *
 * `rate-limiter-flexible` can neither double a wait nor take an attempt back.
 */
export async function guardSignIn<T>(ctx: Ctx, guessed: Guessed, attempt: () => Promise<T>): Promise<T> {
  return serialize(keyOf(ctx, guessed), () => countedAttempt(ctx, guessed, attempt));
}

/**
 * Counts the attempt before the password is checked, so that concurrent ones are not free. Success removes all counts
 * of the address; a failure unrelated to the guess only this one.
 */
export async function countedAttempt<T>(ctx: Ctx, guessed: Guessed, attempt: () => Promise<T>): Promise<T> {
  const at = ctx.now();
  const digest = keyOf(ctx, guessed);
  const counted = await countAttempt.one(ctx, { key: digest, now: at, run: randomUUID() });
  if (!counted || counted.not_before) {
    const leftMs = (counted?.not_before?.getTime() ?? 0) - at.getTime();
    const retry_after_seconds = Math.ceil(Math.max(leftMs, firstWaitMs) / 1000);
    fail('rate_limited', { agent: tooManyAttempts(retry_after_seconds), internal: 'delay of sign-ins' });
  }
  try {
    const result = await attempt();
    await resetAttempts.all(ctx, { key: digest });
    return result;
  } catch (error) {
    if (!(error instanceof ApiError && WRONG.has(error.code))) {
      const { run, tries, tried_at } = counted;
      await takeBackAttempt.all(ctx, { key: digest, run, tries, tried_at });
    }
    throw error;
  }
}

/**
 * An owner who has proved access to the mailbox does not wait because of others' attempts, nor because of own ones with the
 * forgotten password. Codes stay delayed: a mailbox must give no more guesses at them.
 */
export async function resetSignInDelay(tx: TxCtx, of: { emailKey: string; accountId: string }): Promise<void> {
  const guessed = [{ emailKey: of.emailKey }, { confirmOf: of.accountId }];
  await batch(
    tx,
    guessed.map((one) => resetAttempts.call({ key: keyOf(tx, one) })),
  );
}
