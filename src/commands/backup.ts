import type { Manifest } from '../backup/archive.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { removeOldBackups } from '../backup/names.ts';
import { openPlace } from '../backup/open-place.ts';
import type { Place } from '../backup/place.ts';
import { type Config, makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

export const HELP = `Usage: npm run pronet -- backup [--to <folder or s3://bucket/folder>] [--database-only]

Writes the database and the pictures to one file while the server runs, and reads it again to check it. With BACKUP_KEY it
is encrypted, in the format of age, and contains SECRET_KEY. Without BACKUP_KEY it does not contain SECRET_KEY, and a restore
needs it: keep it elsewhere.

  --to <place>      instead of BACKUP_TO, of which only the newest BACKUP_KEEP backups stay
  --database-only   without pictures and exports, if their bucket has a copy of its own`;

export async function run(args: string[]): Promise<number> {
  const { to, 'database-only': databaseOnly } = readOptions('backup', args, {
    to: { type: 'string' },
    'database-only': { type: 'boolean', default: false },
  });
  const config = configFor('--to', to);
  const lines = await withPlace(config, '--to', (place) =>
    withInstance(
      async ({ database, blobs, log }) => {
        const deps = { config, connection: database.direct, blobs, log };
        const { name, manifest } = await makeBackup(deps, place, { withFiles: !databaseOnly });
        const removed = to === undefined ? await removeOldBackups(place, config.backups.keep) : [];
        return [
          `backup: ${place.addressOf(name)}`,
          `contents: ${summaryOf(manifest)}`,
          `secret key: ${config.backups.key === undefined ? 'not in the backup, keep it elsewhere' : 'in the backup, encrypted'}`,
          ...removed.map((old) => `removed: ${old}`),
        ];
      },
      undefined,
      config,
    ),
  );
  for (const line of lines) console.log(line);
  return 0;
}

/** The settings, with the place of an option. */
export function configFor(option: string, place: string | undefined): Config {
  const env = readEnv();
  if (place === undefined) return makeConfig(env);
  try {
    return makeConfig({ ...env, BACKUP_TO: place });
  } catch (error) {
    (error as Error).message = (error as Error).message.replace(/^BACKUP_TO/, option);
    throw error;
  }
}

export async function withPlace<T>(config: Config, option: string, work: (place: Place) => Promise<T>): Promise<T> {
  const { to } = config.backups;
  if (to === undefined) throw new UsageError(`${option}: is required, unless BACKUP_TO is set.`);
  const place = await openPlace(to);
  try {
    return await work(place);
  } finally {
    place.close();
  }
}

export function summaryOf({ rows, files, missing }: Manifest): string {
  const counts = Object.values(rows);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const lost = missing === 0 ? '' : `, ${missing} missing`;
  return `${total} rows of ${counts.length} tables, ${files} files${lost}`;
}
