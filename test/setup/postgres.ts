import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { migrateJobs } from '../../src/jobs/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: pg.ClientConfig;
    template: string;
  }
}

const TEMPLATE = 'pronet_template';
const quiet = { info: () => undefined, warn: () => undefined };
/** Nothing here must survive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/** One real Postgres for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-test-'));
  const server: EmbeddedPostgres | null = given ? null : await startEmbedded({ dataDir, log: quiet, settings: FAST });
  const connection: pg.ClientConfig = server ? { ...server.connection } : { connectionString: given };
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateDatabase(withDatabase(connection, TEMPLATE), migrateJobs);
  project.provide('connection', connection);
  project.provide('template', TEMPLATE);
  return async () => {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function withDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
