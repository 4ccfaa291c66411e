import { fateOf } from '../../core/ended-rights.ts';
import type { WebhookDisabledReason } from '../../core/enums.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, or, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { batch, type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { audit, emit } from '../../events/emit.ts';
import { notifyOwnerAFew } from '../account/few-mails.ts';
import { lockAccount, readAccount } from '../account/queries.ts';
import { isOfEndedApp, mayBeChangedBy, w } from './columns.ts';

type Disabled = { id: string; account_id: string };
/** Why the service disables a webhook itself. */
export type DisabledReason = Exclude<WebhookDisabledReason, 'requested'>;

const APP_REVOKED = 'app_revoked' satisfies DisabledReason;
const accountId = p('account_id', 'uuid');
const credentialId = p('credential_id', 'uuid');
const isOn = and(eq(w.accountId, accountId), w.enabled);
const mayBeChanged = mayBeChangedBy(credentialId);
/** Condition: this credential has changed the webhook `w`. A session may change every one. */
const isChanged = sql`w.id in (select object_id from audit_log where account_id = ${accountId} and id > ${credentialId}
  and operation in ('webhooks.update', 'webhooks.rotate_secret') and principal_id = ${credentialId})`;

/** Condition: a session has created the webhook `w`, or changed it, by this time. */
const isFromSession = sql`(w.created_by_type is null or w.created_by_type = 'session' or w.id in (
  select object_id from audit_log where account_id = ${accountId} and principal_type = 'session'
    and operation in ('webhooks.update', 'webhooks.rotate_secret') and created_at <= ${p('by_time', 'timestamptz')}))`;

const disableWhere = <const Types extends ParameterTypes>(name: string, types: Types, condition: SQL | undefined) =>
  statement(
    name,
    { ...types, reason: 'text' },
    qb
      .update(w)
      .set({ enabled: false, disabledReason: p('reason', 'text') })
      .where(condition)
      .returning({ id: w.id, account_id: w.accountId }),
  );
const disableOne = disableWhere(
  'webhooks.disable',
  { webhook_id: 'uuid' },
  and(eq(w.id, p('webhook_id', 'uuid')), w.enabled),
);
const disableAllOfLeaked = disableWhere(
  'webhooks.disable_of_leaked',
  { account_id: 'uuid', credential_id: 'uuid', credential_ids: 'uuid[]' },
  and(isOn, or(mayBeChanged, isChanged, sql`${w.createdById} = any(${p('credential_ids', 'uuid[]')})`)),
);
const disableAllOfKey = disableWhere(
  'webhooks.disable_of_key',
  { account_id: 'uuid', credential_id: 'uuid' },
  and(isOn, mayBeChanged),
);
const disableAllOfReset = disableWhere(
  'webhooks.disable_of_reset',
  { account_id: 'uuid', by_time: 'timestamptz', with_keys: 'bool' },
  and(
    isOn,
    sql`w.created_at <= ${p('by_time', 'timestamptz')}`,
    or(isFromSession, sql`${p('with_keys', 'bool')} and w.created_by_type = 'api_key'`),
  ),
);
const disableAllOfGrants = disableWhere(
  'webhooks.disable_of_grants',
  { account_id: 'uuid', credential_ids: 'uuid[]', now: 'timestamptz' },
  and(isOn, or(sql`${w.createdById} = any(${p('credential_ids', 'uuid[]')})`, isOfEndedApp)),
);
const disableAllOfEndedApps = disableWhere(
  'webhooks.disable_of_ended_apps',
  { account_id: 'uuid', now: 'timestamptz' },
  and(isOn, isOfEndedApp),
);

/** Accounts with enabled webhooks of apps that have no access any more. */
export const findWithEndedApps = statement(
  'webhooks.find_of_ended_apps',
  { now: 'timestamptz', rows: 'bigint' },
  qb
    .selectDistinct({ account_id: w.accountId })
    .from(w)
    .where(and(w.enabled, isOfEndedApp))
    .limit(sql.placeholder('rows')),
);

async function announce(tx: TxCtx, disabled: readonly Disabled[], reason: DisabledReason): Promise<void> {
  if (disabled.length === 0) return;
  const event = { type: 'webhook.disabled', profileId: null, data: { reason } } as const;
  await emit(
    tx,
    disabled.map(({ id, account_id }) => ({ ...event, objectId: id, accountId: account_id })),
  );
  await audit(tx, ...disabled.map(({ id }) => ({ type: 'webhook', id })));
  for (const { id, account_id } of disabled) {
    const account = await readAccount.one(tx, { account_id });
    if (account)
      await notifyOwnerAFew(tx, account, { template: 'webhook-disabled', params: { webhook_id: id, reason } });
  }
}

/** Disables a webhook and notifies its owner; does nothing if it is disabled. */
export async function disableWebhook(tx: TxCtx, webhook_id: string, reason: DisabledReason): Promise<void> {
  await announce(tx, await disableOne.all(tx, { webhook_id, reason }), reason);
}

type Credential = { account_id: string; credential_id: string };

/**
 * Disables the webhooks that a leaked credential created or changed, or could have changed if it is not a session, and for
 * those that `ended`, what ended with it, created. In one batch with what else its end needs. Requires the lock of the account.
 */
export async function disableOfLeaked(
  tx: TxCtx,
  credential: Credential,
  ended: readonly string[],
  more: Call<unknown>,
): Promise<void> {
  const reason = 'credential_leaked';
  const { disabled } = await batch(tx, {
    disabled: disableAllOfLeaked.call({ ...credential, credential_ids: ended, reason }),
    more,
  });
  await announce(tx, disabled, reason);
}

/** Disables the webhooks that a revoked key and its descendants created. Returns how many. */
export async function disableOfKey(tx: TxCtx, key: Credential): Promise<number> {
  const reason = 'credential_revoked';
  const disabled = await disableAllOfKey.all(tx, { ...key, reason });
  await announce(tx, disabled, reason);
  return disabled.length;
}

/** A password reset: its time (ISO 8601), and whether it has revoked the API keys. */
export type Reset = { account_id: string; at: string; with_keys: boolean };

/**
 * The job after a password reset: disables the webhooks that sessions have created or changed until then, ended ones, too, and
 * those of keys that it revoked. `oauth.end_webhooks` disables those of apps. Locks: 3 account, 7 webhooks.
 */
export async function disableAfterReset(ctx: Ctx, { account_id, at, with_keys }: Reset): Promise<void> {
  if (fateOf('password_reset', 'webhooks') !== 'disabled') return;
  await inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id });
    const reason = 'credential_revoked';
    const values = { account_id, with_keys, by_time: new Date(at), reason };
    await announce(tx, await disableAllOfReset.all(tx, values), reason);
  });
}

/** Disables the webhooks that these grants created, and those of apps that have no access any more. */
export async function disableOfGrants(
  tx: TxCtx,
  grants: { account_id: string; credential_ids: readonly string[] },
  more: Call<unknown>,
): Promise<void> {
  const disabling = disableAllOfGrants.call({ ...grants, reason: APP_REVOKED, now: tx.now() });
  const { disabled } = await batch(tx, { disabled: disabling, more });
  await announce(tx, disabled, APP_REVOKED);
}

/** Disables the webhooks of apps that have no access to the account any more. Returns how many. */
export async function disableOfEndedApps(
  tx: TxCtx,
  account_id: string,
  more: readonly Call<unknown>[] = [],
): Promise<number> {
  const values = { account_id, reason: APP_REVOKED, now: tx.now() };
  const { disabled } = await batch(tx, { disabled: disableAllOfEndedApps.call(values), more });
  await announce(tx, disabled, APP_REVOKED);
  return disabled.length;
}
