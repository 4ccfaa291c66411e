import { makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { readOptions } from './arguments.ts';
import { bringUpToDate, openDatabaseServer } from './database-server.ts';
import { standardOutput } from './log-output.ts';

export const HELP = `Usage: npm run pronet -- migrate

Brings the database schema up to date, and does nothing when it is. Each start of the server does the same; run it before
to see problems while the old server still runs. It takes no options.`;

/** Brings the schema up to date and ends. `serve` does the same at its start; this is for a step of its own before it. */
export async function run(args: string[]): Promise<number> {
  readOptions('migrate', args, {});
  const config = makeConfig(readEnv());
  const log = makeLogger(config.logLevel, standardOutput());
  const server = await openDatabaseServer(config, log, { role: 'command' });
  try {
    await bringUpToDate(server.connection);
    log.info({ database: server.kind }, 'the schema is up to date');
    return 0;
  } finally {
    await server.close();
  }
}
