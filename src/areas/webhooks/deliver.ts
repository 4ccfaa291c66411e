import type { Post, Posted } from '../../adapters/outbound/post.ts';
import { urlProblem } from '../../core/allowed-url.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { readRules } from './delivery-columns.ts';
import { type DueRow, listDue, listUnserved, releaseLease, type Target, takeLease } from './due.ts';
import { headersOf, payloadOf } from './payload.ts';
import type { Receivers } from './receivers.ts';
import { type Outcome, record } from './record.ts';
import { retryDelayMs } from './retries.ts';
import { runCall, slowRunCall } from './run.ts';
import { openSecret, signatureOf } from './secret.ts';

/** A run starts no further pass after this time. */
const RUN_MS = 15_000;
/** After this time the next pass reads the webhook, its secrets and its access again, so that changes apply. */
const PASS_MS = 1000;
/** How long a receiver that did not answer is left alone. */
const PAUSE_MS = 5000;
/** Requests to one webhook at once. */
const LANES_AT_ONCE = 8;

const givenUp = (row: DueRow, error: 'not_permitted' | 'event_expired'): Outcome => ({
  id: row.id,
  status: 'failed',
  attempts: row.attempts,
  error,
  response_status: null,
  response_excerpt: null,
  duration_ms: null,
  next_attempt_at: null,
  last_attempt_at: null,
});

export type Delivering = {
  post: Post;
  /** After each attempt, with the time of its event; null for a test or replay. */
  onOutcome?: (outcome: Outcome, eventAt: Date | null) => void;
  /** Told how long each request took. */
  receivers?: Receivers;
  /** Returns false for a receiver that this run may not wait for: then it goes to the slow ones. */
  admits?: (target: Target) => boolean;
};

const NOT_ALLOWED: Posted = { error: 'address_not_allowed', status: null, excerpt: null, durationMs: 0 };

async function attempt(ctx: Ctx, target: Target, row: DueRow, post: Post): Promise<Outcome> {
  if (!row.permitted) return givenUp(row, 'not_permitted');
  const payload = payloadOf(row);
  if (payload === null) return givenUp(row, 'event_expired');
  const { secret, previous_secret } = target;
  const secrets = [secret, ...(previous_secret === null ? [] : [previous_secret])];
  const body = JSON.stringify(payload);
  const last_attempt_at = ctx.now();
  const opened = secrets.map((sealed) => openSecret(ctx, sealed, target.id));
  const headers = {
    ...headersOf(row.event_id, last_attempt_at),
    'webhook-signature': signatureOf(opened, row.event_id, last_attempt_at, body),
  };
  // `WEBHOOK_ALLOW_LOOPBACK` may have been true when the webhook was created.
  const allowed = urlProblem(target.url, { allowLoopback: ctx.config.webhookAllowLoopback }) === null;
  const { error, status, excerpt, durationMs } = allowed ? await post(target.url, headers, body) : NOT_ALLOWED;
  const attempts = row.attempts + 1;
  const delayMs = error === null ? null : retryDelayMs(attempts);
  const result = { id: row.id, attempts, error, response_status: status, response_excerpt: excerpt, last_attempt_at };
  const next_attempt_at = delayMs === null ? null : new Date(ctx.now().getTime() + delayMs);
  const failed = next_attempt_at === null ? ('failed' as const) : ('pending' as const);
  return { ...result, duration_ms: durationMs, next_attempt_at, status: error === null ? 'succeeded' : failed };
}

type Passed = { outcomes: readonly Outcome[]; unanswered: boolean };
const NOTHING: Passed = { outcomes: [], unanswered: false };

/**
 * Lanes in parallel, the rows of a lane in sequence until one must be retried. After a request without an answer, no
 * further lane starts.
 */
async function deliverAll(
  ctx: Ctx,
  target: Target,
  rows: readonly DueRow[],
  { post, onOutcome, receivers }: Delivering,
): Promise<Passed> {
  const until = performance.now() + PASS_MS;
  const lanes = [...Map.groupBy(rows, ({ lane }) => lane).values()];
  const outcomes: Outcome[] = [];
  let unanswered = false;
  const mayGoOn = () => !unanswered && performance.now() < until && !ctx.signal?.aborted;

  async function work(): Promise<void> {
    for (let lane = lanes.shift(); lane && mayGoOn(); lane = lanes.shift()) {
      for (const row of lane) {
        const outcome = await attempt(ctx, target, row, post);
        outcomes.push(outcome);
        if (outcome.duration_ms !== null) receivers?.note(target, outcome.duration_ms);
        onOutcome?.(outcome, row.lane === row.id ? null : row.event_created_at);
        if (outcome.error !== null && outcome.duration_ms !== null && outcome.response_status === null)
          unanswered = true;
        if (outcome.status === 'pending' || !mayGoOn()) break;
      }
    }
  }
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, work));
  return { outcomes, unanswered };
}

/**
 * Delivers what is due, records it and releases the lease. Returns when the next pass may begin; null if nothing is
 * left, or another run serves the webhook.
 */
async function runPass(ctx: Ctx, webhook_id: string, lease_id: string, how: Delivering): Promise<Date | null> {
  const now = ctx.now();
  const [[target], rows] = await batch(ctx, [
    takeLease.call({ webhook_id, lease_id, now }),
    listDue.call({ webhook_id, now, rules: readRules }),
  ]);
  if (target && how.admits?.(target) === false) {
    await batch(ctx, [releaseLease.call({ webhook_id, lease_id }), slowRunCall(webhook_id, target.account_id)]);
    wakeJobs('webhooks.deliver_slow');
    return null;
  }
  const { outcomes, unanswered } = target ? await deliverAll(ctx, target, rows, how) : NOTHING;
  const next = await record(ctx, webhook_id, outcomes, lease_id);
  if (next === null) return null;
  return new Date(Math.max(next.getTime(), ctx.now().getTime() + (unanswered ? PAUSE_MS : 0)));
}

/**
 * Delivers what is due, and enqueues the next run. After a crash, a request is repeated with the same `webhook-id`. If
 * another run serves the webhook, that one looks again when it releases its lease.
 */
export async function deliverTo(ctx: Ctx, webhook_id: string, how: Delivering): Promise<void> {
  const lease_id = newId();
  const until = performance.now() + RUN_MS;
  let startAt: Date | null;
  try {
    do startAt = await runPass(ctx, webhook_id, lease_id, how);
    while (startAt !== null && startAt <= ctx.now() && performance.now() < until && !ctx.signal?.aborted);
  } catch (error) {
    await batch(ctx, [releaseLease.call({ webhook_id, lease_id })]).catch(() => undefined);
    throw error;
  }
  if (startAt === null) return;
  await batch(ctx, [startAt > ctx.now() ? runCall(webhook_id, startAt) : runCall(webhook_id)]);
  wakeJobs('webhooks.deliver');
}

/** `deliverTo` for quick receivers. Each pass may find that this one is slow, and the run goes on among the slow ones. */
export async function deliverQuickly(
  ctx: Ctx,
  webhook_id: string,
  how: Delivering & { receivers: Receivers },
): Promise<void> {
  const { receivers } = how;
  let end: (() => void) | null = null;
  const admits = (target: Target) => {
    if (end) return !receivers.isSlow(target);
    end = receivers.begin(target);
    return end !== null;
  };
  try {
    await deliverTo(ctx, webhook_id, { ...how, admits });
  } finally {
    (end as (() => void) | null)?.();
  }
}

/** Starts runs for webhooks that have something due, but no run. */
export async function sweepWebhooks(ctx: Ctx): Promise<void> {
  const unserved = await listUnserved.all(ctx, { now: ctx.now() });
  if (unserved.length > 0)
    await batch(
      ctx,
      unserved.map(({ id }) => runCall(id)),
    );
  wakeJobs('webhooks.deliver');
}
