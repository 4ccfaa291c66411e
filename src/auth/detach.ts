import type { TxCtx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { evictionCall } from './credential-eviction.ts';
import { isActive } from './grants.ts';

/**
 * A DELETE for a statement or CTE: detaches profiles that an account neither owns nor manages from the keys and tokens
 * of the account. `accountIds` is a uuid[].
 */
export const detachUnmanagedSql = (
  accountIds: SQL,
): SQL => sql`delete from ${writes('credential_profiles')} cp using credentials c, profiles pr
    where c.id = cp.credential_id and pr.id = cp.profile_id and c.account_id = any(${accountIds})
      and pr.account_id is distinct from c.account_id and not exists (
        select 1 from access_grants g join profiles m on m.id = g.manager_profile_id and m.deleted_at is null
        where g.profile_id = pr.id and m.account_id = c.account_id and ${isActive})`;

const detach = statement(
  'auth.detach_unmanaged',
  { account_ids: 'uuid[]', now: 'timestamptz' },
  detachUnmanagedSql(p('account_ids', 'uuid[]')),
);

/**
 * Statements after the end of grants: they detach profiles that the managers' accounts no longer own or manage from
 * their keys and tokens, so that a later grant does not silently restore them, and evict the credentials from all
 * caches. For a batch under the locks of these accounts, which every change of keys takes too.
 */
export function detachCalls(tx: TxCtx, accountIds: readonly string[]): [Call<unknown>, Call<unknown>] {
  return [detach.call({ account_ids: accountIds, now: tx.now() }), evictionCall(tx, accountIds)];
}
