type Listener = (name: string) => void;

const listeners = new Set<Listener>();

/**
 * Wakes the workers of this process after a commit, so that the job doesn't wait for the next poll. Workers in other
 * processes find it by polling. A NOTIFY would reach them too, but it takes a lock of the whole database server at
 * commit, and many writes enqueue jobs.
 */
export function wakeJobs(name: string): void {
  for (const listener of listeners) listener(name);
}

/** Calls `listener` on every `wakeJobs` until the returned function is called. */
export function onWake(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
