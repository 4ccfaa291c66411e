import { sealedOrder } from '../../adapters/mail/mail-job.ts';
import type { MailParams } from '../../adapters/mail/templates/catalog.ts';
import { seal } from '../../auth/secrets.ts';
import { firstIdAt } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import { type Ctx, inTransaction, isTxCtx, type TxCtx } from '../../ctx.ts';
import { eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { a, accountFields } from './columns.ts';
import { notifyOwnerAFew } from './few-mails.ts';
import { notifyOwner } from './mails.ts';
import { lockAccount, readAccount } from './queries.ts';

const HOUR_MS = 3_600_000;
const RECENT = { account_id: 'uuid', from_id: 'uuid' } as const;

/** The operations by which a key gets a secret, or what it may do. */
export const KEY_CHANGES = ['keys.create', 'keys.update', 'keys.rotate'] as const;

type Created = keyof MailParams<'many-created'>['counts'];
/** The operations that create or widen what outlives a session. */
const OPERATIONS: Record<Created, readonly string[]> = {
  api_key: KEY_CHANGES,
  webhook: ['webhooks.create', 'webhooks.update', 'webhooks.rotate_secret'],
  app: ['oauth.give_consent'],
  access: ['access.invite', 'access.update'],
};
export const listed = (operations: readonly string[]) =>
  sql`(${sql.join(
    operations.map((one) => sql`${one}`),
    sql`, `,
  )})`;

/** The audit rows of what the account has created or changed since an id: a webhook may be gone, and its row stays. */
const recent = sql`audit_log where account_id = ${p('account_id', 'uuid')} and id >= ${p('from_id', 'uuid')}
  and operation in ${listed(Object.values(OPERATIONS).flat())}`;

const { max_per_hour } = LIMITS.created_mail;
const isFew = sql`(select count(*) from (select from ${recent} limit ${max_per_hour + 1}::int) r) <= ${max_per_hour}::int`;
const when = (condition: SQL) => sql`(select where ${condition}) one`;

const enqueueOne = statement(
  'account.mail_created',
  { ...RECENT, payload: 'jsonb' },
  insertJob('mail.send', { payload: p('payload', 'jsonb'), from: when(isFew) }),
);

const enqueueMany = statement(
  'account.mail_many_created',
  { ...RECENT, payload: 'jsonb', start_after: 'timestamptz', singleton_key: 'text' },
  insertJob('account.mail_created', {
    payload: p('payload', 'jsonb'),
    startAfter: p('start_after', 'timestamptz'),
    singletonKey: p('singleton_key', 'text'),
    from: when(sql`not ${isFew}`),
  }),
);

/**
 * Mails the owner what a credential has created or `changed` (widened, or given a new secret or address), and what outlives it. After the first few of an hour, one mail an hour
 * later counts all, so that a stolen session can't flood a mailbox. Nothing if the command line created it. Belongs
 * behind the audit row of the creation, under the lock of the account. Outside of a transaction, call `wakeJobs` afterwards.
 */
export function createdCalls(ctx: Ctx, params: MailParams<'access-created'>): Call<unknown>[] {
  const { principal, config, keys } = ctx;
  if (principal === null || !countsAsVerified(principal.emailVerified, config)) return [];
  const { accountId: account_id, email: to } = principal;
  const now = ctx.now().getTime();
  const since = new Date(now - HOUR_MS);
  const values = { account_id, from_id: firstIdAt(since) };
  const order = { template: 'access-created', to, params } as const;
  if (isTxCtx(ctx)) ctx.afterCommit(() => wakeJobs('mail.send'));
  return [
    enqueueOne.call({ ...values, payload: sealedOrder((text) => seal(keys.jobs, text), order) }),
    enqueueMany.call({
      ...values,
      payload: { account_id, since: since.toISOString() },
      start_after: new Date(now + HOUR_MS),
      singleton_key: account_id,
    }),
  ];
}

const ownerOf = statement(
  'account.read_owner',
  { profile_id: 'uuid' },
  qb
    .select(accountFields)
    .from(a)
    .innerJoin(profiles, eq(profiles.accountId, a.id))
    .where(eq(profiles.id, p('profile_id'))),
);

/** Mails the owner of a profile what one of its managers has given to others, as often as it likes: at most a few times in an hour. */
export async function mailOwnerOf(tx: TxCtx, profileId: string, params: MailParams<'access-created'>): Promise<void> {
  const owner = await ownerOf.one(tx, { profile_id: profileId });
  if (owner) await notifyOwnerAFew(tx, owner, { template: 'access-created', params });
}

const countsByKind = sql.join(
  Object.entries(OPERATIONS).map(([kind, one]) => sql`${kind}, count(*) filter (where operation in ${listed(one)})`),
  sql`, `,
);
const countCreated = statement(
  'account.count_created',
  RECENT,
  sql<{ counts: Record<Created, number> }>`select jsonb_build_object(${countsByKind}) as counts from ${recent}`,
);

/** Under the lock of the account: what is created afterwards finds no waiting job, and enqueues the next one. */
export async function mailManyCreated(ctx: Ctx, { account_id, since }: { account_id: string; since: string }) {
  await inTransaction(ctx, async (tx) => {
    const { accounts, counts } = await batch(tx, {
      locks: lockAccount.call({ account_id }),
      accounts: readAccount.call({ account_id }),
      counts: countCreated.call({ account_id, from_id: firstIdAt(new Date(since)) }),
    });
    const [account] = accounts;
    if (account)
      await notifyOwner(tx, account, { template: 'many-created', params: { since, counts: counts[0]!.counts } });
  });
}
