import { budgetOf } from '../../auth/budget.ts';
import { currentStatus, g } from '../../auth/grants.ts';
import type { Budget } from '../../core/enums.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { named, qb, type Selected } from '../../db/query.ts';
import { type ProfileRow, pr, profileFields } from '../profiles/columns.ts';
import { isShown } from '../relations/queries.ts';
import type { ViewerRow } from '../relations/viewer.ts';

type GrantBudget = Record<Budget, { limit: number; left: number } | null>;

/** The two sides, status and permissions of a grant `g` whose manager is the profile `pr`. */
export const partyFields = {
  grant_id: named(g.id, 'grant_id'),
  managed_profile_id: named(g.profileId, 'managed_profile_id'),
  manager_account_id: named(pr.accountId, 'manager_account_id'),
  grant_status: currentStatus.as('grant_status'),
  grant_permissions: named(g.permissions, 'grant_permissions'),
};

const grantFields = {
  ...partyFields,
  grant_budget: sql<GrantBudget | null>`${budgetOf(sql`g`)}`.as('grant_budget'),
  grant_public: named(g.public, 'grant_public'),
  grant_expires_at: named(g.expiresAt, 'grant_expires_at'),
  accepted_at: g.acceptedAt,
  declined_at: g.declinedAt,
  revoked_at: g.revokedAt,
  grant_created_at: named(g.createdAt, 'grant_created_at'),
  grant_updated_at: named(g.updatedAt, 'grant_updated_at'),
  manager_is_shown: sql<boolean>`${isShown(sql`pr`)}`.as('manager_is_shown'),
};

export type GrantRow = StoredGrant & ViewerRow;
export type StoredGrant = Selected<typeof grantFields> & ProfileRow;

export const selectGrants = () =>
  qb
    .select({ ...grantFields, ...profileFields })
    .from(g)
    .innerJoin(pr, eq(pr.id, g.managerProfileId));
