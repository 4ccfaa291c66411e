import { and, eq, ne, sql } from 'drizzle-orm';
import { seal } from '../../auth/secrets.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { TxCtx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { accessGrants } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import { enqueueMail } from '../../mail/mail-job.ts';

const findRecipient = statement(
  'access.find_recipient',
  qb
    .select({ email: accounts.email, verified: sql<boolean>`${accounts.emailVerifiedAt} is not null`.as('verified') })
    .from(accessGrants)
    .innerJoin(profiles, eq(profiles.id, accessGrants.managerProfileId))
    .innerJoin(accounts, eq(accounts.id, profiles.accountId))
    .where(and(eq(accessGrants.id, p('id')), ne(accounts.id, p('account_id')))),
);

/**
 * Mails the owner of the invited profile in the transaction of the invitation. Sends nothing if the inviter owns that
 * profile too, or if the address is unverified, as it could be anyone's.
 */
export async function mailInvitation(tx: TxCtx, id: string): Promise<void> {
  const recipient = await findRecipient.one(tx, { id, account_id: tx.principal!.accountId });
  if (!recipient || !countsAsVerified(recipient.verified, tx.config)) return;
  const sealOrder = (text: string) => seal(tx.keys.jobs, text);
  await enqueueMail(tx, sealOrder, { template: 'access-invitation', to: recipient.email, params: { grantId: id } });
}
