import { sql } from 'drizzle-orm';
import { detachUnmanaged } from '../../auth/detach.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { enforceChains, lockGrantsOf, lockManagersBelow } from '../relations/grant-chains.ts';
import { isLive } from './columns.ts';
import { grantAudit, grantEvents } from './events.ts';
import {
  findGrant,
  findGrants,
  findVisibleGrant,
  type GrantChange,
  type Reach,
  reachOf,
  refuseWithoutAccess,
} from './find.ts';
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
 * Revokes a grant or withdraws an invitation immediately: from the side that gave it, or by the manager, who resigns.
 * Grants delegated from it end too. Revoking an ended grant returns it unchanged. Fails with `access_grant_not_found`,
 * `permission_denied`.
 *
 * Locks: the grants of the profile; the accounts of all affected managers, which changes of their keys lock too; the
 * acting profile, the grants, the keys.
 */
export async function revokeGrant(ctx: Ctx, grantId: string): Promise<GrantChange & { reach: Reach }> {
  return inTransaction(ctx, async (outer) => {
    const found = await findVisibleGrant(outer, grantId);
    const { row } = found;
    const side = found.giver ?? found.manager ?? fail('permission_denied', { agent: notAsManager });
    const reach = reachOf(outer, found);
    const nothing = { ended: [], narrowed: [] };
    if (row.grant_status !== 'pending' && row.grant_status !== 'accepted') return { row, reach, ...nothing };
    const tx = actAs(outer, side);
    await lockGrantsOf(tx, row.managed_profile_id);
    await lockManagersBelow(tx, [row.grant_id]);
    const done = await revoke.run(tx, { id: row.grant_id }, [PERMISSION]);
    if (!done) await refuseWithoutAccess(tx);
    else if (row.manager_account_id) await detachUnmanaged(tx, [row.manager_account_id]);
    const changes = done ? await enforceChains(tx, row.managed_profile_id) : nothing;
    // A resigning manager must not learn who else has access.
    const below = await findGrants(outer, found.giver ? changes : nothing);
    return { row: await findGrant(outer, row.grant_id), reach, ...below };
  });
}
