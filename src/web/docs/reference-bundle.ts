import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { keepBuilt, readBuilt, versionOfPackage } from '../../core/built-file.ts';
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
 * would leak 20 MB, so a process compresses it to 1 MB, once for each version.
 */
export const loadReferenceBundle: () => Promise<CachedText> = once(async () => {
  const name = `reference-${referenceVersion()}.js.br`;
  const brotli = readBuilt(name) ?? keepBuilt(name, await packReference());
  return {
    type: 'text/javascript; charset=utf-8',
    tag: tagOf(brotli),
    plain: once(() => unpack(brotli)),
    brotli: async () => brotli,
    gzip: once(async () => toGzip(await unpack(brotli))),
  };
});

async function packReference(): Promise<Buffer> {
  const program = fileURLToPath(new URL('./pack-reference.ts', import.meta.url));
  return (await run(process.execPath, [program], { encoding: 'buffer', maxBuffer: MAX_BYTES })).stdout;
}

/** The version of the package, which is not loaded. */
export const referenceVersion = (): string =>
  versionOfPackage(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'));
