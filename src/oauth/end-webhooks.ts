import { lockAccount } from '../areas/account/queries.ts';
import { disableOfEndedApps, findWithEndedApps } from '../areas/webhooks/disable.ts';
import { type Ctx, inTransaction } from '../ctx.ts';

const BATCH = 1000;

/** Disables the webhooks of apps without access. Under the lock of the account: it may be giving access again. */
export async function endWebhooksOfApps(ctx: Ctx, account_id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id });
    await disableOfEndedApps(tx, account_id);
  });
}

/** Disables the webhooks of apps without access in all accounts: access also ends if it is not used. */
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
