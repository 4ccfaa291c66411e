import { evictCredentials } from '../../auth/credential-eviction.ts';
import type { TxCtx } from '../../ctx.ts';
import { alias, and, eq, isNotNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { accessGrants } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';

const managers = alias(profiles, 'managers');

const listManagers = statement(
  'account.list_managers',
  qb
    .selectDistinct({ account_id: sql<string>`${managers.accountId}`.as('account_id') })
    .from(profiles)
    .innerJoin(accessGrants, and(eq(accessGrants.profileId, profiles.id), eq(accessGrants.status, 'accepted')))
    .innerJoin(managers, eq(managers.id, accessGrants.managerProfileId))
    .where(and(eq(profiles.accountId, p('account_id')), isNotNull(managers.accountId))),
);

/**
 * Called when an account is deleted, restored or suspended: every process drops the cached credentials of the account
 * and of all managers of its profiles.
 */
export async function evictAccount(tx: TxCtx, accountId: string): Promise<void> {
  const rows = await listManagers.all(tx, { account_id: accountId });
  await evictCredentials(tx, [accountId, ...rows.map(({ account_id }) => account_id)]);
}
