import { lockAccount } from '../areas/account/queries.ts';
import { findUnderEndedApps, unscheduleOfEndedApps } from '../areas/posts/unschedule.ts';
import { disableOfEndedApps, findWithEndedApps } from '../areas/webhooks/disable.ts';
import { type Ctx, inTransaction } from '../ctx.ts';
import { batch } from '../db/statement.ts';

const BATCH = 1000;

/**
 * Disables the webhooks of apps without access, and makes the posts that they scheduled drafts again. Under the lock of the account:
 * it may be giving access again.
 */
export async function endTracesOfApps(ctx: Ctx, account_id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id });
    await disableOfEndedApps(tx, account_id);
    await unscheduleOfEndedApps(tx, account_id);
  });
}

/** Does so in all accounts: access also ends if it is not used. */
export async function endAllTracesOfApps(ctx: Ctx): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    const values = { now: ctx.now(), rows: BATCH };
    const { webhooks, posts } = await batch(ctx, {
      webhooks: findWithEndedApps.call(values),
      posts: findUnderEndedApps.call(values),
    });
    for (const account_id of new Set([...webhooks, ...posts].map((row) => row.account_id))) {
      ctx.signal?.throwIfAborted();
      await endTracesOfApps(ctx, account_id);
    }
    found = Math.max(webhooks.length, posts.length);
  }
}
