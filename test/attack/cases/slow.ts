import sharp from 'sharp';
import { noise } from '../../support/pictures.ts';
import { FORM, form, MIB } from '../bodies.ts';
import type { Call, Case, Sockets } from '../case.ts';
import { act } from './rights.ts';

/** Slow clients. */
const HOST = 'Host: 127.0.0.1\r\n';
const slow = (name: string, steps: Case['steps'], more: Partial<Case> = {}): Case => ({
  family: 'slow',
  name,
  steps,
  ...more,
});
/** About 1.2 MB: more than any route accepts without a reservation. */
const noisyPng = () =>
  sharp(noise(700 * 600 * 3, 8), { raw: { width: 700, height: 600, channels: 3 } })
    .png()
    .toBuffer();

const picturePost = {
  body: async () => form([{ name: 'images', filename: 'p.png', type: 'image/png', body: await noisyPng() }]),
  type: FORM,
};

const UPLOAD_START = '{"images":[{"content_base64":"';
const UPLOAD_END = '","alt_text":"x"}]}';

const uploadHead = (as: string): string =>
  [
    'POST /v1/posts/with-images HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer {${as}.token}`,
    `X-Profile-Id: {${as}.profile}`,
    'Content-Type: application/json',
    `Content-Length: ${48 * MIB}`,
    '',
    UPLOAD_START,
  ].join('\r\n');

/** The first `arrives` bytes of an upload of 48 MiB at once, and the rest in small pieces. */
const upload = (as: string, arrives: number): Sockets => ({
  sockets: 1,
  as,
  send: () => uploadHead(as),
  body: () => Buffer.alloc(arrives, 'x'),
  trickle: 2_000,
  settleMs: 500,
});

/** All of an upload of 48 MiB, in the same packet as the request for an event stream before it. */
function uploadBehindStream(as: string): Sockets {
  const stream = `GET /v1/events/stream HTTP/1.1\r\n${HOST}Authorization: Bearer {${as}.token}\r\n\r\n`;
  return {
    sockets: 1,
    as,
    send: () => stream + uploadHead(as),
    body: () => Buffer.from(`${'A'.repeat(48 * MIB - UPLOAD_START.length - UPLOAD_END.length)}${UPLOAD_END}`),
    settleMs: 2_000,
  };
}

const SLOW_MEMBERS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];
const webhook = (as: string, path: string, times = 1): Call =>
  act(
    as,
    'POST /v1/webhooks',
    { url: `{receiver}${path}`, profile_ids: [`{${as}.profile}`], types: ['post.published'] },
    { profile: false, times },
  );
const publish = (as: string): Call => act(as, 'POST /v1/posts', { body: 'Something to send' });

export const SLOW: readonly Case[] = [
  slow(
    'receivers of webhooks that never answer, and one that does',
    [
      ...SLOW_MEMBERS.flatMap((as) => [webhook(as, '/hang', 10), publish(as)]),
      { arrives: '/hang', atLeast: 36, withinMs: 10_000 },
      webhook('m7', '/quick'),
      publish('m7'),
      { arrives: '/quick', atLeast: 1, withinMs: 3_000 },
      // Those that hang are tried again, and wait for each other.
      ...SLOW_MEMBERS.map(publish),
      publish('m7'),
      { arrives: '/quick', atLeast: 2, withinMs: 3_000 },
    ],
    { env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } },
  ),
  slow('300 silent sockets', [{ sockets: 300, closedWithinMs: 25_000 }], { hold: { seconds: 30 } }),
  slow('100 requests that stop within a header', [
    { sockets: 100, send: () => `GET /healthz HTTP/1.1\r\n${HOST}X: `, closedWithinMs: 20_000 },
  ]),
  slow('headers that arrive byte by byte', [
    { sockets: 50, send: () => `GET /healthz HTTP/1.1\r\n${HOST}X: `, trickle: 1, closedWithinMs: 20_000 },
  ]),
  slow('100 bodies that never arrive', [
    {
      sockets: 100,
      send: () =>
        `POST /v1/account/sessions HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 200\r\n\r\n{`,
      closedWithinMs: 20_000,
    },
  ]),
  slow('100 bodies of 200 KB that trickle', [
    {
      sockets: 100,
      send: () =>
        `POST /v1/account/sessions HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{`,
      trickle: 50,
      closedWithinMs: 20_000,
    },
  ]),
  slow('100 bodies for the OAuth endpoints that trickle', [
    {
      sockets: 100,
      send: () =>
        `POST /oauth/token HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\na`,
      trickle: 1,
      closedWithinMs: 20_000,
    },
  ]),
  slow('100 bodies of GET that nobody reads and that never arrive', [
    {
      sockets: 100,
      send: () => `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: 200\r\n\r\n{`,
      closedWithinMs: 20_000,
    },
  ]),
  slow(
    'uploads of five members that use up the budget',
    [
      upload('m1', 48 * MIB - 300_000),
      upload('m2', 48 * MIB - 300_000),
      upload('m3', 48 * MIB - 300_000),
      upload('m4', 48 * MIB - 300_000),
      upload('m5', 1_200_000),
      { pauseMs: 12_000 },
      {
        call: 'POST /v1/posts/with-images',
        as: 'm6',
        ...picturePost,
        expect: { status: 201 },
      },
    ],
    { hold: { peakMiB: 400, seconds: 40, blockMs: 200 } },
  ),
  slow(
    'uploads of 48 MiB of four members, again and again, and one of another',
    [
      ...['m1', 'm2', 'm3', 'm4'].map((as) => ({ ...upload(as, MIB), sockets: 4, again: true as const })),
      {
        call: 'POST /v1/posts/with-images',
        as: 'm5',
        ...picturePost,
        times: 5,
        expect: { status: 201, withinMs: 20_000 },
      },
    ],
    { hold: { peakMiB: 400, seconds: 60, blockMs: 200 } },
  ),
  slow(
    'whole uploads of four members behind an event stream',
    [
      ...['m1', 'm2', 'm3', 'm4'].map(uploadBehindStream),
      { pauseMs: 3_000 },
      {
        call: 'POST /v1/posts/with-images',
        as: 'm5',
        ...picturePost,
        expect: { status: 201, withinMs: 10_000 },
      },
    ],
    { hold: { peakMiB: 400, seconds: 60, blockMs: 200 } },
  ),
  slow('more uploads of one member than are taken at a time', [
    { ...upload('m1', 400_000), sockets: 8 },
    { call: 'POST /v1/posts/with-images', as: 'm1', ...picturePost, expect: { status: 429, code: 'rate_limited' } },
    { call: 'POST /v1/posts/with-images', as: 'm2', ...picturePost, expect: { status: 201 } },
    { call: 'GET /v1/me', as: 'm1', expect: { status: 200 } },
  ]),
  slow(
    'responses that nobody reads',
    [
      {
        wire: () => [`GET /llms-full.txt HTTP/1.1\r\n${HOST}\r\n`.repeat(50)],
        connections: 50,
        deaf: true,
        waitMs: 2_000,
        expect: {},
      },
    ],
    { hold: { blockMs: 400 } },
  ),
  slow(
    '1,500 connections at once',
    [
      { sockets: 1_500, settleMs: 2_000 },
      { call: 'GET /v1/me', as: 'm1', expect: { status: 200, withinMs: 3_000 } },
    ],
    { hold: { blockMs: 300 } },
  ),
  // In the server of 27 November, 27 of 30 honest requests failed.
  slow(
    'half a request on 2,200 connections of one address, again and again',
    [
      {
        sockets: 2_200,
        send: () => `GET /v1/meta HTTP/1.1\r\n${HOST}`,
        again: true,
        settleMs: 3_000,
      },
      {
        call: 'GET /v1/me',
        as: 'm1',
        times: 30,
        parallel: 2,
        expect: { status: [0, 200], atMost: { status: 0, most: 1 }, withinMs: 2_000 },
      },
    ],
    { hold: { blockMs: 400 } },
  ),
];
