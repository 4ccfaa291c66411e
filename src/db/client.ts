import type { Socket } from 'node:net';
import pg from 'pg';
import { TIMEOUTS } from '../core/limits.ts';
import { ClockWatch } from './clock-watch.ts';
import { type OutageLines, OutageLog } from './outage.ts';
import { observeStatements, runCallsOnPool, type StatementObserver } from './pipeline.ts';
import { writesPublicData } from './public-writes.ts';
import type { Executor } from './statement.ts';
import { setParsers } from './values.ts';

setParsers();

export type Database = {
  pool: pg.Pool;
  /** For connections outside of the pool, which have state: not through a pooler. */
  direct: pg.ClientConfig;
  executor: Executor;
  /** How many writes of this process may have changed what anonymous callers read. */
  publicWrites(): number;
  /** Counts one, after its commit. The executor does so itself. */
  countPublicWrite(): void;
  outage: OutageLog;
  clockWatch: ClockWatch;
  close(): Promise<void>;
};

/**
 * Settings of each connection in the pool, as `pg_settings` shows them (times in ms). All statements are prepared and
 * look up rows by keys, so one plan suits all values; by default Postgres replans those with arrays on every call. JIT
 * takes longer than these statements. With the default for random pages, Postgres reads small tables as a whole.
 */
export const SESSION = {
  statement_timeout: String(TIMEOUTS.database_statement_ms),
  lock_timeout: String(TIMEOUTS.database_lock_ms),
  idle_in_transaction_session_timeout: String(TIMEOUTS.database_idle_in_transaction_ms),
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  random_page_cost: '1.1',
} as const;

const startupOptions = Object.entries(SESSION)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

export type DatabaseOptions = {
  poolSize: number;
  log: OutageLines;
  applicationName: string;
  observer?: StatementObserver;
  /** Leads to the same database through a pooler, for the pool alone. */
  poolerUrl?: string | undefined;
};

/** Opens the pool. A broken idle connection is logged and replaced. */
export function openDatabase(connection: pg.PoolConfig, options: DatabaseOptions): Database {
  const { log, observer, poolerUrl } = options;
  const pool = new pg.Pool({
    // A pooler accepts no settings: its connections have those of the role.
    ...(poolerUrl === undefined ? { ...connection, options: startupOptions } : { connectionString: poolerUrl }),
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: TIMEOUTS.database_connect_ms,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
  });
  let publicWrites = 0;
  const countPublicWrite = () => {
    publicWrites++;
  };
  const outage = new OutageLog(log, () => pool.query('select 1'));
  const onError = (err: Error) => outage.covers(err) || log.warn({ err }, 'lost a database connection');
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (observer) observeStatements(client, observer);
  });
  return {
    pool,
    direct: connection,
    executor: {
      run(calls) {
        const running = runCallsOnPool(pool, calls);
        // Also after a failure: the connection may have broken after the commit.
        return writesPublicData(calls) ? running.finally(countPublicWrite) : running;
      },
    },
    publicWrites: () => publicWrites,
    countPublicWrite,
    outage,
    clockWatch: new ClockWatch(pool, log),
    close: () => {
      outage.close();
      return pool.end();
    },
  };
}

/**
 * Closes connections that are in use and silent for too long: if the machine of Postgres or the network is gone, the
 * operating system keeps them for a quarter of an hour. Only for servers: commands run longer statements.
 */
export function endSilentConnections(pool: pg.Pool, silenceMs: number = TIMEOUTS.database_silence_ms): void {
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    const stream = streamOf(client);
    if (!known.has(client)) {
      known.add(client);
      stream.on('timeout', () => {
        stream.destroy(Object.assign(new Error(`silent for ${silenceMs} ms`), { code: 'ETIMEDOUT' }));
      });
    }
    // Each byte restarts it.
    stream.setTimeout(silenceMs);
  });
  pool.on('release', (_error, client) => streamOf(client).setTimeout(0));
}

/** pg's types leave the connection out. */
export const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
