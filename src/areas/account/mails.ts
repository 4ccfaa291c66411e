import { enqueueMail, type MailOrder, mailCall } from '../../adapters/mail/mail-job.ts';
import type { MailParams, MailTemplate } from '../../adapters/mail/templates/catalog.ts';
import { seal } from '../../auth/secrets.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { Ctx, TxCtx } from '../../ctx.ts';
import type { Call } from '../../db/statement.ts';
import type { AccountRow } from './columns.ts';

export function mail<Name extends MailTemplate>(tx: TxCtx, order: MailOrder<Name>): Promise<void> {
  return enqueueMail(tx, (text) => seal(tx.keys.jobs, text), order);
}

/** Mails what a credential has created, and what outlives it, to its owner. Nothing if the command line created it. */
export function createdCalls(ctx: Ctx, params: MailParams<'access-created'>): Call<unknown>[] {
  const { principal, config, keys } = ctx;
  if (principal === null || !countsAsVerified(principal.emailVerified, config)) return [];
  const order = { template: 'access-created', to: principal.email, params } as const;
  return [mailCall(ctx, (text) => seal(keys.jobs, text), order)];
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
