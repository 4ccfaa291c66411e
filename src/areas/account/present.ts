import type { z } from 'zod';
import { countsAsVerified, type VerificationRule } from '../../core/verified-email.ts';
import type { AccountRow, WorkspaceRow } from './columns.ts';
import type { OwnAccountRow } from './queries.ts';
import type { Account, OwnAccount, Session, Workspace } from './schemas.ts';
import type { SessionRow } from './sessions.ts';

export function presentAccount(row: AccountRow, config: VerificationRule): z.output<typeof Account> {
  return {
    id: row.account_id,
    email: row.account_email,
    email_verified: countsAsVerified(row.account_email_verified, config),
    second_factor: row.account_second_factor,
    created_at: row.account_created_at.toISOString(),
    deletion_scheduled_at: row.account_deletion_scheduled_at?.toISOString() ?? null,
  };
}

export function presentWorkspace(row: WorkspaceRow): z.output<typeof Workspace> {
  return { id: row.workspace_id, name: row.workspace_name };
}

export function presentOwnAccount(row: OwnAccountRow, config: VerificationRule): z.output<typeof OwnAccount> {
  return {
    account: presentAccount(row, config),
    workspace: presentWorkspace(row),
    recovery_codes_left: row.recovery_codes_left,
  };
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
