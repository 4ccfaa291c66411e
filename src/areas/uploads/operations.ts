import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { createUpload, UPLOADING } from './uploads.ts';

const MINUTE_MS = 60_000;
const { url_ms, kept_ms } = LIMITS.upload;

const Upload = z
  .object({
    upload_id: z.uuid(),
    url: z.string().describe('PUT the bytes here, without a credential.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Upload' });

export const uploadOperations: readonly Operation[] = [
  operation({
    name: 'uploads.create',
    done: 'Requested an address for a picture',
    method: 'POST',
    path: '/v1/uploads',
    tag: 'Posts',
    summary: 'Get an address for a picture',
    description: [
      text`PUT one picture to its \`url\` within ${String(url_ms / MINUTE_MS)} minutes, then name \`upload_id\` in ${op('posts.create')}, within ${String(kept_ms / MINUTE_MS)} minutes and as the same profile. Each works once; an address takes at most ${String(LIMITS.upload.max_attempts)} attempts, each of which counts as a picture.`,
    ],
    auth: { kind: 'credential', scope: { area: 'posts', access: 'write' }, verifiedEmail: true },
    profile: 'required',
    permissions: UPLOADING,
    // The first attempt, so that the limit is known before the bytes are sent. Each other one counts when it arrives.
    quotas: ['images'],
    output: Upload,
    status: 201,
    secretAnswer: true,
    tool: {
      description: text`Get an address for one picture. Send the file there, such as with curl -T photo.jpg '<url>'; no credential is needed. Then pass the upload_id in images of ${op('posts.create')}.`,
      showsSecret: true,
    },
    run: async (_request, reply) =>
      reply.commit({
        commit: createUpload,
        answer: ({ uploadId, ticket, expiresAt }, { config }) => ({
          status: 201,
          data: {
            upload_id: uploadId,
            url: `${config.baseUrl}/media/uploads?ticket=${ticket}`,
            expires_at: expiresAt.toISOString(),
          },
          agent: {
            hint: [
              "Send the file, for example with curl -T photo.jpg '<url>'.",
              text`Then name it in ${op('posts.create')}: images: [{"upload_id": …, "alt_text": …}].`,
            ],
          },
        }),
      }),
  }),
];
