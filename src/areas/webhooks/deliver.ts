import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { isAllowedUrl } from '../../outbound/allowed-url.ts';
import type { Post, Posted } from '../../outbound/post.ts';
import { presentEvent } from '../events/present.ts';
import { TEST_TYPE } from './columns.ts';
import { readRules } from './dispatch.ts';
import { type DueRow, listDue, listUnserved, nextDue, releaseLease, type Target, takeLease } from './due.ts';
import { type Outcome, record } from './record.ts';
import { retryDelayMs } from './retries.ts';
import { runCall } from './run.ts';
import { openSecret, signedHeaders } from './secret.ts';

/** Longer than a run, including the last request. */
const LEASE_MS = 60_000;
/** A run starts no further pass after this time. */
const RUN_MS = 15_000;
/**
 * A pass starts no further request after this time. The next one reads the webhook, its secrets and what its account may
 * read again, so a change of them applies to all requests that start later.
 */
const PASS_MS = 1000;
/** How long a receiver that did not answer is left alone. */
const PAUSE_MS = 5000;
/** Requests to one webhook at once. */
const LANES_AT_ONCE = 8;

/** The body that a receiver gets. */
function bodyOf(row: DueRow, webhookId: string): string {
  const { event_id: id, event_created_at: created_at } = row;
  const isTest = row.type === TEST_TYPE;
  const data = presentEvent({
    ...row,
    id,
    created_at,
    data: row.data ?? {},
    object_type: isTest ? 'webhook' : row.object_type!,
    object_id: isTest ? webhookId : row.object_id!,
  });
  return JSON.stringify({ type: data.type, timestamp: data.created_at, data });
}

const givenUp = (row: DueRow, error: 'not_permitted' | 'event_expired'): Outcome => ({
  id: row.id,
  status: 'failed',
  attempts: row.attempts,
  error,
  response_status: null,
  response_excerpt: null,
  duration_ms: null,
  next_attempt_at: null,
});

const NOT_ALLOWED: Posted = { error: 'address_not_allowed', status: null, excerpt: null, durationMs: 0 };

async function attempt(ctx: Ctx, target: Target, row: DueRow, post: Post): Promise<Outcome> {
  if (!row.permitted) return givenUp(row, 'not_permitted');
  if (row.type !== TEST_TYPE && row.object_id === null) return givenUp(row, 'event_expired');
  const { secret, previous_secret } = target;
  const secrets = [secret, ...(previous_secret === null ? [] : [previous_secret])];
  const body = bodyOf(row, target.id);
  const opened = secrets.map((sealed) => openSecret(ctx, sealed, target.id));
  // `WEBHOOK_ALLOW_LOOPBACK` may have been true when the webhook was created.
  const allowed = isAllowedUrl(target.url, { allowLoopback: ctx.config.webhookAllowLoopback });
  const { error, status, excerpt, durationMs } = allowed
    ? await post(target.url, signedHeaders(opened, row.event_id, ctx.now(), body), body)
    : NOT_ALLOWED;
  const attempts = row.attempts + 1;
  const delayMs = error === null ? null : retryDelayMs(attempts);
  const result = { id: row.id, attempts, error, response_status: status, response_excerpt: excerpt };
  const next_attempt_at = delayMs === null ? null : new Date(ctx.now().getTime() + delayMs);
  const failed = next_attempt_at === null ? ('failed' as const) : ('pending' as const);
  return { ...result, duration_ms: durationMs, next_attempt_at, status: error === null ? 'succeeded' : failed };
}

/**
 * One request for each row: lanes next to each other, the rows of a lane one after another until one must be tried again.
 * After a request without an answer no further lane begins, so that a dead receiver does not hold its run.
 */
async function deliverAll(ctx: Ctx, target: Target, rows: readonly DueRow[], post: Post) {
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
        if (outcome.error !== null && outcome.duration_ms !== null && outcome.response_status === null)
          unanswered = true;
        if (outcome.status === 'pending' || !mayGoOn()) break;
      }
    }
  }
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, work));
  return { outcomes, unanswered };
}

/** Until nothing is due, the time is over, or the receiver does not answer. Returns when the next run may begin. */
async function runPasses(ctx: Ctx, webhook_id: string, lease_id: string, post: Post): Promise<Date> {
  const until = performance.now() + RUN_MS;
  do {
    const now = ctx.now();
    const lease = { webhook_id, lease_id, now, leased_until: new Date(now.getTime() + LEASE_MS) };
    const [[target], rows] = await batch(ctx, [
      takeLease.call(lease),
      listDue.call({ webhook_id, now, rules: readRules }),
    ]);
    if (!target || rows.length === 0) return now;
    const { outcomes, unanswered } = await deliverAll(ctx, target, rows, post);
    await record(ctx, webhook_id, outcomes);
    if (unanswered) return new Date(ctx.now().getTime() + PAUSE_MS);
  } while (performance.now() < until && !ctx.signal?.aborted);
  return ctx.now();
}

/**
 * Delivers what is due to a webhook, and enqueues the next run if something is left. A crash between a request and its
 * record repeats the request, with the same `webhook-id`. Does nothing if another run serves the webhook: that one looks
 * again when it releases its lease.
 */
export async function deliverTo(ctx: Ctx, webhook_id: string, post: Post): Promise<void> {
  const lease_id = newId();
  const release = releaseLease.call({ webhook_id, lease_id });
  let earliest: Date;
  try {
    earliest = await runPasses(ctx, webhook_id, lease_id, post);
  } catch (error) {
    await batch(ctx, [release]).catch(() => undefined);
    throw error;
  }
  const [, [next]] = await batch(ctx, [release, nextDue.call({ webhook_id, now: ctx.now() })]);
  if (!next) return;
  const startAt = new Date(Math.max(earliest.getTime(), next.next_attempt_at.getTime()));
  await batch(ctx, [startAt > ctx.now() ? runCall(webhook_id, startAt) : runCall(webhook_id)]);
  wakeJobs('webhooks.deliver');
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
