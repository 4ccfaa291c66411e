import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Of 19. A thread of the usual priority that wants to run gets some nine tenths of the core that it shares with this one. */
const NICE = 10;
const THREADS = '/proc/self/task';

/**
 * Lets the event loop, and a database on the same machine, go before the threads of the pool, where pictures are decoded
 * and passwords hashed: seconds of work that nobody waits for by the millisecond. The threads that these start themselves
 * inherit it. On Linux only, where a priority is that of a thread (setpriority(2), "C library/kernel differences");
 * elsewhere, and where the system forbids it, everything works as before.
 *
 * Resolves with the number of threads.
 */
export async function yieldToEventLoop(): Promise<number> {
  // Asking in this way has started the pool: all of its threads are there by the first answer.
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
