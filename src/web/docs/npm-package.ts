import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { once } from '../../core/once.ts';
import { VERSION } from '../../core/version.ts';

/** In the repository, or in its part in the image. */
const PROGRAM = fileURLToPath(new URL('../../../clients/typescript/pack.ts', import.meta.url));
const MAX_BYTES = 4 * 1024 * 1024;

/** The name that `npm pack` gives it. */
export const NPM_PACKAGE = `pronet-client-${VERSION}.tgz`;

/** The folder of its modules, for pages without a bundler. */
export const NPM_MODULES = `pronet-client-${VERSION}`;

/** The TypeScript client as a package for npm. The bytes depend on the files only. */
export const buildNpmPackage = once(async (): Promise<Buffer> => {
  // Removing types is experimental, and loads a compiler that stays in memory.
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'buffer', maxBuffer: MAX_BYTES });
  return stdout;
});

/** The modules of the package, by name. */
export async function readNpmModules(): Promise<ReadonlyMap<string, Buffer>> {
  const modules = new Map<string, Buffer>();
  const archive = extract();
  archive.end(gunzipSync(await buildNpmPackage()));
  for await (const entry of archive) {
    const [, name] = /^package\/dist\/([\w-]+\.js)$/.exec(entry.header.name) ?? [];
    if (name) modules.set(name, await buffer(entry));
    else entry.resume();
  }
  return modules;
}
