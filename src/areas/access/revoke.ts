import { sql } from 'drizzle-orm';
import { detachUnmanaged } from '../../auth/detach.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { lockAccount } from '../account/queries.ts';
import { actAs } from '../profiles/acting.ts';
import { type GrantRow, isLive } from './columns.ts';
import { grantAudit, grantEvents } from './events.ts';
import { findGrant, grantInReach, type Reach, reachOf, refuseWithoutAccess } from './find.ts';
import { notAsManager } from './hints.ts';

const PERMISSION = 'access_management';
const now = p('now', 'timestamptz');

const revoke = writeStatement<{ id: string }>('access.revoke', {
  authority: 'acting',
  change: sql`g as (
    update access_grants g set status = 'revoked', revoked_at = ${now}, updated_at = ${now}
    from authority
    where g.id = ${p('id', 'uuid')} and ${isLive}
      and (g.profile_id = authority.profile_id or authority.owned and g.manager_profile_id = authority.profile_id)
    returning g.*
  )`,
  events: grantEvents('access_grant.revoked'),
  audit: grantAudit,
  answer: sql`select id from g`,
});

/**
 * Ends a grant or takes an invitation back, at once and everywhere: from the side that gave it, or by the manager, who
 * resigns. What has ended already is answered as it is. Fails with `access_grant_not_found`, `permission_denied`.
 *
 * Locks: the account of the manager, which changes of its keys take too; the acting profile, the grant, the keys.
 */
export async function revokeGrant(ctx: Ctx, word: string): Promise<{ row: GrantRow; reach: Reach }> {
  return inTransaction(ctx, async (outer) => {
    const found = await grantInReach(outer, word);
    const { row } = found;
    const side = found.giver ?? found.manager ?? fail('permission_denied', { agent: notAsManager });
    const reach = reachOf(outer, found);
    if (row.grant_status !== 'pending' && row.grant_status !== 'accepted') return { row, reach };
    await lockAccount.one(outer, { account_id: row.manager_account_id });
    const tx = actAs(outer, side);
    const done = await revoke.run(tx, { id: row.grant_id }, [PERMISSION]);
    if (!done) await refuseWithoutAccess(tx);
    else if (row.manager_account_id) await detachUnmanaged(tx, [row.manager_account_id]);
    return { row: await findGrant(outer, row.grant_id), reach };
  });
}
