import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  gif,
  jpeg,
  jpegScanBomb,
  manyFrames,
  noise,
  png,
  pngBomb,
  pngChunk,
  svg,
  truncatedJpeg,
  truncatedPng,
} from '../../support/pictures.ts';
import { FORM, form, MIB } from '../bodies.ts';
import type { Call, Case, Sockets } from '../case.ts';

/** Pictures that are small as files and large in pixels, or not what they claim to be. */
const IMAGE_CODES = ['invalid_image', 'image_too_large', 'unsupported_image_type'];
const REFUSED = { status: [400, 413], code: IMAGE_CODES };
const EITHER = { status: [201, 400, 413] };

const post = (picture: () => Uint8Array | Promise<Uint8Array>, expect: Call['expect'] = REFUSED): Call => ({
  call: 'POST /v1/posts/with-images',
  as: 'm1',
  body: async () => form([{ name: 'images', filename: 'p.png', type: 'image/png', body: await picture() }]),
  type: FORM,
  expect,
});
const pictures = (name: string, steps: Case['steps'], more: Partial<Case> = {}): Case => ({
  family: 'pictures',
  name,
  steps,
  hold: { seconds: 30, peakMiB: 500 },
  ...more,
});

/** Requests of a member at once, each with pictures that keep a decoder busy for a second or more. */
function slowPictures(as: string, sockets: number, count: number): Sockets {
  const file = { name: 'images', filename: 'p.jpg', type: 'image/jpeg', body: jpegScanBomb(5_760, 5_760, 90) };
  const body = form(Array.from({ length: count }, () => file));
  const head = [
    'POST /v1/posts/with-images HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer {${as}.token}`,
    `X-Profile-Id: {${as}.profile}`,
    `Content-Type: ${FORM}`,
    `Content-Length: ${body.length}`,
  ];
  return { sockets, as, send: () => `${head.join('\r\n')}\r\n\r\n`, body: () => body, settleMs: 200 };
}

/** A header that announces a picture of this size, with nothing after it. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rest = [pngChunk('IDAT', deflateSync(Buffer.alloc(16))), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header), ...rest]);
}

/** Text chunks before the picture that decompress to gigabytes. */
async function pngWithTextBombs(): Promise<Buffer> {
  const whole = await png();
  const packed = deflateSync(Buffer.alloc(200 * MIB), { level: 9 });
  const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]));
  const header = whole.subarray(0, 33);
  return Buffer.concat([header, ...Array.from({ length: 10 }, () => chunk), whole.subarray(33)]);
}

async function animation(frames: number, side: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  const picture = sharp(noise(side * side * frames * 3, 9), { raw });
  return format === 'gif' ? picture.gif({ effort: 1 }).toBuffer() : picture.webp({ effort: 0 }).toBuffer();
}

export const PICTURES: readonly Case[] = [
  pictures('a PNG of 400 million pixels', [post(() => pngBomb(20_000, 20_000, 1))], { short: true }),
  pictures('a PNG with one row too many', [post(() => pngBomb(7_680, 4_321, 3))]),
  pictures('PNGs whose headers announce the largest numbers', [
    post(() => pngHeader(2_147_483_647, 2_147_483_647)),
    post(() => pngHeader(0, 0)),
    post(() => pngHeader(33_177_600, 1)),
    post(() => pngHeader(1, 33_177_601)),
    post(() => pngHeader(0xffff_ffff, 1)),
  ]),
  pictures(
    'the largest accepted PNG, four at once',
    [{ ...post(() => pngBomb(7_680, 4_320, 4), { status: [201, 400, 413, 503] }), times: 4, parallel: 4 }],
    { hold: { seconds: 60, peakMiB: 1_000 } },
  ),
  pictures('a PNG whose comments unpack to 2 GB', [post(pngWithTextBombs, EITHER)]),
  pictures('a JPEG of 5,000 scans', [post(() => jpegScanBomb(5_760, 5_760, 5_000))]),
  pictures('an animated GIF of 500 frames', [post(() => animation(500, 60, 'gif'), EITHER)]),
  pictures('an animated WebP of 200 frames', [post(() => animation(200, 60, 'webp'), EITHER)]),
  pictures(
    'a GIF and a WebP of as many frames as fit',
    [post(() => manyFrames('gif', 530_000), EITHER), post(() => manyFrames('webp', 100_000), EITHER)],
    { hold: { seconds: 30, peakMiB: 300, cpuMs: 2_500, blockMs: 300 } },
  ),
  pictures(
    'slow pictures of four members, and one of another',
    [
      ...['m1', 'm2', 'm3', 'm4'].map((as) => slowPictures(as, 7, 1)),
      { ...post(() => png(), { status: 201, withinMs: 20_000 }), as: 'm5' },
    ],
    { hold: { seconds: 60, peakMiB: 1_000 } },
  ),
  pictures(
    'posts of four slow pictures of four members, and one of another',
    [
      ...['m1', 'm2', 'm3', 'm4'].map((as) => slowPictures(as, 2, 4)),
      {
        ...post(() => png(), { status: 201, withinMs: 20_000 }),
        body: async () => {
          const file = { name: 'images', filename: 'p.png', type: 'image/png', body: await png() };
          return form([file, file, file, file]);
        },
        as: 'm5',
      },
    ],
    { hold: { seconds: 60, peakMiB: 1_000 } },
  ),
  pictures('truncated PNG, JPEG, GIF and WebP', [
    post(truncatedPng),
    post(truncatedJpeg),
    post(async () => (await gif()).subarray(0, 60)),
    post(async () =>
      (
        await sharp(await png())
          .webp()
          .toBuffer()
      ).subarray(0, 40),
    ),
    post(async () => (await jpeg()).subarray(0, 20)),
    post(() => new Uint8Array(0)),
  ]),
  pictures('other formats named PNG', [
    post(() => svg()),
    post(() => Buffer.from('GIF89a<script>alert(1)</script>')),
    post(() => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]><svg>&b;</svg>')),
    post(() => Buffer.from('%PDF-1.4')),
    post(() => Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 ', 'latin1')),
    post(() => noise(2 * MIB, 6)),
  ]),
  pictures('80 invalid pictures reach the limit', [
    {
      ...post(() => Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), { status: [400, 429], some: 429 }),
      times: 80,
      parallel: 8,
      as: 'm2',
    },
  ]),
];
