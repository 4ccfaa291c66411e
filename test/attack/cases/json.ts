import { arrayBomb, filled, KIB, MIB, manyKeys, nested, ORDINARY } from '../bodies.ts';
import { type Call, type Case, MARK } from '../case.ts';

/** Bodies in JSON that are large, deep, wide, ambiguous or not JSON. */
const POSTS = 'POST /v1/posts';
const WITH_IMAGES = 'POST /v1/posts/with-images';
const REFUSED = { status: [400, 413] };

const post = (body: () => string | Uint8Array, expect: Call['expect'] = REFUSED): Call => ({
  call: POSTS,
  body,
  expect,
});
const bomb = (call: string, unit: string, size: number): Call => ({
  call,
  body: () => arrayBomb('images', unit, size),
  expect: { status: [400, 413, 429] },
});
const json = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'json',
  name,
  steps,
  ...more,
});

export const JSON_BODIES: readonly Case[] = [
  json('1 MiB of zeros as pictures', [bomb(WITH_IMAGES, '0', MIB)], { short: true }),
  json('4 MiB of empty lists as pictures', [bomb(WITH_IMAGES, '[]', 4 * MIB)]),
  json('24 MB of zeros as pictures', [bomb(WITH_IMAGES, '0', 24_000_000)]),
  json('4 MiB of empty objects as the pictures of a draft', [bomb('PUT /v1/posts/{uuid}/images', '{}', 4 * MIB)]),
  json('4 MiB of texts as pictures', [bomb(WITH_IMAGES, '""', 4 * MIB)]),
  json('2 MiB of unknown names instead of pictures', [
    { call: WITH_IMAGES, body: () => manyKeys(90_000), expect: { status: [400, 413] } },
  ]),
  json('an avatar as a list of a million zeros', [
    {
      call: 'PUT /v1/profiles/{key.profile}/avatar',
      body: () => arrayBomb('content_base64', '0', 2 * MIB),
      expect: REFUSED,
    },
  ]),
  json('pictures of 2 MiB that are not base64', [
    {
      call: WITH_IMAGES,
      body: () => filled('{"images":[{"content_base64":"', '%', '"}]}', 2 * MIB),
      expect: { status: [400, 413] },
    },
  ]),
  json(
    'lists 120,000 deep',
    [post(() => nested('[', ']', 120_000)), post(() => `{"body":${nested('[', ']', 120_000)}}`)],
    {
      short: true,
    },
  ),
  json('a name twice', [
    post(() => '{"body":"seen","body":"stored"}', { status: 400, rule: 'repeated' }),
    post(() => '{"body":"seen","bod\\u0079":"stored"}', { status: 400, rule: 'repeated' }),
  ]),
  json('objects 40,000 deep', [post(() => nested('{"a":', '}', 40_000))]),
  json('240,000 unclosed lists', [
    post(() => '['.repeat(240_000), { status: 400, code: ['invalid_json', 'invalid_request'] }),
  ]),
  json('thousands of unknown names', [post(() => manyKeys(12_000), { status: 400, maxBytes: 16 * KIB })], {
    short: true,
  }),
  json('one unknown name of 200 KiB', [
    post(() => `{"body":"x","${MARK.repeat(20_000)}":1}`, { status: 400, maxBytes: 16 * KIB }),
  ]),
  json('the same name 20,000 times', [
    post(() => filled('{"body":"a"', ',"body":"b"', '}', ORDINARY), { status: [201, 400] }),
  ]),
  json('a duplicate name', [post(() => '{"body":"a","body":"b"}', { status: [201, 400] })]),
  json('a body one byte too large', [
    post(() => filled('{"body":"', 'a', '"}', ORDINARY + 1), { status: 413, code: 'payload_too_large' }),
  ]),
  json('a text of 256 KiB', [
    post(() => filled('{"body":"', 'a', '"}', ORDINARY), { status: 400, code: 'invalid_request' }),
  ]),
  json('a text of 40,000 escapes', [post(() => filled('{"body":"', '\\u0041', '"}', ORDINARY), { status: 400 })]),
  json('prototypes as names', [
    post(() => '{"body":"x","__proto__":{"visibility":"public"}}', { status: 400 }),
    post(() => '{"body":"x","constructor":{"prototype":{"x":1}}}', { status: 400 }),
    post(() => '{"body":"x","toString":1,"hasOwnProperty":1}', { status: 400, code: 'invalid_request' }),
    post(() => '{"body":"x","\\u005f_proto__":{"a":1}}', { status: 400 }),
  ]),
  json('bodies that are not objects', [
    ...['null', 'true', '1', '""', '[]', '[[]]', '"__proto__"', '-0', '1e400'].map((text) =>
      post(() => text, { status: 400 }),
    ),
  ]),
  json('texts that are not JSON', [
    ...[
      'NaN',
      '{body:1}',
      "{'body':1}",
      '{"body":NaN}',
      '{"body":Infinity}',
      '{"body":"x",}',
      '{"body":"x"}}',
      '{"body":01}',
    ].map((text) => post(() => text, { status: 400, code: 'invalid_json' })),
  ]),
  json('numbers out of every range', [
    ...[
      '1e400',
      '-1e400',
      '1e21',
      '9007199254740993',
      '2147483648',
      '0.5',
      '-1',
      '0',
      '-0',
      `1${'0'.repeat(100_000)}`,
    ].map(
      (number): Call => ({
        call: 'POST /v1/posts/{uuid}/publish',
        body: () => `{"expected_revision":${number}}`,
        expect: { status: 400 },
      }),
    ),
  ]),
  json('dates out of every range', [
    ...[
      '9999-12-31T23:59:59Z',
      '+275760-09-13T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '2026-13-45T99:99:99Z',
      '1970-01-01',
      '1e3',
      '99999999999999',
    ].map((date) => post(() => JSON.stringify({ body: 'later', scheduled_at: date }), { status: [201, 400] })),
    {
      call: 'POST /v1/api-keys',
      json: { name: 'k', scopes: ['posts:read'], profile_ids: [], expires_at: '+275760-09-13T00:00:00Z' },
      expect: { status: 400 },
    },
  ]),
  json('bytes that are not UTF-8', [
    post(() => Buffer.from([0x7b, 0x22, 0x62, 0xff, 0xfe, 0x22, 0x7d]), { status: 400, code: 'invalid_json' }),
    post(() => Buffer.from('\ufeff{"body":"x"}', 'utf16le'), { status: 400, code: 'invalid_json' }),
    post(() => Buffer.alloc(ORDINARY), { status: 400, code: 'invalid_json' }),
    post(() => Buffer.alloc(ORDINARY, 0xff), { status: 400, code: 'invalid_json' }),
  ]),
  json('characters that a database cannot store', [
    post(() => '{"body":"a\\u0000b"}', { status: 400, code: 'invalid_request' }),
    post(() => '{"body":"\\ud800"}', { status: 400, code: 'invalid_request' }),
    post(() => '{"body":"x","client_reference":"\\udfff"}', { status: 400, code: 'invalid_request' }),
    ...['\\u0000', '\\ud800'].flatMap((character): Call[] => [
      {
        call: 'POST /v1/profile-follows',
        body: () => `{"followed_profile_id":"${character}"}`,
        expect: { status: 400 },
      },
      { call: 'POST /v1/contact-requests', body: () => `{"profile_id":"${character}"}`, expect: { status: 400 } },
      { call: 'POST /v1/conversations/direct', body: () => `{"profile_id":"${character}"}`, expect: { status: 400 } },
      post(() => `{"body":"x","reply_to_post_id":"${character}"}`, { status: 400 }),
      {
        call: 'POST /v1/reports',
        body: () => `{"target_type":"post","target_id":"${character}","reason":"spam"}`,
        expect: { status: 400 },
      },
    ]),
  ]),
  json('malformed ids', [
    {
      call: 'POST /v1/profile-follows',
      json: { followed_profile_id: 'no id' },
      expect: { status: 400, rule: 'id_or_username' },
    },
    {
      call: 'POST /v1/contact-requests',
      json: { profile_id: 'no id' },
      expect: { status: 400, rule: 'id_or_username' },
    },
    {
      call: 'POST /v1/conversations/direct',
      json: { profile_id: 'no id' },
      expect: { status: 400, rule: 'id_or_username' },
    },
    {
      call: 'POST /v1/profiles/{key.profile}/access',
      json: { manager_profile_id: 'no id', permissions: ['posting'] },
      expect: { status: 400, rule: 'id_or_username' },
    },
    { call: POSTS, json: { body: 'x', quoted_post_id: 'no-uuid' }, expect: { status: 400, rule: 'uuid' } },
  ]),
];
