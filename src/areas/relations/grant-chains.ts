import { detachCalls } from '../../auth/detach.ts';
import { g, isAccepted, isOpen, isOver } from '../../auth/grants.ts';
import type { AccessGrantStatus } from '../../core/enums.ts';
import type { EventTypeOf } from '../../core/event-catalogue.ts';
import type { TxCtx } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditRowsCall, eventsCall } from '../../events/emit.ts';

/**
 * Chains of grants. `given_by` names, for each permission, the grant through which a manager gave it. A grant never
 * allows more than the grants it derives from: what is below follows in the same transaction. So reads and checks look
 * at one grant, never at its chain.
 */

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');
/** The lock for changes of a profile's grants. Taken before the accounts of their managers. */
export const grantsLock = (profile: SQL): SQL =>
  sql`pg_advisory_xact_lock(hashtextextended('access_grants:' || ${profile}::text, 0))`;

const lockGrants = statement('access.lock_grants', { profile_id: 'uuid' }, sql`select ${grantsLock(profileId)}`);

/** In a separate statement, so that the following ones see what was committed. */
export const grantsLockCall = (managedProfileId: string): Call<unknown> =>
  lockGrants.call({ profile_id: managedProfileId });

/** The accounts that lose something if one of the grants ends, in lock order. */
const lockManagers = statement(
  'access.lock_managers',
  { grant_ids: 'uuid[]', account_id: 'uuid?' },
  sql`with recursive below(id) as (
      select unnest(${p('grant_ids', 'uuid[]')})
      union
      select g.id from below join access_grants root on root.id = below.id
        join access_grants g on g.profile_id = root.profile_id and g.given_by <> '{}' and ${isOpen}
          and exists (select 1 from jsonb_each_text(g.given_by) given where given.value = below.id::text)
    )
    select a.id from accounts a where a.id in (
      select m.account_id from below join access_grants g on g.id = below.id join profiles m on m.id = g.manager_profile_id
      union select ${p('account_id', 'uuid')})
    order by a.id for no key update of a`,
);

/** Locks the accounts of the managers of these grants and of all grants delegated from them, and another one. */
export const managersLockCall = (grantIds: readonly string[], accountId: string | null = null): Call<unknown> =>
  lockManagers.call({ grant_ids: grantIds, account_id: accountId });

export async function lockManagersBelow(tx: TxCtx, grantIds: readonly string[]): Promise<void> {
  await batch(tx, [managersLockCall(grantIds)]);
}

export const findHeldGrants = statement(
  'access.find_held_grants',
  { profile_id: 'uuid' },
  qb
    .select({ id: g.id, profile_id: g.profileId })
    .from(g)
    .where(and(eq(g.managerProfileId, profileId), isOpen)),
);

/** Profiles with a grant that has a permission through another one that ended or lacks it. The index has few rows. */
export const listBrokenChains = statement(
  'access.list_broken_chains',
  {},
  sql<{
    profile_id: string;
  }>`select distinct g.profile_id from access_grants g cross join lateral jsonb_each_text(g.given_by) given
    where g.given_by <> '{}' and ${isOpen} and not exists (select 1 from access_grants o
      where o.id = given.value::uuid and ${isAccepted(sql`o`)} and given.key = any(o.permissions)) limit 1000`,
);

const listPassedOn = statement(
  'access.list_passed_on',
  { profile_id: 'uuid' },
  qb
    .select({ id: g.id })
    .from(g)
    .where(and(eq(g.profileId, profileId), sql`${g.givenBy} <> '{}'`, isOpen)),
);

/** All grants of a profile that a manager gave. */
export async function listDelegated(tx: TxCtx, managedProfileId: string): Promise<string[]> {
  return (await listPassedOn.all(tx, { profile_id: managedProfileId })).map(({ id }) => id);
}

/** A grant that ended or was narrowed because of those it derives from. */
export type Changed = {
  id: string;
  manager_profile_id: string;
  manager_account_id: string | null;
  status: AccessGrantStatus;
};

/** CTE `edge`: each permission that a manager gave, with the grant through which it did. */
const edgeCte = sql`edge as (
      select g.id, given.key as permission, given.value::uuid as giver
      from access_grants g cross join lateral jsonb_each_text(g.given_by) given
      where g.profile_id = ${profileId} and g.given_by <> '{}' and ${isOpen}
    )`;

/** The columns of `Changed`, from the CTE `g`. */
const changedColumns = sql`g.id, g.manager_profile_id, g.status, m.account_id as manager_account_id`;

/** Takes back permissions whose giver no longer has them. A grant without any permission left ends. */
const withdrawLost = statement(
  'access.withdraw_lost',
  { profile_id: 'uuid', now: 'timestamptz' },
  sql<Changed>`with recursive ${edgeCte}, lost as (
      select edge.id, edge.permission from edge
      where not exists (select 1 from access_grants o where o.id = edge.giver and ${isAccepted(sql`o`)}
        and edge.permission = any(o.permissions))
      union
      select edge.id, edge.permission from edge join lost on lost.id = edge.giver and lost.permission = edge.permission
    ), after as (
      select g.id, array(select permission from unnest(g.permissions) with ordinality as had(permission, place)
        where permission <> all(gone.permissions) order by place) as permissions, g.given_by - gone.permissions as given_by
      from (select id, array_agg(permission) as permissions from lost group by id) gone join access_grants g on g.id = gone.id
    ), g as (
      update ${writes('access_grants')} g set updated_at = ${now},
        status = case when after.permissions <> '{}' then g.status when ${isOver} then 'expired' else 'revoked' end,
        revoked_at = case when after.permissions <> '{}' or ${isOver} then g.revoked_at else ${now} end,
        permissions = case when after.permissions <> '{}' then after.permissions else g.permissions end,
        given_by = case when after.permissions <> '{}' then after.given_by else g.given_by end
      from after where after.id = g.id and ${isOpen}
      returning g.*
    )
    select ${changedColumns} from g join profiles m on m.id = g.manager_profile_id`,
);

/** Limits what is left of delegated grants to the earliest end and the smallest budgets of all grants above. */
const applyBounds = statement(
  'access.apply_bounds',
  { profile_id: 'uuid', now: 'timestamptz' },
  sql<Changed>`with recursive ${edgeCte}, above(id, giver) as (
      select distinct id, giver from edge
      union
      select above.id, edge.giver from above join edge on edge.id = above.giver
    ), bound as (
      select above.id, min(o.expires_at) as ends_at from above join access_grants o on o.id = above.giver group by above.id
    ), cap as (
      select above.id, one.key as kind, min(one.value::int) as amount
      from above join access_grants o on o.id = above.giver cross join lateral jsonb_each_text(o.budget) one
      group by above.id, one.key
    ), after as (
      select g.id, least(g.expires_at, bound.ends_at) as expires_at,
        nullif(coalesce(g.budget, '{}') || coalesce((select jsonb_object_agg(cap.kind, least(cap.amount, (g.budget->>cap.kind)::int))
          from cap where cap.id = g.id), '{}'), '{}') as budget
      from bound join access_grants g on g.id = bound.id
    ), g as (
      update ${writes('access_grants')} g set updated_at = ${now}, expires_at = after.expires_at, budget = after.budget
      from after where after.id = g.id and ${isOpen} and (g.expires_at, g.budget) is distinct from (after.expires_at, after.budget)
      returning g.*
    )
    select ${changedColumns} from g join profiles m on m.id = g.manager_profile_id`,
);

const hasEnded = ({ status }: Changed) => status === 'revoked' || status === 'expired';
const eventOf = (one: Changed) =>
  (hasEnded(one) ? `access_grant.${one.status}` : 'access_grant.updated') as EventTypeOf<'AccessGrantEvent'>;

/** The grants that ended or were narrowed because of the grants they derive from. */
export type ChainChanges = { ended: Changed[]; narrowed: Changed[] };

/**
 * End or narrow every grant of the profile that allows more than it derives from. After a change, under
 * `grantsLockCall` and `managersLockCall`; `changesOf` reads their rows, and `chainEffects` must follow in the
 * transaction.
 */
export function chainCalls(tx: TxCtx, managedProfileId: string): [Call<Changed>, Call<Changed>] {
  const values = { profile_id: managedProfileId, now: tx.now() };
  return [withdrawLost.call(values), applyBounds.call(values)];
}

/** What the statements of `chainCalls` changed: each grant once, in the order of their ids. */
export function changesOf(withdrawn: readonly Changed[], bounded: readonly Changed[]): ChainChanges {
  const byId = new Map([...withdrawn, ...bounded].map((one) => [one.id, one]));
  const changed = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ended: changed.filter(hasEnded), narrowed: changed.filter((one) => !hasEnded(one)) };
}

/** Statements for the changes: events for both sides and an audit row of each, and the detachment of keys. */
export function chainEffects(
  tx: TxCtx,
  managedProfileId: string,
  { ended, narrowed }: ChainChanges,
): [Call<unknown>, Call<unknown>, Call<unknown>, Call<unknown>] {
  const changed = [...ended, ...narrowed].sort((a, b) => (a.id < b.id ? -1 : 1));
  const events = changed.flatMap((one) => {
    const { id, manager_profile_id, status } = one;
    return [managedProfileId, manager_profile_id].map((log) => ({
      type: eventOf(one),
      profileId: log,
      actorProfileId: tx.acting?.id ?? null,
      objectId: id,
      data: { profile_id: managedProfileId, manager_profile_id, status },
    }));
  });
  const audited = changed.map(({ id }) => ({ type: 'access_grant', id, profileId: managedProfileId }));
  const accounts = new Set(changed.flatMap(({ manager_account_id }) => manager_account_id ?? []));
  return [eventsCall(tx, events), auditRowsCall(tx, audited), ...detachCalls(tx, [...accounts])];
}

/** Runs `chainCalls` and `chainEffects`. Returns the ids of the grants that ended or were narrowed. */
export async function enforceChains(tx: TxCtx, managedProfileId: string): Promise<string[]> {
  const changes = changesOf(...(await batch(tx, chainCalls(tx, managedProfileId))));
  const ids = [...changes.ended, ...changes.narrowed].map(({ id }) => id);
  if (ids.length > 0) await batch(tx, chainEffects(tx, managedProfileId, changes));
  return ids;
}
