/**
 * Repeats `run`, which handles at most `most` rows and returns how many, until it finds fewer. Returns their number. Stops
 * between two runs if the signal is aborted.
 */
export async function inBatches(
  { signal }: { readonly signal: AbortSignal | null },
  most: number,
  run: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let batch = most; batch === most; total += batch) {
    signal?.throwIfAborted();
    batch = await run();
  }
  return total;
}
