type Listener = (name: string) => void;

const listeners = new Set<Listener>();

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
