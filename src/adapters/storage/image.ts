import sharp, { type OutputInfo } from 'sharp';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { firstFrame } from './first-frame.ts';
import { detectImageFormat, IMAGE_TYPES, type ImageFormat, isWholeFile, outlineJpeg } from './image-format.ts';

// Process-wide settings, before the first image. By default the library decodes SVG, TIFF, HEIF, PDF and more, and each
// decoder adds attack surface; it doesn't need to open files either. Its cache would retain pixels of uploads, and the
// decode queue, not the library, controls parallelism.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** `inside` keeps the whole image, `cover` crops it to the given shape around the center. Neither enlarges. */
export type ImageOutput<Name extends string = string> =
  | { name: Name; fit: 'inside'; width?: number; height?: number }
  | { name: Name; fit: 'cover'; width: number; height: number };

/** Maximum bytes, pixels and longest side of the input, and maximum pixels and longest side of the result. */
export type ImageLimits = {
  maxBytes: number;
  maxPixels: number;
  maxGivenSide: number;
  maxStoredPixels: number;
  maxSide: number;
};

export type ImageSpec<Name extends string = string> = {
  /** The path of the image in the request, for `agent.fields`: `body.images[1]`. */
  path: string;
  outputs: readonly ImageOutput<Name>[];
  limits?: ImageLimits;
  /** Stops between two steps after the caller has disconnected. */
  signal?: AbortSignal;
};

export type ProcessedImage = { bytes: Buffer; width: number; height: number; contentType: 'image/webp' };

/** The upright size of the input in pixels, and whether it has frames behind the first. */
export type GivenImage = { width: number; height: number; isAnimated: boolean };

const DEFAULT_LIMITS: ImageLimits = {
  maxBytes: LIMITS.image.max_bytes,
  maxPixels: LIMITS.image.max_pixels,
  maxGivenSide: LIMITS.image.max_side_px,
  maxStoredPixels: LIMITS.image.stored_pixels,
  maxSide: LIMITS.image.stored_side_px,
};

/** The complete image, and the only output for images of posts. */
export const WHOLE_PICTURE = { name: 'source', fit: 'inside' } as const satisfies ImageOutput;

/** Five times the maximum of known encoders. With this many scans the largest image still takes about a second. */
const MAX_JPEG_SCANS = 100;

/** The slowest measured image at the pixel limit (16-bit interlaced PNG) takes 3 s. */
const DECODE_TIMEOUT_SECONDS = 30;

/** Rejects truncated images and wrong checksums. Of a JPEG, the decoder only warns about what is missing. */
const FAIL_ON = 'error';
/** Its warning about rows that it has to invent. Others are harmless, such as extra bytes between segments, which phones write. */
const PREMATURE_END = /premature end/i;

/** Effort 2 of 6 takes half the time of 4, for files that are 5 % larger. Encoding is the most expensive step. */
const WEBP = { quality: 80, effort: 2 } as const;

/**
 * Decodes an untrusted image (JPEG, PNG, WebP, GIF; first frame) and creates its outputs: upright, sRGB, WebP, without
 * metadata, at most `limits.maxStoredPixels` and `limits.maxSide`. Call it only inside `ctx.decodeQueue`: it needs up
 * to 350 MiB and a core for seconds.
 *
 * Fails with `image_too_large` (before decoding; rules `max_bytes`, `max_pixels`, `max_side` with `limit` and
 * `actual`), `unsupported_image_type`, `invalid_image` (rules `complete_image`, `readable_image`).
 */
export async function processImage<const Name extends string>(
  input: Buffer,
  spec: ImageSpec<Name>,
): Promise<Record<Name, ProcessedImage> & { given: GivenImage }> {
  const limits = spec.limits ?? DEFAULT_LIMITS;
  const source = checkBytes(input, spec.path, limits);
  spec.signal?.throwIfAborted();
  const given = await checkPixels(source, limits);
  spec.signal?.throwIfAborted();
  const picture = await decode(source, given, limits);
  const results: Partial<Record<Name, ProcessedImage>> = {};
  for (const output of spec.outputs) {
    spec.signal?.throwIfAborted();
    results[output.name] = await encode(picture, output);
  }
  return { ...(results as Record<Name, ProcessedImage>), given };
}

/**
 * A picture to decode, without the frames behind its first. `end`: of the data of a JPEG. `lacksEnd`: the two bytes of
 * its end were added.
 */
type Source = {
  input: Buffer;
  format: ImageFormat;
  isAnimated: boolean;
  end: number;
  lacksEnd: boolean;
  path: string;
};

const EMPTY =
  'The file is empty: none of its bytes arrived. Nothing was stored: read the file and repeat the whole request.';
const JPEG_END = Buffer.from([0xff, 0xd9]);
/** Data that a decoder takes for rows if it lacks some. */
const MORE_ROWS = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 89) % 251));

function checkBytes(input: Buffer, path: string, limits: ImageLimits): Source {
  if (input.length === 0) {
    fail('invalid_image', { agent: { fields: [{ path, rule: 'complete_image' }], hint: EMPTY } });
  }
  if (input.length > limits.maxBytes) tooLarge(path, 'max_bytes', limits.maxBytes, input.length);
  const format = detectImageFormat(input);
  if (format === undefined) {
    fail('unsupported_image_type', { agent: { fields: [{ path, rule: 'image_type', allowed: IMAGE_TYPES }] } });
  }
  const source: Source = { ...firstFrame(input, format), format, end: input.length, lacksEnd: false, path };
  if (format !== 'jpeg') return source;
  const { scans, hasEnd, end } = outlineJpeg(input);
  if (scans > MAX_JPEG_SCANS) invalid(source, 'too many scans');
  // Only the end is missing, or rows, too.
  return hasEnd ? { ...source, end } : { ...source, input: Buffer.concat([input, JPEG_END]), lacksEnd: true };
}

async function checkPixels(source: Source, limits: ImageLimits): Promise<GivenImage> {
  // Reads only the header. The library's limit is disabled, because our error reports the actual number of pixels.
  const header = await sharp(source.input, { failOn: FAIL_ON, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => invalid(source, error));
  const pixels = header.width * header.height;
  if (pixels > limits.maxPixels) tooLarge(source.path, 'max_pixels', limits.maxPixels, pixels);
  const side = Math.max(header.width, header.height);
  if (side > limits.maxGivenSide) tooLarge(source.path, 'max_side', limits.maxGivenSide, side);
  const { width, height } = header.autoOrient;
  return { width, height, isAnimated: source.isAnimated };
}

type Pixels = { data: Buffer; info: OutputInfo };

/** Decodes to the largest allowed size, once for all outputs: the decoder skips data and rotates the small image. */
async function decode(source: Source, { width, height }: GivenImage, limits: ImageLimits): Promise<Pixels> {
  const scale = Math.min(
    1,
    limits.maxSide / Math.max(width, height),
    Math.sqrt(limits.maxStoredPixels / (width * height)),
  );
  const sideOf = (given: number) => Math.max(1, Math.round(given * scale));
  const decodeOnce = (failOn: 'error' | 'warning', input = source.input) =>
    sharp(input, { failOn, limitInputPixels: limits.maxPixels, autoOrient: true })
      .resize({ width: sideOf(width), height: sideOf(height), fit: 'fill' })
      .toColourspace('srgb')
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  const refuse = (error: unknown) => invalid(source, error);
  if (source.format !== 'jpeg') return decodeOnce(FAIL_ON).catch(refuse);
  return decodeOnce('warning').catch(async (error: Error) => {
    if (PREMATURE_END.test(error.message)) return refuse(error);
    // The decoder names only its first warning. If it lacks rows, too, more data change the picture.
    const longer = Buffer.concat([source.input.subarray(0, source.end), MORE_ROWS, JPEG_END]);
    const picture = await decodeOnce(FAIL_ON).catch(refuse);
    const other = await decodeOnce(FAIL_ON, longer).catch(() => null);
    return other?.data.equals(picture.data) ? picture : refuse(new Error('premature end behind another warning'));
  });
}

async function encode({ data, info }: Pixels, output: ImageOutput): Promise<ProcessedImage> {
  const { width, height, channels } = info;
  const made = await sharp(data, { raw: { width, height, channels } })
    .resize({ ...sizeOf(output, width, height), fit: output.fit, withoutEnlargement: true })
    .webp(WEBP)
    .toBuffer({ resolveWithObject: true });
  return { bytes: made.data, width: made.info.width, height: made.info.height, contentType: 'image/webp' };
}

function sizeOf(output: ImageOutput, width: number, height: number): { width?: number; height?: number } {
  if (output.fit === 'inside') return { width: output.width, height: output.height };
  // An image smaller than the requested shape is cropped to a smaller one of the same shape, unlike in the library.
  const scale = Math.min(1, width / output.width, height / output.height);
  return {
    width: Math.max(1, Math.round(output.width * scale)),
    height: Math.max(1, Math.round(output.height * scale)),
  };
}

function tooLarge(path: string, rule: 'max_bytes' | 'max_pixels' | 'max_side', limit: number, actual: number): never {
  fail('image_too_large', { agent: { fields: [{ path, rule, limit, actual }] } });
}

/** A picture of which only a part arrived has a hint of its own: exporting it again would not help. */
function invalid({ input, format, lacksEnd, path }: Source, reason: unknown): never {
  const internal = reason instanceof Error ? reason.message : String(reason);
  const isWhole = !lacksEnd && !PREMATURE_END.test(internal) && isWholeFile(input, format);
  const agent = isWhole
    ? { fields: [{ path, rule: 'readable_image' }] }
    : {
        fields: [{ path, rule: 'complete_image' }],
        hint: 'The file ends before the picture does: only a part of it arrived. Nothing was stored: read the whole file and repeat the whole request.',
      };
  fail('invalid_image', { agent, internal, cause: reason });
}
