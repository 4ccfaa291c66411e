import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isBlobKey } from '../../adapters/storage/blob-store.ts';
import { verifyMediaUrl } from '../../adapters/storage/media-signing.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, makeCtx } from '../../ctx.ts';
import { matchesTag, noBody } from '../../http/response-headers.ts';
import { findServedImage } from './find-image.ts';

type MediaRequest = FastifyRequest<{ Params: { shard: string; name: string }; Querystring: Record<string, unknown> }>;

const OPERATION = 'media.get';

/** Pictures of profiles and public posts have unguessable addresses. All others need a signature. */
export const mediaRoutes: FastifyPluginAsync = async (app) => {
  app.get('/media/:shard/:name', { config: { operation: OPERATION } }, async (request: MediaRequest, reply) => {
    const key = `${request.params.shard}/${request.params.name}`;
    const ctx = makeCtx({ deps: app.deps, operation: OPERATION, requestId: request.id, log: request.log });
    // For the log line, which counts statements.
    request.ctx = ctx;
    const cacheControl = isBlobKey(key) ? await admit(ctx, key, request.query) : null;
    if (cacheControl === null) return notFound(reply);
    const tag = `"${request.params.name}"`;
    const headers = {
      ETag: tag,
      'Cache-Control': cacheControl,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    };
    if (matchesTag(request.headers['if-none-match'], `W/${tag}`))
      return reply
        .code(304)
        .headers(headers)
        .send(noBody(request) ?? undefined);
    // A failure must not carry the headers of the picture: a 503 would be cached for five minutes.
    const blob = await app.deps.blobs.open(key);
    if (blob === null) return notFound(reply);
    // With Content-Length, a body that breaks off ends the connection and is never mistaken for the whole file.
    reply
      .headers({ ...headers, 'Content-Length': blob.sizeBytes, 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .type('image/webp');
    // The framework answers HEAD from the payload; an empty payload would report a length of 0.
    if (request.method === 'HEAD') blob.stream.destroy();
    return reply.send(blob.stream);
  });
};

/** The `Cache-Control` of a picture that may be served, or null. Images of removed posts have no row. */
async function admit(ctx: Ctx, key: string, query: Record<string, unknown>): Promise<string | null> {
  const servedAs = await findServedImage(ctx, key);
  if (servedAs === undefined) return null;
  const { immutable_max_age_ms, public_max_age_ms } = LIMITS.media;
  if (servedAs === 'immutable') return `public, max-age=${immutable_max_age_ms / 1000}, immutable`;
  if (servedAs === 'open') return `public, max-age=${public_max_age_ms / 1000}`;
  const { expires, signature } = query;
  const audiences = servedAs === 'reported' ? (['operator'] as const) : (['reader', 'operator'] as const);
  const address = { key, expires, signature, secrets: ctx.keys.media, now: ctx.now() };
  const until = audiences.map((audience) => verifyMediaUrl({ ...address, audience })).find((one) => one !== undefined);
  if (!until) return null;
  return `private, max-age=${Math.floor((until.getTime() - ctx.now().getTime()) / 1000)}`;
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
}
