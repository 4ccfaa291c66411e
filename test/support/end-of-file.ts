type Ending = () => Promise<unknown>;

const endings: Ending[] = [];

/**
 * Runs `end` after the last test of the current test file. The modules of this folder are imported once per worker, so
 * an `afterAll` at top level would only run for the worker's first file.
 */
export function atEndOfFile(end: Ending): void {
  endings.push(end);
}

/** Runs what the file registered, last first, and fails with the first error. Called by `test/setup/each-file.ts`. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const end of endings.splice(0).reverse()) await end().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
