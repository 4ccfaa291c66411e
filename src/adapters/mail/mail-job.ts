import { newId } from '../../core/ids.ts';
import type { Ctx, TxCtx } from '../../ctx.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Mailer } from './mailer.ts';
import { MAIL_TEMPLATES, type MailParams, type MailTemplate } from './templates/catalog.ts';
import type { MailContent, Setting } from './templates/compose.ts';

export type MailOrder<Name extends MailTemplate = MailTemplate> = {
  template: Name;
  to: string;
  params: MailParams<Name>;
};

export type Seal = (plaintext: string) => string;
export type Open = (sealed: string) => string;

/**
 * The payload of `mail.send`. It is stored encrypted: a reader of the database (or a backup) must not be able to confirm
 * addresses or reset passwords.
 */
export const sealedOrder = <Name extends MailTemplate>(seal: Seal, order: MailOrder<Name>) => ({
  sealed: seal(JSON.stringify({ id: newId(), ...order })),
});

/** Enqueues a mail in the transaction of its change. */
export async function enqueueMail<Name extends MailTemplate>(
  tx: TxCtx,
  seal: Seal,
  order: MailOrder<Name>,
): Promise<void> {
  await enqueue(tx, 'mail.send', sealedOrder(seal, order));
}

/** The handler of `mail.send`. A retry sends the same Message-ID. */
export function mailHandler(options: { open: Open; mailer: Mailer } & Setting) {
  const { open, mailer, ...setting } = options;
  return async (_ctx: Ctx, payload: { sealed: string }): Promise<void> => {
    const order = JSON.parse(open(payload.sealed)) as MailOrder & { id: string };
    const template = MAIL_TEMPLATES[order.template] as ((values: object) => MailContent) | undefined;
    if (!template) throw new Error('this version does not know the mail template of the job');
    const content = template({ ...order.params, ...setting });
    await mailer.send({ id: order.id, to: order.to, ...content });
  };
}
