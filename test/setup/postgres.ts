import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPooler } from '../support/pooler.ts';
import { makeTemplate, startCluster, TEMPLATE } from './cluster.ts';
import { makeDataDir } from './data-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: pg.ClientConfig;
    template: string;
    /** Leads to a pooler that all tests use for their pools, if `TEST_POOLER=1`. */
    poolerUrl: string | null;
  }
}

/** Each test file has a database of its own, for a while. */
const POOLER = { settings: { server_idle_timeout: 5, max_db_connections: 20 } };

/** One real Postgres for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('template', TEMPLATE);
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    const connection = { connectionString: given };
    await makeTemplate(connection);
    project.provide('connection', connection);
    project.provide('poolerUrl', null);
    return undefined;
  }
  const dataDir = await makeDataDir();
  // Workers start after this, so temporary files of tests are in memory too, and removed after the run.
  const tmp = join(dataDir, 't');
  await mkdir(tmp);
  // Some tests start processes of other users.
  await chmod(dataDir, 0o711);
  await chmod(tmp, 0o1777);
  process.env['TMPDIR'] = tmp;
  const server = await startCluster(dataDir);
  project.provide('connection', { ...server.connection });
  const pooler = process.env['TEST_POOLER'] === '1' ? await startPooler(server.connection, POOLER) : null;
  project.provide('poolerUrl', pooler?.url('') ?? null);
  return async () => {
    await pooler?.stop();
    await server.stop();
    // A browser that has just ended may still write to its folder.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}
