import { enqueueMail, type MailOrder } from '../../adapters/mail/mail-job.ts';
import type { MailTemplate } from '../../adapters/mail/templates/catalog.ts';
import { seal } from '../../auth/secrets.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { TxCtx } from '../../ctx.ts';
import type { AccountRow } from './columns.ts';

export function mail<Name extends MailTemplate>(tx: TxCtx, order: MailOrder<Name>): Promise<void> {
  return enqueueMail(tx, (text) => seal(tx.keys.jobs, text), order);
}

/** Notifies the owner about a change to the account; sends nothing to an unverified address. */
export async function notifyOwner<Name extends MailTemplate>(
  tx: TxCtx,
  account: AccountRow,
  order: Omit<MailOrder<Name>, 'to'>,
): Promise<void> {
  if (!countsAsVerified(account.account_email_verified, tx.config)) return;
  await mail(tx, { to: account.account_email, ...order });
}
