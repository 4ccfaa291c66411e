import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from '../config/backup.ts';
import { loadEncryption } from './encryption.ts';
import type { Place } from './place.ts';

const UNFINISHED = '.unfinished';

const loadS3 = () => import('./s3-place.ts');

/** Loads what backups with these settings need. The files may change, as for an upgrade, while a server runs. */
export const loadBackups = ({ to, key }: { to?: BackupPlace | undefined; key?: string | undefined }) =>
  Promise.all([to?.kind === 's3' && loadS3(), key !== undefined && loadEncryption()]);

export async function openPlace(place: BackupPlace): Promise<Place> {
  if (place.kind === 'folder') return folder(place.path);
  // Load the SDK only if it is used.
  const { s3Place } = await loadS3();
  return s3Place(place);
}

function folder(path: string): Place {
  return {
    addressOf: (name) => join(path, name),
    async write(name, content) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      // What a killed backup left: only one runs at a time.
      for (const left of await readdir(path)) if (left.endsWith(UNFINISHED)) await rm(join(path, left));
      const unfinished = join(path, name + UNFINISHED);
      try {
        await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(unfinished, join(path, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      const handle = await open(path);
      await handle.sync().finally(() => handle.close());
    },
    async read(name) {
      const handle = await open(join(path, name));
      return createReadStream('', { fd: handle, highWaterMark: 1024 * 1024 });
    },
    list: async () => (await readdir(path)).sort(),
    remove: (name) => rm(join(path, name), { force: true }),
    close: () => undefined,
  };
}
