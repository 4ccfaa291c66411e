import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp, { type ResizeOptions } from 'sharp';

/** Shared by the scenarios that send a photograph. */

/** More would only wait: a picture takes one core, and the server decodes two at a time. */
export const PHOTO_CONNECTIONS = 4;
const BOUNDARY = 'bench-7f3a91c2d05e';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const SIDE_PX = 2560;

/** A form with these texts and one photograph. */
export function photoForm(texts: Record<string, string>, fileField: string, photo: Buffer): Buffer {
  const part = (headers: string, value: string | Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...Object.entries(texts).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...part(`name="${fileField}"; filename="hall.jpg"\r\nContent-Type: image/jpeg`, photo),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

/** The pipeline of src/adapters/storage/image.ts without its checks: the whole picture and the given sizes. */
export async function encodePhoto(input: Buffer, more: readonly ResizeOptions[] = []) {
  const { data, info } = await sharp(input, { failOn: 'error', autoOrient: true })
    .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: Buffer[] = [];
  for (const size of [{}, ...more]) {
    const pixels = sharp(data, { raw: { width, height, channels } });
    const sized = Object.keys(size).length > 0 ? pixels.resize(size) : pixels;
    files.push(await sized.webp({ quality: 80, effort: 2 }).toBuffer());
  }
  return { files, width, height };
}

/** Makes a floor accept a photograph as the whole body. */
export function acceptPhotos(app: FastifyInstance): void {
  const options = { parseAs: 'buffer', bodyLimit: 16 << 20 } as const;
  app.addContentTypeParser('image/jpeg', options, (_request, body, done) => done(null, body));
}

/** A folder for a floor's files: writes each under a new key, with one fsync. */
export function makeFolder(directory: string): (key: string, bytes: Buffer) => Promise<void> {
  const folder = join(directory, 'floor-media');
  mkdirSync(folder, { recursive: true });
  return async (key, bytes) => {
    const file = await open(join(folder, key.slice(3)), 'wx');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
  };
}
