import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '../../src/app.ts';
import { migrateAll, openDatabaseServer } from '../../src/commands/database-server.ts';
import { makeConfig } from '../../src/config/config.ts';
import type { PreparedCall } from '../../src/db/pipeline.ts';
import { allStatements } from '../../src/db/statement.ts';
import { type Deps, openDeps } from '../../src/deps.ts';

/** The service in this process, on a database of its own. */
export type Instance = {
  directory: string;
  url: string;
  app: FastifyInstance;
  deps: Deps;
  /** The statements that the service runs during `work`. */
  record(work: () => Promise<unknown>): Promise<PreparedCall[]>;
  close(): Promise<void>;
};

export async function openInstance(directory: string): Promise<Instance> {
  const config = makeConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    RATE_LIMIT_ENABLED: 'false',
  });
  const log = pino({ level: 'error' });
  const server = await openDatabaseServer(config, log, { role: 'serve' });
  await migrateAll(server);
  const deps = await openDeps({ config, connection: server.connection, log });
  const { pool } = deps.database;
  const calls: PreparedCall[] = [];
  noteBinds(pool, (name, values) => {
    const statement = allStatements().get(name);
    if (statement) calls.push({ name, text: statement.text, values });
  });
  const app = await buildApp(deps);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...{ directory, url, app, deps },
    async record(work) {
      calls.length = 0;
      await work();
      return [...calls];
    },
    async close() {
      await app.close();
      await deps.close();
      await server.close();
    },
  };
}

type Bind = (message: { statement: string; values: unknown[] }) => void;

/** Calls `note` for each run of a prepared statement on a connection of the pool. */
function noteBinds(pool: pg.Pool, note: (name: string, values: unknown[]) => void): void {
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const { connection } = client as unknown as { connection: { bind: Bind } };
    const bind = connection.bind.bind(connection);
    connection.bind = (message) => {
      note(message.statement, message.values);
      bind(message);
    };
  });
}
