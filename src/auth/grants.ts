import type { AccessGrantStatus, Permission } from '../core/enums.ts';
import { alias, type SQL, sql } from '../db/drizzle.ts';
import { accessGrants } from '../db/schema/relations.ts';
import { p } from '../db/statement.ts';

/** States of the grant `g`. A job ends expired ones later, so every statement that asks for a state uses these. */

/** The table under the alias of all conditions on a grant. */
export const g = alias(accessGrants, 'g');

const now = p('now', 'timestamptz');

/** Condition: stored as pending or accepted, expired or not. */
export const isOpen: SQL = sql`g.status in ('pending', 'accepted')`;

export const isAccepted = (grant: SQL): SQL => sql`${grant}.status = 'accepted'`;

/** When it expires: as an invitation, and as a grant. Null: never. The index uses this expression. */
const endsAt: SQL = sql`(case when g.status = 'pending' then least(g.invitation_expires_at, g.expires_at) else g.expires_at end)`;

/** Condition: stored as pending or accepted, but expired. */
export const isOver: SQL = sql`${isOpen} and ${endsAt} <= ${now}`;

/** Condition: pending or accepted. */
export const isLive: SQL = sql`${isOpen} and coalesce(${endsAt} > ${now}, true)`;

/** Condition: the invitation can be answered. */
export const isWaiting: SQL = sql`g.status = 'pending' and coalesce(${endsAt} > ${now}, true)`;

/** Condition: accepted, whether or not its givers may give anything now. */
export const isActive: SQL = sql`${isAccepted(sql`g`)} and coalesce(g.expires_at > ${now}, true)`;

export const currentStatus: SQL<AccessGrantStatus> = sql<AccessGrantStatus>`case when ${isOver} then 'expired' else g.status end`;

/** Its permissions, without those whose givers are suspended or wait for deletion (a function of the database). */
export const permissionsInForce: SQL<Permission[]> = sql<Permission[]>`permissions_in_force(g.permissions, g.given_by)`;

/** Condition: lets its manager act, unless its giver or a manager above may not act. */
export const isInForce: SQL = sql`${isActive} and ${permissionsInForce} <> '{}'`;

/**
 * Condition: any of these credentials (`uuid[]`) gave or widened it. A later change by another credential takes back nothing:
 * else a manager could keep what a thief gave by widening it once more.
 */
export const isGivenWith = (credentials: SQL): SQL =>
  sql`g.id in (select one.id from access_grants one where one.status in ('pending', 'accepted') and one.given_with_id = any(${credentials})
    union all select giver.grant_id from access_grant_givers giver where giver.credential_id = any(${credentials}))`;

/** FROM items: the grants `g` to the profiles `m` of an account, without suspended ones. */
export const grantsTo = (account: SQL): SQL => sql`access_grants g join profiles m on m.id = g.manager_profile_id
  and m.account_id = ${account} and m.deleted_at is null and m.suspended_at is null`;
