import { LIMITS } from '../../core/limits.ts';
import { StartError } from '../../core/start-error.ts';
import { emailKey } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { p, statement } from '../../db/statement.ts';
import { createApiKey, type KeyWithSecret } from './service.ts';

const ownProfiles = sql<string[]>`array(
  select pr.id from profiles pr where pr.account_id = accounts.id and pr.deleted_at is null order by pr.id
  limit ${LIMITS.account.max_profiles})`;

const findOwner = statement(
  'keys.find_owner',
  { email_key: 'text' },
  qb
    .select({ account_id: named(accounts.id, 'account_id'), profile_ids: ownProfiles.as('profile_ids') })
    .from(accounts)
    .where(eq(accounts.emailKey, p('email_key'))),
);

/**
 * Creates a key for the account with this address, for the given profiles or all that it owns. `permission_denied` and
 * `plan_limit_reached` as in the API.
 */
export async function createKeyFor(
  ctx: Ctx,
  input: {
    email: string;
    name: string;
    scopes: readonly string[];
    profileIds?: readonly string[] | undefined;
    forAgent?: boolean | undefined;
    expiresAt?: Date | undefined;
  },
): Promise<KeyWithSecret> {
  const owner = await findOwner.one(ctx, { email_key: emailKey(input.email) });
  if (!owner) throw new StartError('There is no account with this e-mail address.');
  const key = {
    name: input.name,
    scopes: input.scopes,
    profile_ids: input.profileIds ?? owner.profile_ids,
    for_agent: input.forAgent,
    expires_at: input.expiresAt?.toISOString(),
  };
  return createApiKey(ctx, key, owner.account_id);
}
