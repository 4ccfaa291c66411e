import type { AccessGrantStatus, Permission } from '../core/enums.ts';
import { alias, type SQL, sql } from '../db/drizzle.ts';
import { accessGrants } from '../db/schema/relations.ts';
import { p } from '../db/statement.ts';
import { wasLiveLately } from './credential-state.ts';

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
 * Condition: live, and given or widened by a session of an account, or with `with_keys` an API key, that was live lately.
 */
export const isGivenLately: SQL = sql`${isLive} and g.given_with_id in (select c.id from credentials c
  where ${wasLiveLately} and (c.type = 'session' or ${p('with_keys', 'bool')} and c.type = 'api_key'))`;
export const GIVEN_LATELY = {
  account_id: 'uuid',
  with_keys: 'bool',
  now: 'timestamptz',
  by_time: 'timestamptz',
} as const;

/** FROM items: the grants `g` to the profiles `m` of an account, without suspended ones. */
export const grantsTo = (account: SQL): SQL => sql`access_grants g join profiles m on m.id = g.manager_profile_id
  and m.account_id = ${account} and m.deleted_at is null and m.suspended_at is null`;
