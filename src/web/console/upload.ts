import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../core/limits.ts';
import type { InternalRequest } from '../../http/internal-request.ts';

type RawBody = NonNullable<InternalRequest['raw']>;
type FilePart = { filename: string; mimetype: string; file: Readable };
/** A file input of the form. Browsers send those without a file too, htmx does not. */
type Slot = { name: string; alt: string | null };

export type Upload = {
  /** The fields before the first file. More follow while the files are read. */
  fields: Record<string, string | string[]>;
  /** The file inputs of the form so far. */
  slots: readonly Slot[];
  /** The next file, and the name of its input; null after the last one. */
  next(): Promise<{ name: string; body: RawBody } | null>;
  hasFiles: boolean;
  /** A form for `/v1` with these texts and all files, each with its alternative text. */
  all(texts: Record<string, string>): RawBody;
  /** Reads the rest of the form, whose texts would be lost if `/v1` has refused it earlier. */
  finish(): Promise<void>;
};

/** Longer than any text that `/v1` accepts, so that a text which is too long is shown again in full. */
const TEXT_MAX_BYTES = 64 * 1024;
const FILES_MAX = 8;
/** Belongs to the file before it. */
const ALT = 'alt_text';

/** Starts to read a form with files (multipart/form-data), up to its first file. Fails like the parser if it is malformed. */
export async function openUpload(request: FastifyRequest): Promise<Upload> {
  const fields: Upload['fields'] = {};
  const slots: Slot[] = [];
  const files = filesOf(request, fields, slots);
  let first: IteratorResult<FilePart> | undefined = await files.next();
  const take = async () => {
    const taken = first ?? (await files.next());
    first = undefined;
    return taken.done ? null : taken.value;
  };
  const bodies: Readable[] = [];
  const bodyOf = (parts: AsyncGenerator<Buffer | string>, boundary: string): RawBody => {
    const body = Readable.from(parts, { objectMode: false });
    // `/v1` stops reading when it refuses the form.
    body.on('error', () => undefined);
    bodies.push(body);
    return { body, contentType: `multipart/form-data; boundary=${boundary}` };
  };
  return {
    fields,
    slots,
    hasFiles: !first.done,
    async next() {
      for (const body of bodies.splice(0)) await drain(body);
      const part = await take();
      if (part === null) return null;
      const boundary = newBoundary();
      return { name: slots.at(-1)!.name, body: bodyOf(oneFile(boundary, part), boundary) };
    },
    all(texts) {
      const boundary = newBoundary();
      return bodyOf(allFiles({ boundary, texts, take, slots }), boundary);
    },
    async finish() {
      for (const body of bodies.splice(0)) await drain(body);
      for (let part = await take(); part !== null; part = await take()) await drain(part.file);
    },
  };
}

const newBoundary = () => `----pronet${randomBytes(16).toString('hex')}`;

/** The chosen files. Everything else that arrives is added to `fields` and `slots`. */
async function* filesOf(
  request: FastifyRequest,
  fields: Upload['fields'],
  slots: Slot[],
): AsyncGenerator<FilePart, void> {
  // `/v1` has lower limits, and says which one was exceeded.
  const limits = { fieldSize: TEXT_MAX_BYTES, fileSize: LIMITS.body.post_images_bytes, files: FILES_MAX };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      const { fieldname, value } = part;
      const slot = fieldname === ALT ? slots.at(-1) : undefined;
      if (slot) slot.alt ??= String(value);
      else fields[fieldname] = fieldname in fields ? [fields[fieldname]!, String(value)].flat() : String(value);
      continue;
    }
    slots.push({ name: part.fieldname, alt: null });
    if (part.filename) yield part;
    await drain(part.file);
  }
}

/** Reads a stream to its end. An internal request listens for `readable`, and `resume` has no effect on such a stream. */
async function drain(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  const ended = new Promise((resolve) => body.once('close', resolve).once('end', resolve).once('error', resolve));
  const discard = () => {
    while (body.read() !== null);
  };
  body.on('readable', discard);
  discard();
  await ended;
}

const disposition = (boundary: string, name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;

async function* filePart(boundary: string, name: string, { mimetype, file }: FilePart) {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimetype) ? mimetype : 'application/octet-stream';
  yield `${disposition(boundary, name)}; filename="picture"\r\nContent-Type: ${type}\r\n\r\n`;
  yield* file as AsyncIterable<Buffer>;
  yield '\r\n';
}

async function* oneFile(boundary: string, part: FilePart): AsyncGenerator<Buffer | string> {
  yield* filePart(boundary, 'image', part);
  yield `--${boundary}--\r\n`;
}

type Whole = {
  boundary: string;
  texts: Record<string, string>;
  take(): Promise<FilePart | null>;
  slots: readonly Slot[];
};

async function* allFiles({ boundary, texts, take, slots }: Whole): AsyncGenerator<Buffer | string> {
  for (const [name, text] of Object.entries(texts)) yield `${disposition(boundary, name)}\r\n\r\n${text}\r\n`;
  for (let part = await take(); part !== null; ) {
    const slot = slots.at(-1)!;
    yield* filePart(boundary, 'images', part);
    part = await take();
    yield `${disposition(boundary, ALT)}\r\n\r\n${slot.alt ?? ''}\r\n`;
  }
  yield `--${boundary}--\r\n`;
}
