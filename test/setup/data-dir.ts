import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
const PREFIX = 'pronet-test-';
/** A whole run uses less than half of it: databases of two files at once, and the write-ahead log. */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * A new folder for the data of one run, in memory if there is room, where cloning a database takes a fiftieth of the
 * time. Its name contains the id of this process, so that the next run can remove what a killed one left.
 */
export async function makeDataDir(): Promise<string> {
  const base = (await hasRoom(MEMORY_DISK)) ? MEMORY_DISK : tmpdir();
  for (const name of await readdir(base)) {
    const [, pid] = name.match(/^pronet-test-(\d+)-/) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(join(base, name), { recursive: true, force: true });
  }
  return mkdtemp(join(base, `${PREFIX}${process.pid}-`));
}

async function hasRoom(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found !== null && found.bavail * found.bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
