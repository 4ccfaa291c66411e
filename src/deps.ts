import type { Logger } from 'pino';
import type pg from 'pg';
import { CredentialCache } from './auth/credential-cache.ts';
import { listenForCredentials } from './auth/credential-listener.ts';
import { deriveKey, loadSecretKey } from './auth/secrets.ts';
import { UsageRecorder } from './auth/usage.ts';
import type { Config } from './config/config.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { type Database, openDatabase } from './db/client.ts';
import { rememberSecretKey } from './db/instance-facts.ts';

/** One key for each purpose, all from `SECRET_KEY`. */
export type Keys = Record<'cursor' | 'replay' | 'media' | 'jobs', Buffer>;

/** Everything that outlives a request. Made in one place, closed in one place. */
export type Deps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly keys: Keys;
  readonly credentialCache: CredentialCache;
  readonly usage: UsageRecorder;
  close(): Promise<void>;
};

export type DepsOptions = { config: Config; connection: pg.PoolConfig; log: Logger; clock?: Clock };

/**
 * Opens every adapter of the service on a migrated database. Fails with a StartError when `SECRET_KEY` is not the one
 * that this database was made with.
 */
export async function openDeps({ config, connection, log, clock = systemClock }: DepsOptions): Promise<Deps> {
  const database = openDatabase(connection, {
    poolSize: config.databasePoolSize,
    applicationName: 'pronet',
    onError: (error) => log.warn({ err: error }, 'lost a database connection'),
  });
  const secret = await loadSecretKey({ secretKey: config.secretKey, dataDir: config.dataDir });
  await rememberSecretKey(database.pool, secret.fingerprint);
  const credentialCache = new CredentialCache();
  const listener = await listenForCredentials(connection, credentialCache, log);
  const usage = new UsageRecorder(database.executor, (error) => log.warn({ err: error }, 'could not write last uses'));
  const keys: Keys = {
    cursor: deriveKey(secret.key, 'cursor'),
    replay: deriveKey(secret.key, 'replay'),
    media: deriveKey(secret.key, 'media'),
    jobs: deriveKey(secret.key, 'jobs'),
  };
  return {
    config,
    clock,
    log,
    database,
    keys,
    credentialCache,
    usage,
    async close() {
      await usage.close();
      await listener.close();
      await database.close();
    },
  };
}
