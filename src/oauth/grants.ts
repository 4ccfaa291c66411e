import { unschedule, unscheduleOfEndedApps } from '../areas/posts/unschedule.ts';
import { disableOfGrants } from '../areas/webhooks/disable.ts';
import { evictionCall } from '../auth/credential-eviction.ts';
import { type Ctx, inTransaction, type TxCtx } from '../ctx.ts';
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
    await endTracesOfGrants(tx, ended.account_id, [grant_id]);
    await unscheduleOfEndedApps(tx, ended.account_id);
  });
}

/** Disables the webhooks of grants that have just ended, makes the posts that they scheduled drafts again, and evicts their tokens. */
export async function endTracesOfGrants(tx: TxCtx, account_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await disableOfGrants(tx, { account_id, credential_ids: ids }, evictionCall(tx, [account_id]));
  await unschedule(tx, 'app_revoked', { credentialIds: ids });
}
