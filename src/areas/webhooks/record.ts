import type { DeliveryError, DeliveryStatus } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { audit, emit } from '../../events/emit.ts';
import { notifyOwner } from '../account/mails.ts';
import { readAccount } from '../account/queries.ts';

/** What became of one delivery. */
export type Outcome = {
  id: string;
  status: DeliveryStatus;
  attempts: number;
  error: DeliveryError | null;
  response_status: number | null;
  response_excerpt: string | null;
  duration_ms: number | null;
  next_attempt_at: Date | null;
};

const now = p('now', 'timestamptz');
const webhookId = p('webhook_id', 'uuid');

const recordOutcomes = statement(
  'webhooks.record_outcomes',
  sql`update webhook_deliveries d set status = o.status, attempts = o.attempts, error = o.error,
      response_status = coalesce(o.response_status, case when o.duration_ms is null then d.response_status end),
      response_excerpt = coalesce(o.response_excerpt, case when o.duration_ms is null then d.response_excerpt end),
      duration_ms = coalesce(o.duration_ms, d.duration_ms), next_attempt_at = o.next_attempt_at
    from jsonb_to_recordset(${p('outcomes', 'jsonb')}) as o(id uuid, status text, attempts smallint, error text,
      response_status smallint, response_excerpt text, duration_ms int, next_attempt_at timestamptz)
    where d.id = o.id and d.status = 'pending'`,
);

/** `gone`: the receiver answered that it will not come back. Otherwise a day without success disables the webhook. */
const recordHealth = statement<{ disabled_reason: 'gone' | 'failing' | null }>(
  'webhooks.record_health',
  sql`update webhooks w set
      last_success_at = case when ${p('succeeded', 'bool')} then ${now} else w.last_success_at end,
      last_failure_at = case when ${p('failed', 'bool')} then ${now} else w.last_failure_at end,
      failing_since = case when ${p('succeeded', 'bool')} then null
        when ${p('failed', 'bool')} then coalesce(w.failing_since, ${now}) else w.failing_since end
    where w.id = ${webhookId}
    returning case when ${p('gone', 'bool')} then 'gone'
      when ${p('failed', 'bool')} and w.failing_since <= ${p('day_ago', 'timestamptz')} then 'failing' end as disabled_reason`,
);

const disable = statement<{ id: string; account_id: string }>(
  'webhooks.disable',
  sql`update webhooks set enabled = false, disabled_reason = ${p('reason', 'text')}
    where id = ${webhookId} and enabled returning id, account_id`,
);

/** Stores what became of deliveries. Disables the webhook if it must be, and notifies its owner. Locks: 7 webhook, deliveries. */
export async function record(ctx: Ctx, webhook_id: string, outcomes: readonly Outcome[]): Promise<void> {
  const attempted = outcomes.filter(({ duration_ms }) => duration_ms !== null);
  const values = {
    webhook_id,
    now: ctx.now(),
    day_ago: new Date(ctx.now().getTime() - LIMITS.webhook.retry_span_ms),
    succeeded: attempted.some(({ error }) => error === null),
    failed: attempted.some(({ error }) => error !== null),
    gone: attempted.some(({ response_status }) => response_status === 410),
  };
  const [[health]] = await batch(ctx, [
    recordHealth.call(values),
    recordOutcomes.call({ outcomes: JSON.stringify(outcomes) }),
  ]);
  const reason = health?.disabled_reason;
  if (reason) await inTransaction(ctx, (tx) => disableAndNotify(tx, webhook_id, reason));
}

async function disableAndNotify(tx: TxCtx, webhook_id: string, reason: 'gone' | 'failing'): Promise<void> {
  const disabled = await disable.one(tx, { webhook_id, reason });
  if (!disabled) return;
  const { id, account_id } = disabled;
  const event = { type: 'webhook.disabled', objectType: 'webhook', objectId: id, data: { reason } } as const;
  await emit(tx, [{ ...event, profileId: null, accountId: account_id }]);
  await audit(tx, { type: 'webhook', id });
  const account = await readAccount.one(tx, { account_id });
  if (account) await notifyOwner(tx, account, { template: 'webhook-disabled', params: { webhook_id: id, reason } });
}
