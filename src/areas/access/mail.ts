import { sealedOrder } from '../../adapters/mail/mail-job.ts';
import { seal } from '../../auth/secrets.ts';
import type { Permission } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { TxCtx } from '../../ctx.ts';
import { and, eq, ne, type SQL, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { type Call, p, type RowOf, statement } from '../../db/statement.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { wakeJobs } from '../../jobs/wake.ts';

const ownerOf = (invited: SQL, managed: SQL, sentAt: SQL<Date | null>) =>
  qb
    .select({
      account_id: named(accounts.id, 'account_id'),
      email: accounts.email,
      verified: sql<boolean>`${accounts.emailVerifiedAt} is not null`.as('verified'),
      manager: named(profiles.username, 'manager'),
      managed: sql<string>`(select one.username from profiles one where one.id = ${managed})`.as('managed'),
      sent_at: sentAt.as('sent_at'),
    })
    .from(profiles)
    .innerJoin(accounts, eq(accounts.id, profiles.accountId))
    .where(and(eq(profiles.id, invited), ne(accounts.id, p('account_id', 'uuid'))));

const id = p('id', 'uuid');
const findRecipient = statement(
  'access.find_recipient',
  { id: 'uuid', managed_id: 'uuid', account_id: 'uuid' },
  ownerOf(id, sql`${p('managed_id', 'uuid')}`, sql<Date | null>`null::timestamptz`),
);
/** When an invitation was sent or resent. */
const lastSent = sql`greatest(created_at, last_sent_at)`;
const ofGrant = <T>(column: SQL) => sql<T>`(select ${column} from access_grants where id = ${id})`;
const findRecipientAgain = statement(
  'access.find_recipient_again',
  { id: 'uuid', account_id: 'uuid' },
  ownerOf(ofGrant(sql`manager_profile_id`), ofGrant(sql`profile_id`), ofGrant<Date | null>(lastSent)),
);

type Recipient = RowOf<typeof findRecipient>;

const valuesFor = (tx: TxCtx, id: string) => ({ id: idOrNone(id), account_id: tx.principal!.accountId });

/** Reads the owner of a profile that is being invited to manage `managed`; no row if the caller owns it too. */
export const recipientCall = (tx: TxCtx, managed: string, invited: string): Call<Recipient> =>
  findRecipient.call({ ...valuesFor(tx, invited), managed_id: managed });

/** Reads the same for an existing invitation. */
export const recipientAgainCall = (tx: TxCtx, grantId: string): Call<Recipient> =>
  findRecipientAgain.call(valuesFor(tx, grantId));

const accountId = p('account_id', 'uuid');
const lockMails = statement(
  'access.lock_mails',
  { account_id: 'uuid' },
  sql`select pg_advisory_xact_lock(hashtextextended('invitation_mails:' || ${accountId}, 0))`,
);

const isRecent = sql`greatest(one.created_at, one.last_sent_at) > ${p('since', 'timestamptz')}`;
/** Other invitations count whether or not they were mailed, and whatever became of them. */
const enqueueMail = statement(
  'access.mail_invitation',
  { id: 'uuid', account_id: 'uuid', since: 'timestamptz', payload: 'jsonb' },
  insertJob('mail.send', {
    payload: p('payload', 'jsonb'),
    from: sql`(select from access_grants g where g.id = ${id}
      and not exists (select from access_grants one where one.profile_id = g.profile_id
        and one.manager_profile_id = g.manager_profile_id and one.id <> g.id and ${isRecent})
      and (select count(distinct (one.profile_id, one.manager_profile_id)) from profiles own
        join access_grants one on one.manager_profile_id = own.id
        where own.account_id = ${accountId} and one.id <> g.id and ${isRecent}) < ${LIMITS.invitation_mail.max_per_day}::int) due`,
  }),
);

/**
 * The mail to the owner of the invited profile: at most one a day from one profile to another, and a few in all. None to an
 * unverified address, which could be anyone's. Belongs at the end of the write, for its lock.
 */
export function invitationMail(
  tx: TxCtx,
  { grantId, permissions }: { grantId: string; permissions: readonly Permission[] },
  recipient: Recipient | undefined,
): Call<unknown>[] {
  if (!recipient || !countsAsVerified(recipient.verified, tx.config)) return [];
  const { account_id, email, managed, manager, sent_at } = recipient;
  const since = new Date(tx.now().getTime() - LIMITS.invitation_mail.gap_ms);
  if (sent_at !== null && sent_at > since) return [];
  const order = {
    template: 'access-invitation',
    to: email,
    params: { grantId, managed, manager, permissions },
  } as const;
  const payload = sealedOrder((text) => seal(tx.keys.jobs, text), order);
  tx.afterCommit(() => wakeJobs('mail.send'));
  return [lockMails.call({ account_id }), enqueueMail.call({ id: grantId, account_id, since, payload })];
}
