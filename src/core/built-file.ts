import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm ci` empties it. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/built/', import.meta.url));

/** A file that an earlier start has made from packages. */
export function readBuilt(name: string): Buffer | undefined {
  return existsSync(join(FOLDER, name)) ? readFileSync(join(FOLDER, name)) : undefined;
}

/** Keeps it for the next start, if the folder can be written. */
export function keepBuilt(name: string, bytes: Buffer): Buffer {
  try {
    mkdirSync(FOLDER, { recursive: true });
    const draft = join(FOLDER, `${name}.${process.pid}`);
    writeFileSync(draft, bytes);
    renameSync(draft, join(FOLDER, name));
  } catch {
    // Read-only, as in a container: its image has the files.
  }
  return bytes;
}

/** The version of the package that a file belongs to. */
export function versionOfPackage(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const { version } = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version?: string }) : {};
    if (version) return version;
  }
  throw new Error(`${file} belongs to no package`);
}
