import { sql } from 'drizzle-orm';
import { LIMITS } from '../../core/limits.ts';
import { StartError } from '../../core/start-error.ts';
import { emailKey } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { createApiKey, type KeyWithSecret } from './service.ts';

type Owner = { account_id: string; profile_ids: string[] };

const findOwner = statement<Owner>(
  'keys.find_owner',
  sql`select a.id as account_id, array(
      select pr.id from profiles pr where pr.account_id = a.id and pr.deleted_at is null order by pr.id
      limit ${LIMITS.account.max_profiles}::int) as profile_ids
    from accounts a where a.email_key = ${p('email_key')}`,
);

/**
 * Creates a key from the command line for the account with this address, attached to the given profiles or to all that
 * it owns. An unknown address fails with a one-line message; `permission_denied` and `plan_limit_reached` as in the API.
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
