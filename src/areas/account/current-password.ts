import { verifyPassword } from '../../auth/passwords.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { guardSignIn } from './sign-in-delay.ts';

const readPassword = statement(
  'account.read_password',
  { account_id: 'uuid' },
  qb
    .select({ password_hash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, p('account_id'))),
);

/** For the write after `confirmPassword`, under the lock of the account: refuses if the password has changed since. */
export const requireConfirmed = statement(
  'account.require_password',
  { account_id: 'uuid', verified_hash: 'text' },
  sql`select case when not exists (select from accounts
      where id = ${p('account_id', 'uuid')} and password_hash = ${p('verified_hash', 'text')})
    then ${refuse('wrong_password')} end`,
);

/**
 * Checks the password that confirms a change and returns its hash, for the write to compare. Wrong ones delay
 * further ones of the account, but no sign-in. Fails with `wrong_password`, `rate_limited` or `service_unavailable`.
 */
export async function confirmPassword(ctx: Ctx, password: string): Promise<string> {
  const { accountId } = requirePrincipal(ctx);
  return guardSignIn(ctx, { confirmOf: accountId }, async () => {
    const found = await readPassword.one(ctx, { account_id: accountId });
    if (!found) fail('revoked_credentials');
    if (!(await verifyPassword(found.password_hash, password))) fail('wrong_password');
    return found.password_hash;
  });
}

/**
 * The same for what would take the account from its owner. With a second factor it also needs a recent sign-in, which took a code: a
 * stolen session and the password alone are one factor. Fails with `recent_sign_in_required`, and like `confirmPassword`.
 */
export async function confirmOwner(ctx: Ctx, password: string): Promise<string> {
  if (requirePrincipal(ctx).secondFactor) await batch(ctx, recentSignInCalls(ctx));
  return confirmPassword(ctx, password);
}
