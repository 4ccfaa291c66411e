import { buildApp } from '../../src/app.ts';
import { openDeps } from '../../src/deps.ts';
import { silentLog, type TestApp } from './app.ts';
import { atEndOfFile } from './end-of-file.ts';
import { overHttp } from './over-http.ts';

/** A second process of the service in effect: its own caches and connections on the same database. */
export async function startSecondProcess(t: TestApp): Promise<TestApp> {
  const { host, port, user, password, database, connectionString } = t.pool.options;
  const connection = connectionString ? { connectionString } : { host, port, user, password, database };
  const deps = await openDeps({ config: t.deps.config, connection, log: silentLog, clock: t.clock });
  const app = await buildApp(deps);
  atEndOfFile(async () => {
    await app.close();
    await deps.close();
  });
  return overHttp({ ...t, app, deps, pool: deps.database.pool });
}
