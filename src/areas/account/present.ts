import type { z } from 'zod';
import { countsAsVerified, type VerificationRule } from '../../core/verified-email.ts';
import type { Account, Session, Workspace } from './schemas.ts';

/** An account with the column names of `accountColumns`. */
export type AccountRow = {
  account_id: string;
  account_email: string;
  account_email_verified: boolean;
  account_created_at: Date;
  account_deletion_scheduled_at: Date | null;
  account_suspended: boolean;
};

export type WorkspaceRow = { workspace_id: string; workspace_name: string };

export type SessionRow = {
  id: string;
  created_at: Date;
  last_used_at: Date | null;
  user_agent: string | null;
  ip_prefix: string | null;
};

export function presentAccount(row: AccountRow, config: VerificationRule): z.output<typeof Account> {
  return {
    id: row.account_id,
    email: row.account_email,
    email_verified: countsAsVerified(row.account_email_verified, config),
    created_at: row.account_created_at.toISOString(),
    deletion_scheduled_at: row.account_deletion_scheduled_at?.toISOString() ?? null,
  };
}

export function presentWorkspace(row: WorkspaceRow): z.output<typeof Workspace> {
  return { id: row.workspace_id, name: row.workspace_name };
}

export function presentSession(row: SessionRow, currentId: string): z.output<typeof Session> {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    user_agent: row.user_agent,
    ip_prefix: row.ip_prefix,
    current: row.id === currentId,
  };
}
