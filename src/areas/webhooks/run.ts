import type { Call } from '../../db/statement.ts';
import { enqueueCall } from '../../jobs/enqueue.ts';

/**
 * A job that waits and one that runs, so that an account takes no more slots than it has webhooks. A retry has another
 * key than new events.
 */
export function runCall(webhook_id: string, retryAt?: Date): Call<unknown> {
  const options = retryAt
    ? { singletonKey: `${webhook_id}:${Math.ceil(retryAt.getTime() / RETRIES_TOGETHER_MS)}`, startAfter: retryAt }
    : { singletonKey: webhook_id };
  return enqueueCall('webhooks.deliver', { webhook_id }, { ...options, groupKey: webhook_id });
}

/** A run among those of slow receivers. Each webhook has one of the places of its account, by the last digit of its id. */
export function slowRunCall(webhook_id: string, account_id: string): Call<unknown> {
  const place = Number.parseInt(webhook_id.at(-1)!, 16) % SLOW_RUNS_PER_ACCOUNT;
  const options = { singletonKey: webhook_id, groupKey: `${account_id}:${place}` };
  return enqueueCall('webhooks.deliver_slow', { webhook_id }, options);
}

/** Always a job of its own: a run that waits already could start before the commit. */
export const runAfterChange = (webhook_id: string): Call<unknown> =>
  enqueueCall('webhooks.deliver', { webhook_id }, { groupKey: webhook_id });

/** Retries that are due in the same interval share a run. */
const RETRIES_TOGETHER_MS = 5000;
const SLOW_RUNS_PER_ACCOUNT = 3;
