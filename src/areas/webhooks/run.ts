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

/** Always a job of its own: a run that waits already could start before the commit. */
export const runAfterChange = (webhook_id: string): Call<unknown> =>
  enqueueCall('webhooks.deliver', { webhook_id }, { groupKey: webhook_id });

/** Retries that are due in the same interval share a run. */
const RETRIES_TOGETHER_MS = 5000;
