import type { IncomingPicture, StorageLimit } from '../../adapters/storage/store-pictures.ts';
import { LIMITS, TIMEOUTS } from '../../core/limits.ts';
import { apiOnly, op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import type { Ctx } from '../../ctx.ts';
import type { Answer } from '../../http/envelope.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { type NamedUpload, readUpload, type UploadedFile } from '../uploads/uploads.ts';
import { afterPicture, afterPictureRemoval } from './hints.ts';
import { readPicture } from './input.ts';
import {
  actingOnPictures,
  PICTURE_KINDS,
  type PictureKind,
  setProfilePicture,
  storeProfilePicture,
} from './pictures.ts';
import { presentSingleProfile } from './present.ts';
import type { SingleProfileRow } from './queries.ts';
import { PictureQuery, SetPicture, SingleProfile, type SingleProfileWire, WritePath } from './schemas.ts';
import { isOwn } from './service.ts';

const editing = {
  auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
  profile: 'optional',
  permissions: ['profile_editing'],
} as const;
const sizes: Readonly<Record<PictureKind, string>> = {
  avatar: `large, medium and small are center squares of ${LIMITS.avatar.large_px}, ${LIMITS.avatar.medium_px} and ${LIMITS.avatar.small_px} px`,
  banner: `large, medium and small are ${LIMITS.banner.large_px}, ${LIMITS.banner.medium_px} and ${LIMITS.banner.small_px} px wide`,
};
const MINUTE_MS = 60_000;
const pictureErrors = [
  'profile_not_found',
  'too_many_images',
  'invalid_image',
  'unsupported_image_type',
  'image_too_large',
  'upload_not_found',
  'upload_incomplete',
] as const;

function answerWith(row: SingleProfileRow, ctx: Ctx, agent: Answer['agent']): Answer<SingleProfileWire> {
  const own = isOwn(ctx, row.profile_id);
  return { data: presentSingleProfile(row, ctx.config, { own }), agent };
}

async function storeGiven(
  ctx: Ctx,
  kind: PictureKind,
  { picture, limit }: { picture: IncomingPicture | NamedUpload; limit: StorageLimit },
) {
  const { upload_id, ...given }: UploadedFile = 'uploadId' in picture ? await readUpload(ctx, picture) : picture;
  return { key: await storeProfilePicture(ctx, kind, { picture: given, limit }), ...(upload_id && { upload_id }) };
}

export const profilePictureOperations: readonly Operation[] = [
  ...PICTURE_KINDS.flatMap((kind) => [
    operation({
      name: `profiles.set_${kind}`,
      method: 'PUT',
      path: `/v1/profiles/:profile_id/${kind}`,
      tag: 'Profiles',
      summary: `Set the ${kind} of a profile`,
      description: [
        apiOnly('Send multipart/form-data with one file part image, or JSON.'),
        text`Or pass upload_id of ${op('uploads.create')}.`,
        `source is the whole image without metadata; ${sizes[kind]}; nothing is enlarged. Replaced files stay for ${LIMITS.media.replaced_ms / MINUTE_MS} more minutes.`,
        text`${PROFILE_HEADER} is not needed.`,
      ],
      bodyLimit: LIMITS.body.profile_image_bytes,
      ...editing,
      multipart: { fileField: 'image', maxFiles: 1 },
      bodyTimeoutMs: TIMEOUTS.http_upload_ms,
      reserves: ['images', 'image_bytes'],
      errors: pictureErrors,
      params: WritePath,
      query: PictureQuery,
      body: SetPicture,
      output: SingleProfile,
      run: async (request, reply) => {
        const picture = await readPicture(request);
        const { profile_id } = request.params;
        const { theme } = request.query;
        return reply.commit({
          prepare: async (ctx) => {
            const acting = await actingOnPictures(ctx, profile_id);
            await request.reserveLimit('images');
            return storeGiven(acting, kind, { picture, limit: request });
          },
          commit: (ctx, stored) => setProfilePicture(ctx, profile_id, { kind, theme, ...stored }),
          answer: (row, ctx) => answerWith(row, ctx, afterPicture),
        });
      },
    }),
    operation({
      name: `profiles.remove_${kind}`,
      method: 'DELETE',
      path: `/v1/profiles/:profile_id/${kind}`,
      tag: 'Profiles',
      done: `Removed the ${kind} of a profile`,
      summary: `Remove the ${kind} of a profile`,
      description:
        'Removes the picture of one theme, which then shows the other theme’s, if there is one. Its files, and those of recently replaced pictures, are no longer served. If there is no picture, nothing changes.',
      ...editing,
      errors: ['profile_not_found'],
      params: WritePath,
      query: PictureQuery,
      output: SingleProfile,
      run: async ({ params, query }, reply) =>
        reply.commit({
          commit: (ctx) => setProfilePicture(ctx, params.profile_id, { kind, theme: query.theme, key: null }),
          answer: (row, ctx) => answerWith(row, ctx, afterPictureRemoval),
        }),
    }),
  ]),
];
