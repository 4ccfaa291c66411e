import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMessage } from 'node:util';
import type { BackupPlace } from '../config/backup.ts';
import { StartError } from '../core/start-error.ts';
import { loadEncryption } from './encryption.ts';
import type { Place } from './place.ts';

const UNFINISHED = '.unfinished';
/** What writing to an open file fails with. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

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
    prepare: () =>
      explaining(path, async () => {
        await makeFolder(path);
        await access(path, constants.W_OK | constants.X_OK);
      }),
    write: (name, content) =>
      explaining(path, async () => {
        // What a killed backup left: only one runs at a time.
        for (const left of await readdir(path)) if (left.endsWith(UNFINISHED)) await rm(join(path, left));
        const unfinished = join(path, name + UNFINISHED);
        try {
          await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
          await rename(unfinished, join(path, name));
        } catch (error) {
          await rm(unfinished, { force: true }).catch(() => undefined);
          throw error;
        }
        const handle = await open(path);
        await handle.sync().finally(() => handle.close());
      }),
    async read(name) {
      const handle = await open(join(path, name));
      return createReadStream('', { fd: handle, highWaterMark: 1024 * 1024 });
    },
    list: async () => (await readdir(path)).sort(),
    remove: (name) => rm(join(path, name), { force: true }),
    close: () => undefined,
  };
}

/** With its parents. `recursive` never ends where the system refuses a folder with ENOENT, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

/** @throws StartError with one line, if the system refuses it */
async function explaining<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { errno, code, path: at } = error as NodeJS.ErrnoException;
    // Reading what is written may fail, too.
    const isHere = at !== undefined && (at.startsWith(path) || path.startsWith(at));
    if (errno === undefined || !(isHere || FULL.includes(code!))) throw error;
    throw new StartError(`The backup can't be written to ${path}: ${getSystemErrorMessage(errno)}.`, { cause: error });
  }
}
