import { sql } from 'drizzle-orm';
import { seal } from '../../auth/secrets.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { TxCtx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { enqueueMail } from '../../mail/mail-job.ts';

type Recipient = { email: string; verified: boolean };

const findRecipient = statement<Recipient>(
  'access.find_recipient',
  sql`select a.email, a.email_verified_at is not null as verified
    from access_grants g join profiles m on m.id = g.manager_profile_id join accounts a on a.id = m.account_id
    where g.id = ${p('id', 'uuid')} and a.id <> ${p('account_id', 'uuid')}`,
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
