import { disableOfGrant } from '../areas/webhooks/disable.ts';
import { evictionCall } from '../auth/credential-eviction.ts';
import { type Ctx, inTransaction } from '../ctx.ts';
import { lockAccountOfGrant, revokeGrantStatement } from './grant-statements.ts';

/**
 * Revokes a grant in every process and disables the webhooks that it created, and if it was the last one of its
 * app, those of its earlier ones. Idempotent. Locks: 3 account, the credential,
 * 7 webhooks.
 */
export async function revokeGrant(ctx: Ctx, grant_id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccountOfGrant.one(tx, { grant_id });
    const ended = await revokeGrantStatement.run(tx, { grant_id });
    if (!ended) return;
    const { account_id } = ended;
    await disableOfGrant(tx, { account_id, credential_id: grant_id }, evictionCall(tx, [account_id]));
  });
}
