/** The accepted media types, listed in the error for other types. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Detects the format by the first bytes, like the decoder does: file name and declared type can't be trusted. undefined
 * for other formats.
 */
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

/**
 * Counts how often a decoder passes over the whole image. A progressive JPEG (ITU T.81, annex G) can refine it any number
 * of times with scans of 60 bytes: 5,000 scans in 330 KB keep a decoder busy for half a minute without a way to interrupt
 * it. Cameras and encoders write 1 to 20 scans.
 *
 * Moves from marker to marker, so that compressed data and thumbnails inside segments are not counted.
 */
export function countJpegScans(bytes: Buffer): number {
  let scans = 0;
  let at = 2;
  while (at < bytes.length) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 3 >= bytes.length) break;
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) break;
    if (marker === 0xff) {
      at += 1; // a fill byte before the marker
    } else if (marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2; // stuffing in compressed data, and the markers without a segment
    } else {
      if (marker === START_OF_SCAN) scans += 1;
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return scans;
}
