import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../core/once.ts';
import { LARGE_BYTES, turnToSend } from './fair-send.ts';
import { matchesTag, noBody } from './response-headers.ts';

/** A few minutes: upgrades become visible soon, and visitors load each page once. */
const CACHE_CONTROL = 'public, max-age=300';

/** For URLs that contain the version of their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Immutable only if the URL names the served version, because servers of two versions may run side by side. */
export function cacheControlOf(asked: string | undefined, version: string | undefined): string {
  return version !== undefined && asked === version ? FOR_EVER : CACHE_CONTROL;
}

type Bytes = () => Promise<Buffer>;

/** A text cached as it is sent. Each encoding is created on first use, on a thread of zlib. */
export type CachedText = { type: string; tag: string; plain: Bytes; brotli: Bytes | null; gzip: Bytes | null };

/** Compression does not shrink texts below this size. */
const COMPRESSED_FROM_BYTES = 1024;
/** At quality 11, a document of 800 KB takes 2 s to become 3 percent smaller. */
const BROTLI_QUALITY = 9;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A text or file that is created on the first request. Their set is fixed, so nothing has to be evicted. */
export function cacheText(type: string, make: () => Promise<string | Buffer>): () => Promise<CachedText> {
  return once(async () => {
    const body = Buffer.from(await make());
    const isLong = body.length >= COMPRESSED_FROM_BYTES;
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    return {
      type,
      tag: tagOf(body),
      plain: async () => body,
      brotli: isLong ? once(() => toBrotli(body, { params })) : null,
      gzip: isLong ? once(() => toGzip(body)) : null,
    };
  });
}

export function tagOf(bytes: Buffer): string {
  return `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
}

/** Route options for cached texts: the compressor must not compress them again for each request. */
export const CACHED_ROUTE = { compress: false } as const;

/** Sends the text, or 304 if the client already has it. Routes must have the options `CACHED_ROUTE`. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedText,
  cacheControl: string = CACHE_CONTROL,
): Promise<FastifyReply> {
  reply.headers({ 'Cache-Control': cacheControl, ETag: cached.tag, Vary: 'Accept-Encoding' });
  if (matchesTag(request.headers['if-none-match'], cached.tag))
    return reply.code(304).send(noBody(request) ?? undefined);
  return sendBody(request, reply, cached);
}

/** Sends the text in the best encoding that the client accepts, without validators. */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedText,
): Promise<FastifyReply> {
  reply.type(cached.type);
  const coding = codingOf(request.headers['accept-encoding']);
  const compressed = coding === 'br' ? cached.brotli : coding === 'gzip' ? cached.gzip : null;
  if (coding !== null && compressed !== null) reply.header('Content-Encoding', coding);
  const body = await (compressed ?? cached.plain)();
  if (body.length >= LARGE_BYTES && request.method !== 'HEAD') await turnToSend();
  return reply.send(body);
}

/** RFC 9110 section 12.5.3: an encoding that is named or covered by `*`, and not excluded by a weight of 0. */
export function codingOf(header = ''): 'br' | 'gzip' | null {
  const named = header.split(',').map((coding) => coding.split(';'));
  const accepts = (name: string) => {
    const of = (wanted: string) => named.find(([word = '']) => word.trim().toLowerCase() === wanted);
    const found = of(name) ?? of('*');
    return found?.slice(1).every((weight) => !/^\s*q\s*=\s*0(\.0*)?\s*$/i.test(weight)) ?? false;
  };
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : null;
}
