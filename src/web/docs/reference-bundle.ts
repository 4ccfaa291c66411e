import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { once } from '../../core/once.ts';
import { type CachedText, tagOf } from '../../http/cached-text.ts';

const run = promisify(execFile);
const unpack = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const MAX_BYTES = 8 * 1024 * 1024;

/** The name of the script in URLs. */
export const REFERENCE_SCRIPT = 'scalar.js';

/**
 * The script of the reference, from a module that has it as a string of 4.3 MB. Loading it takes 85 MB, and a thread
 * would leak 20 MB, so a process compresses it to 1 MB.
 */
export const loadReferenceBundle: () => Promise<CachedText> = once(async () => {
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

/** Reads the version of the package without loading it. */
export async function referenceVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  const { version } = JSON.parse(await readFile(join(dirname(main), '../package.json'), 'utf8')) as { version: string };
  return version;
}
