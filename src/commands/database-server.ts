import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../ctx.ts';
import { DataDirTaken, lockDataDir } from '../db/data-dir-lock.ts';
import { joinEmbedded, startEmbedded } from '../db/embedded.ts';
import { checkExternalServer } from '../db/external.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { keepEventPartitions } from '../events/partitions.ts';
import { migrateJobs } from '../jobs/migrate.ts';

export type DatabaseServer = {
  connection: pg.PoolConfig;
  kind: 'embedded' | 'outside';
  close(): Promise<void>;
};

/**
 * Opens the configured database. `serve` owns the embedded one: it holds the lock on `DATA_DIR` and restarts the
 * database if it dies. Other commands join the database of a running server, or start it for their own lifetime.
 */
export async function openDatabaseServer(
  config: Config,
  log: Log,
  { role }: { role: 'serve' | 'command' },
): Promise<DatabaseServer> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) {
    await checkExternalServer(databaseUrl, log);
    return { connection: { connectionString: databaseUrl }, kind: 'outside', close: async () => undefined };
  }
  let lock: { release(): Promise<void> };
  try {
    lock = await lockDataDir(dataDir);
  } catch (error) {
    if (role === 'serve' || !(error instanceof DataDirTaken)) throw error;
    return { ...(await joinEmbedded({ dataDir })), kind: 'embedded' };
  }
  try {
    const embedded = await startEmbedded({ dataDir, log, keepAlive: role === 'serve' });
    return {
      connection: embedded.connection,
      kind: 'embedded',
      close: () => embedded.stop().finally(lock.release),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Migrates the schema, job queues and event partitions under one lock, so that only one starting process does it. */
export async function migrateAll(connection: pg.PoolConfig): Promise<void> {
  await migrateDatabase(connection as pg.ClientConfig, async (client) => {
    await migrateJobs(client);
    await keepEventPartitions(client, new Date());
  });
}
