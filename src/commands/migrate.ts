import { makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { readOptions } from './arguments.ts';
import { explainingDatabase } from './database-errors.ts';
import { migrateAll, openDatabaseServer } from './database-server.ts';
import { standardOutput } from './log-output.ts';
import { migrationPlan } from './migration-plan.ts';

export const HELP = `Usage: npm run pronet -- migrate

Updates the database schema if needed. The server does the same at every start; run this command first to find problems
while the old server still runs.

  --dry-run   change nothing: print the statements that would run, what they lock, and in about how many rows`;

/** Migrates the schema and exits. `serve` also migrates at start; this command makes it a separate deployment step. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions('migrate', args, { 'dry-run': { type: 'boolean' } });
  const config = makeConfig(readEnv());
  const log = makeLogger(config.logLevel, standardOutput());
  const server = await openDatabaseServer(config, log, { role: 'command' });
  try {
    if (options['dry-run']) {
      console.log(await explainingDatabase(config, migrationPlan(server)));
      return 0;
    }
    await explainingDatabase(config, migrateAll(server));
    log.info({ database: server.kind }, 'the schema is up to date');
    return 0;
  } finally {
    await server.close();
  }
}
