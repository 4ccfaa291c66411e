import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { chooseIdentity, findBinaries } from './embedded-binaries.ts';
import { pathFor, prepareCluster, provide, ROLE } from './embedded-cluster.ts';
import { end, isPostmasterOf, launch, type Postmaster, readPidFile, replaceStalePid } from './embedded-postmaster.ts';

export type EmbeddedPostgres = {
  /** For `new pg.Pool(...)`. The role owns `database`, may create other databases and read the statistics views. */
  connection: pg.PoolConfig;
  /** Shuts the server down fast. Resolves when its process is gone. */
  stop(): Promise<void>;
};

type Log = Record<'debug' | 'info' | 'warn', (fields: object, message: string) => void>;

const WATCH_MS = 500;
/** Longer than a first start takes. */
const JOIN_TIMEOUT_MS = 15_000;
const JOIN_POLL_MS = 50;
/** sockaddr_un: 108 bytes on Linux, 104 elsewhere, the last one zero. */
const SOCKET_PATH_LIMIT_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * Starts a PostgreSQL in `<dataDir>/postgres`, with its log in `<dataDir>/postgres.log`. It listens only on a unix
 * socket in its own directory (mode 0700): no port, no password. Needs the lock of `dataDir`; a command next to a
 * running server uses `joinEmbedded`.
 *
 * @param options.settings additional PostgreSQL settings, as with `-c`
 * @param options.keepAlive restarts the server if it dies
 * @throws StartError with a one-line message
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: Log;
  database?: string;
  settings?: Record<string, string>;
  keepAlive?: boolean;
}): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The embedded PostgreSQL did not start: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Connects to the server that another process runs on `dataDir`. Waits for one that is starting.
 *
 * @throws StartError if no server is running
 */
export async function joinEmbedded(options: {
  dataDir: string;
  database?: string;
}): Promise<{ connection: pg.PoolConfig; close(): Promise<void> }> {
  const { dataDir, database = 'pronet' } = options;
  const clusterDir = join(dataDir, 'postgres');
  const until = Date.now() + JOIN_TIMEOUT_MS;
  for (;;) {
    const found = await readPidFile(clusterDir);
    if (found?.state === 'ready' && (await isPostmasterOf(clusterDir, found.pid))) break;
    if (Date.now() > until) throw new StartError(`The pronet server on ${dataDir} has not started its database yet.`);
    await sleep(JOIN_POLL_MS);
  }
  const socket = await reachSocket(clusterDir);
  try {
    await provide(clusterDir, socket.host, database);
  } catch (error) {
    await socket.close();
    throw error;
  }
  return { connection: { host: socket.host, port: 5432, user: ROLE, database, ssl: false }, close: socket.close };
}

/** Stops the server of `dataDir` if one is running, for a process that has no time for a regular shutdown. */
export async function endEmbedded(dataDir: string): Promise<void> {
  const clusterDir = join(dataDir, 'postgres');
  const found = await readPidFile(clusterDir);
  if (found) await end(clusterDir, found.pid);
}

async function start(options: Parameters<typeof startEmbedded>[0]): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, database = 'pronet' } = options;
  if (process.platform === 'win32') {
    throw new StartError(
      'The embedded PostgreSQL needs unix sockets, which Node.js lacks on Windows: set DATABASE_URL.',
    );
  }
  const clusterDir = join(dataDir, 'postgres');
  const identity = await chooseIdentity(dataDir, clusterDir);
  const binaries = await findBinaries(identity);
  await prepareCluster(dataDir, clusterDir, binaries, identity, {
    onCreate: () => log.info({ clusterDir }, 'creating the database'),
    isSynced: settings['fsync'] !== 'off',
  });
  const socket = await reachSocket(clusterDir);
  const postmaster: Postmaster = {
    clusterDir,
    logPath: join(dataDir, 'postgres.log'),
    binary: binaries.postgres,
    identity,
    args: ['-D', pathFor(identity, clusterDir), ...Object.entries({ ...SETTINGS, ...settings }).flatMap(asOption)],
  };
  let pid: number | undefined;
  try {
    await endLeftover(clusterDir, log);
    await replaceStalePid(clusterDir);
    pid = await launch(postmaster);
    await provide(clusterDir, socket.host, database);
    const watch = options.keepAlive ? keepAlive(postmaster, pid, log) : undefined;
    return {
      connection: { host: socket.host, port: 5432, user: ROLE, database, ssl: false },
      stop: async () => {
        await end(clusterDir, watch ? await watch.stop() : pid!);
        await socket.close();
      },
    };
  } catch (error) {
    if (pid !== undefined) await end(clusterDir, pid);
    await socket.close();
    throw error;
  }
}

/** A killed pronet leaves its database server running, possibly of another version or with other settings. */
async function endLeftover(clusterDir: string, log: Log): Promise<void> {
  const { pid } = (await readPidFile(clusterDir)) ?? {};
  if (pid === undefined || !(await isPostmasterOf(clusterDir, pid))) return;
  log.info({ pid }, 'stopping the database server of an earlier process');
  await end(clusterDir, pid);
}

const asOption = ([name, value]: [string, string]) => ['-c', `${name}=${value}`];

const SETTINGS = { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' };

/** The socket directory. On Linux, if DATA_DIR is too long for a socket path, that of the directory's descriptor. */
async function reachSocket(clusterDir: string): Promise<{ host: string; close(): Promise<void> }> {
  if (Buffer.byteLength(join(clusterDir, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT_BYTES) {
    return { host: clusterDir, close: async () => {} };
  }
  if (process.platform !== 'linux') {
    throw new StartError(`The path of DATA_DIR is too long for a unix socket (${clusterDir}). Choose a shorter one.`);
  }
  const handle = await open(clusterDir);
  return { host: `/proc/${process.pid}/fd/${handle.fd}`, close: () => handle.close() };
}

/** Restarts the server if it dies unexpectedly (killed, out of memory). */
function keepAlive(postmaster: Postmaster, firstPid: number, log: Log): { stop(): Promise<number> } {
  let pid = firstPid;
  let turn: Promise<void> | undefined;
  let reason: string | undefined;
  // `OutageLog` logs the outage and its end; this logs only why the server doesn't start.
  const look = async () => {
    if (await isPostmasterOf(postmaster.clusterDir, pid)) return;
    log.debug({ pid }, 'the database server is gone, restarting it');
    await replaceStalePid(postmaster.clusterDir);
    pid = await launch(postmaster);
    reason = undefined;
    log.debug({ pid }, 'the database server is back');
  };
  const onFailure = ({ message }: Error) => {
    if (message !== reason) log.warn({ reason: message }, 'the database server does not start; trying again');
    reason = message;
  };
  const timer = setInterval(() => {
    turn ??= look()
      .catch(onFailure)
      .finally(() => {
        turn = undefined;
      });
  }, WATCH_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await turn;
      return pid;
    },
  };
}
