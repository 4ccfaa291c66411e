import { mailCall } from '../../adapters/mail/mail-job.ts';
import { seal } from '../../auth/secrets.ts';
import type { Permission } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { TxCtx } from '../../ctx.ts';
import { and, eq, ne, type SQL, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { type Call, p, type RowOf, statement } from '../../db/statement.ts';

const ownerOf = (invited: SQL, managed: SQL) =>
  qb
    .select({
      email: accounts.email,
      verified: sql<boolean>`${accounts.emailVerifiedAt} is not null`.as('verified'),
      manager: named(profiles.username, 'manager'),
      managed: sql<string>`(select one.username from profiles one where one.id = ${managed})`.as('managed'),
    })
    .from(profiles)
    .innerJoin(accounts, eq(accounts.id, profiles.accountId))
    .where(and(eq(profiles.id, invited), ne(accounts.id, p('account_id', 'uuid'))));

const id = p('id', 'uuid');
const findRecipient = statement(
  'access.find_recipient',
  { id: 'uuid', managed_id: 'uuid', account_id: 'uuid' },
  ownerOf(id, sql`${p('managed_id', 'uuid')}`),
);
const ofGrant = (column: SQL) => sql`(select ${column} from access_grants where id = ${id})`;
const findRecipientAgain = statement(
  'access.find_recipient_again',
  { id: 'uuid', account_id: 'uuid' },
  ownerOf(ofGrant(sql`manager_profile_id`), ofGrant(sql`profile_id`)),
);

type Recipient = RowOf<typeof findRecipient>;

const valuesFor = (tx: TxCtx, id: string) => ({ id: idOrNone(id), account_id: tx.principal!.accountId });

/** Reads the owner of a profile that is being invited to manage `managed`; no row if the caller owns it too. */
export const recipientCall = (tx: TxCtx, managed: string, invited: string): Call<Recipient> =>
  findRecipient.call({ ...valuesFor(tx, invited), managed_id: managed });

/** Reads the same for an existing invitation. */
export const recipientAgainCall = (tx: TxCtx, grantId: string): Call<Recipient> =>
  findRecipientAgain.call(valuesFor(tx, grantId));

/** The mail to the owner of the invited profile. None to an unverified address, which could be anyone's. */
export function invitationMail(
  tx: TxCtx,
  { grantId, permissions }: { grantId: string; permissions: readonly Permission[] },
  recipient: Recipient | undefined,
): Call<unknown>[] {
  if (!recipient || !countsAsVerified(recipient.verified, tx.config)) return [];
  const { email, managed, manager } = recipient;
  const params = { grantId, managed, manager, permissions };
  return [mailCall(tx, (text) => seal(tx.keys.jobs, text), { template: 'access-invitation', to: email, params })];
}
