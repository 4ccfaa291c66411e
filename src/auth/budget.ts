import { type SQL, sql } from 'drizzle-orm';
import { BUDGETS, type Budget } from '../core/enums.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
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

/** Condition: the grant `b` bounds what is done under `grant`: itself, or one that it was given under. */
const bounds = (grant: SQL) => sql`b.id = any(${grant}.given_under || ${grant}.id)`;

/**
 * CTE `spent`, behind the CTE `authority`: counts the write against the grant that it was made under and against those
 * that this one was given under, where they have this limit, so that a budget bounds all that comes of its grant. An
 * owner's write, and one under grants without this limit, touches nothing. The rows of the day are what all such writes
 * wait for, in the order of the grants, so that the count is exact.
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

/** The row that was refused, as Postgres names it; `allowed` is its last column. */
const ALLOWS_NONE = /, 0\)\.?$/;
const notAllowed: FailureFacts = {
  hint: 'The owner of the profile allows none of this under this grant (its limit is 0), today and tomorrow: do not wait and do not repeat, go on with something else. Only the owner can raise the limit.',
};

/**
 * The failure of a write under a budget: when it was the budget, with the seconds until the next day begins, unless no
 * day allows any.
 */
export function explainBudget(ctx: Ctx, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'grant_budget_reached') return error;
  const { detail = '' } = error.cause as { detail?: string };
  if (ALLOWS_NONE.test(detail)) return new ApiError('grant_budget_reached', { cause: error, agent: notAllowed });
  const left = DAY_MS - (ctx.now().getTime() % DAY_MS);
  return new ApiError('grant_budget_reached', { cause: error, agent: { retry_after_seconds: Math.ceil(left / 1000) } });
}

const limitOf = (grant: SQL, budget: Budget) => sql`(${grant}.budget->>${budget}::text)::int`;

/** Null where neither the grant nor one that it was given under has the limit. */
const leftOf = (grant: SQL, budget: Budget) => sql`(
    select case when count(*) > 0 then jsonb_build_object(
      'limit', coalesce(${limitOf(grant, budget)}, min(${limitOf(sql`b`, budget)})),
      'left', greatest(min(${limitOf(sql`b`, budget)} - coalesce(
        (select used from grant_usage where grant_id = b.id and kind = ${budget}::text and day = ${today}), 0)), 0)) end
    from access_grants b where ${bounds(grant)} and ${limitOf(sql`b`, budget)} is not null)`;

const without = JSON.stringify(Object.fromEntries(BUDGETS.map((budget) => [budget, null])));

/**
 * The budget of the grant `grant` as it is answered: null, or for each kind null or `{limit, left}`. `limit` is its own,
 * else the smallest of those that it was given under; `left` is what all of them leave of today. Placeholder: now.
 */
export const budgetOf = (
  grant: SQL,
): SQL => sql`case when ${grant}.budget is not null or ${grant}.given_under <> '{}' then nullif(jsonb_build_object(
    ${sql.join(
      BUDGETS.map((budget) => sql`${budget}::text, ${leftOf(grant, budget)}`),
      sql`, `,
    )}), ${without}::jsonb) end`;
