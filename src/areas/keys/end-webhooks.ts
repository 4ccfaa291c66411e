import { fateOf } from '../../core/ended-rights.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { lockAccount } from '../account/queries.ts';
import { disableOfKey } from '../webhooks/disable.ts';

/** The job after a change that revoked keys: disables their webhooks. Locks: 3 account, 7 webhooks. */
export async function endWebhooksOfKeys(ctx: Ctx, account_id: string, keyIds: readonly string[]): Promise<void> {
  if (fateOf('key_revoked', 'webhooks') !== 'disabled') return;
  await inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id });
    for (const credential_id of keyIds) await disableOfKey(tx, { account_id, credential_id });
  });
}
