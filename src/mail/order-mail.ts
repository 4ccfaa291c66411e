import { seal } from '../auth/secrets.ts';
import type { TxCtx } from '../ctx.ts';
import { enqueueMail, type MailOrder } from './mail-job.ts';
import type { MailTemplate } from './templates/catalog.ts';

/** A sealed order opens as nothing but an order. */
export const MAIL_SEAL_CONTEXT = 'mail.send';

/** Orders a mail in the transaction of the change that it tells of: it is sent if and only if that commits. */
export function orderMail<Name extends MailTemplate>(tx: TxCtx, order: MailOrder<Name>): Promise<void> {
  return enqueueMail(tx, (plaintext) => seal(tx.deps.keys.jobs, plaintext, MAIL_SEAL_CONTEXT), order);
}
