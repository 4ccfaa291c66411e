import pg from 'pg';
import { TIMEOUTS } from '../core/limits.ts';

/** A start is more patient than a request. */
const CONNECT_MS = 2 * TIMEOUTS.database_connect_ms;
const KEEP_ALIVE_MS = 10_000;

/** A connection outside of the pool. A lost one also fails the statement that runs on it. */
export function loneClient(
  connection: pg.ClientConfig,
  application: 'migrate' | 'check' | 'listen' | 'owner' | 'backup',
): pg.Client {
  const client = new pg.Client({
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...connection,
    application_name: `pronet-${application}`,
  });
  client.on('error', () => undefined);
  return client;
}
