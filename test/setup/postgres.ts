import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeTemplate, startCluster, TEMPLATE } from './cluster.ts';
import { makeDataDir } from './data-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: pg.ClientConfig;
    template: string;
  }
}

/** One real Postgres for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('template', TEMPLATE);
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    const connection = { connectionString: given };
    await makeTemplate(connection);
    project.provide('connection', connection);
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
  return async () => {
    await server.stop();
    // A browser that has just ended may still write to its folder.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}
