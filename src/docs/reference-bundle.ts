import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { type Kept, once, tagOf } from '../http/kept.ts';

const run = promisify(execFile);
const unpack = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const MAX_BYTES = 8 * 1024 * 1024;

/** The name that the script has in addresses. */
export const REFERENCE_SCRIPT = 'scalar.js';

/**
 * Takes the script of the reference out of its package. The package is a module with the 4.3 MB of it as a text: loading
 * that takes 85 MB and most of a second, so a process of its own does it, compresses the script to a megabyte and ends.
 * A thread would leave 20 MB behind.
 */
export const loadReferenceBundle: () => Promise<Kept> = once(async () => {
  const program = fileURLToPath(new URL('./pack-reference.ts', import.meta.url));
  const { stdout: brotli } = await run(process.execPath, [program], { encoding: 'buffer', maxBuffer: MAX_BYTES });
  return {
    type: 'text/javascript; charset=utf-8',
    tag: tagOf(brotli),
    plain: once(() => unpack(brotli)),
    brotli: async () => brotli,
    gzip: once(async () => toGzip(await unpack(brotli))),
  };
});

/** The version of the package, read without loading it. */
export async function referenceVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  const { version } = JSON.parse(await readFile(join(dirname(main), '../package.json'), 'utf8')) as { version: string };
  return version;
}
