import type { TxCtx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { evictionCall } from './credential-eviction.ts';
import { isActive } from './grants.ts';

/** A DELETE that detaches profiles which an account neither owns nor manages from its credentials. */
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
 * After the end of grants: detaches the profiles from the managers' keys and tokens, so that a later grant does not
 * restore them, and evicts the credentials. Needs the locks of these accounts.
 */
export function detachCalls(tx: TxCtx, accountIds: readonly string[]): [Call<unknown>, Call<unknown>] {
  return [detach.call({ account_ids: accountIds, now: tx.now() }), evictionCall(tx, accountIds)];
}
