import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { type Binaries, chooseIdentity, findBinaries } from './embedded-binaries.ts';
import { answers, pathFor, prepareCluster, provide, ROLE } from './embedded-cluster.ts';
import {
  AT_ONCE,
  defusePidFile,
  end,
  IN_ORDER,
  isGone,
  isPostmasterOf,
  isStartedAlike,
  launch,
  type Postmaster,
  readPidFile,
} from './embedded-postmaster.ts';

export type EmbeddedPostgres = {
  /** For `new pg.Pool(...)`. An ordinary role that owns `database`, may create others and read the statistics views. */
  connection: pg.PoolConfig;
  /** A server that an earlier process of ours left behind was taken over. */
  adopted: boolean;
  /** Fast shutdown, also of an adopted server; resolves when its process is gone. */
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
 * The default database: a real PostgreSQL in `<dataDir>/postgres`, its log in `<dataDir>/postgres.log`.
 *
 * It listens on nothing but a unix socket inside its own cluster directory (mode 0700), so no other server can answer
 * in its place, no other user can reach it, and it needs neither port nor password.
 *
 * Whoever starts or stops it holds the lock of `dataDir` (`lockDataDir`). A command beside a running server uses
 * `joinEmbedded`.
 *
 * @param options.settings more PostgreSQL settings, as with `-c`
 * @param options.keepAlive starts the server again when it dies by itself (for the long-lived process only)
 * @throws StartError with one line for a person
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
 * The connection to the server that another process of ours keeps running on `dataDir`. Starts and ends nothing, so it
 * needs no lock. A server that is just starting is waited for.
 *
 * @throws StartError when none is running
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
    if (Date.now() > until) throw new StartError(`The pronet server on ${dataDir} has no database running yet.`);
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

/** Ends the server of `dataDir` if one runs: the last act of a process that has no time to do it in order. */
export async function endEmbedded(dataDir: string): Promise<void> {
  const clusterDir = join(dataDir, 'postgres');
  const found = await readPidFile(clusterDir);
  if (found) await end(clusterDir, found.pid, IN_ORDER);
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
    args: ['-D', pathFor(identity, clusterDir), ...Object.entries(settingsWith(settings, binaries)).flatMap(asOption)],
  };
  let launched: number | undefined;
  try {
    const found = await adopt(postmaster, socket.host, log);
    if (found === undefined) {
      await defusePidFile(clusterDir);
      launched = await launch(postmaster);
    }
    const adopted = found !== undefined;
    const pid = found ?? launched!;
    await provide(clusterDir, socket.host, database);
    const watch = options.keepAlive ? keepAlive(postmaster, pid, log) : undefined;
    return {
      connection: { host: socket.host, port: 5432, user: ROLE, database, ssl: false },
      adopted,
      stop: async () => {
        await end(clusterDir, watch ? await watch.stop() : pid, IN_ORDER);
        await socket.close();
      },
    };
  } catch (error) {
    if (launched !== undefined) await end(clusterDir, launched, IN_ORDER);
    await socket.close();
    throw error;
  }
}

const asOption = ([name, value]: [string, string]) => ['-c', `${name}=${value}`];

const settingsWith = (settings: Record<string, string>, { version }: Binaries) => ({
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  ...settings,
  // Not a setting of PostgreSQL: after an update the server that was left behind no longer looks alike.
  'pronet.binaries': version,
});

/**
 * The directory of the socket as a client may name it. A deep DATA_DIR is longer than a socket path may be; Linux also
 * knows the directory by a descriptor that we hold, short and valid for other processes of the same user.
 */
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

/** Takes over a server of this cluster that is running already; ends one that is not as we need it. */
async function adopt(postmaster: Postmaster, host: string, log: Log): Promise<number | undefined> {
  const { clusterDir } = postmaster;
  const { pid } = (await readPidFile(clusterDir)) ?? {};
  if (pid === undefined || !(await isPostmasterOf(clusterDir, pid))) return undefined;
  let state = (await readPidFile(clusterDir))?.state;
  if (state !== 'stopping' && (await isStartedAlike(postmaster))) {
    // Still recovering: ending it would only make the next one begin anew.
    while (state === 'starting' && !(await isGone(clusterDir, pid, 100)))
      state = (await readPidFile(clusterDir))?.state;
    if (state === 'ready' && (await answers(host))) {
      log.info({ pid }, 'took over the running database server');
      return pid;
    }
    log.warn({ pid, state }, 'the running database server does not answer, starting a new one');
    await end(clusterDir, pid, AT_ONCE);
  } else if (state !== 'stopping' || !(await isGone(clusterDir, pid, 30_000))) {
    log.info({ pid }, 'the running database server has another version or other settings, starting a new one');
    await end(clusterDir, pid, IN_ORDER);
  }
  return undefined;
}

/** Starts the server again when it is gone without our doing (killed, out of memory). */
function keepAlive(postmaster: Postmaster, firstPid: number, log: Log): { stop(): Promise<number> } {
  let pid = firstPid;
  let turn: Promise<void> | undefined;
  let reason: string | undefined;
  // That it is away and back is logged by those who ask it (`OutageLog`); here only why it does not start.
  const look = async () => {
    if (await isPostmasterOf(postmaster.clusterDir, pid)) return;
    log.debug({ pid }, 'the database server is gone, starting it again');
    await defusePidFile(postmaster.clusterDir);
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
