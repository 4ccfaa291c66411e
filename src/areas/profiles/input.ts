import type { FastifyRequest } from 'fastify';
import { decodeBase64 } from '../../adapters/storage/base64.ts';
import type { IncomingPicture } from '../../adapters/storage/store-pictures.ts';
import { failFields } from '../../core/errors.ts';
import { readForm } from '../../http/multipart.ts';
import { parseOrFail } from '../../http/validation.ts';
import type { NamedUpload } from '../uploads/uploads.ts';
import { SetPicture } from './schemas.ts';

/** Reads a picture: multipart with one file part `image`, or JSON with `content_base64` or `upload_id`. */
export async function readPicture(request: FastifyRequest): Promise<IncomingPicture | NamedUpload> {
  if (!request.isMultipart()) {
    const { content_base64 = '', upload_id } = parseOrFail(SetPicture, request.body, 'body');
    if (upload_id !== undefined) return { uploadId: upload_id, path: 'body.upload_id' };
    const path = 'body.content_base64';
    return { path, bytes: decodeBase64(content_base64, path) };
  }
  const { texts, files } = await readForm(request);
  if (texts.has('image')) failFields([{ path: 'body.image', rule: 'type', allowed: ['file'] }]);
  if (texts.size > 0) failFields([{ path: 'body', rule: 'unknown_field', allowed: ['image'] }]);
  return files[0] ?? failFields([{ path: 'body.image', rule: 'required' }]);
}
