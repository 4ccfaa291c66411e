import { and, asc, eq, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { contactRequests } from '../../db/schema/relations.ts';
import { reports } from '../../db/schema/reports.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';

const now = p('now', 'timestamptz');
const accountId = p('account_id', 'uuid');
const ACCOUNTS_AT_ONCE = 50;
/** Small enough to stay well below the statement timeout. */
const TEXTS_AT_ONCE = 1000;

const listDue = statement(
  'account.list_due_deletions',
  qb
    .select({ id: accounts.id })
    .from(accounts)
    .where(lte(accounts.deletionScheduledAt, p('now')))
    .orderBy(asc(accounts.deletionScheduledAt), asc(accounts.id))
    .limit(ACCOUNTS_AT_ONCE),
);

const listProfiles = statement(
  'account.list_profiles_to_erase',
  qb
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.accountId, p('account_id')), isNull(profiles.deletedAt)))
    .orderBy(asc(profiles.id)),
);

/** A removed post keeps its row for its replies and its text for the operator; erasure removes the text too. */
const eraseTexts = statement<{ erased: number }>(
  'account.erase_texts',
  sql`with own as (
      select po.id from posts po join profiles pr on pr.id = po.profile_id
      where pr.account_id = ${accountId} and po.status = 'removed'
        and (po.body <> '' or po.client_reference is not null or po.return_note is not null
          or exists (select 1 from post_revisions r where r.post_id = po.id))
      limit ${TEXTS_AT_ONCE}::int),
    revisions as (delete from post_revisions r using own where r.post_id = own.id),
    erased as (
      update posts po set body = '', client_reference = null, return_note = null from own where po.id = own.id returning 1)
    select count(*)::int as erased from erased`,
);

const eraseNotes = statement(
  'account.erase_notes',
  qb
    .update(contactRequests)
    .set({ message: '' })
    .from(profiles)
    .where(
      and(
        eq(profiles.accountId, p('account_id')),
        eq(contactRequests.requesterProfileId, profiles.id),
        ne(contactRequests.message, ''),
      ),
    ),
);

/** Messages also belong to their recipients and stay; the client reference was private to the sender. */
const eraseReferences = statement<{ erased: number }>(
  'account.erase_references',
  sql`with own as (
      select m.id from actors ac join conversation_members cm on cm.actor_id = ac.id
        join messages m on m.conversation_id = cm.conversation_id and m.sender_actor_id = ac.id
      where ac.entity_id in (select id from profiles where account_id = ${accountId} union all select ${accountId})
        and m.client_reference is not null
      limit ${TEXTS_AT_ONCE}::int), erased as (
      update messages m set client_reference = null from own where m.id = own.id returning 1)
    select count(*)::int as erased from erased`,
);

const eraseReports = statement(
  'account.erase_reports',
  qb
    .update(reports)
    .set({ comment: null })
    .from(profiles)
    .where(
      and(
        eq(profiles.accountId, p('account_id')),
        eq(reports.reporterProfileId, profiles.id),
        isNotNull(reports.comment),
      ),
    ),
);

/**
 * Cascades to workspace, credentials, tokens and stored answers. The guest's actor stays only if a conversation refers
 * to it.
 */
const eraseAccount = writeStatement<{ id: string }>('account.erase', {
  authority: 'none',
  change: sql`due as (
    select a.id from accounts a
    where a.id = ${accountId} and a.deletion_scheduled_at <= ${now}
      and not exists (select 1 from profiles pr where pr.account_id = a.id and pr.deleted_at is null)
    for update), files as (
    insert into media_garbage (blob_key, due_at)
    select e.blob_key, ${now} from exports e join due on due.id = e.account_id where e.blob_key is not null
    on conflict (blob_key) do update set due_at = excluded.due_at), guest as (
    delete from actors ac using due where ac.entity_id = due.id and ac.type = 'guest'
      and not exists (select 1 from conversation_members cm where cm.actor_id = ac.id)), gone as (
    delete from accounts a using due where a.id = due.id returning a.id)`,
  audit: { from: sql`gone`, objectType: 'account', object: sql`gone.id`, account: sql`gone.id` },
  answer: sql`select id from gone`,
});

/** Erases a profile of an account that is due, in the given transaction; does nothing if it is gone. */
export type EraseProfile = (tx: TxCtx, target: { profileId: string; accountId: string }) => Promise<void>;

/**
 * Erases the accounts whose 30 days are over: each profile in its own transaction, as if its owner had deleted it, then
 * texts, then the account. After a crash the next run continues. Nobody can sign in to such an account, so nothing is
 * added meanwhile.
 */
export async function eraseDueAccounts(ctx: Ctx, eraseProfile: EraseProfile): Promise<{ erased: number }> {
  let erased = 0;
  for (;;) {
    const due = await listDue.all(ctx, { now: ctx.now() });
    let progress = 0;
    for (const { id } of due) if (await eraseOne(ctx, id, eraseProfile)) progress++;
    erased += progress;
    if (due.length < ACCOUNTS_AT_ONCE || progress === 0) return { erased };
  }
}

async function eraseOne(ctx: Ctx, account_id: string, eraseProfile: EraseProfile): Promise<boolean> {
  for (const { id } of await listProfiles.all(ctx, { account_id })) {
    ctx.signal?.throwIfAborted();
    await inTransaction(ctx, (tx) => eraseProfile(tx, { profileId: id, accountId: account_id }));
  }
  for (const erase of [eraseTexts, eraseReferences]) {
    for (let batch = TEXTS_AT_ONCE; batch === TEXTS_AT_ONCE; ) {
      ctx.signal?.throwIfAborted();
      batch = (await erase.one(ctx, { account_id }))!.erased;
    }
  }
  await eraseNotes.all(ctx, { account_id });
  await eraseReports.all(ctx, { account_id });
  return (await eraseAccount.run(ctx, { account_id })) !== undefined;
}
