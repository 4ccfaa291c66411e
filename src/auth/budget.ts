import { type SQL, sql } from 'drizzle-orm';
import { BUDGETS, type Budget } from '../core/enums.ts';
import { ApiError } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { p } from '../db/statement.ts';

/**
 * What a manager may do in a day (UTC) under a grant: `access_grants.budget` holds the limits, `grant_usage` what has
 * been used. Nothing is looked up before a write: it counts itself in its own statement, and the constraint of the table
 * refuses one too many together with all that it would have written.
 */

const DAY_MS = 86_400_000;
const today = sql`(${p('now', 'timestamptz')} at time zone 'UTC')::date`;

/** What a write counts against: once, when `from` (a FROM item, optionally with its WHERE) has a row. */
export type Spending = { budget: Budget; from: SQL };

/**
 * CTE `spent`, behind the CTE `authority`: counts the write against the grant that it was made under. An owner's write,
 * and one under a grant without this limit, touches nothing. The row of the day is one that all writes under the grant
 * wait for, so that the count is exact.
 */
export function spentCte({ budget, from }: Spending): SQL {
  return sql`spent as (
    insert into grant_usage (grant_id, kind, day, used, allowed)
    select g.id, ${budget}::text, ${today}, 1, (g.budget->>${budget}::text)::int
    from (select 1 from ${from}) counts cross join authority join access_grants g on g.id = authority.grant_id
    where g.budget->>${budget}::text is not null
    on conflict (grant_id, kind, day) do update set used = grant_usage.used + 1, allowed = excluded.allowed)`;
}

/** The failure of a write under a budget: when it was the budget, with the seconds until the next day begins. */
export function explainBudget(ctx: Ctx, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'grant_budget_reached') return error;
  const left = DAY_MS - (ctx.now().getTime() % DAY_MS);
  return new ApiError('grant_budget_reached', { cause: error, agent: { retry_after_seconds: Math.ceil(left / 1000) } });
}

const leftOf = (grant: SQL, budget: Budget) => sql`case when ${grant}.budget->>${budget}::text is not null then
    jsonb_build_object('limit', (${grant}.budget->>${budget}::text)::int, 'left', greatest((${grant}.budget->>${budget}::text)::int
      - coalesce((select used from grant_usage where grant_id = ${grant}.id and kind = ${budget}::text and day = ${today}), 0), 0)) end`;

/**
 * The budget of the grant `grant` as it is answered: null, or for each kind null or `{limit, left}`, `left` being what
 * is left of today. Placeholder: now.
 */
export const budgetOf = (
  grant: SQL,
): SQL => sql`case when jsonb_typeof(${grant}.budget) = 'object' then jsonb_build_object(
    ${sql.join(
      BUDGETS.map((budget) => sql`${budget}::text, ${leftOf(grant, budget)}`),
      sql`, `,
    )}) end`;
