/** The accepted media types, listed in the error for other types. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The format by the first bytes, like the decoder detects it. undefined for others. */
export function detectImageFormat(bytes: Buffer): ImageFormat | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  return undefined;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** The passes over the whole image that a decoder makes, whether the file has its end (`FF D9`), and where. */
export type JpegOutline = { scans: number; hasEnd: boolean; end: number };

/**
 * How often a decoder passes over the whole image. A progressive JPEG (ITU T.81, annex G) may have any number of scans
 * of 60 bytes: 5,000 in 330 KB keep a decoder busy for half a minute. Cameras write 1 to 20.
 *
 * Moves from marker to marker, so that compressed data and thumbnails inside segments are not counted.
 */
export function outlineJpeg(bytes: Buffer): JpegOutline {
  let scans = 0;
  let at = 2;
  while (at < bytes.length) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) break;
    const marker = bytes[at + 1];
    if (marker === END_OF_IMAGE) return { scans, hasEnd: true, end: at };
    if (marker === undefined || at + 3 >= bytes.length) break;
    if (marker === 0xff) {
      at += 1; // a fill byte before the marker
    } else if (marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2; // stuffing in compressed data, and the markers without a segment
    } else {
      if (marker === START_OF_SCAN) scans += 1;
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return { scans, hasEnd: false, end: bytes.length };
}

/** Whether the file reaches its end, so that a picture that can't be read is damaged and not cut off. */
export function isWholeFile(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'jpeg') return outlineJpeg(bytes).hasEnd;
  if (format === 'png') return bytes.lastIndexOf('IEND') > 0;
  if (format === 'webp') return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;
  return bytes.lastIndexOf(';') >= bytes.length - 2;
}
