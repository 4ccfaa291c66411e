import { hash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { failAddress } from '../../auth/upload-tickets.ts';
import { LIMITS, TIMEOUTS } from '../../core/limits.ts';
import { op, text } from '../../core/operation-text.ts';
import type { OperationReply } from '../../http/operation.ts';
import { withPictureNotes } from './picture-notes.ts';
import { receiveUpload, storeUpload, UPLOADING } from './uploads.ts';

type Received = { upload_id: string; width: number; height: number; expires_at: string };
type UploadRequest = FastifyRequest<{ Body: unknown; Querystring: { ticket?: string } }>;

/** Names tools, too: a script sends the file, and the model that asked for the address reads the answer. */
const ARRIVED = text`The picture has arrived. Name its upload_id in images of ${op('posts.create')} (tool posts_create), or in ${op('profiles.set_avatar')} (tool profiles_set_avatar).`;

/** Takes the bytes of one picture, of any media type: its format is read from them. */
export const uploadRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.put(
    '/media/uploads',
    {
      bodyLimit: LIMITS.body.profile_image_bytes,
      config: {
        operation: 'uploads.receive',
        auth: { kind: 'credential', scope: { area: 'posts', access: 'write' }, verifiedEmail: true },
        profile: 'required',
        permissions: UPLOADING,
        takesTicket: 'upload',
        reserves: ['images', 'image_bytes'],
        bodyTimeoutMs: TIMEOUTS.http_upload_ms,
      },
    },
    async (request: UploadRequest, rawReply) => {
      const reply = rawReply as OperationReply<Received>;
      const { ticket } = request.query;
      if (ticket === undefined) failAddress();
      // A request without a body has an empty object.
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      request.bodyDigest = hash('sha256', bytes, 'base64');
      return reply.commit({
        prepare: async (ctx) => {
          // The address has paid for one.
          if (request.ticketAttempts > 1) await request.reserveLimit('images');
          return storeUpload(ctx, bytes, request);
        },
        commit: (ctx, picture) => receiveUpload(ctx, ticket, picture),
        answer: ({ id, picture, expiresAt }) => ({
          data: { upload_id: id, width: picture.width, height: picture.height, expires_at: expiresAt.toISOString() },
          agent: withPictureNotes({ hint: ARRIVED }, [picture]),
        }),
      });
    },
  );
};
