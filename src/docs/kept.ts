import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../http/response-headers.ts';

/** A few minutes: an upgrade shows soon, and who reads through the guides asks for each page once. */
const CACHE_CONTROL = 'public, max-age=300';

/** For what is asked for by a word that changes with its bytes: it never changes under the same address. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Only where the address names the version that is here: while servers of two versions run side by side, it may not. */
export function cacheControlOf(asked: string | undefined, version: string | undefined): string {
  return version !== undefined && asked === version ? FOR_EVER : CACHE_CONTROL;
}

/** A text as it is sent, the same bytes from the first request on. */
export type Kept = { body: string; type: string; tag: string; brotli: () => Promise<Buffer> };

/** As small as it gets, which takes some 60 ms, once for all readers. */
const compress = promisify(brotliCompress);
/** Shorter ones would not get shorter. */
const COMPRESSED_FROM = 1024;

/** Does the work at the first call and keeps what came of it; a failure is not kept. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

/** A text that is made when it is first asked for. The list of such texts is fixed, so none has to be thrown away. */
export function keep(type: string, make: () => Promise<string>): () => Promise<Kept> {
  return once(async () => {
    const body = await make();
    const tag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    return { body, type, tag, brotli: once(() => compress(body)) };
  });
}

/**
 * Answers with the text, or with 304 where the reader has it already. Browsers get it as it was compressed for the first
 * of them; what else a reader may want (gzip, or nothing) is made on the way.
 */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept): Promise<FastifyReply> {
  const { body, type, tag, brotli } = kept;
  reply.headers({ 'Cache-Control': CACHE_CONTROL, ETag: tag, Vary: 'Accept-Encoding' });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.type(type);
  if (body.length < COMPRESSED_FROM || !acceptsBrotli(request.headers['accept-encoding'])) return reply.send(body);
  return reply.header('Content-Encoding', 'br').send(await brotli());
}

/** RFC 9110 section 12.5.3: brotli is named, and not with a weight of 0, which refuses it. */
export function acceptsBrotli(header = ''): boolean {
  const named = header.split(',').find((coding) => /^\s*br\s*(;|$)/i.test(coding));
  return named !== undefined && !/;\s*q\s*=\s*0(\.0*)?\s*$/i.test(named);
}
