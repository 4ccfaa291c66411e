import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { budgetOf } from '../../auth/budget.ts';
import type { AccessGrantStatus, Budget, Permission } from '../../core/enums.ts';
import { accessGrants } from '../../db/schema/relations.ts';
import { p } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { endsAt, isOver } from '../relations/grant-chains.ts';
import { isShown, type ViewerRow, viewerColumns } from '../relations/queries.ts';

/** The table under the alias of all conditions on a grant. */
export const g = alias(accessGrants, 'g');

/** A grant with the profile of its manager, under the names of `grantColumns`. */
export type GrantRow = ProfileRow &
  ViewerRow & {
    grant_id: string;
    managed_profile_id: string;
    grant_permissions: Permission[];
    grant_status: AccessGrantStatus;
    grant_budget: Record<Budget, { limit: number; left: number } | null> | null;
    grant_public: boolean;
    grant_expires_at: Date | null;
    accepted_at: Date | null;
    declined_at: Date | null;
    revoked_at: Date | null;
    grant_created_at: Date;
    grant_updated_at: Date;
    manager_is_shown: boolean;
    manager_account_id: string | null;
  };

const now = p('now', 'timestamptz');

/** Condition: the grant `g` is pending or accepted and has not expired. */
export const isLive: SQL = sql`g.status in ('pending', 'accepted') and coalesce(${endsAt} > ${now}, true)`;

/** Condition: the invitation `g` can be answered. */
export const isWaiting: SQL = sql`g.status = 'pending' and coalesce(${endsAt} > ${now}, true)`;

/** The columns of `GrantRow` for a grant `g` and its manager's profile `pr`. Placeholders: those of `viewerValues`. */
export const grantColumns: SQL = sql`g.id as grant_id, g.profile_id as managed_profile_id, g.permissions as grant_permissions,
  case when ${isOver} then 'expired' else g.status end as grant_status, ${budgetOf(sql`g`)} as grant_budget,
  g.public as grant_public, g.expires_at as grant_expires_at, g.accepted_at, g.declined_at, g.revoked_at,
  g.created_at as grant_created_at, g.updated_at as grant_updated_at, ${isShown(sql`pr`)} as manager_is_shown,
  pr.account_id as manager_account_id, ${profileColumns}, ${viewerColumns}`;
