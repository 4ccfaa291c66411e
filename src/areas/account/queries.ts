import { c, isUnrevoked } from '../../auth/credential-state.ts';
import { and, eq, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { oneTimeTokens, recoveryCodes } from '../../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, a, accountColumns, accountFields, type WorkspaceRow, w, workspaceFields } from './columns.ts';
import { sessionCtes } from './new-session.ts';

const now = p('now', 'timestamptz');

/**
 * Account, workspace, guest actor and, if given, session, verification token and the use of an invitation. The unique
 * address and the UPDATE of the invitation decide races. No row: the invitation is not valid.
 */
export const insertAccount = writeStatement(
  'account.insert',
  {
    account_id: 'uuid',
    invite_hash: 'bytea?',
    email: 'text',
    email_key: 'text',
    password_hash: 'text',
    operator: 'bool',
    email_verified_at: 'timestamptz?',
    waits: 'bool',
    join_reason: 'text?',
    workspace_id: 'uuid',
    workspace_name: 'text',
    actor_id: 'uuid',
    session_id: 'uuid?',
    session_name: 'text',
    session_prefix: 'text',
    user_agent: 'text?',
    ip_prefix: 'text?',
    session_expires_at: 'timestamptz?',
    session_secret_id: 'uuid?',
    session_hash: 'bytea?',
    token_hash: 'bytea?',
    token_expires_at: 'timestamptz?',
  },
  {
    change: sql`invite as (
    update ${writes('invites')} set used_at = ${now}, used_by_account_id = ${p('account_id', 'uuid')}
    where token_hash = ${p('invite_hash', 'bytea')} and used_at is null and expires_at > ${now}
    returning token_hash), account as (
    insert into ${writes('accounts')} (id, email, email_key, password_hash, operator, email_verified_at, waiting_since, suspended_at,
      join_reason, created_at, updated_at)
    select ${p('account_id', 'uuid')}, ${p('email', 'text')}, ${p('email_key', 'text')}, ${p('password_hash', 'text')},
      ${p('operator', 'bool')}, ${p('email_verified_at', 'timestamptz')}, case when ${p('waits', 'bool')} then ${now} end,
      case when ${p('waits', 'bool')} then ${now} end, ${p('join_reason', 'text')}, ${now}, ${now}
    where ${p('invite_hash', 'bytea')} is null or exists (select 1 from invite)
    returning *), workspace as (
    insert into ${writes('workspaces')} (id, account_id, name, created_at, updated_at)
    select ${p('workspace_id', 'uuid')}, account.id, ${p('workspace_name', 'text')}, ${now}, ${now} from account
    returning id, name), actor as (
    insert into ${writes('actors')} (id, type, entity_id, created_at, updated_at)
    select ${p('actor_id', 'uuid')}, 'guest', account.id, ${now}, ${now} from account), ${sessionCtes(sql`account`)}, token as (
    insert into ${writes('one_time_tokens')} (token_hash, account_id, purpose, created_at, expires_at)
    select ${p('token_hash', 'bytea')}, account.id, 'email_verification', ${now}, ${p('token_expires_at', 'timestamptz')}
    from account where ${p('token_hash', 'bytea')} is not null)`,
    audit: { from: sql`account`, objectType: 'account', object: sql`account.id`, account: sql`account.id` },
    answer: sql<
      AccountRow & WorkspaceRow
    >`select ${accountColumns}, workspace.id as workspace_id, workspace.name as workspace_name
    from account a cross join workspace`,
  },
);

export const readAccount = statement(
  'account.read',
  { account_id: 'uuid' },
  qb
    .select({
      ...accountFields,
      ...workspaceFields,
      recovery_codes_left: sql<number>`(select count(*)::int from ${recoveryCodes} r where r.account_id = ${a.id})`.as(
        'recovery_codes_left',
      ),
    })
    .from(a)
    .innerJoin(w, eq(w.accountId, a.id))
    .where(eq(a.id, p('account_id'))),
);

export type OwnAccountRow = RowOf<typeof readAccount>;

export const renameWorkspace = writeStatement(
  'account.rename_workspace',
  { name: 'text' },
  {
    change: sql`renamed as (
    update ${writes('workspaces')} set name = ${p('name', 'text')}, updated_at = ${now}
    where account_id = ${p('account_id', 'uuid')} returning id)`,
    audit: { from: sql`renamed`, objectType: 'workspace', object: sql`renamed.id` },
    answer: sql<{ id: string }>`select id from renamed`,
  },
);

/** Ends the credentials of these types, apart from one. Under the lock of the account, so that no session is missed. */
export const endCredentials = statement(
  'account.end_credentials',
  { now: 'timestamptz', account_id: 'uuid', types: 'text[]', except_id: 'uuid?' },
  qb
    .update(c)
    .set({ revokedAt: now })
    .where(
      and(
        eq(c.accountId, p('account_id', 'uuid')),
        sql`${c.type} = any(${p('types', 'text[]')})`,
        isUnrevoked,
        sql`${c.id} is distinct from ${p('except_id', 'uuid')}`,
      ),
    )
    .returning({ id: c.id, type: c.type }),
);

/** Ends pending tokens of an account: an old mail must not undo a change of its password or address. */
export const endTokens = statement(
  'account.end_tokens',
  { now: 'timestamptz', account_id: 'uuid', purposes: 'text[]' },
  qb
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.accountId, p('account_id', 'uuid')),
        sql`${oneTimeTokens.purpose} = any(${p('purposes', 'text[]')})`,
        isNull(oneTimeTokens.usedAt),
      ),
    ),
);

/** Ends requested changes of the address: a thief with one of the ended sessions may have asked for one. */
export const endEmailChange = (account_id: string, now: Date) =>
  endTokens.call({ account_id, purposes: ['email_change'], now });

/** Serializes changes of an account's keys and mails. Read what you decide on in a LATER statement. */
export const lockAccount = statement(
  'account.lock',
  { account_id: 'uuid' },
  sql<{ id: string }>`select id from accounts where id = ${p('account_id', 'uuid')} for no key update`,
);

/** The tokens that set a password or an address. */
export const TAKING_OVER = ['password_reset', 'email_change'];

/**
 * After an account has got an address: refuses one that another account had a short time ago and can still take back. The
 * unique address makes a concurrent change wait, so that this statement sees it.
 */
export const refuseHeldEmail = statement(
  'account.refuse_held_email',
  { email_key: 'text', account_id: 'uuid', now: 'timestamptz' },
  sql`select ${refuse('email_taken')} from one_time_tokens
    where email_key = ${p('email_key')} and purpose = 'email_undo' and used_at is null and expires_at > ${now}
      and account_id <> ${p('account_id', 'uuid')} limit 1`,
);

/**
 * After an account has got an address back, or has reset its password through it: ends the token of that address, and those
 * of addresses that came later. A thief who took the account over must not take it back.
 */
export const endLaterUndo = statement(
  'account.end_later_undo_tokens',
  { account_id: 'uuid', now: 'timestamptz' },
  sql<{ email: string | null }>`update ${writes('one_time_tokens')} t set used_at = ${now}
    where t.account_id = ${p('account_id')} and t.purpose = 'email_undo' and t.used_at is null and t.created_at >= (
      select min(o.created_at) from one_time_tokens o join accounts on accounts.id = o.account_id
      where o.account_id = ${p('account_id')} and o.purpose = 'email_undo' and o.email_key = accounts.email_key
        and o.used_at is null and o.expires_at > ${now})
    returning t.email`,
);
