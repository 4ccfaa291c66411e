import type { MailOrder } from '../../adapters/mail/mail-job.ts';
import type { MailParams, MailTemplate } from '../../adapters/mail/templates/catalog.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { AccountRow } from './columns.ts';
import { notifyOwner } from './mails.ts';
import { readAccount } from './queries.ts';

const HOUR_MS = 3_600_000;

/** Mails that a manager or a key of the account can cause as often as it likes. */
export type ManyTemplate = MailParams<'many-notices'>['about'];

/**
 * Notifies the owner like `notifyOwner`, but only a few times in an hour for each template. Then one mail an hour later says
 * that there was more, so that a manager or a key can neither flood a mailbox nor hide what it did. Each mail has a job that
 * waits for an hour: their keys are unique, so mails at once are counted, too.
 */
export async function notifyOwnerAFew<Name extends ManyTemplate & MailTemplate>(
  tx: TxCtx,
  account: AccountRow,
  order: Omit<MailOrder<Name>, 'to'>,
): Promise<void> {
  const { account_id } = account;
  const about: ManyTemplate = order.template;
  const now = tx.now();
  const startAfter = new Date(now.getTime() + HOUR_MS);
  const key = `${account_id} ${about}`;
  for (let n = 1; n <= LIMITS.created_mail.max_per_hour; n++) {
    if (await enqueue(tx, 'account.count_mail', {}, { startAfter, singletonKey: `${key} ${n}` }))
      return notifyOwner(tx, account, order);
  }
  await enqueue(
    tx,
    'account.mail_more',
    { account_id, about, since: now.toISOString() },
    { startAfter, singletonKey: key },
  );
}

export async function mailMore(
  ctx: Ctx,
  { account_id, about, since }: { account_id: string; about: ManyTemplate; since: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const account = await readAccount.one(tx, { account_id });
    if (account) await notifyOwner(tx, account, { template: 'many-notices', params: { about, since } });
  });
}
