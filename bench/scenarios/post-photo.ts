import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { newId } from '../../src/core/ids.ts';
import { newBlobKey } from '../../src/storage/blob-store.ts';
import { photo2MB } from '../../test/support/pictures.ts';
import { callAs, type Scenario, shareOf } from './scenario.ts';
import { POST_TEXT } from './texts.ts';
import { memberFinder, postValues, writeValues } from './write-values.ts';

/** More would only wait: a picture takes a core, and the server decodes two at a time. */
const CONNECTIONS = 4;
const EVENTS = 4;
const BOUNDARY = 'bench-7f3a91c2d05e';
const ALT_TEXT = 'A hall full of machines in the evening light';
const SIDE_PX = 2560;
const HOUR_MS = 3_600_000;

function form(photo: Buffer): Buffer {
  const part = (headers: string, value: string | Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...part('name="body"', POST_TEXT),
    ...part('name="alt_text"', ALT_TEXT),
    ...part('name="images"; filename="hall.jpg"\r\nContent-Type: image/jpeg', photo),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

/** The pipeline of src/storage/image.ts without its checks. */
async function encode(input: Buffer) {
  const { data, info } = await sharp(input, { failOn: 'error', autoOrient: true })
    .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const bytes = await sharp(data, { raw: { width, height, channels } }).webp({ quality: 80, effort: 2 }).toBuffer();
  return { bytes, width, height };
}

/** `POST /v1/posts/with-images` as multipart with one photograph; the floor gets the photograph alone as its body. */
export const postPhoto: Scenario = {
  name: 'post-photo',
  title: 'post with one 2 MB photograph',
  operation: 'posts.create_with_images',
  connections: CONNECTIONS,
  requests: 32,
  async send({ members }, connection, side) {
    const photo = await photo2MB();
    const contentType = side === 'server' ? `multipart/form-data; boundary=${BOUNDARY}` : 'image/jpeg';
    return shareOf(members, connection, CONNECTIONS)
      .slice(0, 1)
      .map((member) => ({
        method: 'POST',
        path: '/v1/posts/with-images',
        headers: callAs(member, contentType),
        body: side === 'server' ? form(photo) : photo,
      }));
  },
  floor(app, tools) {
    const noteGarbage = tools.query('media.note_garbage');
    const insert = tools.query('posts.insert');
    const memberOf = memberFinder(tools);
    const folder = join(tools.directory, 'floor-media');
    mkdirSync(folder, { recursive: true });
    app.addContentTypeParser('image/jpeg', { parseAs: 'buffer', bodyLimit: 16 << 20 }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/v1/posts/with-images', async (request, reply) => {
      const { bytes, width, height } = await encode(request.body as Buffer);
      const blob_key = newBlobKey();
      await noteGarbage({ keys: [blob_key], due_at: new Date(Date.now() + HOUR_MS) });
      const file = await open(join(folder, blob_key.slice(3)), 'wx');
      await file.writeFile(bytes);
      await file.sync();
      await file.close();
      const image = { id: newId(), blob_key, width, height, alt_text: ALT_TEXT, position: 0 };
      const { rows } = await insert({
        ...writeValues(memberOf(request), 'posts.create_with_images', request, EVENTS),
        ...postValues(POST_TEXT, [image]),
      });
      return reply
        .code(201)
        .type('application/json')
        .send(JSON.stringify({ ...rows[0], images: [image] }));
    });
  },
};
