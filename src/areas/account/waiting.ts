import { evictCredentials } from '../../auth/credential-eviction.ts';
import { requireOperator } from '../../auth/operator.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, desc, isNotNull, lt, sql } from '../../db/drizzle.ts';
import { qb, rowCount } from '../../db/query.ts';
import { batch, p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type AccountRow, a, accountColumns } from './columns.ts';
import { LIST_FULL_HINT } from './hints.ts';
import { notifyOwner } from './mails.ts';
import { releasedCtes } from './release-address.ts';

const { max, kept_ms } = LIMITS.waiting_sign_ups;
const EXPIRED_AT_ONCE = 100;
const now = p('now', 'timestamptz');
const targetId = p('target_id', 'uuid');
const one = sql`1`.as('one');
const isWaiting = isNotNull(a.waitingSince);

const lockWaiting = statement(
  'account.lock_waiting',
  {},
  sql`select pg_advisory_xact_lock(hashtextextended('waiting_sign_ups', 0))`,
);

const countAll = statement(
  'account.count_waiting',
  {},
  sql<{
    count: number;
  }>`select count(*)::int as count from (select from accounts where waiting_since is not null limit ${max}::int) w`,
);

/** Serializes sign-ups that wait, and fails with `permission_denied` if too many do. */
export async function requirePlaceToWait(tx: TxCtx): Promise<void> {
  const { counted } = await batch(tx, { lock: lockWaiting.call(), counted: countAll.call() });
  if (counted[0]!.count >= max) fail('permission_denied', { agent: { hint: LIST_FULL_HINT } });
}

/** Nobody decides about an address that may be a stranger's. */
const isConfirmed = sql`(a.email_verified_at is not null or not ${p('confirms_by_mail', 'bool')})`;
const confirmedValues = ({ config }: Ctx) => ({ confirms_by_mail: !config.emailsCountAsVerified });

const listConfirmed = statement(
  'account.list_waiting',
  { confirms_by_mail: 'bool', before_id: 'uuid', rows: 'bigint' },
  qb
    .select({
      id: a.id,
      email: a.email,
      join_reason: a.joinReason,
      created_at: a.createdAt,
    })
    .from(a)
    .where(and(isWaiting, isConfirmed, lt(a.id, p('before_id'))))
    .orderBy(desc(a.id))
    .limit(sql.placeholder('rows')),
);

export type WaitingSignUp = RowOf<typeof listConfirmed>;

export const expiryOf = ({ created_at }: WaitingSignUp): Date => new Date(created_at.getTime() + kept_ms);

/** Sign-ups with a confirmed address that wait for an operator, newest first. Fails with `permission_denied`. */
export async function listWaitingSignUps(ctx: Ctx, input: PageInput): Promise<Page<WaitingSignUp>> {
  requireOperator(ctx, 'sign_ups');
  return pageById(ctx, input, 'id', (from) => listConfirmed.all(ctx, { ...confirmedValues(ctx), ...from }));
}

const countConfirmed = statement(
  'account.count_waiting_confirmed',
  { confirms_by_mail: 'bool', most: 'bigint' },
  qb
    .select({ count: rowCount })
    .from(qb.select({ one }).from(a).where(and(isWaiting, isConfirmed)).limit(sql.placeholder('most')).as('w')),
);

/** Counts those of the list, at most `most` of them. */
export const countSignUps = (ctx: Ctx, most: number) => countConfirmed.call({ ...confirmedValues(ctx), most });

const approve = writeStatement(
  'account.approve_sign_up',
  { target_id: 'uuid', confirms_by_mail: 'bool' },
  {
    change: sql`approved as (
    update ${writes('accounts')} a set waiting_since = null, join_reason = null, suspended_at = null, updated_at = ${now}
    where a.id = ${targetId} and a.waiting_since is not null and ${isConfirmed} returning a.*)`,
    audit: {
      from: sql`approved`,
      objectType: 'account',
      object: sql`approved.id`,
      account: sql`coalesce(${p('account_id', 'uuid')}, approved.id)`,
    },
    answer: sql<AccountRow>`select ${accountColumns} from approved a`,
  },
);

const dropStatement = (name: 'account.refuse_sign_up' | 'account.expire_sign_up') =>
  writeStatement(
    name,
    { target_id: 'uuid', confirms_by_mail: 'bool' },
    {
      change: sql`found as (
    select a.* from accounts a where a.id = ${targetId} and a.waiting_since is not null
      and (${isConfirmed} or ${name === 'account.expire_sign_up'}::bool) for update), ${releasedCtes(sql`found`)}`,
      audit: {
        from: sql`found`,
        objectType: 'account',
        object: sql`found.id`,
        account: sql`coalesce(${p('account_id', 'uuid')}, found.id)`,
      },
      answer: sql<AccountRow>`select ${accountColumns} from found a`,
    },
  );

const refuse = dropStatement('account.refuse_sign_up');
const expire = dropStatement('account.expire_sign_up');

export type SignUpDecision = 'approve' | 'refuse';

/**
 * Approves a sign-up that waits, or refuses it: then the account ends, and its address is free. A mail says so. Undefined: no
 * such sign-up waits. Fails with `permission_denied`, `recent_sign_in_required`.
 */
export async function decideSignUp(
  ctx: Ctx,
  accountId: string,
  decision: SignUpDecision,
): Promise<{ accountId: string } | undefined> {
  const values = { target_id: idOrNone(accountId), ...confirmedValues(ctx) };
  return inTransaction(ctx, async (tx) => {
    const { rows } = await writeAsOperator(tx, 'sign_ups', {
      recent: recentSignInCalls(tx),
      rows: (decision === 'approve' ? approve : refuse).call(tx, values),
    });
    const [row] = rows;
    if (!row) return undefined;
    await decided(tx, row, decision);
    return { accountId: row.account_id };
  });
}

async function decided(tx: TxCtx, row: AccountRow, decision: SignUpDecision | 'expire'): Promise<void> {
  await evictCredentials(tx, [row.account_id]);
  await notifyOwner(tx, row, { template: 'sign-up-decided', params: { decision } });
}

const listExpired = statement(
  'account.list_expired_sign_ups',
  { confirms_by_mail: 'bool', confirmed_before: 'timestamptz', before: 'timestamptz' },
  qb
    .select({ id: a.id })
    .from(a)
    .where(
      and(
        isWaiting,
        sql`${a.waitingSince} < case when ${isConfirmed} then ${p('confirmed_before', 'timestamptz')} else ${p('before', 'timestamptz')} end`,
      ),
    )
    .orderBy(a.id)
    .limit(EXPIRED_AT_ONCE),
);

/** Ends sign-ups that nobody has decided about, or whose address nobody has confirmed. Returns their number. */
export async function expireSignUps(ctx: Ctx): Promise<number> {
  const at = ctx.now().getTime();
  const values = confirmedValues(ctx);
  const confirmed_before = new Date(at - kept_ms);
  const before = new Date(at - LIMITS.verification_mail.token_ms);
  let expired = 0;
  for (const { id } of await listExpired.all(ctx, { ...values, confirmed_before, before })) {
    await inTransaction(ctx, async (tx) => {
      const row = await expire.run(tx, { target_id: id, ...values });
      if (!row) return;
      await decided(tx, row, 'expire');
      expired += 1;
    });
  }
  return expired;
}
