import { type SQL, sql } from 'drizzle-orm';
import { BUDGETS, type Budget } from '../../core/enums.ts';

/** What a grant gives: a text[], a timestamptz or null for no end, a jsonb of limits or null for none. */
export type Gift = { permissions: SQL; expiresAt: SQL; budget: SQL };

const endOf = ({ expiresAt }: Gift) => sql`coalesce(${expiresAt}, 'infinity'::timestamptz)`;
const limitOf = ({ budget }: Gift, kind: Budget) => sql`coalesce((${budget}->>${kind}::text)::int, 2147483647)`;

/** Condition: one ends no later than the other, and each of its limits is no larger. */
const isWithin = (one: Gift, other: Gift) =>
  sql`(${sql.join(
    [
      sql`${endOf(one)} <= ${endOf(other)}`,
      ...BUDGETS.map((kind) => sql`${limitOf(one, kind)} <= ${limitOf(other, kind)}`),
    ],
    sql` and `,
  )})`;

const own = { permissions: sql`own.permissions`, expiresAt: sql`own.expires_at`, budget: sql`own.budget` };

/** CTE `own`, behind `authority`: the grant under which the caller acts, if it is no owner. */
export const ownGrantCte: SQL = sql`own as (
    select og.id, og.permissions, og.expires_at, og.budget, og.given_under
    from access_grants og join authority on authority.grant_id = og.id
  )`;

/**
 * Condition, beside the CTEs `authority` and `own`: a manager gives on no more than it has itself. What the grant had
 * `before` may stay. Each permission is judged with the end and the limits that it comes with, as each is worth what the
 * others let it: it is given where the caller's grant has it and neither ends earlier nor allows less, or stays where
 * the same is so of the grant before. Owners give what they like.
 */
export function givesNoMore(gift: Gift, before: Gift | null): SQL {
  const from = (source: Gift) =>
    sql`case when ${isWithin(gift, source)} then ${source.permissions} else '{}'::text[] end`;
  const held = before ? sql`${from(own)} || ${from(before)}` : from(own);
  return sql`((select owned from authority) or exists (select 1 from own where ${gift.permissions} <@ (${held})))`;
}

/** Condition: a gift is more than what was there before, in whatever respect. */
export const isMore = (gift: Gift, before: Gift): SQL =>
  sql`not (${gift.permissions} <@ ${before.permissions} and ${isWithin(gift, before)})`;

/** What `given_by` says of permissions (a text[]) that the caller gives now: its own grant, and nothing for an owner. */
export const givenThrough = (permissions: SQL): SQL =>
  sql`(select coalesce(jsonb_object_agg(one, own.id), '{}') from own cross join unnest(${permissions}) as one)`;

/** Condition: a gift has a later end or a larger limit than what was there before, whatever its permissions. */
export const hasWiderTerms = (gift: Gift, before: Gift): SQL => sql`not ${isWithin(gift, before)}`;

/** The grants that what the caller gives now is given under: uuid[], empty for an owner. */
export const givenUnder: SQL = sql`coalesce((select own.given_under || own.id from own), '{}'::uuid[])`;
