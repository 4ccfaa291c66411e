/** How old responses to anonymous reads may be. */
export const FRESH_MS = 1000;

/** Repeats `action` with a pause after each run, never concurrently, until the returned function is called. */
export function repeat(pauseMs: number, action: () => Promise<void>, onError: (error: unknown) => unknown): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = () => {
    timer = setTimeout(async () => {
      await action().catch(onError);
      if (!stopped) next();
    }, pauseMs);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Limits how often `action` runs, for example to log a recurring error only once in a while. */
export function atMostEvery<T>(pauseMs: number, action: (value: T) => void): (value: T) => void {
  let next = -Infinity;
  return (value) => {
    if (performance.now() < next) return;
    next = performance.now() + pauseMs;
    action(value);
  };
}
