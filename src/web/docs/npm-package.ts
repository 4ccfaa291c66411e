import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VERSION } from '../../core/version.ts';

/** In the repository, or in its part in the image. */
const PROGRAM = fileURLToPath(new URL('../../../clients/typescript/pack.ts', import.meta.url));
const MAX_BYTES = 4 * 1024 * 1024;

/** The name that `npm pack` gives it. */
export const NPM_PACKAGE = `pronet-client-${VERSION}.tgz`;

/** The TypeScript client as a package for npm. The bytes depend on the files only. */
export async function buildNpmPackage(): Promise<Buffer> {
  // Removing types is experimental, and loads a compiler that stays in memory.
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'buffer', maxBuffer: MAX_BYTES });
  return stdout;
}
