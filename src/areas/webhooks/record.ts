import type { DeliveryError, DeliveryStatus } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { w } from './columns.ts';
import { disableWebhook } from './disable.ts';
import { nextDue, releaseLease } from './due.ts';

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
  last_attempt_at: Date | null;
};

const now = p('now', 'timestamptz');
const succeeded = p('succeeded', 'bool');
const failed = p('failed', 'bool');

const recordOutcomes = statement(
  'webhooks.record_outcomes',
  { outcomes: 'jsonb' },
  sql`update ${writes('webhook_deliveries')} d set status = o.status, attempts = o.attempts, error = o.error,
      response_status = coalesce(o.response_status, case when o.duration_ms is null then d.response_status end),
      response_excerpt = coalesce(o.response_excerpt, case when o.duration_ms is null then d.response_excerpt end),
      duration_ms = coalesce(o.duration_ms, d.duration_ms), next_attempt_at = o.next_attempt_at,
      last_attempt_at = coalesce(o.last_attempt_at, d.last_attempt_at)
    from jsonb_to_recordset(${p('outcomes', 'jsonb')}) as o(id uuid, status text, attempts smallint, error text,
      response_status smallint, response_excerpt text, duration_ms int, next_attempt_at timestamptz, last_attempt_at timestamptz)
    where d.id = o.id and d.status = 'pending'`,
);

/** `gone`: the receiver answered that it will not come back. Otherwise a day without success disables the webhook. */
const recordHealth = statement(
  'webhooks.record_health',
  { succeeded: 'bool', now: 'timestamptz', failed: 'bool', webhook_id: 'uuid', gone: 'bool', day_ago: 'timestamptz' },
  qb
    .update(w)
    .set({
      lastSuccessAt: sql`case when ${succeeded} then ${now} else ${w.lastSuccessAt} end`,
      lastFailureAt: sql`case when ${failed} then ${now} else ${w.lastFailureAt} end`,
      failingSince: sql`case when ${succeeded} then null when ${failed} then coalesce(${w.failingSince}, ${now}) else ${w.failingSince} end`,
    })
    .where(eq(w.id, p('webhook_id', 'uuid')))
    .returning({
      disabled_reason: sql<
        'gone' | 'failing' | null
      >`case when ${p('gone', 'bool')} then 'gone' when ${failed} and ${w.failingSince} <= ${p('day_ago', 'timestamptz')} then 'failing' end`.as(
        'disabled_reason',
      ),
    }),
);

/** Stores outcomes and releases the lease. Disables the webhook if it must be. Returns when the next one is due. */
export async function record(
  ctx: Ctx,
  webhook_id: string,
  outcomes: readonly Outcome[],
  lease_id: string,
): Promise<Date | null> {
  const attempted = outcomes.filter(({ duration_ms }) => duration_ms !== null);
  const values = {
    webhook_id,
    now: ctx.now(),
    day_ago: new Date(ctx.now().getTime() - LIMITS.webhook.retry_span_ms),
    succeeded: attempted.some(({ error }) => error === null),
    failed: attempted.some(({ error }) => error !== null),
    gone: attempted.some(({ response_status }) => response_status === 410),
  };
  const hasOutcomes = outcomes.length > 0;
  const { health, due } = await batch(ctx, {
    health: hasOutcomes ? recordHealth.call(values) : null,
    recorded: hasOutcomes ? recordOutcomes.call({ outcomes: JSON.stringify(outcomes) }) : null,
    released: releaseLease.call({ webhook_id, lease_id }),
    due: nextDue.call(values),
  });
  const reason = health?.[0]?.disabled_reason;
  if (reason) await inTransaction(ctx, (tx) => disableWebhook(tx, webhook_id, reason));
  return reason ? null : (due[0]?.next_attempt_at ?? null);
}
