import { sql } from 'drizzle-orm';
import { forgetCredentials } from '../../auth/credential-listener.ts';
import type { TxCtx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';

const listManagers = statement<{ account_id: string }>(
  'account.list_managers',
  sql`select distinct m.account_id from profiles pr
    join access_grants g on g.profile_id = pr.id and g.status = 'accepted'
    join profiles m on m.id = g.manager_profile_id
    where pr.account_id = ${p('account_id', 'uuid')} and m.account_id is not null`,
);

/**
 * Called when an account is deleted, restored or suspended: every process drops the cached credentials of the account
 * and of all managers of its profiles.
 */
export async function forgetAccount(tx: TxCtx, accountId: string): Promise<void> {
  const managers = await listManagers.all(tx, { account_id: accountId });
  await forgetCredentials(tx, [accountId, ...managers.map(({ account_id }) => account_id)]);
}
