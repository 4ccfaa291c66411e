import { unschedule, unscheduleOfEndedApps } from '../areas/posts/unschedule.ts';
import { disableOfGrant } from '../areas/webhooks/disable.ts';
import { evictionCall } from '../auth/credential-eviction.ts';
import { type Ctx, inTransaction } from '../ctx.ts';
import { lockAccountOfGrant, revokeGrantStatement } from './grant-statements.ts';

/**
 * Revokes a grant, disables its webhooks, and makes the posts that it scheduled drafts again; with the last grant of an app also
 * those of its earlier ones. Idempotent.
 */
export async function revokeGrant(ctx: Ctx, grant_id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccountOfGrant.one(tx, { grant_id });
    const ended = await revokeGrantStatement.run(tx, { grant_id });
    if (!ended) return;
    const { account_id } = ended;
    await disableOfGrant(tx, { account_id, credential_id: grant_id }, evictionCall(tx, [account_id]));
    await unschedule(tx, 'app_revoked', { credentialIds: [grant_id] });
    await unscheduleOfEndedApps(tx, account_id);
  });
}
