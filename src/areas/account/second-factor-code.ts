import { unseal } from '../../auth/secrets.ts';
import { isTotpCode, stepOfCode } from '../../auth/totp.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx, TxCtx } from '../../ctx.ts';
import { and, eq, isNotNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { recoveryCodes, secondFactors } from '../../db/schema/accounts.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { AccountRow } from './columns.ts';
import { notifyOwner } from './mails.ts';
import { digestsOfCode, normalizeCode } from './recovery-codes.ts';
import { guardSignIn } from './sign-in-delay.ts';

const accountId = p('account_id', 'uuid');

/** A code that was right when it was checked. `spendCode` uses it up. */
export type CheckedCode = { kind: 'app'; sealed: string; step: number } | { kind: 'recovery'; digest: string };

const readFactor = statement(
  'account.read_second_factor',
  { account_id: 'uuid' },
  qb
    .select({ secret: secondFactors.secret, last_step: secondFactors.lastStep })
    .from(secondFactors)
    .where(and(eq(secondFactors.accountId, p('account_id')), isNotNull(secondFactors.confirmedAt))),
);

const findRecoveryCode = statement(
  'account.find_recovery_code',
  { account_id: 'uuid', digests: 'text[]' },
  qb
    .select({ digest: recoveryCodes.digest })
    .from(recoveryCodes)
    .where(
      and(eq(recoveryCodes.accountId, p('account_id')), sql`${recoveryCodes.digest} = any(${p('digests', 'text[]')})`),
    ),
);

/** The secret of a factor is bound to its account. */
export const openFactor = (ctx: Ctx, account_id: string, sealed: string): string =>
  unseal(ctx.keys.secondFactors, sealed, account_id);

/** The time step of a right code. Fails with `wrong_code`. */
export function requireStep(ctx: Ctx, secret: string, code: string, lastStep: number | null): number {
  const step = isTotpCode(code) ? stepOfCode(secret, code, ctx.now(), LIMITS.second_factor.steps) : null;
  if (step === null || (lastStep !== null && step <= lastStep)) fail('wrong_code');
  return step;
}

/**
 * Checks a code of the authenticator app or a recovery code. Wrong ones delay further attempts, as wrong passwords do.
 * Fails with `second_factor_required` (no code), `wrong_code`, `second_factor_disabled`, `rate_limited`.
 */
export async function checkCode(ctx: Ctx, account_id: string, typed: string | undefined): Promise<CheckedCode> {
  if (typed === undefined) fail('second_factor_required');
  const code = normalizeCode(typed);
  return guardSignIn(ctx, { codeOf: account_id }, async () => {
    const factor = (await readFactor.one(ctx, { account_id })) ?? fail('second_factor_disabled');
    if (isTotpCode(code)) {
      const secret = openFactor(ctx, account_id, factor.secret);
      return { kind: 'app', sealed: factor.secret, step: requireStep(ctx, secret, code, factor.last_step) };
    }
    const digests = digestsOfCode(ctx, account_id, code);
    const { digest } = (await findRecoveryCode.one(ctx, { account_id, digests })) ?? fail('wrong_code');
    return { kind: 'recovery', digest };
  });
}

const spend = statement(
  'account.spend_code',
  { account_id: 'uuid', secret: 'text?', step: 'bigint?', digest: 'text?' },
  sql`with stepped as (
      update ${writes('second_factors')} set last_step = ${p('step', 'bigint')}
      where account_id = ${accountId} and confirmed_at is not null and secret = ${p('secret', 'text')}
        and coalesce(last_step, -1) < ${p('step', 'bigint')}
      returning account_id), used as (
      delete from ${writes('recovery_codes')} where account_id = ${accountId} and digest = ${p('digest', 'text')}
      returning account_id)
    select case when not exists (select from stepped union all select from used) then ${refuse('wrong_code')} end`,
);

/** Uses up a checked code, under the lock of the account: of concurrent uses one passes. Refuses with `wrong_code`. */
export const spendCall = (account_id: string, code: CheckedCode): Call<unknown> =>
  spend.call({
    account_id,
    ...(code.kind === 'app'
      ? { secret: code.sealed, step: code.step, digest: null }
      : { secret: null, step: null, digest: code.digest }),
  });

export const spendCode = (tx: TxCtx, account_id: string, code: CheckedCode) => batch(tx, [spendCall(account_id, code)]);

const countCodes = statement(
  'account.count_recovery_codes',
  { account_id: 'uuid' },
  qb
    .select({ left: sql<number>`count(*)::int`.as('left') })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, p('account_id'))),
);

/** Notifies the owner that a recovery code was used: somebody may have found the paper. */
export async function tellOfRecovery(tx: TxCtx, account: AccountRow): Promise<void> {
  const { left } = (await countCodes.one(tx, { account_id: account.account_id }))!;
  await notifyOwner(tx, account, { template: 'recovery-code-used', params: { left } });
}
