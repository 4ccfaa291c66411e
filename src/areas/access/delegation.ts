import { type SQL, sql } from 'drizzle-orm';
import { BUDGETS, type Budget } from '../../core/enums.ts';

/** What a grant gives: a `text[]`, a `timestamptz` or null for no end, a `jsonb` of limits or null for none. */
export type GrantTerms = { permissions: SQL; expiresAt: SQL; budget: SQL };

const endOf = ({ expiresAt }: GrantTerms) => sql`coalesce(${expiresAt}, 'infinity'::timestamptz)`;
const limitOf = ({ budget }: GrantTerms, kind: Budget) => sql`coalesce((${budget}->>${kind}::text)::int, 2147483647)`;

/** Condition: `one` ends no later than `other`, and none of its limits is larger. */
const isWithin = (one: GrantTerms, other: GrantTerms) =>
  sql`(${sql.join(
    [
      sql`${endOf(one)} <= ${endOf(other)}`,
      ...BUDGETS.map((kind) => sql`${limitOf(one, kind)} <= ${limitOf(other, kind)}`),
    ],
    sql` and `,
  )})`;

const own = { permissions: sql`own.permissions`, expiresAt: sql`own.expires_at`, budget: sql`own.budget` };

/** CTE `own`, after `authority`: the grant under which the caller acts, unless it is the owner. */
export const ownGrantCte: SQL = sql`own as (
    select og.id, og.permissions, og.expires_at, og.budget, og.given_under
    from access_grants og join authority on authority.grant_id = og.id
  )`;

/**
 * Condition, with the CTEs `authority` and `own`: a manager grants no more than it has; what the grant had `before` may
 * stay. Each permission is judged together with the end and the limits it comes with: it is allowed if the caller's
 * grant, or the grant before, has it on terms that are at least as wide. Owners may give anything.
 */
export function isWithinOwnGrant(terms: GrantTerms, before: GrantTerms | null): SQL {
  const from = (source: GrantTerms) =>
    sql`case when ${isWithin(terms, source)} then ${source.permissions} else '{}'::text[] end`;
  const held = before ? sql`${from(own)} || ${from(before)}` : from(own);
  return sql`((select owned from authority) or exists (select 1 from own where ${terms.permissions} <@ (${held})))`;
}

/** Condition: the terms exceed those before in any respect. */
export const exceeds = (terms: GrantTerms, before: GrantTerms): SQL =>
  sql`not (${terms.permissions} <@ ${before.permissions} and ${isWithin(terms, before)})`;

/**
 * The `given_by` entries for permissions (a `text[]`) that the caller gives now: its own grant, or none for an owner.
 */
export const givenByOwnGrant = (permissions: SQL): SQL =>
  sql`(select coalesce(jsonb_object_agg(one, own.id), '{}') from own cross join unnest(${permissions}) as one)`;

/** Condition: the terms have a later end or a larger limit than those before, whatever the permissions. */
export const hasWiderTerms = (terms: GrantTerms, before: GrantTerms): SQL => sql`not ${isWithin(terms, before)}`;

/** The ancestor grants of what the caller gives now: `uuid[]`, empty for an owner. */
export const ancestorGrantIds: SQL = sql`coalesce((select own.given_under || own.id from own), '{}'::uuid[])`;
