import { budgetOf } from '../../auth/budget.ts';
import { g, isInForce, permissionsInForce } from '../../auth/grants.ts';
import { BUDGETS, type Budget, type Permission } from '../../core/enums.ts';
import { alias, and, eq, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';

/** The permissions that a write of each kind uses, preferred first: a post uses `posting` if granted. */
const PERMISSIONS: Record<Budget, readonly Permission[]> = {
  posts_per_day: ['posting', 'drafting', 'commenting'],
  messages_per_day: ['messaging'],
  contact_requests_per_day: ['networking'],
};

export type Budgets = Record<Budget, { limit: number; left: number } | null>;

const m = alias(profiles, 'm');

/** The grants through which the caller's account manages a profile, oldest first. */
export const readGrants = statement(
  'home.list_grants',
  { now: 'timestamptz', account_id: 'uuid', profile_id: 'uuid' },
  qb
    .select({
      permissions: permissionsInForce.as('permissions'),
      budget: sql<Budgets | null>`${budgetOf(sql`g`)}`.as('budget'),
    })
    .from(g)
    .innerJoin(m, and(eq(m.id, g.managerProfileId), eq(m.accountId, p('account_id', 'uuid'))))
    .where(and(eq(g.profileId, p('profile_id', 'uuid')), isInForce, isNull(m.deletedAt), isNull(m.suspendedAt)))
    .orderBy(g.acceptedAt, g.id),
);
type Grant = RowOf<typeof readGrants>;

/** The budgets that the caller's writes count against, or null if none is limited. */
export function budgetsOf(grants: readonly Grant[]): Budgets | null {
  const budgets = Object.fromEntries(BUDGETS.map((kind) => [kind, budgetFor(kind, grants)])) as Budgets;
  return BUDGETS.some((kind) => budgets[kind] !== null) ? budgets : null;
}

/** A write counts against the oldest grant with as many preferred permissions as any has. */
function budgetFor(kind: Budget, grants: readonly Grant[]) {
  const ranks = grants.map(({ permissions }) =>
    PERMISSIONS[kind].map((one) => (permissions.includes(one) ? 0 : 1)).join(''),
  );
  const best = ranks.toSorted()[0];
  return best?.includes('0') ? (grants[ranks.indexOf(best)]!.budget?.[kind] ?? null) : null;
}
