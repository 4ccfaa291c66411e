import type { TxCtx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { batch, type Call, p, statement } from '../db/statement.ts';

/** Notifications on it name an account whose credentials have changed. */
export const CREDENTIALS_CHANNEL = 'pronet_credentials';

const notifyStatement = statement(
  'auth.notify_credentials',
  { account_ids: 'text[]' },
  sql`select pg_notify(${CREDENTIALS_CHANNEL}, account_id) from unnest(${p('account_ids', 'text[]')}) as account_id`,
);

/**
 * When the transaction commits, the credentials of these accounts leave the cache of every process. Only for changes of
 * access: a NOTIFY takes a lock that the whole database server shares.
 */
export function evictionCall(tx: TxCtx, accountIds: readonly string[]): Call<unknown> {
  tx.afterCommit(() => {
    for (const id of accountIds) tx.credentialCache.evictAccount(id);
  });
  return notifyStatement.call({ account_ids: accountIds });
}

export async function evictCredentials(tx: TxCtx, accountIds: readonly string[]): Promise<void> {
  await batch(tx, [evictionCall(tx, accountIds)]);
}
