import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of files below the repository's root, with `/`, sorted. */
export function sourceFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).sort();
}
