import { type SQL, sql } from 'drizzle-orm';
import { BUDGETS, type Budget } from '../core/enums.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { p } from '../db/statement.ts';

/**
 * Daily budgets (UTC) of access grants: `access_grants.budget` holds the limits, `grant_usage` the usage. Writes don't
 * check the budget first. Each counts itself in its own statement, and the check constraint of the table rejects the
 * whole statement when the limit is exceeded.
 */

const DAY_MS = 86_400_000;
const today = sql`(${p('now', 'timestamptz')} at time zone 'UTC')::date`;

/** The budget that a write uses, once if `from` (a FROM item, optionally with its WHERE) has a row. */
export type Spending = { budget: Budget; from: SQL };

/** Condition: the grant `b` limits `grant`: it is the same grant or one of its ancestors. */
const bounds = (grant: SQL) => sql`b.id = any(${grant}.given_under || ${grant}.id)`;

/**
 * CTE `spent`, after the CTE `authority`: counts the write against its grant and all ancestors of the grant that have
 * this limit, so that a budget also limits delegated grants. Writes of the owner, and writes under grants without this
 * limit, count nothing. Concurrent writes lock the day's rows in the order of the grants, so the count is exact.
 */
export function spentCte({ budget, from }: Spending): SQL {
  return sql`spent as (
    insert into grant_usage (grant_id, kind, day, used, allowed)
    select b.id, ${budget}::text, ${today}, 1, (b.budget->>${budget}::text)::int
    from (select 1 from ${from}) counts cross join authority join access_grants g on g.id = authority.grant_id
      join access_grants b on ${bounds(sql`g`)}
    where b.budget->>${budget}::text is not null
    order by b.id
    on conflict (grant_id, kind, day) do update set used = grant_usage.used + 1, allowed = excluded.allowed)`;
}

/** Matches the rejected row in the detail of the Postgres error; `allowed` is the last column. */
const ALLOWS_NONE = /, 0\)\.?$/;
const notAllowed: FailureFacts = {
  hint: 'This grant does not allow this action on any day (its limit is 0): do not wait or repeat the request; continue with something else. Only the owner of the profile can raise the limit.',
};

/**
 * Adds the seconds until the next day to a `grant_budget_reached` error, or a hint if the limit is 0. Returns any other
 * error unchanged.
 */
export function explainBudget(ctx: Ctx, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'grant_budget_reached') return error;
  const { detail = '' } = error.cause as { detail?: string };
  if (ALLOWS_NONE.test(detail)) return new ApiError('grant_budget_reached', { cause: error, agent: notAllowed });
  const left = DAY_MS - (ctx.now().getTime() % DAY_MS);
  return new ApiError('grant_budget_reached', { cause: error, agent: { retry_after_seconds: Math.ceil(left / 1000) } });
}

const limitOf = (grant: SQL, budget: Budget) => sql`(${grant}.budget->>${budget}::text)::int`;

/** Null if neither the grant nor any of its ancestors has the limit. */
const leftOf = (grant: SQL, budget: Budget) => sql`(
    select case when count(*) > 0 then jsonb_build_object(
      'limit', coalesce(${limitOf(grant, budget)}, min(${limitOf(sql`b`, budget)})),
      'left', greatest(min(${limitOf(sql`b`, budget)} - coalesce(
        (select used from grant_usage where grant_id = b.id and kind = ${budget}::text and day = ${today}), 0)), 0)) end
    from access_grants b where ${bounds(grant)} and ${limitOf(sql`b`, budget)} is not null)`;

const without = JSON.stringify(Object.fromEntries(BUDGETS.map((budget) => [budget, null])));

/**
 * The budget of the grant `grant` in responses: null, or for each kind null or `{limit, left}`. `limit` is its own
 * limit, otherwise the smallest of its ancestors; `left` is what all of them leave for today. Placeholder: now.
 */
export const budgetOf = (
  grant: SQL,
): SQL => sql`case when ${grant}.budget is not null or ${grant}.given_under <> '{}' then nullif(jsonb_build_object(
    ${sql.join(
      BUDGETS.map((budget) => sql`${budget}::text, ${leftOf(grant, budget)}`),
      sql`, `,
    )}), ${without}::jsonb) end`;
