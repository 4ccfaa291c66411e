import sharp from 'sharp';
import { expect, test } from 'vitest';
import { firstFrame } from '../../../src/adapters/storage/first-frame.ts';
import { processImage, WHOLE_PICTURE } from '../../../src/adapters/storage/image.ts';
import * as pictures from '../../support/pictures.ts';

const { topLeft: red, topRight: green, bottomLeft: blue, bottomRight: white } = pictures.QUADRANTS;
const spec = { path: 'body.images[0]', outputs: [WHOLE_PICTURE] } as const;

async function process(input: Buffer) {
  return (await processImage(input, spec)).source;
}

/** The center of each quadrant: top left, top right, bottom left, bottom right. */
async function corners(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(start, start + info.channels)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

function expectColours(actual: number[][], expected: readonly (readonly number[])[], tolerance = 14): void {
  const distance = actual.map((pixel, index) =>
    Math.max(...pixel.slice(0, 3).map((v, c) => Math.abs(v - expected[index]![c]!))),
  );
  expect(Math.max(...distance), `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`).toBeLessThan(tolerance);
}

/** The names of the chunks of a WebP file (RFC 9649). EXIF, XMP and ICCP would contain metadata. */
function chunksOf(webp: Buffer): string[] {
  expect(webp.toString('latin1', 0, 4) + webp.toString('latin1', 8, 12)).toBe('RIFFWEBP');
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) & 1)) {
    names.push(webp.toString('latin1', at, at + 4));
  }
  return names;
}

const makers = { jpeg: pictures.jpeg, png: pictures.png, webp: pictures.webp };

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes WebP of the same size and colors', async (format) => {
  const made = await process(await makers[format]({ width: 120, height: 80 }));
  expect(made).toMatchObject({ width: 120, height: 80, contentType: 'image/webp' });
  expect(chunksOf(made.bytes)).toEqual(['VP8 ']);
  expectColours(await corners(made.bytes), [red, green, blue, white]);
});

test('keeps the first frame of an animation', async () => {
  const made = await process(await pictures.gif({ width: 40, height: 30 }));
  expect(chunksOf(made.bytes)).not.toContain('ANIM');
  expectColours(await corners(made.bytes), [red, red, red, red]);
});

// Decoded with all frames, the GIF took 4 s and the WebP a minute and a half.
test.each([
  ['gif', 530_000],
  ['webp', 100_000],
] as const)('reads only the first frame of a %s of %i', async (format, frames) => {
  const animation = await pictures.manyFrames(format, frames);
  const startedAt = performance.now();
  const { source, given } = await processImage(animation, spec);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(given).toEqual({ width: 1, height: 1, isAnimated: true });
  expect((await sharp(source.bytes).metadata()).pages).toBeUndefined();
});

test('the first frame of an animation is upright, and one frame is no animation', async () => {
  const raw = { width: 64, height: 96, channels: 3 as const, pageHeight: 48 };
  const frames = sharp(pictures.noise(64 * 96 * 3, 5), { raw }).withMetadata({ orientation: 6 });
  const { source, given } = await processImage(await frames.webp().toBuffer(), spec);
  expect(given).toEqual({ width: 48, height: 64, isAnimated: true });
  expect([source.width, source.height]).toEqual([48, 64]);
  for (const format of ['gif', 'webp'] as const) {
    const { input, isAnimated } = firstFrame(await pictures.manyFrames(format, 1), format);
    expect([isAnimated, input]).toEqual([false, await pictures.manyFrames(format, 1)]);
  }
});

test('an animation that was cut off within its first frame is returned as it is', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const whole = await pictures.manyFrames(format, 2);
    for (let length = 0; length < whole.length / 2; length++) {
      const cut = whole.subarray(0, length);
      expect(firstFrame(cut, format)).toEqual({ input: cut, isAnimated: false });
    }
  }
});

// EXIF 2.32, tag 0x0112: how the stored rows and columns map to the displayed picture.
test.each([
  [1, [red, green, blue, white]],
  [2, [green, red, white, blue]],
  [3, [white, blue, green, red]],
  [4, [blue, white, red, green]],
  [5, [red, blue, green, white]],
  [6, [blue, red, white, green]],
  [7, [white, green, blue, red]],
  [8, [green, white, red, blue]],
] as const)('orientation %i becomes upright', async (orientation, expected) => {
  const made = await process(await pictures.jpeg({ width: 96, height: 64, orientation }));
  expect([made.width, made.height]).toEqual(orientation < 5 ? [96, 64] : [64, 96]);
  expectColours(await corners(made.bytes), expected);
});

test('removes GPS coordinates, camera, author and XMP', async () => {
  const input = await pictures.jpeg({ gps: true, orientation: 6 });
  expect(input.includes('CanaryCam') && input.includes('CanaryXmp')).toBe(true);
  const { bytes } = await process(input);
  expect(chunksOf(bytes)).toEqual(['VP8 ']);
  expect(bytes.includes('Canary')).toBe(false);
});

test('converts a picture in another color space to sRGB before dropping its profile', async () => {
  const plain = { create: { width: 32, height: 32, channels: 3, background: { r: 30, g: 160, b: 60 } } } as const;
  const wide = await sharp(plain).withIccProfile('p3').png().toBuffer();
  const stored = await sharp(wide).keepIccProfile().raw().toBuffer();
  const made = await process(wide);
  expect(chunksOf(made.bytes)).not.toContain('ICCP');
  const shown = (await corners(made.bytes))[0]!;
  expectColours([shown], [[30, 160, 60]], 8);
  expect(Math.abs(stored[0]! - 30)).toBeGreaterThan(20);
});

test('gray, CMYK, 16-bit and half transparent pictures look the same', async () => {
  const brick = { r: 200, g: 60, b: 40 };
  const plain = { create: { width: 20, height: 20, channels: 3, background: brick } } as const;
  const deep = await process(await sharp(plain).toColourspace('rgb16').png().toBuffer());
  expectColours(await corners(deep.bytes), Array(4).fill([200, 60, 40]), 8);
  // Converting to CMYK and back loses some precision; inverted or swapped channels would be off by a hundred.
  const inks = await process(await sharp(plain).toColourspace('cmyk').jpeg().toBuffer());
  expectColours(await corners(inks.bytes), Array(4).fill([200, 60, 40]), 30);
  const grey = await process(await sharp(plain).toColourspace('b-w').png().toBuffer());
  const [level] = await corners(grey.bytes);
  expect(Math.max(...level!) - Math.min(...level!)).toBeLessThan(4);
  const half = await process(await pictures.png({ alpha: true }));
  for (const [, , , alpha] of await corners(half.bytes)) expect(Math.abs(alpha! - 128)).toBeLessThan(3);
  expectColours(await corners(half.bytes), [red, green, blue, white]);
});

test('scales a picture to 6,553,600 pixels and 8,192 px, even a rotated one, and never enlarges a smaller one', async () => {
  const kept = await process(await pictures.jpeg({ width: 3000, height: 1500, orientation: 6 }));
  expect([kept.width, kept.height]).toEqual([1500, 3000]);
  const tall = await process(await pictures.jpeg({ width: 5000, height: 2500, orientation: 6 }));
  expect([tall.width, tall.height]).toEqual([1810, 3620]);
  const screenshot = await process(pictures.pngBomb(990, 11_490));
  expect([screenshot.width, screenshot.height]).toEqual([706, 8192]);
  const small = await process(await pictures.png({ width: 3, height: 2 }));
  expect([small.width, small.height]).toEqual([3, 2]);
  const thin = await process(pictures.pngBomb(30_000, 1));
  expect([thin.width, thin.height]).toEqual([8192, 1]);
});

test('produces several outputs from one decoding, each in its shape, none enlarged', async () => {
  const input = await pictures.jpeg({ width: 600, height: 400, orientation: 6 });
  const { given, ...made } = await processImage(input, {
    path: 'body.image',
    outputs: [
      { name: 'source', fit: 'inside' },
      { name: 'large', fit: 'cover', width: 768, height: 768 },
      { name: 'small', fit: 'cover', width: 96, height: 96 },
      { name: 'banner', fit: 'inside', width: 100 },
    ],
  });
  expect(given).toEqual({ width: 400, height: 600, isAnimated: false });
  const sizes = Object.entries(made).map(([name, { width, height }]) => [name, width, height]);
  expect(sizes).toEqual([
    ['source', 400, 600],
    ['large', 400, 400],
    ['small', 96, 96],
    ['banner', 100, 150],
  ]);
  expectColours(await corners(made.small.bytes), [blue, red, white, green]);
});

test('resizes a rotated photograph of 2 MB upright and without metadata', async () => {
  const photo = await pictures.photo2MB();
  expect(photo.length).toBeGreaterThan(1_500_000);
  const made = await process(photo);
  expect(made.width * made.height).toBeLessThanOrEqual(6_553_600 * 1.001);
  expect(made.height / made.width).toBeCloseTo(4 / 3, 2);
  expect(chunksOf(made.bytes)).toEqual(['VP8 ']);
});

test('accepts damaged metadata if the pixels are intact', async () => {
  const damagedExif = await process(await pictures.jpegWithDamagedExif({ width: 64, height: 48 }));
  expectColours(await corners(damagedExif.bytes), [red, green, blue, white]);
  const plain = await pictures.png();
  const brokenProfile = pictures.pngChunk('iCCP', Buffer.from('broken\0\0not a compressed profile'));
  const brokenText = pictures.pngChunk('tEXt', Buffer.from('no separator'));
  const damaged = Buffer.concat([plain.subarray(0, 33), brokenProfile, brokenText, plain.subarray(33)]);
  expectColours(await corners((await process(damaged)).bytes), [red, green, blue, white]);
});

test('drops bytes after the end of a picture (a motion photo, an archive)', async () => {
  for (const input of [await pictures.jpeg(), await pictures.png(), await pictures.webp(), await pictures.gif()]) {
    const { bytes } = await process(Buffer.concat([input, Buffer.from('PK\x03\x04CanaryTail')]));
    expect(bytes.includes('CanaryTail')).toBe(false);
  }
});
