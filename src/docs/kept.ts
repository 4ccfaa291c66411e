import { createHash } from 'node:crypto';
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
export type Kept = { body: string; type: string; tag: string };

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
    return { body, type, tag: `W/"${createHash('sha1').update(body).digest('base64url')}"` };
  });
}

/** Answers with the text, or with 304 where the reader has it already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { body, type, tag }: Kept): FastifyReply {
  reply.header('Cache-Control', CACHE_CONTROL).header('ETag', tag);
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
