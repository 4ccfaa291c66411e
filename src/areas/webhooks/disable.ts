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

/** Condition: an app without access to the account created `w`. Its access ends by revocation, or if it is not used. */
const isOfEndedApp = sql`w.enabled and w.created_by_type = 'oauth' and not exists (
  select from oauth_grants made join oauth_grants g on g.client_id = made.client_id
  join credentials c on c.id = g.credential_id
  where made.credential_id = w.created_by_id and c.account_id = w.account_id and c.revoked_at is null
    and c.expires_at > ${p('now', 'timestamptz')})`;
const disableAllOfEndedApps = statement<Disabled>(
  'webhooks.disable_of_ended_apps',
  sql`update webhooks w set enabled = false, disabled_reason = 'app_revoked'
    where w.account_id = ${accountId} and ${isOfEndedApp} returning w.id, w.account_id`,
);

/** Accounts with enabled webhooks of apps that have no access any more. */
export const findWithEndedApps = statement<{ account_id: string }>(
  'webhooks.find_of_ended_apps',
  sql`select distinct w.account_id from webhooks w where ${isOfEndedApp} limit ${p('rows', 'int')}`,
);

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

/** The same for the webhooks of apps that have no access to the account any more. */
export async function disableOfEndedApps(
  tx: TxCtx,
  account_id: string,
  more: readonly Call<unknown>[] = [],
): Promise<number> {
  const [disabled] = await batch(tx, [disableAllOfEndedApps.call({ account_id, now: tx.now() }), ...more]);
  await announce(tx, disabled, 'app_revoked');
  return disabled.length;
}
