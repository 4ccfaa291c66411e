type Ending = () => Promise<unknown>;
/** Registers what ends something: `atEndOfFile`, or `onTestFinished` of vitest. */
export type AtEnd = (end: () => Promise<void>) => void;

const endings: Ending[] = [];

/** What tests replace. A worker runs many files: each has to restore what it replaced. */
const originals = [
  [performance, 'now'] as const,
  ...['Date', 'setTimeout', 'setInterval', 'fetch'].map((name) => [globalThis, name] as const),
].map(([target, name]) => ({ target, name, value: Reflect.get(target, name) as unknown }));

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
  for (const { target, name, value } of originals) {
    if (Reflect.get(target, name) === value) continue;
    Reflect.set(target, name, value);
    errors.push(new Error(`The file replaced ${name}, and did not restore it.`));
  }
  if (errors.length > 0) throw errors[0];
}
