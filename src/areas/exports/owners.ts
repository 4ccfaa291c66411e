import type { Ctx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { accounts, workspaces } from '../../db/schema/accounts.ts';
import { p, statement } from '../../db/statement.ts';
import { exportedAccount, type Owner, type OwnerKind } from '../export-section.ts';

export type Owners = Record<OwnerKind, Owner[]>;

const findAccount = statement(
  'exports.find_account',
  { account_id: 'uuid' },
  qb
    .select({
      id: accounts.id,
      email: accounts.email,
      email_verified_at: accounts.emailVerifiedAt,
      operator: accounts.operator,
      operator_roles: accounts.operatorRoles,
      waiting_since: accounts.waitingSince,
      join_reason: accounts.joinReason,
      suspended_at: accounts.suspendedAt,
      suspension_reason: accounts.suspensionReason,
      created_at: accounts.createdAt,
      deletion_scheduled_at: accounts.deletionScheduledAt,
      workspace_id: named(workspaces.id, 'workspace_id'),
      workspace_name: named(workspaces.name, 'workspace_name'),
    })
    .from(accounts)
    .innerJoin(workspaces, eq(workspaces.accountId, accounts.id))
    .where(eq(accounts.id, p('account_id'))),
);

/** Everything that owns rows of the account; a few dozen bytes per conversation. */
const listOwners = statement(
  'exports.list_owners',
  { account_id: 'uuid' },
  sql<
    Owner & { kind: OwnerKind }
  >`with profile as (select pr.id from profiles pr where pr.account_id = ${exportedAccount} and pr.deleted_at is null),
    actor as (
      select ac.id from actors ac join profile on ac.entity_id = profile.id and ac.type = 'profile'
      union all select ac.id from actors ac where ac.entity_id = ${exportedAccount} and ac.type = 'guest')
    select 'account' as kind, ${exportedAccount} as owner_id, ${exportedAccount} as account_id, null::uuid as actor_id
    union all select 'profile', id, ${exportedAccount}, null from profile
    union all select 'actor', id, ${exportedAccount}, id from actor
    union all select 'side', cm.conversation_id, ${exportedAccount}, cm.actor_id
      from conversation_members cm join actor on actor.id = cm.actor_id
    order by kind, owner_id, actor_id`,
);

/** The account and its workspace for the index. Fails if the account is gone. */
export async function loadAccount(ctx: Ctx, account_id: string): Promise<Record<string, unknown>> {
  const row = await findAccount.one(ctx, { account_id });
  if (!row) throw new Error('the account of an export is gone');
  return row;
}

export async function loadOwners(ctx: Ctx, account_id: string): Promise<Owners> {
  const owners: Owners = { account: [], profile: [], actor: [], side: [] };
  for (const { kind, ...owner } of await listOwners.all(ctx, { account_id })) owners[kind].push(owner);
  return owners;
}
