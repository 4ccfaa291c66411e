import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/**
 * Pictures made by code, so that a clone needs no binary files: the same bytes at every call with the same arguments
 * and the same version of sharp.
 */

type Size = { width?: number; height?: number };
type Rgb = readonly [number, number, number];

/** The corners as they are STORED, before any orientation tag: top left, top right, bottom left, bottom right. */
export const QUADRANTS = {
  topLeft: [220, 30, 30],
  topRight: [30, 200, 30],
  bottomLeft: [30, 30, 220],
  bottomRight: [240, 240, 240],
} as const satisfies Record<string, Rgb>;

function quadrantPixels(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = x < width / 2;
      const colour =
        y < height / 2
          ? left
            ? QUADRANTS.topLeft
            : QUADRANTS.topRight
          : left
            ? QUADRANTS.bottomLeft
            : QUADRANTS.bottomRight;
      pixels.set(colour, (y * width + x) * 3);
    }
  }
  return pixels;
}

function quadrants({ width = 64, height = 48 }: Size): Sharp {
  return sharp(quadrantPixels(width, height), { raw: { width, height, channels: 3 } });
}

/** Four coloured quadrants; with the EXIF orientation tag (1-8), GPS coordinates, an XMP packet or scans, if asked. */
export async function jpeg(
  options: Size & { orientation?: number; gps?: boolean; progressive?: boolean } = {},
): Promise<Buffer> {
  let picture = quadrants(options).jpeg({
    quality: 92,
    chromaSubsampling: '4:4:4',
    progressive: options.progressive ?? false,
  });
  if (options.gps) {
    picture = picture
      .withExif({
        IFD0: { Make: 'CanaryCam', Artist: 'Canary Artist' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 3230/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 0/1',
        },
      })
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="CanaryXmp"/></rdf:RDF></x:xmpmeta>',
      );
  }
  if (options.orientation !== undefined) picture = picture.withMetadata({ orientation: options.orientation });
  return picture.toBuffer();
}

/** A JPEG whose EXIF segment has the right frame and garbage inside, as some phones and editors write it. */
export async function jpegWithDamagedExif(size: Size = {}): Promise<Buffer> {
  const plain = await jpeg(size);
  const body = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0\xff\x7f', 'latin1'), noise(200, 7)]);
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  header.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([plain.subarray(0, 2), header, body, plain.subarray(2)]);
}

/** Four coloured quadrants; `alpha` makes the whole picture half transparent. */
export async function png(options: Size & { alpha?: boolean } = {}): Promise<Buffer> {
  const picture = quadrants(options);
  return (options.alpha ? picture.ensureAlpha(0.5) : picture).png().toBuffer();
}

export async function webp(size: Size = {}): Promise<Buffer> {
  return quadrants(size).webp({ quality: 90 }).toBuffer();
}

/** A red frame followed by a blue one. */
export async function gif({ width = 64, height = 48 }: Size = {}): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp([await frame('#dc1e1e'), await frame('#1e1edc')], { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

export async function tiff(size: Size = {}): Promise<Buffer> {
  return quadrants(size).tiff({ compression: 'none' }).toBuffer();
}

export async function avif(size: Size = {}): Promise<Buffer> {
  return quadrants(size).avif({ effort: 0 }).toBuffer();
}

/** With a script and an outside reference, because those are the reasons to refuse the format. */
export function svg({ width = 64, height = 48 }: Size = {}): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      '<script>alert(1)</script><image href="http://127.0.0.1/"/><rect width="100%" height="100%" fill="red"/></svg>',
  );
}

/** Enough of each further format for a decoder that accepts it to recognise it. */
export const FOREIGN_HEADERS = {
  heic: Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]),
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  bmp: Buffer.concat([
    Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0', 'latin1'),
    Buffer.alloc(40),
  ]),
  jxl: Buffer.concat([Buffer.from([0xff, 0x0a, 0x7f, 0x00]), Buffer.alloc(32)]),
  jp2: Buffer.concat([Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1'), Buffer.alloc(32)]),
  ico: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(40)]),
  ppm: Buffer.from('P6 1 1 255 abc'),
} as const;

/** What a caller sends as `picture.png` although it is none. */
export function textNamedPng(): Buffer {
  return Buffer.from('This is no picture, whatever its name and its declared type say.\n'.repeat(20));
}

/** A PNG of which the last third is missing, as after a lost connection. */
export async function truncatedPng(): Promise<Buffer> {
  const whole = await sharp(noise(200 * 150 * 3, 3), { raw: { width: 200, height: 150, channels: 3 } })
    .png()
    .toBuffer();
  return whole.subarray(0, Math.floor((whole.length * 2) / 3));
}

/** A JPEG of noise of which the last third is missing. */
export async function truncatedJpeg(): Promise<Buffer> {
  const whole = await sharp(noise(200 * 150 * 3, 4), { raw: { width: 200, height: 150, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  return whole.subarray(0, Math.floor((whole.length * 2) / 3));
}

/**
 * A valid PNG of one colour, small as a file and big as pixels: 20,000 x 20,000 at one bit are about 50 KB.
 * `channels: 3` or `4` make it expensive to decode: 7,680 x 4,320 x 3 are 108 KB and 100 MB.
 */
export function pngBomb(width = 20_000, height = 20_000, channels: 1 | 3 | 4 = 1): Buffer {
  const rowBytes = channels === 1 ? Math.ceil(width / 8) : width * channels;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = channels === 1 ? 1 : 8;
  header[9] = channels === 1 ? 0 : channels === 3 ? 2 : 6;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((rowBytes + 1) * height), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A grey progressive JPEG of which every scan after the first changes nothing and costs a decoder a walk over the whole
 * picture: 5,000 scans of 5,760 x 5,760 are 330 KB and half a minute.
 */
export function jpegScanBomb(width: number, height: number, scans: number): Buffer {
  const segment = (marker: number, body: readonly number[]) =>
    Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]);
  const oneCode = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), symbol]);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // Code 0 is the end-of-band symbol E14 with 14 bits more: it skips 32,767 blocks at once.
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767));
  const empty: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '0'), 2);
    empty.push(...(byte === 0xff ? [0xff, 0] : [byte]));
  }
  const scan = Buffer.concat([segment(0xda, [1, 1, 0x00, 1, 63, 0x00]), Buffer.from(empty)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    oneCode(0x00, 0x00),
    oneCode(0x10, 0xe0),
    segment(0xda, [1, 1, 0x00, 0, 0, 0x00]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array.from({ length: scans - 1 }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function pngChunk(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(body.length + 12);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, body.length + 8)), body.length + 8);
  return chunk;
}

let photo: Promise<Buffer> | undefined;

/** What a phone sends: 4,000 x 3,000 JPEG of about 2 MB, sideways by its tag, with GPS coordinates. Made once. */
export function photo2MB(): Promise<Buffer> {
  photo ??= makePhoto({ width: 4_000, height: 3_000, quality: 80 });
  return photo;
}

/** What a camera sends: 6,000 x 4,000 JPEG of nearly 8 MiB, the most that a picture may have. */
export function photo8MiB(): Promise<Buffer> {
  return makePhoto({ width: 6_000, height: 4_000, quality: 96 });
}

async function makePhoto(size: { width: number; height: number; quality: number }): Promise<Buffer> {
  const [width, height] = [1_000, 750];
  const pixels = noise(width * height * 3, 11);
  // Smooth light with a grain over it: pure noise would cost an encoder three times what a photograph costs it.
  for (let index = 0; index < pixels.length; index++) {
    const x = Math.floor(index / 3) % width;
    const y = Math.floor(index / 3 / width);
    pixels[index] = Math.round(
      128 + 70 * Math.sin(x / 90 + (index % 3)) * Math.cos(y / 70) + (pixels[index]! - 128) * 0.35,
    );
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { kernel: 'cubic' })
    .jpeg({ quality: size.quality })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Bytes that do not compress, the same for the same seed (mulberry32). */
export function noise(sizeBytes: number, seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let state = seed;
  for (let index = 0; index < sizeBytes; index++) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    bytes[index] = (mixed ^ (mixed >>> 14)) & 0xff;
  }
  return bytes;
}
