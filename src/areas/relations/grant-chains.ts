import { type SQL, sql } from 'drizzle-orm';
import { detachUnmanaged } from '../../auth/detach.ts';
import type { TxCtx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { audit, emit } from '../../events/emit.ts';

/**
 * Chains of grants. `given_by` names, for each permission, the grant through which a manager with `access_management`
 * gave it; what the owner gave is not in it. A grant never allows more than the grants it derives from: if one of these
 * ends or is narrowed, everything below follows in the same transaction. So reads and authority checks look at one
 * grant, never at its chain.
 */

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');
const open = sql`g.status in ('pending', 'accepted')`;

/** When the grant `g` expires: as an invitation, and as a grant. Null: never. The index uses this expression. */
export const endsAt: SQL = sql`(case when g.status = 'pending' then least(g.invitation_expires_at, g.expires_at) else g.expires_at end)`;

/** Condition: the grant `g` has expired, even if the job has not ended it yet. */
export const isOver: SQL = sql`g.status in ('pending', 'accepted') and ${endsAt} <= ${now}`;

/** The lock for changes of a profile's grants. Taken before the accounts of their managers. */
export const grantsLock = (profile: SQL): SQL =>
  sql`pg_advisory_xact_lock(hashtextextended('access_grants:' || ${profile}::text, 0))`;

const lockGrants = statement('access.lock_grants', sql`select ${grantsLock(profileId)}`);

/**
 * Serializes changes of a profile's grants. A separate statement, so that the following ones see what was committed.
 */
export async function lockGrantsOf(tx: TxCtx, managedProfileId: string): Promise<void> {
  await lockGrants.all(tx, { profile_id: managedProfileId });
}

/** The accounts that lose something if one of the grants ends, in lock order. */
const lockManagers = statement(
  'access.lock_managers',
  sql`with recursive below(id) as (
      select unnest(${p('grant_ids', 'uuid[]')})
      union
      select g.id from below join access_grants root on root.id = below.id
        join access_grants g on g.profile_id = root.profile_id and g.given_by <> '{}' and ${open}
          and exists (select 1 from jsonb_each_text(g.given_by) given where given.value = below.id::text)
    )
    select a.id from accounts a where a.id in (
      select m.account_id from below join access_grants g on g.id = below.id join profiles m on m.id = g.manager_profile_id)
    order by a.id for no key update of a`,
);

/** Locks the accounts of the managers of these grants and of all grants delegated from them. */
export async function lockManagersBelow(tx: TxCtx, grantIds: readonly string[]): Promise<void> {
  await lockManagers.all(tx, { grant_ids: grantIds });
}

/** The grants that let the profile manage others. */
export const findHeldGrants = statement<{ id: string; profile_id: string }>(
  'access.find_held_grants',
  sql`select id, profile_id from access_grants where manager_profile_id = ${profileId} and status in ('pending', 'accepted')`,
);

/** Profiles with a grant that has a permission through another one that ended or lacks it. The index has few rows. */
export const listBrokenChains = statement<{ profile_id: string }>(
  'access.list_unsettled',
  sql`select distinct g.profile_id from access_grants g cross join lateral jsonb_each_text(g.given_by) given
    where g.given_by <> '{}' and ${open} and not exists (select 1 from access_grants o
      where o.id = given.value::uuid and o.status = 'accepted' and given.key = any(o.permissions)) limit 1000`,
);

const listPassedOn = statement<{ id: string }>(
  'access.list_passed_on',
  sql`select g.id from access_grants g where g.profile_id = ${profileId} and g.given_by <> '{}' and ${open}`,
);

/** All grants of a profile that a manager gave. */
export async function listDelegated(tx: TxCtx, managedProfileId: string): Promise<string[]> {
  return (await listPassedOn.all(tx, { profile_id: managedProfileId })).map(({ id }) => id);
}

type Changed = {
  id: string;
  manager_profile_id: string;
  manager_account_id: string | null;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
};

const enforce = statement<Changed>(
  'access.settle',
  sql`with recursive edge as (
      select g.id, given.key as permission, given.value::uuid as giver
      from access_grants g cross join lateral jsonb_each_text(g.given_by) given
      where g.profile_id = ${profileId} and g.given_by <> '{}' and ${open}
    ), lost as (
      select edge.id, edge.permission from edge
      where not exists (select 1 from access_grants o where o.id = edge.giver and o.status = 'accepted'
        and edge.permission = any(o.permissions))
      union
      select edge.id, edge.permission from edge join lost on lost.id = edge.giver and lost.permission = edge.permission
    ), kept as (
      select id, permission, giver from edge where (id, permission) not in (select id, permission from lost)
    ), above(id, giver) as (
      select distinct id, giver from kept
      union
      select above.id, kept.giver from above join kept on kept.id = above.giver
    ), bound as (
      select above.id, min(o.expires_at) as ends_at from above join access_grants o on o.id = above.giver group by above.id
    ), limited as (
      select id, jsonb_object_agg(kind, amount) as budget from (
        select above.id, cap.key as kind, min(cap.value::int) as amount
        from above join access_grants o on o.id = above.giver cross join lateral jsonb_each_text(o.budget) cap
        group by above.id, cap.key) one group by id
    ), after as (
      select g.id, array(select permission from unnest(g.permissions) with ordinality as had(permission, place)
          where (g.id, permission) not in (select id, permission from lost) order by place) as permissions,
        least(g.expires_at, bound.ends_at) as expires_at,
        nullif(coalesce(g.budget, '{}') || coalesce((select jsonb_object_agg(cap.key,
          least(cap.value::int, (g.budget->>cap.key)::int)) from jsonb_each_text(limited.budget) cap), '{}'), '{}') as budget
      from (select distinct id from edge) passed_on join access_grants g on g.id = passed_on.id
        left join bound on bound.id = g.id left join limited on limited.id = g.id
    ), g as (
      update access_grants g set updated_at = ${now},
        status = case when after.permissions <> '{}' then g.status when ${isOver} then 'expired' else 'revoked' end,
        revoked_at = case when after.permissions <> '{}' or ${isOver} then g.revoked_at else ${now} end,
        permissions = case when after.permissions <> '{}' then after.permissions else g.permissions end,
        expires_at = case when after.permissions <> '{}' then after.expires_at else g.expires_at end,
        budget = case when after.permissions <> '{}' then after.budget else g.budget end,
        given_by = case when after.permissions <> '{}' then (select coalesce(jsonb_object_agg(given.key, given.value), '{}')
          from jsonb_each(g.given_by) given where given.key = any(after.permissions)) else g.given_by end
      from after where after.id = g.id and ${open} and (g.permissions, g.expires_at, g.budget)
        is distinct from (after.permissions, after.expires_at, after.budget)
      returning g.*
    )
    select g.id, g.manager_profile_id, g.status, m.account_id as manager_account_id
    from g join profiles m on m.id = g.manager_profile_id order by g.id`,
);

const EVENTS = {
  revoked: 'access_grant.revoked',
  expired: 'access_grant.expired',
  pending: 'access_grant.updated',
  accepted: 'access_grant.updated',
} as const;

/** The ids of grants that ended or were narrowed because of the grants they derive from. */
export type ChainChanges = { ended: string[]; narrowed: string[] };

/**
 * Ends or narrows every grant of the profile that allows more than the grants it derives from, with events for both
 * sides and an audit row each, and detaches keys. Changes nothing if the chains are consistent. Call it after changing
 * a grant, under `lockGrantsOf` and `lockManagersBelow`.
 */
export async function enforceChains(tx: TxCtx, managedProfileId: string): Promise<ChainChanges> {
  const changed = await enforce.all(tx, { profile_id: managedProfileId, now: tx.now() });
  if (changed.length === 0) return { ended: [], narrowed: [] };
  await emit(
    tx,
    changed.flatMap(({ id, manager_profile_id, status }) =>
      [managedProfileId, manager_profile_id].map((log) => ({
        type: EVENTS[status],
        profileId: log,
        actorProfileId: tx.acting?.id ?? null,
        objectType: 'access_grant',
        objectId: id,
        data: { profile_id: managedProfileId, manager_profile_id, status },
      })),
    ),
  );
  await audit(tx, ...changed.map(({ id }) => ({ type: 'access_grant', id, profileId: managedProfileId })));
  const accounts = new Set(changed.flatMap(({ manager_account_id }) => manager_account_id ?? []));
  await detachUnmanaged(tx, [...accounts]);
  const isEnded = ({ status }: Changed) => status === 'revoked' || status === 'expired';
  return {
    ended: changed.filter(isEnded).map(({ id }) => id),
    narrowed: changed.filter((one) => !isEnded(one)).map(({ id }) => id),
  };
}
