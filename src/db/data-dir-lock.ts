import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../core/start-error.ts';

/** Another pronet server uses the directory. A command can join that server instead. */
export class DataDirTaken extends StartError {}

/** Keeps lock holders reachable: a garbage-collected SQLite handle closes its file and releases the lock. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

/**
 * Makes this process the only server on `dataDir` (absolute; created with mode 0700).
 *
 * Uses SQLite's exclusive lock on `<dataDir>/server.lock`: the kernel releases it when the holder dies, and it works
 * across users and containers. POSIX drops it when its holder closes any descriptor of the file, so nothing else may
 * open it.
 *
 * @throws DataDirTaken if another server uses the directory, StartError if it can't be locked.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  const path = join(dataDir, 'server.lock');
  let lock: DatabaseSync | undefined;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    await followOwner(dataDir, path);
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new DataDirTaken(
        `Another pronet server is running on ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
      );
    }
    throw new StartError(`Cannot lock ${dataDir}: ${(error as Error).message}. Is DATA_DIR writable for this user?`, {
      cause: error,
    });
  }
  held.add(lock);
  return {
    release: async () => {
      if (held.delete(lock)) lock.close();
    },
  };
}

/** Keeps a start by root from locking out the owner of the directory. */
async function followOwner(dataDir: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  if ((await stat(path)).uid !== uid) await chown(path, uid, gid);
}
