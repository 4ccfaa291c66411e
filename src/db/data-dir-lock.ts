import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../core/start-error.ts';

/** Another server of ours works on the directory: a command may join that one instead. */
export class DataDirTaken extends StartError {}

/** What holds a lock must stay reachable: a collected SQLite handle closes its file and gives the lock back. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

/**
 * Makes this process the only server on `dataDir` (absolute; made with mode 0700 when missing).
 *
 * The lock is SQLite's own exclusive file lock on an empty database, `<dataDir>/server.lock`. The kernel gives it back
 * when the holder dies, however it dies, so there is no stale lock and no process number that could be reused; it holds
 * across users and across containers on one machine. POSIX drops such a lock when the holder closes ANY descriptor of
 * the file: nothing else in this program may open it.
 *
 * @throws DataDirTaken when another server holds the directory, StartError when it can not be locked at all.
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
    throw new StartError(`Can not lock ${dataDir}: ${(error as Error).message}. Is DATA_DIR writable for this user?`, {
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

/** One start by root must not lock out the directory's real owner afterwards. */
async function followOwner(dataDir: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  if ((await stat(path)).uid !== uid) await chown(path, uid, gid);
}
