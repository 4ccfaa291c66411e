import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, makeConfig } from '../config/config.ts';
import { type Env, readEnv } from '../config/env.ts';
import { StartError } from '../core/start-error.ts';
import { VERSION } from '../core/version.ts';
import { endEmbedded } from '../db/embedded.ts';
import { makeDemo } from '../demo/make-demo.ts';
import { openDeps } from '../deps.ts';
import { JOBS } from '../jobs/catalog.ts';
import { makeHandlers } from '../jobs/handlers.ts';
import { startWorker } from '../jobs/worker.ts';
import { yieldToEventLoop } from '../storage/thread-priority.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { banner } from './banner.ts';
import { bringUpToDate, openDatabaseServer } from './database-server.ts';
import { live } from './lifetime.ts';
import { standardOutput } from './log-output.ts';

/**
 * How long the parts get to end. On a loopback address a person waits at the terminal: everything is over within 5 s,
 * and a request that takes longer is cut. Elsewhere requests and jobs get the time that they may take.
 */
const PATIENCE = {
  terminal: { requestsMs: 2000, jobsMs: 1000, adaptersMs: 500, databaseMs: 40_000 },
  service: { requestsMs: 10_000, jobsMs: 5000, adaptersMs: 3000, databaseMs: 40_000 },
};
const MARGIN_MS = 500;

/** Runs the service until a signal. Resolves with the exit code. */
export async function run(): Promise<number> {
  const config = makeConfig(await withFreePort(readEnv()));
  const log = makeLogger(config.logLevel, standardOutput());
  const patience = config.loopback ? PATIENCE.terminal : PATIENCE.service;
  const inHaste = async () => (config.databaseUrl ? undefined : endEmbedded(config.dataDir));

  return live({ log, inHaste }, async (open) => {
    const server = await open(
      'database',
      openDatabaseServer(config, log, { role: 'serve' }),
      (opened) => opened.close(),
      { timeoutMs: patience.databaseMs },
    );
    await bringUpToDate(server.connection);
    const deps = await open(
      'adapters',
      openDeps({ config, connection: server.connection, log }),
      (opened) => opened.close(),
      {
        timeoutMs: patience.adaptersMs,
      },
    );
    if (server.kind === 'embedded' && config.loopback) await makeDemo(deps);
    if (config.worker === 'in_process') {
      const timing = { stopTimeoutMs: patience.jobsMs };
      await open(
        'worker',
        startWorker({ deps, jobs: JOBS, handlers: makeHandlers(deps), timing }),
        (worker) => worker.stop(),
        { timeoutMs: patience.jobsMs + 2 * MARGIN_MS },
      );
    }
    const app = await open('http server', buildApp(deps), (opened) => drain(opened, config, patience.requestsMs), {
      timeoutMs: config.shutdownDelayMs + patience.requestsMs + MARGIN_MS,
    });
    // Not before: the start itself reads many files, and somebody waits for it.
    await yieldToEventLoop();
    await listen(app, config);
    log.info({ base_url: config.baseUrl, version: VERSION, database: server.kind, worker: config.worker }, 'ready');
    await banner(app);
  });
}

/** Every address that the service gives out holds the port, so `PORT=0` must be decided before anything is made. */
async function withFreePort(env: Env): Promise<Env> {
  if (env.PORT !== '0') return env;
  const probe = createServer().listen(0, env.HOST ?? '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return { ...env, PORT: String(port) };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `PORT: ${port} on ${host} is taken by another program. Stop that one, or choose another PORT.`,
      );
    }
    if (code === 'EACCES') throw new StartError(`PORT: this user may not listen on ${port}. Choose one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST: ${host} is no address of this machine.`);
    }
    throw error;
  }
}

async function drain(app: FastifyInstance, config: Config, requestsMs: number): Promise<void> {
  const delayMs = app.server.listening ? config.shutdownDelayMs : 0;
  const cut = setTimeout(() => app.server.closeAllConnections(), delayMs + requestsMs);
  try {
    await app.drain(delayMs);
  } finally {
    clearTimeout(cut);
  }
}
