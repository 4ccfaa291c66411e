import { readBuild } from '../config/build.ts';
import { type Config, makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { StartError } from '../core/start-error.ts';
import { VERSION } from '../core/version.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { openAdapters } from './adapters.ts';
import { readOptions } from './arguments.ts';
import { openBackground } from './background.ts';
import { explainingDatabase } from './database-errors.ts';
import { joinDatabase, migrateAll, openDatabaseServer } from './database-server.ts';
import { live } from './lifetime.ts';
import { standardOutput } from './log-output.ts';
import { openMetricsListener } from './metrics-listener.ts';

const JOBS_MS = 5000;
const ADAPTERS_MS = 3000;

export const HELP = `Usage: npm run pronet -- worker

Runs background jobs until Ctrl-C or SIGTERM, for servers started with WORKER=separate. It takes no options.`;

export async function run(args: string[]): Promise<number> {
  readOptions('worker', args, {});
  const config = makeConfig(readEnv());
  const log = makeLogger(config.logLevel, standardOutput());
  const working = live({ log, onForcedExit: async () => undefined }, async (open) => {
    const server = await open(
      'database',
      config.databaseUrl ? openDatabaseServer(config, log, { role: 'command' }) : joinServer(config),
      (opened) => opened.close(),
      { timeoutMs: ADAPTERS_MS },
    );
    await migrateAll(server);
    const deps = await openAdapters(open, { config, connection: server.connection, log }, ADAPTERS_MS);
    await openMetricsListener(open, deps);
    await openBackground(open, deps, { jobsMs: JOBS_MS });
    log.info({ version: VERSION, commit: readBuild().commit }, 'working');
  });
  return explainingDatabase(config, working);
}

/** Only `serve` may start the embedded database: a worker that started it would lock `serve` out of `DATA_DIR`. */
async function joinServer(config: Config): ReturnType<typeof joinDatabase> {
  try {
    return await joinDatabase(config);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message} Start \`serve\` first (with WORKER=separate), or set DATABASE_URL.`);
  }
}
