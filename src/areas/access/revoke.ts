import { detachCalls } from '../../auth/detach.ts';
import { grantsTo, isInForce, isLive, permissionsInForce } from '../../auth/grants.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { authorizedWrite } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { chainCalls, changesOf, grantsLockCall, managersLockCall } from '../relations/grant-chains.ts';
import { joinViewer, viewerCalls } from '../relations/viewer.ts';
import { grantData } from './events.ts';
import {
  completeChange,
  findGrant,
  type GrantChange,
  grantCall,
  NAMED_BY_GRANT,
  type Parties,
  partiesCall,
  type Reach,
  reachOf,
  rolesOf,
} from './find.ts';
import { notAsManager } from './hints.ts';

const now = p('now', 'timestamptz');
const revokedEvent = {
  type: 'access_grant.revoked',
  from: sql`g`,
  actor: p('profile_id', 'uuid'),
  object: sql`g.id`,
  data: grantData,
} as const;

/**
 * Condition: the caller may revoke `g`: an owner from both sides; a manager with `access_management`, except to resign
 * for the profile that it manages.
 */
const mayRevoke = sql`(${found.grant_id} is null or g.profile_id = ${p('profile_id', 'uuid')} and exists (
  select from ${grantsTo(sql`(select account_id from profiles where id = ${found.manager_profile_id})`)}
  where g.profile_id = ${p('profile_id', 'uuid')} and ${isInForce} and 'access_management' = any(${permissionsInForce})))`;

/** Changes nothing if the grant has ended in the meantime, or if the caller may not revoke it. */
const revoke = authorizedWrite(
  'access.revoke',
  { id: 'uuid' },
  {
    change: sql`g as (
    update ${writes('access_grants')} g set status = 'revoked', revoked_at = ${now}, updated_at = ${now}
    where g.id = ${p('id', 'uuid')} and ${isLive} and ${mayRevoke}
    returning g.*
  )`,
    events: [sql`g.profile_id`, sql`g.manager_profile_id`].map((profile) => ({ ...revokedEvent, profile })),
    audit: { from: sql`g`, objectType: 'access_grant', object: sql`g.id` },
    answer: sql<{ id: string }>`select id from g`,
  },
);

/** Revoke a grant, end or narrow those delegated from it, and detach keys. `changesOf` reads the second and third. */
export const revocationCalls = (
  tx: TxCtx,
  {
    grant_id,
    managed_profile_id,
    manager_account_id,
  }: Pick<Parties, 'grant_id' | 'managed_profile_id' | 'manager_account_id'>,
) =>
  [
    revoke.call(tx, { id: grant_id }),
    ...chainCalls(tx, managed_profile_id),
    ...detachCalls(tx, manager_account_id ? [manager_account_id] : []),
  ] as const;

const NOTHING_BELOW = { ended: [], narrowed: [], unscheduled: 0 };

/**
 * Revokes a grant or withdraws an invitation, from either side. Grants delegated from it end too. Revoking an ended
 * grant returns it unchanged. Fails with `access_grant_not_found`, `permission_denied`.
 */
export async function revokeGrant(ctx: Ctx, id: string): Promise<GrantChange & { reach: Reach }> {
  return inTransaction(ctx, async (outer) => {
    const [[grant]] = await batch(outer, [partiesCall(outer, id)]);
    if (!grant) fail('access_grant_not_found');
    const { grant_id, managed_profile_id, profile_id, grant_status } = grant;
    const roles = rolesOf(outer, grant);
    const side = roles.giver ?? roles.manager ?? fail('permission_denied', { agent: notAsManager });
    const reach = reachOf(outer, roles);
    if (grant_status !== 'pending' && grant_status !== 'accepted')
      return { row: await findGrant(outer, grant_id), reach, ...NOTHING_BELOW };
    const tx = actAs(outer, side);
    const [revoked, withdrawn, bounded, ...effects] = revocationCalls(tx, grant);
    const changed = await write(tx, {
      // A manager that resigns owns its profile, which needs no permission.
      permissions: roles.giver ? ['access_management'] : [],
      refusals: NAMED_BY_GRANT,
      locks: [grantsLockCall(managed_profile_id), managersLockCall([grant_id])],
      change: {
        revoked,
        withdrawn,
        bounded,
        effects,
        found: grantCall(tx, grant_id),
        relations: viewerCalls(outer, [profile_id]),
      },
    });
    const below = await completeChange(
      tx,
      outer,
      'grant_revoked',
      grant,
      changesOf(changed.withdrawn, changed.bounded),
    );
    // A resigning manager must not learn who else has access.
    const [row] = joinViewer(outer, changed.found, changed.relations.flat());
    return { row: row!, reach, ...(roles.giver ? below : NOTHING_BELOW) };
  });
}
