import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../ctx.ts';
import { DataDirTaken, lockDataDir } from '../db/data-dir-lock.ts';
import { joinEmbedded, startEmbedded } from '../db/embedded.ts';
import { checkExternalServer } from '../db/external.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { grantToServer, refuseChangeableAudit } from '../db/owner.ts';
import { keepEventPartitions } from '../events/partitions.ts';
import { migrateJobs } from '../jobs/migrate.ts';

export type DatabaseServer = {
  connection: pg.PoolConfig;
  /** The connection of the role that owns the schema, if that is not the role of the server. */
  owner?: pg.PoolConfig;
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
  const { databaseUrl, databaseOwnerUrl, dataDir } = config;
  if (databaseUrl) {
    await checkExternalServer('DATABASE_URL', databaseUrl, log);
    const server = { kind: 'outside' as const, close: async () => undefined };
    if (!databaseOwnerUrl) return { connection: { connectionString: databaseUrl }, ...server };
    await checkExternalServer('DATABASE_OWNER_URL', databaseOwnerUrl, log);
    const owner = { connectionString: databaseOwnerUrl };
    return { connection: { connectionString: databaseUrl }, owner, ...server };
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

/**
 * Migrates the schema, job queues and event partitions under one lock, so that only one starting process does it. With an
 * `owner`, that role does it, and the role of the server is granted what it needs.
 *
 * @throws StartError if the role of the server can change the audit log all the same
 */
export async function migrateAll({ connection, owner }: Pick<DatabaseServer, 'connection' | 'owner'>): Promise<void> {
  const migrate = (more: (client: pg.Client) => Promise<void>) =>
    migrateDatabase((owner ?? connection) as pg.ClientConfig, async (client) => {
      await migrateJobs(client);
      await keepEventPartitions(client, new Date());
      await more(client);
    });
  if (!owner) return migrate(async () => undefined);
  const server = new pg.Client({ ...(connection as pg.ClientConfig), application_name: 'pronet-check' });
  await server.connect();
  try {
    const { rows } = await server.query<{ role: string }>('select current_user as role');
    await migrate((client) => grantToServer(client, rows[0]!.role));
    await refuseChangeableAudit(server);
  } finally {
    await server.end();
  }
}
