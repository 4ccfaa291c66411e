import { posix } from 'node:path';
import { openBlobStore } from '../adapters/storage/open-store.ts';
import { isBackup, newestBackup } from '../backup/names.ts';
import { checkBackup, restoreBackup } from '../backup/restore.ts';
import type { Config } from '../config/config.ts';
import { openDeps } from '../deps.ts';
import { makeLogger } from '../telemetry/logger.ts';
import { readOptions } from './arguments.ts';
import { configFor, summaryOf, withPlace } from './backup.ts';
import { explainingDatabase } from './database-errors.ts';
import { migrateAll, openDatabaseServer } from './database-server.ts';
import { check, report } from './verify.ts';

export const HELP = `Usage: npm run pronet -- restore [--from <backup, folder or s3://bucket/folder>] [--database-only]

Checks a backup from beginning to end, restores it into an empty instance, and runs all checks of \`verify\`. The database and
the store of pictures must be empty: no server has run on them.

  --from <place>    a backup, or a place: its newest one. Unset: the newest one of BACKUP_TO
  --database-only   without pictures and exports, if their bucket still has them`;

export async function run(args: string[]): Promise<number> {
  const { from, 'database-only': databaseOnly } = readOptions('restore', args, {
    from: { type: 'string' },
    'database-only': { type: 'boolean', default: false },
  });
  const [folder, name] = from !== undefined && isBackup(posix.basename(from)) ? split(from) : [from];
  const config = configFor('--from', folder);
  return withPlace(config, '--from', async (place) => {
    const checked = await checkBackup(config, place, name ?? (await newestBackup(place)));
    checked.header.with_files &&= !databaseOnly;
    const log = makeLogger(config.logLevel, process.stderr);
    const server = await openDatabaseServer(config, log, { role: 'command' });
    const blobs = await openBlobStore(config);
    const connection = server.owner ?? server.connection;
    try {
      await explainingDatabase(config, restoreBackup({ config, connection, blobs }, place, checked));
      await explainingDatabase(config, migrateAll(server));
      const { header, manifest } = checked;
      console.log(`backup: ${place.addressOf(checked.name)}`);
      console.log(`made: ${header.created_at} by pronet ${header.version}`);
      console.log(`restored: ${summaryOf(header.with_files ? manifest : { ...manifest, files: 0 })}`);
      return await verified(config, server.connection, log, header.with_files);
    } finally {
      blobs.close();
      await server.close();
    }
  });
}

async function verified(
  config: Config,
  connection: Parameters<typeof openDeps>[0]['connection'],
  log: ReturnType<typeof makeLogger>,
  media: boolean,
): Promise<number> {
  const deps = await openDeps({ config, connection, log });
  try {
    return report(await check(deps, { media, audit: true }));
  } finally {
    await deps.close();
  }
}

const split = (path: string): [string, string] => [
  posix.dirname(path).replace(/^s3:\/(?!\/)/, 's3://'),
  posix.basename(path),
];
