import { type SQL, sql } from 'drizzle-orm';

/** What a grant gives: a text[], a timestamptz or null for no end, a jsonb of limits or null for none. */
type Gift = { permissions: SQL; expiresAt: SQL; budget: SQL };

const FOREVER = sql`'infinity'::timestamptz`;
const NO_LIMIT = sql`2147483647`;
const limitOf = (budget: SQL, kind: SQL) => sql`coalesce((${budget}->>${kind})::int, ${NO_LIMIT})`;

/** CTE `own`, behind `authority`: the grant under which the caller acts, if it is no owner. */
export const ownGrantCte: SQL = sql`own as (
    select og.permissions, og.expires_at, og.budget from access_grants og join authority on authority.grant_id = og.id
  )`;

/**
 * Condition, beside the CTEs `authority` and `own`: a manager gives on no more than it has itself: no other permission,
 * no later end, no larger budget. What the grant had `before` may stay. Owners give what they like.
 */
export function givesNoMore(gift: Gift, before: Gift | null): SQL {
  const permissions = before ? sql`own.permissions || ${before.permissions}` : sql`own.permissions`;
  const latest = before
    ? sql`greatest(coalesce(own.expires_at, ${FOREVER}), coalesce(${before.expiresAt}, ${FOREVER}))`
    : sql`coalesce(own.expires_at, ${FOREVER})`;
  const most = before ? sql`greatest(most.value::int, ${limitOf(before.budget, sql`most.key`)})` : sql`most.value::int`;
  return sql`((select owned from authority) or exists (
    select 1 from own where ${gift.permissions} <@ (${permissions}) and coalesce(${gift.expiresAt}, ${FOREVER}) <= ${latest}
      and not exists (select 1 from jsonb_each_text(coalesce(own.budget, '{}')) most
        where most.value is not null and ${limitOf(gift.budget, sql`most.key`)} > ${most})))`;
}
