import { sessionAuthority } from '../../auth/authorize.ts';
import { evictionCall } from '../../auth/credential-eviction.ts';
import { c, isLive, isUnrevoked } from '../../auth/credential-state.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../auth/passwords.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, desc, eq, lt, ne, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { batch, p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { endExports } from '../exports/remove.ts';
import type { ClientFacts } from './client-facts.ts';
import { type AccountRow, accountColumns } from './columns.ts';
import { cancelDeletion } from './deletion.ts';
import { draftSession, type SessionDraft, sessionCtes } from './new-session.ts';
import { endEmailChange, lockAccount } from './queries.ts';
import { type CheckedCode, checkCode, spendCode, tellOfRecovery } from './second-factor-code.ts';
import { guardSignIn } from './sign-in-delay.ts';

const now = p('now', 'timestamptz');

export type CheckedSignIn = {
  accountId: string;
  verifiedHash: string;
  newHash: string | null;
  /** Null for an account without a second factor. */
  code: CheckedCode | null;
};

const findPassword = statement(
  'account.find_password',
  { email_key: 'text' },
  qb
    .select({ id: accounts.id, password_hash: accounts.passwordHash, second_factor_at: accounts.secondFactorAt })
    .from(accounts)
    .where(eq(accounts.emailKey, p('email_key'))),
);

/**
 * Checks e-mail and password, then the code of an account with a second factor; an unknown address takes as long as a
 * wrong password. Fails with `invalid_credentials`, `second_factor_required`, `wrong_code`, `rate_limited` or
 * `service_unavailable`.
 */
export async function checkSignIn(
  ctx: Ctx,
  input: { email: string; password: string; code?: string | undefined },
): Promise<CheckedSignIn> {
  const { hasSecondFactor, ...checked } = await checkPassword(ctx, input);
  return { ...checked, code: hasSecondFactor ? await checkCode(ctx, checked.accountId, input.code) : null };
}

async function checkPassword(ctx: Ctx, input: { email: string; password: string }) {
  const email_key = emailKey(input.email);
  return guardSignIn(ctx, { emailKey: email_key }, async () => {
    const found = await findPassword.one(ctx, { email_key });
    const matches = await verifyPassword(found?.password_hash ?? null, input.password);
    if (!found || !matches) fail('invalid_credentials');
    const newHash = needsRehash(found.password_hash) ? await hashPassword(input.password) : null;
    const hasSecondFactor = found.second_factor_at !== null;
    return { accountId: found.id, verifiedHash: found.password_hash, newHash, hasSecondFactor };
  });
}

/**
 * Requires the hash that was checked, and a code if there is a second factor: no session outlives a change of either. No
 * row while a deletion is scheduled.
 */
const insertSession = writeStatement(
  'account.insert_session',
  {
    new_hash: 'text?',
    account_id: 'uuid',
    verified_hash: 'text',
    session_id: 'uuid',
    session_name: 'text',
    session_prefix: 'text',
    user_agent: 'text?',
    ip_prefix: 'text?',
    session_expires_at: 'timestamptz',
    session_secret_id: 'uuid',
    session_hash: 'bytea',
    with_code: 'bool',
  },
  {
    change: sql`account as (
    update ${writes('accounts')} set password_hash = coalesce(${p('new_hash', 'text')}, password_hash)
    where id = ${p('account_id', 'uuid')} and password_hash = ${p('verified_hash', 'text')} and deletion_scheduled_at is null
      and (second_factor_at is not null) = ${p('with_code', 'bool')}
    returning *), ${sessionCtes(sql`account`)}`,
    audit: { from: sql`session`, objectType: 'session', object: sql`session.id`, account: p('account_id', 'uuid') },
    answer: sql<AccountRow>`select ${accountColumns} from account a`,
  },
);

/** All sessions but this one and the most recently used ones, up to the limit of the account. */
const listLeastUsed = statement(
  'account.list_least_used_sessions',
  { account_id: 'uuid', session_id: 'uuid', now: 'timestamptz' },
  qb
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.accountId, p('account_id')), eq(c.type, 'session'), isLive, ne(c.id, p('session_id'))))
    .orderBy(sql`coalesce(${c.lastUsedAt}, ${c.createdAt}) desc`, desc(c.id))
    .offset(LIMITS.account.max_live_sessions - 1)
    .limit(LIMITS.account.max_live_sessions),
);

type NewSession = Parameters<typeof insertSession.call>[1];

/** In one batch, whose first statement locks the account: sign-ins at the same time see each other's sessions. */
async function insert(tx: TxCtx, values: NewSession): Promise<AccountRow | undefined> {
  const { rows, least } = await batch(tx, {
    rows: insertSession.call(tx, values),
    least: listLeastUsed.call({ account_id: values.account_id, session_id: values.session_id, now: tx.now() }),
  });
  if (rows[0] && least.length > 0) await endLeastUsed(tx, values, least);
  return rows[0];
}

/** Of a session that may have been somebody else's, who has read the URLs of exports or asked for another address. */
const tracesEnd = (account_id: string, now: Date) => [
  endExports.call({ account_id, now }),
  endEmailChange(account_id, now),
];

/** With the same effects and audit rows as if the new session had ended them. */
function endLeastUsed(tx: TxCtx, { account_id, session_id }: NewSession, least: readonly { id: string }[]) {
  const by = { account_id, credential_id: session_id, principal_type: 'session', operation: 'account.revoke_session' };
  const revoked = least.map(({ id }) => revokeStatement.call(tx, { session_id: id, ...by }));
  return batch(tx, [...revoked, evictionCall(tx, [account_id]), ...tracesEnd(account_id, tx.now())]);
}

/**
 * Opens a session, ends the least recently used ones beyond the limit, and cancels a scheduled deletion. Also for a
 * suspended account. Fails with `invalid_credentials` if the password or the second factor has just changed or the
 * account is due for erasure, and with `wrong_code` if the code has just been used.
 */
export async function openSession(
  ctx: Ctx,
  checked: CheckedSignIn,
  facts: ClientFacts,
): Promise<AccountRow & { session: SessionDraft; deletionCancelled: boolean }> {
  const session = draftSession(ctx, facts);
  const values = {
    account_id: checked.accountId,
    verified_hash: checked.verifiedHash,
    new_hash: checked.newHash,
    with_code: checked.code !== null,
    ...session.values,
  };
  return inTransaction(ctx, async (tx) => {
    const row = checked.code ? undefined : await insert(tx, values);
    if (row) return { ...row, session, deletionCancelled: false };
    return { ...(await openInSteps(tx, values, checked.code)), session };
  });
}

/** Separate, so that the usual sign-in needs only one batch. */
async function openInSteps(tx: TxCtx, values: NewSession, code: CheckedCode | null) {
  await lockAccount.one(tx, { account_id: values.account_id });
  if (code) await spendCode(tx, values.account_id, code);
  const deletionCancelled = await cancelDeletion(tx, values);
  const row = (await insert(tx, values)) ?? fail('invalid_credentials');
  if (code?.kind === 'recovery') await tellOfRecovery(tx, row);
  return { ...row, deletionCancelled };
}

const listStatement = statement(
  'account.list_sessions',
  { account_id: 'uuid', now: 'timestamptz', before_id: 'uuid', rows: 'bigint' },
  qb
    .select({
      id: c.id,
      created_at: c.createdAt,
      last_used_at: c.lastUsedAt,
      user_agent: c.userAgent,
      ip_prefix: c.ipPrefix,
    })
    .from(c)
    .where(and(eq(c.accountId, p('account_id')), eq(c.type, 'session'), isLive, lt(c.id, p('before_id'))))
    .orderBy(desc(c.id))
    .limit(sql.placeholder('rows')),
);

export type SessionRow = RowOf<typeof listStatement>;

/** The account's active sessions, newest first. Fails with `invalid_cursor`. */
export async function listSessions(ctx: Ctx, accountId: string, input: PageInput): Promise<Page<SessionRow>> {
  const values = { account_id: accountId, now: ctx.now() };
  return pageById(ctx, input, 'id', (from) => listStatement.all(ctx, { ...values, ...from }));
}

const requireSession = statement(
  'account.require_session',
  { session_id: 'uuid', account_id: 'uuid' },
  sql`select case when not exists (select from credentials
      where id = ${p('session_id', 'uuid')} and account_id = ${p('account_id', 'uuid')} and type = 'session')
    then ${refuse('session_not_found')} end`,
);

const revokeStatement = writeStatement(
  'account.revoke_session',
  { session_id: 'uuid' },
  {
    change: sql`revoked as (
    update ${writes('credentials')} c set revoked_at = ${now} where c.id = ${p('session_id', 'uuid')} and ${isUnrevoked} returning c.id)`,
    audit: { from: sql`revoked`, objectType: 'session', object: sql`revoked.id` },
    answer: sql<{ id: string }>`select id from revoked`,
  },
);

/**
 * Revokes a session, even for a suspended account; one other than `current` ends all exports and requested changes of the address. `revoked` is false if it
 * had ended. Fails with `session_not_found`.
 */
export async function revokeSession(ctx: Ctx, sessionId: string): Promise<{ id: string; revoked: boolean }> {
  const { id: ownId, accountId: account_id } = requirePrincipal(ctx);
  const session_id = sessionId === 'current' ? ownId : idOrNone(sessionId);
  return inTransaction(ctx, async (tx) => {
    const [[row]] = await write(tx, {
      ...sessionAuthority(tx),
      checks: [requireSession.call({ session_id, account_id })],
      change: [revokeStatement.call(tx, { session_id })],
    });
    // Signing out here keeps the downloads and a requested address.
    const traces = session_id === ownId ? [] : tracesEnd(account_id, tx.now());
    if (row) await batch(tx, [evictionCall(tx, [account_id]), ...traces]);
    return { id: session_id, revoked: row !== undefined };
  });
}
