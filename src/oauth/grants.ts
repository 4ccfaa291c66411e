import { evictCredentials } from '../auth/credential-eviction.ts';
import { type Ctx, inTransaction } from '../ctx.ts';
import { revokeGrantStatement } from './grant-statements.ts';

/** Revokes a grant in every process. Idempotent. */
export async function revokeGrant(ctx: Ctx, grantId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await revokeGrantStatement.run(tx, { grant_id: grantId });
    if (ended) await evictCredentials(tx, [ended.account_id]);
  });
}
