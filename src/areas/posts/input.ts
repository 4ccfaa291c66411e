import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { decodeBase64 } from '../../adapters/storage/base64.ts';
import { fail, failFields } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { prose } from '../../core/text.ts';
import { type Form, readForm } from '../../http/multipart.ts';
import { parseOrFail, unknownField } from '../../http/validation.ts';
import type { IncomingImage } from './images.ts';
import { CreatePostWithImages, type NewPostInput, PostFields, ReplaceImages } from './schemas.ts';

const altTexts = z.array(prose(LIMITS.alt_text.max_length));
const maxFiles = LIMITS.image.max_per_post;

/** A post with images, from either form of request. */
export type PostWithImages = { input: NewPostInput; images: IncomingImage[] };

function imagesOfForm(form: Form): IncomingImage[] {
  const texts = parseOrFail(altTexts, form.texts.get('alt_text') ?? [], 'body.alt_text');
  if (texts.length > form.files.length) {
    failFields([{ path: 'body.alt_text', rule: 'max_items', limit: form.files.length, actual: texts.length }]);
  }
  return form.files.map((file, index) => ({ ...file, altText: texts[index] || null }));
}

const ALT_TEXT = 'alt_text';

/** The text parts of a form, apart from those about its files. A problem names a part only if the schema knows it. */
function fieldsOfForm<S extends z.ZodObject>(form: Form, schema: S): z.output<S> {
  const known = Object.keys(schema.shape);
  const fields: Record<string, string> = {};
  for (const [name, values] of form.texts) {
    if (name === ALT_TEXT) continue;
    if (name === 'images') failFields([{ path: 'body.images', rule: 'type', allowed: ['file'] }]);
    if (!known.includes(name)) {
      failFields([unknownField('body', [name], [...known, 'images', ALT_TEXT])]);
    }
    if (values.length > 1) failFields([{ path: `body.${name}`, rule: 'repeated' }]);
    fields[name] = values[0]!;
  }
  return parseOrFail(schema, fields, 'body');
}

type JsonImage = { [Field in 'content_base64' | 'upload_id' | 'alt_text']?: string | undefined };

/** The images of a JSON body. Fails with `too_many_images`, `invalid_image` or `invalid_request`. */
export function imagesOfJson(images: readonly JsonImage[] = []): IncomingImage[] {
  if (images.length > maxFiles) {
    fail('too_many_images', {
      agent: { fields: [{ path: 'body.images', rule: 'max_items', limit: maxFiles, actual: images.length }] },
    });
  }
  const uploads = images.map(({ upload_id }) => upload_id?.toLowerCase());
  const repeated = uploads.findIndex((id, index) => id !== undefined && uploads.indexOf(id) < index);
  if (repeated !== -1) failFields([{ path: `body.images[${repeated}].upload_id`, rule: 'repeated' }]);
  return images.map(({ content_base64, upload_id, alt_text }, index) => {
    const path = `body.images[${index}]`;
    const altText = alt_text || null;
    if (upload_id !== undefined) return { uploadId: upload_id, path: `${path}.upload_id`, altText };
    const field = `${path}.content_base64`;
    return { bytes: decodeBase64(content_base64!, field), path: field, altText };
  });
}

/** Reads both forms of `POST /v1/posts/with-images`. */
export async function readPostWithImages(request: FastifyRequest): Promise<PostWithImages> {
  if (!request.isMultipart()) {
    const { images, ...input } = parseOrFail(CreatePostWithImages, request.body, 'body');
    return { input, images: imagesOfJson(images) };
  }
  const form = await readForm(request, [...Object.keys(PostFields.shape), ALT_TEXT]);
  const input = fieldsOfForm(form, PostFields);
  return { input, images: imagesOfForm(form) };
}

/** Reads both forms of `PUT /v1/posts/{post_id}/images`. */
export async function readImages(request: FastifyRequest): Promise<IncomingImage[]> {
  if (!request.isMultipart()) return imagesOfJson(parseOrFail(ReplaceImages, request.body, 'body').images);
  const form = await readForm(request, [ALT_TEXT]);
  fieldsOfForm(form, z.strictObject({}));
  return imagesOfForm(form);
}
