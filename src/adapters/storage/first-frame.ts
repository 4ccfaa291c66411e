import type { ImageFormat } from './image-format.ts';

// cspell:ignore ANMF EXIF

/** The picture without the frames behind its first, and whether it had any. */
export type FirstFrame = { input: Buffer; isAnimated: boolean };

/**
 * Only the first frame of an animation is stored, but a decoder reads all of them before: 8 MiB can hold half a million
 * frames of a GIF, which take it seconds, or a hundred thousand of a WebP, which take it minutes.
 *
 * A damaged file is returned as it is.
 */
export function firstFrame(input: Buffer, format: ImageFormat): FirstFrame {
  const first = format === 'gif' ? firstOfGif(input) : format === 'webp' ? firstOfWebp(input) : null;
  return first ? { input: first, isAnimated: true } : { input, isAnimated: false };
}

const GIF_IMAGE = 0x2c;
const GIF_EXTENSION = 0x21;
const GIF_TRAILER = Buffer.from([0x3b]);

/** GIF89a: a header, then blocks. The data of each are in pieces of up to 255 bytes, of which the last is empty. */
function firstOfGif(bytes: Buffer): Buffer | null {
  let firstEnd: number | null = null;
  let at = 13 + paletteBytes(bytes[10]);
  for (; at < bytes.length; at = dataEnd(bytes, at)) {
    if (bytes[at] === GIF_EXTENSION) at += 2;
    else if (bytes[at] !== GIF_IMAGE) return null;
    else if (firstEnd !== null) return Buffer.concat([bytes.subarray(0, firstEnd), GIF_TRAILER]);
    else {
      at += 11 + paletteBytes(bytes[at + 9]);
      firstEnd = dataEnd(bytes, at);
    }
  }
  return null;
}

const paletteBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function dataEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size;
  return at + 1;
}

const WEBP_FRAME = Buffer.from('ANMF').readUInt32LE();
const WEBP_EXIF = Buffer.from('EXIF').readUInt32LE();

/** A RIFF file of chunks: of an animation `ANMF` for each frame, and then `EXIF`, which has the orientation. */
function firstOfWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < 12) return null;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  let frames = 0;
  let firstEnd = 0;
  let exif = bytes.subarray(0, 0);
  for (let at = 12; at + 8 <= end; ) {
    const name = bytes.readUInt32LE(at);
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (name === WEBP_FRAME && ++frames === 1) firstEnd = next;
    if (name === WEBP_EXIF && frames > 0 && exif.length === 0) exif = bytes.subarray(at, next);
    at = next;
  }
  if (frames < 2) return null;
  const first = Buffer.concat([bytes.subarray(0, firstEnd), exif]);
  first.writeUInt32LE(first.length - 8, 4);
  return first;
}
