import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** The maximum is 19. At 10, a thread of normal priority gets about nine tenths of a core that it shares with this one. */
const NICE = 10;
const THREADS = '/proc/self/task';

/**
 * Lowers the priority of the thread pool below the event loop. Only on Linux, where priorities apply to threads
 * (setpriority(2)); elsewhere, or if not permitted, it does nothing. Resolves with the number of changed threads.
 */
export async function yieldToEventLoop(): Promise<number> {
  // Reading the directory starts the pool, so all of its threads exist when the result arrives.
  const ids = await readdir(THREADS).catch(() => []);
  let lowered = 0;
  for (const id of ids) {
    const name = await readFile(`${THREADS}/${id}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'libuv-worker') continue;
    try {
      setPriority(Number(id), NICE);
      lowered += 1;
    } catch {
      return lowered;
    }
  }
  return lowered;
}
