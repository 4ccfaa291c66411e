import { sql } from 'drizzle-orm';
import { evictCredentials } from '../../auth/credential-listener.ts';
import { fail } from '../../core/errors.ts';
import { futureTimestamp } from '../../core/timestamps.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { enforceChains, lockGrantsOf, lockManagersBelow } from '../relations/grant-chains.ts';
import { type GrantRow, isLive } from './columns.ts';
import { ancestorGrantIds, exceeds, hasWiderTerms, isWithinOwnGrant, ownGrantCte } from './delegation.ts';
import { grantAudit, grantEvents } from './events.ts';
import { findGrant, findGrants, findVisibleGrant, type GrantChange, refuseWithoutAccess } from './find.ts';
import { exceedsOwnGrant, inviteAgain } from './hints.ts';
import type { UpdateGrantInput } from './schemas.ts';

const PERMISSION = 'access_management';
const before = { permissions: sql`g.permissions`, expiresAt: sql`g.expires_at`, budget: sql`g.budget` };
const newPermissions = p('new_permissions', 'text[]');
const newBudget = p('budget', 'jsonb');
/** Omitted limits stay, null removes one, and a budget of null removes them all. */
const after = {
  permissions: sql`coalesce(${newPermissions}, g.permissions)`,
  expiresAt: sql`case when ${p('sets_end', 'bool')} then ${p('expires_at', 'timestamptz')} else g.expires_at end`,
  budget: sql`case when ${p('clears_budget', 'bool')} then null
    else nullif(jsonb_strip_nulls(coalesce(g.budget, '{}') || coalesce(${newBudget}, '{}')), '{}') end`,
};

/**
 * What a manager adds is delegated under its own grant, and never under the changed grant itself. Later changes by
 * others keep that.
 */
const givenUnderNow = sql`case when ${exceeds(after, before)}
    then array(select distinct giver from unnest(g.given_under || ${ancestorGrantIds}) as giver where giver <> g.id)
    else g.given_under end`;

/**
 * The giver of a permission is the profile that adds it. A later end or a higher limit gives every permission again, as
 * terms are worth nothing without permissions. Everything else keeps its giver.
 */
const givenByNow = sql`(select coalesce(jsonb_object_agg(one.permission, one.giver), '{}') from (
    select permission, case when ${hasWiderTerms(after, before)} or permission <> all(g.permissions)
      then (select to_jsonb(own.id) from own) else g.given_by->permission end as giver
    from unnest(${after.permissions}) as permission) one where one.giver is not null)`;

const update = writeStatement<{ id: string }>('access.update', {
  authority: 'acting',
  change: sql`${ownGrantCte}, g as (
    update access_grants g set permissions = ${after.permissions}, expires_at = ${after.expiresAt}, budget = ${after.budget},
      given_under = ${givenUnderNow}, given_by = ${givenByNow},
      public = coalesce(${p('public', 'bool')}, g.public), updated_at = ${p('now', 'timestamptz')}
    from authority
    where g.id = ${p('id', 'uuid')} and g.profile_id = authority.profile_id and ${isLive} and ${isWithinOwnGrant(after, before)}
    returning g.*
  )`,
  events: grantEvents('access_grant.updated'),
  audit: grantAudit,
  answer: sql`select id from g`,
});

/**
 * Changes a grant or a pending invitation, effective from the manager's next call. Grants delegated from it are
 * narrowed or ended, never widened. A manager with `access_management` cannot add what it does not have. Locks: the
 * grants of the profile, the accounts of all managers that may lose something, the acting profile, the grants, keys.
 * Fails with `access_grant_not_found`, `permission_denied` (also the manager itself), `access_grant_not_pending` (it
 * has ended), `invalid_request`.
 */
export async function updateGrant(ctx: Ctx, grantId: string, input: UpdateGrantInput): Promise<GrantChange> {
  return inTransaction(ctx, async (outer) => {
    const { row, giver } = await findVisibleGrant(outer, grantId);
    if (!giver) fail('permission_denied', { agent: { required_permission: PERMISSION } });
    const { permissions, budget, expires_at } = input;
    const values = {
      id: row.grant_id,
      new_permissions: permissions ? [...new Set(permissions)] : null,
      budget: budget ? JSON.stringify(budget) : null,
      clears_budget: budget === null,
      sets_end: expires_at !== undefined,
      expires_at: expires_at == null ? null : futureTimestamp(expires_at, outer.now(), 'body.expires_at'),
      public: input.public ?? null,
    };
    const tx = actAs(outer, giver);
    await lockGrantsOf(tx, row.managed_profile_id);
    await lockManagersBelow(tx, [row.grant_id]);
    if (!(await update.run(tx, values, [PERMISSION]))) return refuse(tx, row);
    if (row.manager_account_id) await evictCredentials(tx, [row.manager_account_id]);
    const changes = await enforceChains(tx, row.managed_profile_id);
    return { row: await findGrant(outer, row.grant_id), ...(await findGrants(outer, changes)) };
  });
}

async function refuse(tx: TxCtx, { grant_id, managed_profile_id }: GrantRow): Promise<never> {
  await refuseWithoutAccess(tx);
  const { grant_status } = await findGrant(tx, grant_id);
  const isThere = grant_status === 'pending' || grant_status === 'accepted';
  if (!isThere) fail('access_grant_not_pending', { agent: inviteAgain(managed_profile_id) });
  return fail('permission_denied', { agent: exceedsOwnGrant });
}
