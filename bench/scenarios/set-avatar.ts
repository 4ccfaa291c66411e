import { newBlobKey, sizedBlobKey } from '../../src/adapters/storage/blob-store.ts';
import { setProfilePicture } from '../../src/areas/profiles/pictures.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { photo2MB } from '../../test/support/pictures.ts';
import { acceptPhotos, encodePhoto, FORM_TYPE, makeFolder, PHOTO_CONNECTIONS, photoForm } from './photo.ts';
import { type BenchRequest, callAs, type Scenario, shareOf, type World } from './scenario.ts';
import { memberFinder } from './write-values.ts';

const HOUR_MS = 3_600_000;
const SIZES = ['large', 'medium', 'small'] as const;

async function send({ members }: World, connection: number, isForm: boolean): Promise<BenchRequest[]> {
  const photo = await photo2MB();
  return shareOf(members, connection, PHOTO_CONNECTIONS)
    .slice(-1)
    .map((member) => ({
      method: 'PUT',
      path: `/v1/profiles/${member.profileId}/avatar`,
      headers: callAs(member, isForm ? FORM_TYPE : 'image/jpeg'),
      body: isForm ? photoForm({}, 'image', photo) : photo,
    }));
}

const sending = {
  operation: 'profiles.set_avatar',
  connections: PHOTO_CONNECTIONS,
  requests: 32,
} satisfies Partial<Scenario>;

/**
 * `PUT /v1/profiles/{id}/avatar`: the whole photograph and three squares; the floor receives the photograph as its
 * body.
 */
export const setAvatar: Scenario = {
  ...sending,
  name: 'set-avatar',
  title: 'set an avatar, 2 MB photograph',
  send: (world, connection, side) => send(world, connection, side === 'server'),
  floor(app, tools) {
    const noteGarbage = tools.query('media.note_garbage');
    const memberOf = memberFinder(tools);
    const writeFile = makeFolder(tools.directory);
    const squares = SIZES.map((size) => {
      const side = LIMITS.avatar[`${size}_px`];
      return { width: side, height: side, fit: 'cover' } as const;
    });
    acceptPhotos(app);
    app.put<{ Params: { id: string } }>('/v1/profiles/:id/avatar', async (request, reply) => {
      const { files } = await encodePhoto(request.body as Buffer, squares);
      const key = newBlobKey();
      const keys = [key, ...SIZES.map((size) => sizedBlobKey(key, size))];
      const now = Date.now();
      await noteGarbage({ keys, due_at: new Date(now + HOUR_MS) });
      await Promise.all(files.map((bytes, index) => writeFile(keys[index]!, bytes)));
      const ctx = tools.ctx(memberOf(request), 'profiles.set_avatar', request);
      const row = await setProfilePicture(ctx, request.params.id, { kind: 'avatar', theme: 'light', key });
      return reply.type('application/json').send(JSON.stringify(row));
    });
  },
};

/** The same with a bucket. */
export const setAvatarS3: Scenario = {
  ...sending,
  name: 'set-avatar-s3',
  title: 'set an avatar, 2 MB photograph',
  send: (world, connection) => send(world, connection, true),
  floor: 'disk',
};
