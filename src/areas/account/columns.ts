import { alias, sql } from '../../db/drizzle.ts';
import { named, type Selected, selectList } from '../../db/query.ts';
import { accounts, workspaces } from '../../db/schema/accounts.ts';

export const a = alias(accounts, 'a');
export const w = alias(workspaces, 'w');

/** An account, from the table under the alias `a`. */
export const accountFields = {
  account_id: named(a.id, 'account_id'),
  account_email: named(a.email, 'account_email'),
  account_email_verified: sql<boolean>`${a.emailVerifiedAt} is not null`.as('account_email_verified'),
  account_created_at: named(a.createdAt, 'account_created_at'),
  account_deletion_scheduled_at: named(a.deletionScheduledAt, 'account_deletion_scheduled_at'),
  account_second_factor: sql<boolean>`${a.secondFactorAt} is not null`.as('account_second_factor'),
  account_suspended: sql<boolean>`${a.suspendedAt} is not null`.as('account_suspended'),
};

export type AccountRow = Selected<typeof accountFields>;

export const accountColumns = selectList(accountFields);

/** A workspace, from the table under the alias `w`. */
export const workspaceFields = {
  workspace_id: named(w.id, 'workspace_id'),
  workspace_name: named(w.name, 'workspace_name'),
};

export type WorkspaceRow = Selected<typeof workspaceFields>;
