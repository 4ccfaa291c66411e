import { newBlobKey } from '../../src/adapters/storage/blob-store.ts';
import { createPost, draftPost } from '../../src/areas/posts/create.ts';
import { newId } from '../../src/core/ids.ts';
import { photo2MB } from '../../test/support/pictures.ts';
import { acceptPhotos, encodePhoto, FORM_TYPE, makeFolder, PHOTO_CONNECTIONS, photoForm } from './photo.ts';
import { type BenchRequest, callAs, type Scenario, shareOf, type World } from './scenario.ts';
import { POST_TEXT } from './texts.ts';
import { memberFinder } from './write-values.ts';

const ALT_TEXT = 'A hall full of machines in the evening light';
const HOUR_MS = 3_600_000;

async function send({ members }: World, connection: number, isForm: boolean): Promise<BenchRequest[]> {
  const photo = await photo2MB();
  return shareOf(members, connection, PHOTO_CONNECTIONS)
    .slice(0, 1)
    .map((member) => ({
      method: 'POST',
      path: '/v1/posts/with-images',
      headers: callAs(member, isForm ? FORM_TYPE : 'image/jpeg'),
      body: isForm ? photoForm({ body: POST_TEXT, alt_text: ALT_TEXT }, 'images', photo) : photo,
    }));
}

const sending = {
  title: 'post with one 2 MB photograph',
  operation: 'posts.create_with_images',
  connections: PHOTO_CONNECTIONS,
  requests: 32,
} satisfies Partial<Scenario>;

/**
 * `POST /v1/posts/with-images` as multipart with one photograph; the floor receives only the photograph as its body.
 */
export const postPhoto: Scenario = {
  ...sending,
  name: 'post-photo',
  send: (world, connection, side) => send(world, connection, side === 'server'),
  floor(app, tools) {
    const noteGarbage = tools.query('media.note_garbage');
    const memberOf = memberFinder(tools);
    const writeFile = makeFolder(tools.directory);
    acceptPhotos(app);
    app.post('/v1/posts/with-images', async (request, reply) => {
      const { files, width, height } = await encodePhoto(request.body as Buffer);
      const blob_key = newBlobKey();
      await noteGarbage({ keys: [blob_key], due_at: new Date(Date.now() + HOUR_MS) });
      await writeFile(blob_key, files[0]!);
      const ctx = tools.ctx(memberOf(request), 'posts.create_with_images', request);
      const image = { id: newId(), blob_key, width, height, alt_text: ALT_TEXT };
      const { row } = await createPost(ctx, { ...draftPost(ctx, { body: POST_TEXT }, 1), images: [image] });
      return reply.code(201).type('application/json').send(JSON.stringify(row));
    });
  },
};

/** The same with a bucket. */
export const postPhotoS3: Scenario = {
  ...sending,
  name: 'post-photo-s3',
  send: (world, connection) => send(world, connection, true),
  floor: 'disk',
};
