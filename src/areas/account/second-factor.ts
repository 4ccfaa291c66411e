import { sessionAuthority } from '../../auth/authorize.ts';
import { evictionCall } from '../../auth/credential-eviction.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { seal } from '../../auth/secrets.ts';
import { newTotpSecret, totpUri } from '../../auth/totp.ts';
import { fail } from '../../core/errors.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { secondFactors } from '../../db/schema/accounts.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write, writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { endExports } from '../exports/remove.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { confirmPassword, requireConfirmed } from './current-password.ts';
import { notifyOwner } from './mails.ts';
import { endCredentials, endEmailChange, lockAccount } from './queries.ts';
import { digestsOfCode, newRecoveryCodes, normalizeCode } from './recovery-codes.ts';
import { type CheckedCode, checkCode, openFactor, requireStep, spendCall } from './second-factor-code.ts';
import { guardSignIn } from './sign-in-delay.ts';

const now = p('now', 'timestamptz');
const accountId = p('account_id', 'uuid');

/** Under the lock of the account. */
const requireOff = statement(
  'account.require_no_second_factor',
  { account_id: 'uuid' },
  sql`select case when exists (select from accounts where id = ${accountId} and second_factor_at is not null)
    then ${refuse('second_factor_enabled')} end`,
);

const requireOn = statement(
  'account.require_second_factor',
  { account_id: 'uuid' },
  sql`select case when not exists (select from accounts where id = ${accountId} and second_factor_at is not null)
    then ${refuse('second_factor_disabled')} end`,
);

const prepareStatement = writeStatement(
  'account.prepare_second_factor',
  { secret: 'text' },
  {
    change: sql`factor as (
    insert into ${writes('second_factors')} (account_id, secret, created_at)
    values (${accountId}, ${p('secret', 'text')}, ${now})
    on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at
    returning account_id)`,
    audit: { from: sql`factor`, objectType: 'account', object: sql`factor.account_id` },
    answer: sql<{ account_id: string }>`select account_id from factor`,
  },
);

/**
 * Stores a secret, which changes nothing until a code confirms it; another call replaces it. Fails with
 * `wrong_password` (just changed), `second_factor_enabled`.
 */
export async function prepareSecondFactor(ctx: Ctx, verifiedHash: string): Promise<{ secret: string; uri: string }> {
  const { accountId: account_id, email } = requirePrincipal(ctx);
  const secret = newTotpSecret();
  await write(ctx, {
    ...sessionAuthority(ctx),
    locks: [lockAccount.call({ account_id })],
    checks: [requireConfirmed.call({ account_id, verified_hash: verifiedHash }), requireOff.call({ account_id })],
    change: [prepareStatement.call(ctx, { secret: seal(ctx.keys.secondFactors, secret, account_id) })],
  });
  if (ctx.dryRun) return { secret: 'dry_run', uri: 'dry_run' };
  return { secret, uri: totpUri(secret, { issuer: ctx.config.serviceName, label: email }) };
}

const readAny = statement(
  'account.read_any_factor',
  { account_id: 'uuid' },
  qb
    .select({ secret: secondFactors.secret, confirmed_at: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.accountId, p('account_id'))),
);

export type FirstCode = { sealed: string; step: number };

/** Checks the first code of the app. Fails with `second_factor_disabled` (no secret), `second_factor_enabled`, `wrong_code`. */
export async function prepareConfirmation(ctx: Ctx, { code }: { code: string }): Promise<FirstCode> {
  const { accountId: account_id } = requirePrincipal(ctx);
  return guardSignIn(ctx, { codeOf: account_id }, async () => {
    const { secret: sealed, confirmed_at } = (await readAny.one(ctx, { account_id })) ?? fail('second_factor_disabled');
    if (confirmed_at) fail('second_factor_enabled');
    const secret = openFactor(ctx, account_id, sealed);
    return { sealed, step: requireStep(ctx, secret, normalizeCode(code), null) };
  });
}

/** For the account in the CTE `changed`. */
const insertCodes = sql`insert into ${writes('recovery_codes')} (account_id, digest, created_at)
    select changed.account_id, digest, ${now} from changed cross join unnest(${p('digests', 'text[]')}) as digest`;

const confirmStatement = writeStatement(
  'account.confirm_second_factor',
  { sealed: 'text', step: 'bigint', digests: 'text[]' },
  {
    change: sql`changed as (
    update ${writes('second_factors')} set confirmed_at = ${now}, last_step = ${p('step', 'bigint')}
    where account_id = ${accountId} and confirmed_at is null and secret = ${p('sealed', 'text')}
    returning account_id), codes as (${insertCodes}), account as (
    update ${writes('accounts')} set second_factor_at = ${now}, updated_at = ${now}
    from changed where accounts.id = changed.account_id returning accounts.*)`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id` },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

/** Returned once; only digests are stored. */
function draftCodes(ctx: Ctx, account_id: string): { codes: string[]; digests: string[] } {
  const codes = newRecoveryCodes();
  return {
    codes: ctx.dryRun ? codes.map(() => 'dry_run') : codes,
    digests: codes.map((code) => digestsOfCode(ctx, account_id, code)[0]!),
  };
}

/**
 * Turns the second factor on, and ends all other sessions, their requests for another address and all exports: they were opened with a password only. Returns
 * the recovery codes. Fails with `second_factor_enabled`, `wrong_code` (another secret was made).
 */
export async function confirmSecondFactor(ctx: Ctx, { sealed, step }: FirstCode): Promise<string[]> {
  const { accountId: account_id, id: session_id } = requirePrincipal(ctx);
  const { codes, digests } = draftCodes(ctx, account_id);
  return inTransaction(ctx, async (tx) => {
    const [[account]] = await write(tx, {
      ...sessionAuthority(tx),
      locks: [lockAccount.call({ account_id })],
      checks: [requireOff.call({ account_id })],
      change: [
        confirmStatement.call(tx, { sealed, step, digests }),
        endCredentials.call({ account_id, types: ['session'], except_id: session_id, now: tx.now() }),
        endEmailChange(account_id, tx.now()),
        endExports.call({ account_id, now: tx.now() }),
        evictionCall(tx, [account_id]),
      ],
    });
    if (!account) fail('wrong_code');
    await notifyOwner(tx, account, { template: 'second-factor-changed', params: { change: 'enabled' } });
    return codes;
  });
}

export type Confirmed = { verifiedHash: string; code: CheckedCode };

/** Checks password and code. Fails like `confirmPassword` and `checkCode`. */
export async function prepareFactorChange(ctx: Ctx, input: { password: string; code: string }): Promise<Confirmed> {
  const verifiedHash = await confirmPassword(ctx, input.password);
  return { verifiedHash, code: await checkCode(ctx, requirePrincipal(ctx).accountId, input.code) };
}

const replaceStatement = writeStatement(
  'account.replace_recovery_codes',
  { digests: 'text[]' },
  {
    change: sql`old as (delete from ${writes('recovery_codes')} where account_id = ${accountId}), account as (
    update ${writes('accounts')} set updated_at = ${now} where id = ${accountId} returning *), changed as (
    select id as account_id from account), codes as (${insertCodes})`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id` },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

const removeStatement = writeStatement(
  'account.remove_second_factor',
  { target_id: 'uuid' },
  {
    change: sql`factor as (delete from ${writes('second_factors')} where account_id = ${p('target_id', 'uuid')}),
    codes as (delete from ${writes('recovery_codes')} where account_id = ${p('target_id', 'uuid')}), account as (
    update ${writes('accounts')} set second_factor_at = null, updated_at = ${now}
    where id = ${p('target_id', 'uuid')} and second_factor_at is not null returning *)`,
    audit: {
      from: sql`account`,
      objectType: 'account',
      object: sql`account.id`,
      account: sql`coalesce(${accountId}, account.id)`,
    },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

const lockByEmail = statement(
  'account.lock_of_email',
  { email_key: 'text' },
  sql<{ id: string }>`select id from accounts where email_key = ${p('email_key')} for no key update`,
);

/** The parts of a `write` that require the password and use up the code. */
function confirmed(ctx: Ctx, account_id: string, { verifiedHash, code }: Confirmed) {
  return {
    ...sessionAuthority(ctx),
    locks: [lockAccount.call({ account_id })],
    checks: [
      requireConfirmed.call({ account_id, verified_hash: verifiedHash }),
      requireOn.call({ account_id }),
      spendCall(account_id, code),
    ],
  };
}

/** Replaces all recovery codes. Fails with `wrong_password`, `second_factor_disabled`, `wrong_code`. */
export async function replaceRecoveryCodes(ctx: Ctx, input: Confirmed): Promise<string[]> {
  const { accountId: account_id } = requirePrincipal(ctx);
  const { codes, digests } = draftCodes(ctx, account_id);
  return inTransaction(ctx, async (tx) => {
    const change = [replaceStatement.call(tx, { digests })] as const;
    const [[account]] = await write(tx, { ...confirmed(tx, account_id, input), change });
    await notifyOwner(tx, account!, { template: 'second-factor-changed', params: { change: 'codes_replaced' } });
    return codes;
  });
}

/** Turns the second factor off. Fails with `wrong_password`, `second_factor_disabled`, `wrong_code`. */
export async function removeSecondFactor(ctx: Ctx, input: Confirmed): Promise<AccountRow> {
  const { accountId: account_id } = requirePrincipal(ctx);
  return inTransaction(ctx, async (tx) => {
    const change = [removeStatement.call(tx, { target_id: account_id }), evictionCall(tx, [account_id])] as const;
    const [[account]] = await write(tx, { ...confirmed(tx, account_id, input), change });
    await notifyOwner(tx, account!, { template: 'second-factor-changed', params: { change: 'disabled' } });
    return account!;
  });
}

/**
 * The same for a member who has lost app and recovery codes, as the operator, who has made sure that it is them.
 * Undefined: no account with a second factor has this address.
 */
export async function removeSecondFactorOf(ctx: Ctx, { email }: { email: string }): Promise<AccountRow | undefined> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockByEmail.one(tx, { email_key: emailKey(email) });
    if (!found) return undefined;
    const change = [removeStatement.call(tx, { target_id: found.id }), evictionCall(tx, [found.id])] as const;
    const [[account]] = await writeAsOperator(tx, 'accounts', change);
    if (account) await notifyOwner(tx, account, { template: 'second-factor-changed', params: { change: 'disabled' } });
    return account;
  });
}
