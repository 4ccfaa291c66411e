import { discardFiles } from '../../adapters/storage/garbage.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, asc, eq, isNull, lte, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';
import type { ErasedProfile, Erasure } from '../erasure.ts';

const now = p('now', 'timestamptz');
const accountId = p('account_id', 'uuid');
const ACCOUNTS_AT_ONCE = 50;

const listDue = statement(
  'account.list_due_deletions',
  { now: 'timestamptz' },
  qb
    .select({ id: accounts.id })
    .from(accounts)
    .where(lte(accounts.deletionScheduledAt, p('now')))
    .orderBy(asc(accounts.deletionScheduledAt), asc(accounts.id))
    .limit(ACCOUNTS_AT_ONCE),
);

const listProfiles = statement(
  'account.list_profiles_to_erase',
  { account_id: 'uuid' },
  qb
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.accountId, p('account_id')), isNull(profiles.deletedAt)))
    .orderBy(asc(profiles.id)),
);

/** Cascades to workspace, credentials, tokens and stored answers. The guest's actor stays if a conversation has it. */
const eraseAccount = writeStatement(
  'account.erase',
  { account_id: 'uuid' },
  {
    change: sql`due as (
    select a.id from accounts a
    where a.id = ${accountId} and a.deletion_scheduled_at <= ${now}
      and not exists (select 1 from profiles pr where pr.account_id = a.id and pr.deleted_at is null)
    for update), files as (
    ${discardFiles(sql`select e.blob_key, ${now}, null::uuid from exports e join due on due.id = e.account_id where e.blob_key is not null`)}
  ), guest as (
    delete from ${writes('actors')} ac using due where ac.entity_id = due.id and ac.type = 'guest'
      and not exists (select 1 from conversation_members cm where cm.actor_id = ac.id)), gone as (
    delete from ${writes('accounts')} a using due where a.id = due.id returning a.id)`,
    audit: { from: sql`gone`, objectType: 'account', object: sql`gone.id`, account: sql`gone.id` },
    answer: sql<{ id: string }>`select id from gone`,
  },
);

export type AccountErasers = {
  /** Erases a profile of an account that is due, in the given transaction; does nothing if it is gone. */
  eraseProfile(tx: TxCtx, target: ErasedProfile): Promise<void>;
  erasures: readonly Erasure[];
};

/**
 * Erases the accounts whose 30 days are over: each profile in its own transaction, then texts, then the account. After
 * a crash the next run continues.
 */
export async function eraseDueAccounts(ctx: Ctx, erasers: AccountErasers): Promise<{ erased: number }> {
  let erased = 0;
  for (;;) {
    const due = await listDue.all(ctx, { now: ctx.now() });
    let progress = 0;
    for (const { id } of due) if (await eraseOne(ctx, id, erasers)) progress++;
    erased += progress;
    if (due.length < ACCOUNTS_AT_ONCE || progress === 0) return { erased };
  }
}

async function eraseOne(ctx: Ctx, account_id: string, { eraseProfile, erasures }: AccountErasers): Promise<boolean> {
  for (const { id } of await listProfiles.all(ctx, { account_id })) {
    ctx.signal?.throwIfAborted();
    await inTransaction(ctx, (tx) => eraseProfile(tx, { profileId: id, accountId: account_id }));
  }
  for (const { account } of erasures) await account?.(ctx, account_id);
  return (await eraseAccount.run(ctx, { account_id })) !== undefined;
}
