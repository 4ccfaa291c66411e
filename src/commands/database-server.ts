import { totalmem } from 'node:os';
import type pg from 'pg';
import { keepAuditPartitions } from '../areas/audit/partitions.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../core/start-error.ts';
import type { Log } from '../ctx.ts';
import { DataDirTaken, lockDataDir } from '../db/data-dir-lock.ts';
import { joinEmbedded, startEmbedded } from '../db/embedded.ts';
import { checkExternalServer } from '../db/external.ts';
import { loneClient } from '../db/lone-client.ts';
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

/** By default PostgreSQL allows 100, of which it reserves three. */
const DEFAULT_CONNECTIONS = 97;
/** PostgreSQL caches tables and indexes in a part of the memory: its default up to 2 GiB. The rest caches their files. */
const CACHE_SHARE = 1 / 16;
const CACHE_MIB = { min: 128, max: 1024 };
const MIB = 2 ** 20;
/** For `admin`, `migrate`, a worker and an administrator. */
const CONNECTIONS_OF_COMMANDS = 10;

/** Opens the database. `serve` locks `DATA_DIR` and restarts an embedded one; other commands join it or start it. */
export async function openDatabaseServer(
  config: Config,
  log: Log,
  { role }: { role: 'serve' | 'command' },
): Promise<DatabaseServer> {
  const { databaseUrl, databaseOwnerUrl, poolerUrl, dataDir } = config;
  if (databaseUrl) {
    await checkExternalServer(poolerUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL', databaseUrl, log);
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
    const settings = settingsFor(connectionsOf(config), memoryOfMachine());
    const embedded = await startEmbedded({ dataDir, log, keepAlive: role === 'serve', settings });
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

export async function joinDatabase({ databaseUrl, dataDir }: Config): ReturnType<typeof joinEmbedded> {
  if (databaseUrl === undefined) return joinEmbedded({ dataDir });
  return { connection: { connectionString: databaseUrl }, close: async () => undefined };
}

/** The most connections that a server opens: a pool and a listener for each process, and some for commands. */
function connectionsOf({ processes, databasePoolSize, poolerUrl }: Config): number {
  const working = processes === 1 ? 1 : processes + 1;
  const pool = poolerUrl === undefined ? databasePoolSize : 0;
  return working * (pool + 1) + CONNECTIONS_OF_COMMANDS;
}

/** The settings of the embedded database for a number of connections and the memory of the machine in bytes. */
export function settingsFor(connections: number, memory: number): Record<string, string> {
  const { min, max } = CACHE_MIB;
  const cache = Math.min(max, Math.max(min, Math.floor((memory / MIB) * CACHE_SHARE)));
  return {
    shared_buffers: `${cache}MB`,
    ...(connections >= DEFAULT_CONNECTIONS && { max_connections: String(connections + CONNECTIONS_OF_COMMANDS) }),
  };
}

/** Or of the container, if that is limited to less: 0 means unknown. */
function memoryOfMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** @throws StartError if the database allows fewer connections than a server with several processes opens */
export async function requireConnections(connection: pg.PoolConfig, config: Config): Promise<void> {
  const client = loneClient(connection as pg.ClientConfig, 'check');
  await client.connect();
  try {
    const { rows } = await client.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    );
    const { allowed } = rows[0]!;
    const needed = connectionsOf(config);
    if (needed <= allowed) return;
    throw new StartError(
      `PROCESSES: ${config.processes} processes open up to ${needed} database connections, and the database allows ${allowed}. ` +
        'Lower PROCESSES or DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.',
    );
  } finally {
    await client.end();
  }
}

/**
 * Migrates schema, job queues and partitions under one lock. With an `owner`, that role does it, and the server's role
 * is granted what it needs.
 *
 * @throws StartError if the role of the server can change the audit log all the same
 */
export async function migrateAll({ connection, owner }: Pick<DatabaseServer, 'connection' | 'owner'>): Promise<void> {
  const migrate = (more: (client: pg.Client) => Promise<void>) =>
    migrateDatabase((owner ?? connection) as pg.ClientConfig, async (client) => {
      await migrateJobs(client);
      await keepEventPartitions(client, new Date());
      await keepAuditPartitions(client, new Date(), null);
      await more(client);
    });
  if (!owner) return migrate(async () => undefined);
  const server = loneClient(connection as pg.ClientConfig, 'check');
  await server.connect();
  try {
    const { rows } = await server.query<{ role: string }>('select current_user as role');
    await migrate((client) => grantToServer(client, rows[0]!.role));
    await refuseChangeableAudit(server);
  } finally {
    await server.end();
  }
}
