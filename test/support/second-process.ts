import { buildApp } from '../../src/app.ts';
import { openDeps } from '../../src/deps.ts';
import { silentLog, type TestApp } from './app.ts';
import { atEndOfFile } from './end-of-file.ts';
import { overHttp } from './over-http.ts';

/** A second process of the service in effect: its own caches and connections on the same database. */
export async function startSecondProcess(t: TestApp): Promise<TestApp> {
  const { config, database } = t.deps;
  const deps = await openDeps({ config, connection: database.direct, log: silentLog, clock: t.clock });
  const app = await buildApp(deps);
  atEndOfFile(async () => {
    await app.close();
    await deps.close();
  });
  return overHttp({ ...t, app, deps, pool: deps.database.pool });
}
