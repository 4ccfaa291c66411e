import { newId } from '../core/ids.ts';
import type { Ctx, TxCtx } from '../ctx.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Mailer } from './mailer.ts';
import { MAIL_TEMPLATES, type MailParams, type MailTemplate } from './templates/catalog.ts';
import type { MailContent, Setting } from './templates/compose.ts';

export type MailOrder<Name extends MailTemplate = MailTemplate> = {
  template: Name;
  to: string;
  params: MailParams<Name>;
};

/** Encrypts for storage, bound to a purpose. The counterpart of `Open`. */
export type Seal = (plaintext: string) => string;
export type Open = (sealed: string) => string;

/**
 * Orders a mail in the transaction of the change that it tells of. The whole order lies sealed in the table of jobs:
 * who reads the database (or a backup) must not be able to confirm addresses or reset passwords.
 */
export async function enqueueMail<Name extends MailTemplate>(
  tx: TxCtx,
  seal: Seal,
  order: MailOrder<Name>,
): Promise<void> {
  await enqueue(tx, 'mail.send', { sealed: seal(JSON.stringify({ id: newId(), ...order })) });
}

/** The handler of `mail.send`. A repeated try sends the same Message-ID. */
export function mailHandler(options: { open: Open; mailer: Mailer } & Setting) {
  const { open, mailer, ...setting } = options;
  return async (_ctx: Ctx, payload: { sealed: string }): Promise<void> => {
    const order = JSON.parse(open(payload.sealed)) as MailOrder & { id: string };
    const template = MAIL_TEMPLATES[order.template] as ((values: object) => MailContent) | undefined;
    if (!template) throw new Error('the job names no mail that this version knows');
    const content = template({ ...order.params, ...setting });
    await mailer.send({ id: order.id, to: order.to, ...content });
  };
}
