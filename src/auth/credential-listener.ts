import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TxCtx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { batch, type Call, p, statement } from '../db/statement.ts';
import type { CredentialCache } from './credential-cache.ts';

const CHANNEL = 'pronet_credentials';
const RECONNECT_MS = 500;

const notifyStatement = statement(
  'auth.notify_credentials',
  sql`select pg_notify(${CHANNEL}, account_id) from unnest(${p('account_ids', 'text[]')}) as account_id`,
);

/**
 * A statement, for a batch of this transaction, with which the credentials of these accounts leave the cache of every
 * process when the transaction commits. Only for changes of access: a NOTIFY takes a lock that the whole database server
 * shares.
 */
export function evictionCall(tx: TxCtx, accountIds: readonly string[]): Call<unknown> {
  tx.afterCommit(() => {
    for (const id of accountIds) tx.credentialCache.evictAccount(id);
  });
  return notifyStatement.call({ account_ids: accountIds });
}

/** Runs `evictionCall`. */
export async function evictCredentials(tx: TxCtx, accountIds: readonly string[]): Promise<void> {
  await batch(tx, [evictionCall(tx, accountIds)]);
}

/** Keeps one listening connection open, and disables the cache while it is down. */
export async function listenForCredentials(
  connection: pg.ClientConfig,
  cache: CredentialCache,
  onLost: (cause: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | null = null;
  let lost: Promise<Error | undefined> = Promise.resolve(undefined);

  async function connectOnce(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true, application_name: 'pronet-listen' });
    lost = new Promise((resolve) => {
      next.on('error', resolve);
      next.on('end', () => resolve(undefined));
    });
    next.on('notification', (message) => {
      if (message.payload) cache.evictAccount(message.payload);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
    cache.setListening(true);
  }

  async function keepListening(): Promise<void> {
    while (!closed) {
      const cause = await lost;
      if (closed) return;
      cache.setListening(false);
      client = null;
      onLost(cause);
      while (!closed && client === null) {
        await connectOnce().catch(() => sleep(RECONNECT_MS));
      }
    }
  }

  await connectOnce();
  const running = keepListening();
  return {
    async close() {
      closed = true;
      cache.setListening(false);
      await client?.end().catch(() => undefined);
      await running;
    },
  };
}
