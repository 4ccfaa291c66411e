type Listener = (name: string) => void;

const listeners = new Set<Listener>();

/**
 * Tells the workers of THIS process that a job waits, so that it does not lie until they look. Only a hint, to be given
 * after the commit: workers of other processes find the job when they look. A NOTIFY would reach them too, but every
 * commit that carries one takes a lock of the whole server, and enqueueing is part of many writes.
 */
export function wakeJobs(name: string): void {
  for (const listener of listeners) listener(name);
}

/** Listens for hints until the returned function is called. */
export function onWake(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
