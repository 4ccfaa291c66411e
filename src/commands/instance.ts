import type pg from 'pg';
import { type Config, makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import { StartError } from '../core/start-error.ts';
import { type Deps, openDeps } from '../deps.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { explained as explainedDatabase } from './database-errors.ts';
import { migrateAll, openDatabaseServer } from './database-server.ts';

/**
 * Runs a short command, with or without a running server. Standard output is for the result; the log goes to standard
 * error. `refuse` can throw before anything is opened or created, `prepare` before the secret key is read.
 */
export async function withInstance<T>(
  work: (deps: Deps) => Promise<T>,
  refuse: (config: Config) => void = () => undefined,
  config: Config = makeConfig(readEnv()),
  prepare: (connection: pg.ClientConfig) => Promise<void> = async () => undefined,
): Promise<T> {
  refuse(config);
  const log = makeLogger(config.logLevel, process.stderr);
  const server = await openDatabaseServer(config, log, { role: 'command' });
  try {
    await migrateAll(server);
    await prepare(server.connection as pg.ClientConfig);
    const deps = await openDeps({ config, connection: server.connection, log });
    try {
      return await work(deps);
    } finally {
      await deps.close();
    }
  } catch (error) {
    const explained = explainedDatabase(error, config);
    throw explained instanceof ApiError ? forPerson(explained) : explained;
  } finally {
    await server.close();
  }
}

function forPerson(error: ApiError): StartError {
  const rules = (error.agent.fields ?? []).map(({ path, rule, limit }) => {
    return `${path.replace(/^body\./, '')}: ${rule}${limit === undefined ? '' : ` ${limit}`}`;
  });
  const detail = rules.length > 0 ? ` (${rules.join(', ')})` : '';
  return new StartError(`${ERROR_CODES[error.code].message} [${error.code}]${detail}`, { cause: error });
}
