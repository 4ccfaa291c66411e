import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../ctx.ts';
import { DataDirTaken, lockDataDir } from '../db/data-dir-lock.ts';
import { joinEmbedded, startEmbedded } from '../db/embedded.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { checkOutsideServer } from '../db/outside.ts';
import { keepEventPartitions } from '../events/partitions.ts';
import { migrateJobs } from '../jobs/migrate.ts';

export type DatabaseServer = {
  connection: pg.PoolConfig;
  kind: 'embedded' | 'outside';
  close(): Promise<void>;
};

/**
 * The database that the settings name. `serve` owns the embedded one: it holds the lock of `DATA_DIR` and starts the
 * database again when it dies. Any other command joins that of a running server, or starts it for its own time.
 */
export async function openDatabaseServer(
  config: Config,
  log: Log,
  { role }: { role: 'serve' | 'command' },
): Promise<DatabaseServer> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) {
    await checkOutsideServer(databaseUrl, log);
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

/** Schema, job queues and this week's partitions, under one lock: of processes that start at once, one does it. */
export async function bringUpToDate(connection: pg.PoolConfig): Promise<void> {
  await migrateDatabase(connection as pg.ClientConfig, async (client) => {
    await migrateJobs(client);
    await keepEventPartitions(client, new Date());
  });
}
