import type { WebhookDisabledReason } from '../../core/enums.ts';
import type { TxCtx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, type Call, p, type Statement, statement } from '../../db/statement.ts';
import { audit, emit } from '../../events/emit.ts';
import { notifyOwner } from '../account/mails.ts';
import { readAccount } from '../account/queries.ts';

type Disabled = { id: string; account_id: string };
/** Why the service disables a webhook itself. */
export type DisabledReason = Exclude<WebhookDisabledReason, 'requested'>;

const accountId = p('account_id', 'uuid');
const createdBy = sql`account_id = ${accountId} and created_by_id = any(${p('credential_ids', 'uuid[]')}) and enabled`;

const disableWhere = (name: string, condition: SQL): Statement<Disabled> =>
  statement(
    name,
    sql`update webhooks set enabled = false, disabled_reason = ${p('reason', 'text')} where ${condition}
      returning id, account_id`,
  );
const disableOne = disableWhere('webhooks.disable', sql`id = ${p('webhook_id', 'uuid')} and enabled`);
const disableAll = disableWhere('webhooks.disable_of_credentials', createdBy);

/** How many enabled webhooks these credentials of an account created. */
export const countOfCredentials = statement<{ count: number }>(
  'webhooks.count_of_credentials',
  sql`select count(*)::int as count from webhooks where ${createdBy}`,
);

async function announce(tx: TxCtx, disabled: readonly Disabled[], reason: DisabledReason): Promise<void> {
  if (disabled.length === 0) return;
  const event = { type: 'webhook.disabled', objectType: 'webhook', profileId: null, data: { reason } } as const;
  await emit(
    tx,
    disabled.map(({ id, account_id }) => ({ ...event, objectId: id, accountId: account_id })),
  );
  await audit(tx, ...disabled.map(({ id }) => ({ type: 'webhook', id })));
  for (const { id, account_id } of disabled) {
    const account = await readAccount.one(tx, { account_id });
    if (account) await notifyOwner(tx, account, { template: 'webhook-disabled', params: { webhook_id: id, reason } });
  }
}

/** Disables a webhook and notifies its owner; does nothing if it is disabled. Locks: 7 webhook. */
export async function disableWebhook(tx: TxCtx, webhook_id: string, reason: DisabledReason): Promise<void> {
  await announce(tx, await disableOne.all(tx, { webhook_id, reason }), reason);
}

/**
 * The same for the webhooks that these credentials of an account created, in one batch with what else their end needs.
 * Returns how many. Requires the lock of the account.
 */
export async function disableOfCredentials(
  tx: TxCtx,
  account_id: string,
  credential_ids: readonly string[],
  reason: DisabledReason,
  more: Call<unknown>,
): Promise<number> {
  const [disabled] = await batch(tx, [disableAll.call({ account_id, credential_ids, reason }), more]);
  await announce(tx, disabled, reason);
  return disabled.length;
}
