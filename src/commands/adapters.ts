import type { Logger } from 'pino';
import { loadBackups } from '../backup/open-place.ts';
import { readBuild } from '../config/build.ts';
import { repeat } from '../core/timers.ts';
import { endSilentConnections } from '../db/client.ts';
import { newerText, schemaFits, schemaVersion } from '../db/schema-version.ts';
import { type Deps, type DepsOptions, loadRest, openDeps } from '../deps.ts';
import type { Open } from './lifetime.ts';

const CHECK_MS = 10_000;

/** Opens what a process needs that runs until a signal, on a migrated database. */
export async function openAdapters(open: Open, options: DepsOptions, timeoutMs: number): Promise<Deps> {
  const [deps] = await Promise.all([
    open(
      'adapters',
      openDeps({ ...options, poolerUrl: options.config.poolerUrl, config: { ...options.config, build: readBuild() } }),
      (opened) => opened.close(),
      { timeoutMs },
    ),
    loadRest(),
    loadBackups(options.config.backups),
  ]);
  endSilentConnections(deps.database.pool);
  await deps.database.clockWatch.requireRight();
  await open('clock watch', Promise.resolve(watchClock(deps, options.log)), async (stop) => stop(), { timeoutMs });
  await open('schema watch', Promise.resolve(watchSchema(deps, options.log)), async (stop) => stop(), { timeoutMs });
  return deps;
}

function watchClock({ database }: Deps, log: Logger): () => void {
  const onError = (err: unknown) => database.outage.covers(err) || log.warn({ err }, 'the clock could not be compared');
  return repeat(CHECK_MS, () => database.clockWatch.check(), onError);
}

/** Says it once if another version migrates the schema so far that this one may no longer run on it. */
function watchSchema({ database }: Deps, log: Logger): () => void {
  let fits = true;
  const check = async () => {
    const fitted = fits;
    fits = await schemaFits(database.pool);
    const schema = fits ? null : await schemaVersion(database.pool);
    if (fitted && schema) log.warn({ reason: newerText(schema) }, 'this version may no longer run on the schema');
  };
  return repeat(CHECK_MS, check, (err) => database.outage.covers(err) || log.warn({ err }, 'no schema version'));
}
