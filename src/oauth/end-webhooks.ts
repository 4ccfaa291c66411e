import { lockAccount } from '../areas/account/queries.ts';
import { disableOfEndedApps, findWithEndedApps } from '../areas/webhooks/disable.ts';
import { type Ctx, inTransaction } from '../ctx.ts';

const BATCH = 1000;

/**
 * Disables the webhooks of apps without access to an account. Under its lock, because the person may be giving an app
 * access again. Locks: 3 account, 7 webhooks.
 */
export async function endWebhooksOfApps(ctx: Ctx, account_id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id });
    await disableOfEndedApps(tx, account_id);
  });
}

/** The same for all accounts: access also ends if it is not used. */
export async function endAllWebhooksOfApps(ctx: Ctx): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    const accounts = await findWithEndedApps.all(ctx, { now: ctx.now(), rows: BATCH });
    for (const { account_id } of accounts) {
      ctx.signal?.throwIfAborted();
      await endWebhooksOfApps(ctx, account_id);
    }
    found = accounts.length;
  }
}
