import { evictCredentials } from '../../auth/credential-eviction.ts';
import { isAccepted } from '../../auth/grants.ts';
import type { TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { enqueue } from '../../jobs/enqueue.ts';

const accountId = p('account_id', 'uuid');

/** The managers of the account's profiles, and of those that it manages: it may have given them their grants. */
const listManagers = statement(
  'account.list_managers',
  { account_id: 'uuid' },
  sql<{
    account_id: string;
  }>`select distinct m.account_id from access_grants g join profiles m on m.id = g.manager_profile_id
    where ${isAccepted(sql`g`)} and m.account_id is not null and g.profile_id in (
      select own.id from profiles own where own.account_id = ${accountId}
      union select held.profile_id from access_grants held join profiles own on own.id = held.manager_profile_id
        where own.account_id = ${accountId} and ${isAccepted(sql`held`)})`,
);

/**
 * Called when an account is deleted, restored or suspended: every process drops the cached credentials of the account
 * and of all managers of the profiles that it owns or manages, and the counts of others move.
 */
export async function standingChanged(tx: TxCtx, accountId: string): Promise<void> {
  const rows = await listManagers.all(tx, { account_id: accountId });
  await evictCredentials(tx, [accountId, ...rows.map(({ account_id }) => account_id)]);
  await enqueue(tx, 'profiles.settle_counts', {}, { singletonKey: 'now' });
}
