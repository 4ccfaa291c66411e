import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { VERSION } from '../core/version.ts';
import { endEmbedded } from '../db/embedded.ts';
import { makeDemo } from '../demo/make-demo.ts';
import { openDeps } from '../deps.ts';
import { yieldToEventLoop } from '../storage/thread-priority.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { readOptions } from './arguments.ts';
import { openBackground } from './background.ts';
import { banner } from './banner.ts';
import { migrateAll, openDatabaseServer } from './database-server.ts';
import { live } from './lifetime.ts';
import { listen, probePort } from './listen.ts';
import { standardOutput } from './log-output.ts';

/**
 * Shutdown timeouts. On a loopback address a person waits at the terminal, so everything ends within 5 s and slower
 * requests are cut off. Elsewhere requests and jobs may finish.
 */
const PATIENCE = {
  terminal: { requestsMs: 2000, jobsMs: 1000, adaptersMs: 500, databaseMs: 40_000 },
  service: { requestsMs: 10_000, jobsMs: 5000, adaptersMs: 3000, databaseMs: 40_000 },
};
const MARGIN_MS = 500;

export const HELP = `Usage: npm start

Runs the server until Ctrl-C or SIGTERM. Without DATABASE_URL it starts its own PostgreSQL in DATA_DIR.
It takes no options: settings come from the environment and from .env, for example PORT=4000 npm start.`;

/** Runs the server until a signal. Resolves with the exit code. */
export async function run(args: string[]): Promise<number> {
  readOptions('serve', args, {});
  const config = await readConfig();
  const log = makeLogger(config.logLevel, standardOutput());
  const patience = config.loopback ? PATIENCE.terminal : PATIENCE.service;
  const onForcedExit = async () => (config.databaseUrl ? undefined : endEmbedded(config.dataDir));

  if (config.lacksTls) {
    log.warn(
      {},
      'BASE_URL or AUTH_URL uses http: passwords and keys are sent in clear text. Use https with a reverse proxy',
    );
  }
  return live({ log, onForcedExit }, async (open) => {
    const server = await open(
      'database',
      openDatabaseServer(config, log, { role: 'serve' }),
      (opened) => opened.close(),
      { timeoutMs: patience.databaseMs },
    );
    await migrateAll(server);
    const deps = await open(
      'adapters',
      openDeps({ config, connection: server.connection, log }),
      (opened) => opened.close(),
      {
        timeoutMs: patience.adaptersMs,
      },
    );
    if (server.kind === 'embedded' && config.loopback) await makeDemo(deps);
    if (config.worker === 'in_process') await openBackground(open, deps, patience);
    const app = await open('http server', buildApp(deps), (opened) => drain(opened, config, patience.requestsMs), {
      timeoutMs: config.shutdownDelayMs + patience.requestsMs + MARGIN_MS,
    });
    // Not earlier: the start itself reads many files and should be fast.
    await yieldToEventLoop();
    await listen(app, config);
    await banner(config);
    log.info({ base_url: config.baseUrl, version: VERSION, database: server.kind, worker: config.worker }, 'ready');
  });
}

/** Resolves the port first, so that nothing is created for a server that can't listen. */
async function readConfig(): Promise<Config> {
  const env = readEnv();
  const port = await probePort(makeConfig(env));
  return makeConfig({ ...env, PORT: String(port) });
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
