import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { verifyExportUrl } from '../../adapters/storage/media-signing.ts';
import { makeCtx } from '../../ctx.ts';
import { findFile } from './find.ts';

type DownloadRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

const OPERATION = 'exports.download';

/** Serves export files at their secret URLs. Any fault in the URL gives the same 404. */
export const exportDownloadRoutes: FastifyPluginAsync = async (app) => {
  app.get('/media/exports/:id.zip', { config: { operation: OPERATION } }, async (request: DownloadRequest, reply) => {
    const { deps } = app;
    const ctx = makeCtx({ deps, operation: OPERATION, requestId: request.id, log: request.log });
    // For the request log line, which counts statements.
    request.ctx = ctx;
    const { id } = request.params;
    const { expires, signature } = request.query;
    const signed = verifyExportUrl({ id, expires, signature, secrets: deps.keys.media, now: ctx.now() });
    const file = signed ? await findFile(ctx, id) : undefined;
    const blob = file && (await deps.blobs.open(file.blob_key));
    if (!file || !blob) {
      return reply.code(404).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
    }
    const day = file.created_at.toISOString().slice(0, 10);
    reply
      .headers({
        'Cache-Control': 'private, no-store',
        'Content-Disposition': `attachment; filename="pronet-export-${day}.zip"`,
        'Content-Length': blob.sizeBytes,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Referrer-Policy': 'no-referrer',
      })
      .type('application/zip');
    // Fastify derives the HEAD response from the payload; an empty one would report a length of 0.
    if (request.method === 'HEAD') blob.stream.destroy();
    return reply.send(blob.stream);
  });
};
