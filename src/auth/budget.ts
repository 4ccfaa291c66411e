import { BUDGETS, type Budget } from '../core/enums.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { found } from '../db/authority.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { Refusal, refuse } from '../db/refusal.ts';
import { type AuthorizedCall, authorizedStatement, type ParameterTypes, p } from '../db/statement.ts';
import { writes } from '../db/writes.ts';

/**
 * Daily budgets (UTC) of access grants. Each write counts itself in its own transaction; the check constraint of
 * `grant_usage` rejects it when the limit is exceeded.
 */

const DAY_MS = 86_400_000;
const today = sql`(${p('now', 'timestamptz')} at time zone 'UTC')::date`;

/** FROM item: the budgets of one kind that limit `grant`: its own and those of its ancestors. */
const budgetsOn = (grant: SQL, budget: SQL) => sql`(
  select b.id, (b.budget->>${budget})::int as allowed from access_grants b
  where b.id = any(${grant}.given_under || ${grant}.id) and b.budget->>${budget} is not null)`;

/**
 * INSERT that counts a write against the grant `g` of `grants` and its ancestors that have this limit. Concurrent
 * writes lock the day's rows in the order of the grants, so the count is exact.
 */
const countAgainst = (
  grants: SQL,
  budget: SQL,
) => sql`insert into ${writes('grant_usage')} (grant_id, kind, day, used, allowed)
    select b.id, ${budget}, ${today},
      case when b.allowed = 0 then ${refuse('grant_budget_reached', sql`'{"allowed": 0}'`)}::int else 1 end, b.allowed
    from ${grants} cross join lateral ${budgetsOn(sql`g`, budget)} b
    order by b.id
    on conflict (grant_id, kind, day) do update set used = grant_usage.used + 1, allowed = excluded.allowed`;

const countStatement = authorizedStatement(
  'auth.reserve_budget',
  { budget: 'text', now: 'timestamptz' },
  countAgainst(sql`(select * from access_grants where id = ${found.grant_id}) g`, p('budget', 'text')),
);

/** A statement, after `authorize`, that counts the write once if `from` (a FROM item, optionally with its WHERE) has a row. */
export const reservingStatement = <const Types extends ParameterTypes>(
  name: string,
  types: Types,
  budget: Budget,
  from: SQL,
) =>
  authorizedStatement(
    name,
    { ...types, now: 'timestamptz' },
    countAgainst(
      sql`(select * from access_grants where id = ${found.grant_id} and exists (select from ${from})) g`,
      sql`${budget}::text`,
    ),
  );

/** Statements, after `authorize` and the change of the object, that count the write. None if the owner acts. */
export function reserveBudget(ctx: Ctx, budget: Budget): AuthorizedCall<unknown>[] {
  return ctx.acting?.owned ? [] : [countStatement.call({ budget, now: ctx.now() })];
}

const notAllowed: FailureFacts = {
  hint: 'This grant does not allow this action on any day (its limit is 0): do not wait or repeat the request; continue with something else. Only the owner of the profile can raise the limit.',
};

/** Adds the seconds until the next day to `grant_budget_reached`, or a hint if the limit is 0. */
export function explainBudget(ctx: Ctx, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'grant_budget_reached') return error;
  if (error instanceof Refusal && error.facts['allowed'] === 0)
    return new ApiError('grant_budget_reached', { cause: error, agent: notAllowed });
  const left = DAY_MS - (ctx.now().getTime() % DAY_MS);
  return new ApiError('grant_budget_reached', { cause: error, agent: { retry_after_seconds: Math.ceil(left / 1000) } });
}

const noLimits = JSON.stringify(Object.fromEntries(BUDGETS.map((budget) => [budget, null])));

/**
 * The budget of `grant` in responses: null, or for each kind null or `{limit, left}`: its own limit, else the smallest
 * of its ancestors, and what all of them leave for today.
 */
export const budgetOf = (
  grant: SQL,
): SQL => sql`case when ${grant}.budget is not null or ${grant}.given_under <> '{}' then (
    select ${noLimits}::jsonb || jsonb_object_agg(kinds.kind, jsonb_build_object('limit', allowed, 'left', remaining))
    from unnest(array[${sql.join(
      BUDGETS.map((budget) => sql`${budget}`),
      sql`, `,
    )}]) as kinds(kind) cross join lateral (
      select coalesce((${grant}.budget->>kinds.kind)::int, min(b.allowed)) as allowed, greatest(min(b.allowed - coalesce(u.used, 0)), 0) as remaining
      from ${budgetsOn(grant, sql`kinds.kind`)} b
        left join grant_usage u on u.grant_id = b.id and u.kind = kinds.kind and u.day = ${today}
    ) one where allowed is not null) end`;
