import { noise } from '../../support/pictures.ts';
import { BOUNDARY, ORDINARY } from '../bodies.ts';
import type { Call, Case } from '../case.ts';

/** 256 KiB of every kind, with every type, to everything that takes a body. */
const KINDS: Record<string, () => Uint8Array | string> = {
  zeros: () => Buffer.alloc(ORDINARY - 1),
  noise: () => noise(ORDINARY - 1, 5),
  'open lists': () => '['.repeat(ORDINARY - 1),
  'open objects': () => '{"a":'.repeat(ORDINARY / 5 - 1),
  pairs: () => 'a=1&'.repeat(ORDINARY / 4 - 1),
  'nested pairs': () => `a${'[a]'.repeat(ORDINARY / 3 - 10)}=1`,
  'percent signs': () => `a=${'%'.repeat(ORDINARY - 3)}`,
  'escaped zeros': () => `a=${'%00'.repeat(ORDINARY / 3 - 3)}`,
  'dashes of boundaries': () => `--${BOUNDARY}\r\n`.repeat(ORDINARY / 26 - 1),
};
const TYPES_OF_BODY = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  `multipart/form-data; boundary=${BOUNDARY}`,
  'multipart/form-data',
  'text/plain',
  'application/xml',
  'application/octet-stream',
  'image/png',
  '*/*',
  'application/json, application/json',
  `x/${'y'.repeat(4_000)}`,
];
const TARGETS: Record<string, { as: string; short?: true }> = {
  'POST /v1/posts': { as: 'key', short: true },
  'POST /v1/posts/with-images': { as: 'key' },
  'PATCH /v1/profiles/{key.profile}': { as: 'key' },
  'POST /v1/account/sessions': { as: 'nobody' },
  'POST /mcp': { as: 'key' },
  'POST /oauth/token': { as: 'nobody' },
  'POST /oauth/register': { as: 'nobody' },
  'POST /oauth/revoke': { as: 'nobody' },
  'POST /console/sign-in': { as: 'nobody' },
  'POST /console/account': { as: 'nobody' },
  'POST /oauth/consent/abc': { as: 'nobody' },
};

/** Every kind once, and every type once: all combinations would add nothing. */
function stepsFor(call: string, as: string): Call[] {
  const kinds = Object.entries(KINDS);
  return Array.from({ length: Math.max(kinds.length, TYPES_OF_BODY.length) }, (_, index) => ({
    call,
    as,
    body: kinds[index % kinds.length]![1],
    type: TYPES_OF_BODY[index % TYPES_OF_BODY.length]!,
    expect: { status: [303, 400, 401, 403, 404, 413, 415, 422, 429] },
  }));
}

export const TYPES: readonly Case[] = [
  ...Object.entries(TARGETS).map(
    ([call, { as, ...short }]): Case => ({
      family: 'types',
      name: `256 KiB of anything to ${call}`,
      ...short,
      steps: stepsFor(call, as),
    }),
  ),
  {
    family: 'types',
    name: 'compressed bodies',
    steps: ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'identity, gzip'].map((encoding) => ({
      call: 'POST /v1/posts',
      headers: { 'content-encoding': encoding },
      body: () => Buffer.alloc(1_000),
      expect: { status: 415, code: 'unsupported_media_type' },
    })),
  },
  {
    family: 'types',
    name: 'media types with malformed parameters',
    short: true,
    steps: ['application/json;x', 'application/json; charset', 'application/json; =utf-8'].map((type) => ({
      call: 'POST /v1/posts',
      body: () => '{"body":"a"}',
      type,
      expect: { status: 415, code: 'unsupported_media_type' },
    })),
  },
  {
    family: 'types',
    name: 'a form of 20,000 pairs',
    steps: ['POST /oauth/token', 'POST /oauth/revoke', 'POST /console/sign-in'].map((call) => ({
      call,
      as: 'nobody',
      body: () => Array.from({ length: 9_000 }, (_, n) => `k${n}=1`).join('&'),
      type: 'application/x-www-form-urlencoded',
      expect: { status: [400, 401, 403, 413, 422] },
    })),
  },
];
