import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, fail, failFields } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { withoutLeaked } from './leaked-secrets.ts';
import { unknownField } from './validation.ts';

/** A form as it was sent: text parts by name, in order, and the files with their paths in the request. */
export type Form = { texts: Map<string, string[]>; files: { path: string; bytes: Buffer }[] };

const { max_text_parts: MAX_TEXT_PARTS } = LIMITS.form;
/** The longest text part of any form in UTF-8: the body of a post. */
const MAX_TEXT_BYTES = 16 * 1024;

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fields: MAX_TEXT_PARTS, fieldSize: MAX_TEXT_BYTES, fieldNameSize: 64, headerPairs: 32 },
  });
  // The plugin accepts forms everywhere; a route without `multipart` would validate a body that was never read.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.isMultipart() && !request.is404 && !request.routeOptions.config.multipart)
      fail('unsupported_media_type');
    done();
  });
}

/**
 * Reads a multipart body within the bounds of the route contract, and sets `request.bodyDigest`. A file with one of the
 * `textNames` is refused for its name. Fails with `too_many_images`, `image_too_large`, `payload_too_large` or
 * `invalid_request`.
 */
export async function readForm(request: FastifyRequest, textNames: readonly string[] = []): Promise<Form> {
  const { fileField, maxFiles } = request.routeOptions.config.multipart!;
  const pathOf = (index: number) => (maxFiles === 1 ? `body.${fileField}` : `body.${fileField}[${index}]`);
  const form: Form = { texts: new Map(), files: [] };
  const digest = createHash('sha256');
  const parts = request.parts({
    limits: {
      files: maxFiles + 1,
      fileSize: LIMITS.image.max_bytes + 1,
      parts: maxFiles + 1 + MAX_TEXT_PARTS,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        if (part.fieldname !== fileField) misplaced(part.fieldname, fileField, textNames);
        if (form.files.length === maxFiles) tooMany(`body.${fileField}`, maxFiles);
        const bytes = await part.toBuffer();
        form.files.push({ path: pathOf(form.files.length), bytes });
        digest.update(JSON.stringify(['file', part.fieldname, createHash('sha256').update(bytes).digest('base64')]));
      } else {
        if (part.valueTruncated) fail('payload_too_large');
        if (typeof part.value !== 'string') failFields([{ path: 'body', rule: 'type', allowed: ['string'] }]);
        const values = form.texts.get(part.fieldname) ?? [];
        form.texts.set(part.fieldname, [...values, part.value]);
        digest.update(JSON.stringify(['text', part.fieldname, part.value]));
      }
    }
  } catch (error) {
    throw formFailure(error, pathOf(form.files.length));
  }
  request.bodyDigest = digest.digest('base64');
  return { ...form, texts: new Map(await withoutLeaked(request, [...form.texts])) };
}

/** A text part with a file name is a file. Only known names are repeated. */
function misplaced(name: string, fileField: string, textNames: readonly string[]): never {
  if (textNames.includes(name)) failFields([{ path: `body.${name}`, rule: 'type', allowed: ['text'] }]);
  failFields([unknownField('body', [name], [fileField])]);
}

function tooMany(path: string, limit: number): never {
  fail('too_many_images', { agent: { fields: [{ path, rule: 'max_items', limit }] } });
}

/** Converts failures of the parser. Those of a truncated body or a malformed header have no code. */
function formFailure(error: unknown, filePath: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const field = { path: filePath, rule: 'max_bytes', limit: LIMITS.image.max_bytes };
    return new ApiError('image_too_large', { cause: error, agent: { fields: [field] } });
  }
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') {
    const field = { path: 'body', rule: 'type', allowed: ['string'] };
    return new ApiError('invalid_request', { cause: error, agent: { fields: [field] } });
  }
  if (code === 'FST_PROTO_VIOLATION') {
    // A part is named like a property of every object; no form has such a field.
    const field = { path: 'body', rule: 'unknown_field' };
    return new ApiError('invalid_request', { cause: error, agent: { fields: [field] } });
  }
  // For a boundary longer than 252 bytes, the parser's message is about a needle.
  if (code === undefined && /unexpected end|malformed|boundary|needle|premature|aborted/i.test(message ?? '')) {
    return new ApiError('invalid_request', {
      cause: error,
      agent: { fields: [{ path: 'body', rule: 'complete_multipart' }] },
    });
  }
  return error;
}
