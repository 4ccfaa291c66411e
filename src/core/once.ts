/** Runs `work` on the first call and caches its result; a failure is not cached. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => {
    cached ??= work().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}
