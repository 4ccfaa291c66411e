import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../http/response-headers.ts';
import { acceptsBrotli } from './kept.ts';

const run = promisify(execFile);
const MAX_BYTES = 8 * 1024 * 1024;

/** The script of the API reference, compressed with brotli. */
export type ReferenceBundle = { brotli: Buffer; tag: string };

/** The name that the script has in addresses. */
export const REFERENCE_SCRIPT = 'scalar.js';

/**
 * Takes the script of the reference out of its package. The package is a module with the 4.3 MB of it as a text: loading
 * that takes 85 MB and most of a second, so a process of its own does it, compresses the script to a megabyte and ends.
 * A thread would leave 20 MB behind.
 */
export async function loadReferenceBundle(): Promise<ReferenceBundle> {
  const program = fileURLToPath(new URL('./pack-reference.ts', import.meta.url));
  const { stdout: brotli } = await run(process.execPath, [program], { encoding: 'buffer', maxBuffer: MAX_BYTES });
  return { brotli, tag: `W/"${createHash('sha1').update(brotli).digest('base64url')}"` };
}

/** The version of the package, read without loading it. */
export async function referenceVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  const { version } = JSON.parse(await readFile(join(dirname(main), '../package.json'), 'utf8')) as { version: string };
  return version;
}

/** Sends it as it is kept; for the rare client that does not read brotli it is unpacked on the way. */
export function sendReferenceBundle(
  request: FastifyRequest,
  reply: FastifyReply,
  { brotli, tag }: ReferenceBundle,
  cacheControl: string,
): FastifyReply {
  reply.headers({ 'Cache-Control': cacheControl, ETag: tag, Vary: 'Accept-Encoding' });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.type('text/javascript; charset=utf-8');
  if (acceptsBrotli(request.headers['accept-encoding'])) {
    return reply.header('Content-Encoding', 'br').send(brotli);
  }
  const unpacked = createBrotliDecompress();
  unpacked.end(brotli);
  return reply.send(unpacked);
}
