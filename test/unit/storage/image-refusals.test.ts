import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { processImage, WHOLE_PICTURE } from '../../../src/adapters/storage/image.ts';
import { outlineJpeg } from '../../../src/adapters/storage/image-format.ts';
import { ApiError } from '../../../src/core/errors.ts';
import * as pictures from '../../support/pictures.ts';

const path = 'body.images[2].content_base64';

async function refusal(input: Buffer, options: { signal?: AbortSignal } = {}): Promise<ApiError> {
  const error = await processImage(input, { path, outputs: [WHOLE_PICTURE], ...options }).catch((error) => error);
  expect(error).toBeInstanceOf(ApiError);
  return error;
}

const foreign: Record<string, () => Buffer | Promise<Buffer>> = {
  svg: pictures.svg,
  tiff: pictures.tiff,
  avif: pictures.avif,
  text: pictures.textNamedPng,
  'the first bytes of a PNG': () => Buffer.from('\x89PNG', 'latin1'),
  'another RIFF': () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
  ...Object.fromEntries(Object.entries(pictures.FOREIGN_HEADERS).map(([name, bytes]) => [name, () => bytes])),
};

test.each(Object.keys(foreign))('%s is not an accepted type', async (name) => {
  const bytes = await foreign[name]!();
  expect(await refusal(bytes)).toMatchObject({
    code: 'unsupported_image_type',
    agent: { fields: [{ path, rule: 'image_type', allowed: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] }] },
  });
});

test.each(['svg', 'tiff', 'avif', 'ppm', 'pdf', 'jxl'])(
  'the library itself is configured not to decode %s',
  async (name) => {
    await expect(sharp(await foreign[name]!()).metadata()).rejects.toThrow('unsupported image format');
  },
);

test('the library opens no files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'image-'));
  try {
    await writeFile(join(folder, 'a.png'), await pictures.png());
    await expect(sharp(join(folder, 'a.png')).metadata()).rejects.toThrow('unsupported image format');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('more than 8 MiB is refused with both numbers, whatever the bytes are; 8 MiB are accepted', async () => {
  const limit = 8 * 1024 * 1024;
  const small = await pictures.jpeg();
  const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
  expect(await refusal(padded(limit + 1))).toMatchObject({
    code: 'image_too_large',
    agent: { fields: [{ path, rule: 'max_bytes', limit, actual: limit + 1 }] },
  });
  await processImage(padded(limit), { path, outputs: [WHOLE_PICTURE] });
});

/** Decoding any of these would take the memory of its pixels: 382 MiB or more. */
test('bombs are refused by their header, with both numbers, before any pixel is decoded', async () => {
  const gif = Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x4c\x01\0;', 'latin1');
  const bombs: [Buffer, number][] = [
    [pictures.pngBomb(20_000, 20_000), 400_000_000],
    [pictures.pngBomb(33_177_601, 1), 33_177_601],
    [pictures.jpegScanBomb(16_000, 16_000, 2), 256_000_000],
    [gif, 65_535 * 65_535],
  ];
  // Sampled: the peak of the process may be that of an earlier test file.
  const { rss } = globalThis.process.memoryUsage;
  const before = rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, rss());
  }, 1);
  onTestFinished(() => clearInterval(sampling));
  for (const [bomb, actual] of bombs) {
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusal(bomb)).toMatchObject({
      code: 'image_too_large',
      agent: { fields: [{ path, rule: 'max_pixels', limit: 33_177_600, actual }] },
    });
  }
  expect((peak - before) / 1024 ** 2).toBeLessThan(60);
});

test('a row with more pixels than the limit of one side is refused before decoding', async () => {
  const before = globalThis.process.resourceUsage().maxRSS;
  for (const [width, height] of [
    [65_536, 1],
    [1, 65_536],
    [33_177_600, 1],
  ] as const) {
    expect(await refusal(pictures.pngBomb(width, height, 3))).toMatchObject({
      code: 'image_too_large',
      agent: { fields: [{ path, rule: 'max_side', limit: 65_535, actual: Math.max(width, height) }] },
    });
  }
  // Generating the largest one takes 100 MB; decoding it would take 900 MB more.
  expect((globalThis.process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(400);
  await processImage(pictures.pngBomb(65_535, 1, 3), { path, outputs: [WHOLE_PICTURE] });
});

test('exactly the pixel limit is accepted', async () => {
  const { source } = await processImage(pictures.pngBomb(7_680, 4_320), { path, outputs: [WHOLE_PICTURE] });
  expect([source.width, source.height]).toEqual([3413, 1920]);
});

async function broken(): Promise<Record<string, Buffer>> {
  const size = { width: 200, height: 150 };
  const [webp, gif, png] = await Promise.all([pictures.webp(size), pictures.gif(size), pictures.png(size)]);
  const wrongChecksum = Buffer.from(png);
  wrongChecksum[png.length - 13]! ^= 1;
  return {
    'truncated PNG': await pictures.truncatedPng(),
    'truncated JPEG': await pictures.truncatedJpeg(),
    'truncated WebP': webp.subarray(0, -20),
    'truncated GIF': gif.subarray(0, gif.length / 2),
    'PNG with a wrong checksum': wrongChecksum,
    'PNG without a header': Buffer.concat([png.subarray(0, 8), png.subarray(33)]),
    'PNG signature and noise': Buffer.concat([png.subarray(0, 8), pictures.noise(500, 1)]),
    'JPEG start and noise': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), pictures.noise(500, 2)]),
    'empty WebP': Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'),
    'empty GIF': Buffer.from('GIF89a'),
  };
}

test("damaged and truncated pictures are invalid, and only the log has the library's reason", async () => {
  for (const [name, bytes] of Object.entries(await broken())) {
    const error = await refusal(bytes);
    const rule = /^(truncated|empty GIF|JPEG start|PNG signature)/.test(name) ? 'complete_image' : 'readable_image';
    expect(error, name).toMatchObject({ code: 'invalid_image', agent: { fields: [{ path, rule }] } });
    expect(error.message, name).not.toBe('invalid_image');
  }
});

test('a JPEG with thousands of scans is refused immediately; a hundred are decoded', async () => {
  const startedAt = performance.now();
  expect(await refusal(pictures.jpegScanBomb(5_760, 5_760, 5_000))).toMatchObject({ code: 'invalid_image' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await processImage(pictures.jpegScanBomb(800, 800, 100), { path, outputs: [WHOLE_PICTURE] });
  expect(await refusal(pictures.jpegScanBomb(800, 800, 101))).toMatchObject({ code: 'invalid_image' });
});

test('scans are counted in the picture, not in its segments, and garbage ends the count', async () => {
  const baseline = await pictures.jpeg();
  expect(outlineJpeg(baseline).scans).toBe(1);
  expect(outlineJpeg(await pictures.jpeg({ progressive: true })).scans).toBeGreaterThan(5);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 22]), Buffer.alloc(20, Buffer.from([0xff, 0xda]))]);
  expect(outlineJpeg(Buffer.concat([baseline.subarray(0, 2), comment, baseline.subarray(2)])).scans).toBe(1);
  for (let seed = 0; seed < 50; seed++) {
    outlineJpeg(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), pictures.noise(seed * 7, seed)]));
  }
});

test.each([false, true])(
  'a JPEG without its last two bytes is accepted, one without its last rows is not (progressive: %s)',
  async (progressive) => {
    const whole = await pictures.jpeg({ width: 640, height: 480, progressive });
    expect(whole.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const { source } = await processImage(whole.subarray(0, -2), { path, outputs: [WHOLE_PICTURE] });
    expect([source.width, source.height]).toEqual([640, 480]);
    for (const part of [0.3, 0.6, 0.9]) {
      const error = await refusal(whole.subarray(0, Math.floor(whole.length * part)));
      expect(error).toMatchObject({ code: 'invalid_image', agent: { fields: [{ path, rule: 'complete_image' }] } });
    }
  },
);

test.each([false, true])(
  'a JPEG that lacks rows is refused, though it has its end (progressive: %s)',
  async (progressive) => {
    const whole = await pictures.jpeg({ width: 640, height: 480, progressive });
    for (const part of [0.3, 0.6, 0.9]) {
      const cut = Buffer.concat([whole.subarray(0, Math.floor(whole.length * part)), Buffer.from([0xff, 0xd9])]);
      const error = await refusal(cut);
      expect(error).toMatchObject({ code: 'invalid_image', agent: { fields: [{ path, rule: 'complete_image' }] } });
      expect(error.agent.hint).toContain('only a part of it arrived');
    }
  },
);

test('an empty file has a hint of its own', async () => {
  const error = await refusal(Buffer.alloc(0));
  expect(error).toMatchObject({ code: 'invalid_image', agent: { fields: [{ path, rule: 'complete_image' }] } });
  expect(error.agent.hint).toContain('The file is empty');
});

test.each([false, true])(
  'a JPEG with extra bytes between its segments, as phones write them, is accepted if it has all rows (progressive: %s)',
  async (progressive) => {
    const whole = await pictures.jpeg({ width: 640, height: 480, progressive });
    const frame = whole.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
    const padded = Buffer.concat([whole.subarray(0, frame), Buffer.alloc(5), whole.subarray(frame)]);
    await expect(sharp(padded, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow('extraneous bytes');
    const tail = Buffer.from('PK\x03\x04 of a motion photo');
    for (const input of [padded, padded.subarray(0, -2), Buffer.concat([padded, tail])]) {
      const { source } = await processImage(input, { path, outputs: [WHOLE_PICTURE] });
      expect([source.width, source.height]).toEqual([640, 480]);
    }
    for (const part of [0.3, 0.6, 0.9]) {
      const cut = padded.subarray(0, Math.floor(padded.length * part));
      for (const input of [cut, Buffer.concat([cut, Buffer.from([0xff, 0xd9])])]) {
        const error = await refusal(input);
        expect(error).toMatchObject({ code: 'invalid_image', agent: { fields: [{ path, rule: 'complete_image' }] } });
      }
    }
  },
);

test('nothing is decoded for a disconnected caller', async () => {
  const run = processImage(await pictures.jpeg(), {
    path,
    outputs: [WHOLE_PICTURE],
    signal: AbortSignal.abort(new Error('gone')),
  });
  await expect(run).rejects.toThrow('gone');
});
