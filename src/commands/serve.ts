import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { readBuild } from '../config/build.ts';
import { type Config, makeConfig } from '../config/config.ts';
import { type Env, readEnv } from '../config/env.ts';
import { VERSION } from '../core/version.ts';
import { endEmbedded } from '../db/embedded.ts';
import { releaseMemoryWhenIdle } from '../telemetry/idle-memory.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { readOptions } from './arguments.ts';
import { banner } from './banner.ts';
import { explainingDatabase } from './database-errors.ts';
import { type DatabaseServer, migrateAll, openDatabaseServer, requireConnections } from './database-server.ts';
import { live, type Open } from './lifetime.ts';
import { probePort } from './listen.ts';
import { standardOutput } from './log-output.ts';
import { patienceOf } from './patience.ts';

export const HELP = `Usage: npm start [-- --processes <number>]

Runs the server until Ctrl-C or SIGTERM. Without DATABASE_URL it starts its own PostgreSQL in DATA_DIR.

  --processes <number>   processes for requests, or auto: one for each core. Like the setting PROCESSES. With more than
                         one, background jobs have a process of their own, and SIGUSR2 replaces all of them one by one.

All other settings come from the environment and from .env, for example PORT=4000 npm start.`;

export async function run(args: string[]): Promise<number> {
  // `--process` is how a server with several processes starts them.
  const options = readOptions('serve', args, { processes: { type: 'string' }, process: { type: 'string' } });
  // Each way to run loads only what it needs.
  if (cluster.isWorker && options.process)
    return (await import('./processes/server-process.ts')).runServerProcess(options.process);
  const { config, env } = await readConfig(options.processes);
  const several = config.processes > 1;
  // By default the signal ends a process, even one that is still starting.
  process.on('SIGUSR2', () => undefined);
  const logger = makeLogger(config.logLevel, standardOutput({ isShared: several }));
  const log = several ? logger.child({ process: 'main' }) : logger;
  // Other processes end when this one is gone.
  const onForcedExit = async () => (config.databaseUrl ? undefined : endEmbedded(config.dataDir));

  if (config.lacksTls) {
    log.warn(
      {},
      'BASE_URL or AUTH_URL uses http: passwords and keys are sent in clear text. Use https with a reverse proxy',
    );
  }
  const serving = live({ log, onForcedExit }, async (open) => {
    const migrating = openDatabase(open, config, log).then(migrated);
    // Loading code keeps the process busy, on a slow machine for longer than another server may take to respond. The
    // embedded one starts meanwhile.
    if (config.databaseUrl) await migrating;
    if (several) {
      const [{ connection }, { openProcesses }] = await settled([migrating, import('./processes/main-process.ts')]);
      await requireConnections(connection, config);
      await openProcesses(open, config, env, log);
    } else {
      const [server, { openServer }] = await settled([migrating, import('./whole-server.ts')]);
      await openServer(open, config, log, server);
    }
    await banner(config);
    releaseMemoryWhenIdle();
    const { baseUrl, worker, processes } = config;
    const facts = {
      base_url: baseUrl,
      version: VERSION,
      commit: readBuild().commit,
      database: (await migrating).kind,
      worker,
    };
    log.info(several ? { ...facts, processes } : facts, 'ready');
  });
  return explainingDatabase(config, serving);
}

/** Like `Promise.all`, but also waits for all when one fails: what a later one opens would not be closed. */
async function settled<const Promises extends readonly Promise<unknown>[]>(promises: Promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const openDatabase = (open: Open, config: Config, log: Logger): Promise<DatabaseServer> =>
  open('database', openDatabaseServer(config, log, { role: 'serve' }), (opened) => opened.close(), {
    timeoutMs: patienceOf(config).databaseMs,
  });

async function migrated(server: DatabaseServer): Promise<DatabaseServer> {
  await migrateAll(server);
  return server;
}

/** Resolves the port first, so that nothing is created for a server that can't listen. */
async function readConfig(processes: string | undefined): Promise<{ config: Config; env: Env }> {
  const env = readEnv();
  if (processes !== undefined) env.PROCESSES = processes;
  const config = makeConfig(env);
  const port = await probePort(config);
  if (config.metricsPort !== undefined)
    await probePort({ host: config.host, port: config.metricsPort, setting: 'METRICS_PORT' });
  return { config: makeConfig({ ...env, PORT: String(port) }), env };
}
