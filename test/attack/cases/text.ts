import { type Call, type Case, MARK } from '../case.ts';

/** Member text at the limits of Unicode, and the public pages that show it. */
const FAMILY = '👨‍👩‍👧‍👦';
/** Selects a form of an ideograph: one of 240 that stand for nothing elsewhere. */
const SELECTOR = '\u{e0141}';
const ZALGO = `e${'\u0301'.repeat(2_999)}`;
const write = (body: string, expect: Call['expect'] = { status: 201 }): Call => ({
  call: 'POST /v1/posts',
  as: 'm1',
  json: { body },
  expect,
  ...(expect.status === 201 ? { keep: { written: 'data.id' } } : {}),
});
const read = (withinMs = 1_500): Call[] => [
  { call: 'GET /v1/posts/{written}', as: 'nobody', expect: { status: 200, withinMs } },
  { call: 'GET /v1/posts/{written}?view=compact', as: 'nobody', expect: { status: 200, withinMs } },
  { call: 'GET /posts/{written}', as: 'nobody', expect: { status: 200, withinMs } },
  { call: 'GET /@{m1.username}', as: 'nobody', expect: { status: 200, withinMs } },
];
/** A post with 20 comments of the same text, and the page that shows all of them. */
const thread = (body: string): Call[] => [
  write(body),
  { call: 'POST /v1/posts/{written}/comments', as: 'm1', json: { body }, times: 20, expect: { status: 201 } },
  { call: 'GET /posts/{written}', as: 'nobody', times: 3, expect: { status: 200, withinMs: 1_500 } },
];
const edit = (json: unknown, expect: Call['expect']): Call => ({
  call: 'PATCH /v1/profiles/{m1.profile}',
  as: 'm1',
  json,
  expect,
});
const text = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'text',
  name,
  steps,
  ...more,
});
const many = (unit: string, points = 3_000) => unit.repeat(Math.floor(points / [...unit].length));

export const TEXT: readonly Case[] = [
  text('a thread of addresses that end in brackets', thread(`http://a.b${')'.repeat(2_990)}`), { short: true }),
  text('a thread of addresses that end in full stops', thread(`http://a.b${'.'.repeat(2_990)}`)),
  text('a thread of addresses that end in mixed punctuation', thread(`http://a.b${many(').,!?', 2_980)}`)),
  text('a thread of opening brackets', thread(`http://a.b${'('.repeat(2_990)}`)),
  text('a thread of one-letter addresses', thread(many('http://a '))),
  text('a thread of colons', thread(many('http:'))),
  text('a thread of slashes', thread(`http://${'/'.repeat(2_990)}`)),
  text('a thread of names after @', thread(many('@a '))),
  text('a thread of line ends', thread(`a${'\n'.repeat(2_998)}b`)),
  text('a thread of characters that HTML escapes', thread(many('<&"\'>'))),
  text('endless combining marks', [write(ZALGO), ...read()], { short: true }),
  text('families of emoji', [write(many(FAMILY)), ...read()]),
  text('flags, skin tones and variation selectors', [write(many('🇩🇪👍🏿❤️‍🔥')), ...read()]),
  text('bidirectional overrides', [write(many('\u202e\u2066א')), ...read()]),
  text('Hangul jamo and Indic conjuncts', [write(many('각क्ष')), ...read()]),
  text('characters that grow on normalization', [write(many('ﷺ\u1f82\ufdfa')), ...read()]),
  text(
    'text hidden in variation selectors',
    [
      write(`A${many(SELECTOR, 1_000)}B ❤\ufe0f${many(SELECTOR, 1_000)}.`, {
        status: 201,
        has: '"body":"AB ❤\ufe0f."',
      }),
      write(`葛${many(SELECTOR, 2_900)}.`, { status: 201, has: `"body":"葛${SELECTOR}."` }),
      edit({ name: `Ro${many(SELECTOR, 70)}bin` }, { status: 200, has: '"name":"Robin"' }),
    ],
    { short: true },
  ),
  text('invisible characters', [
    write('\u200b\u3164\u2800', { status: 400, code: 'empty_post' }),
    edit({ name: '\u200b\u3164' }, { status: 400 }),
    edit({ name: '\u202eRobin' }, { status: 400, rule: 'bidi_controls' }),
  ]),
  text(
    'names that imitate others and marks of verification',
    [
      ...['✓ Verified', 'Robin ✅', '\u2611\ufe0f Robin', '\u{1f5f8}\u200bRobin', 'Robin \u{1fbb1}'].flatMap((name) => [
        edit({ name }, { status: 400, rule: 'verification_mark' }),
        edit({ call_name: name }, { status: 400, rule: 'verification_mark' }),
        edit({ occupation: name }, { status: 400, rule: 'verification_mark' }),
      ]),
      ...['pronet Support', 'P R O N E T security', 'Pr\u043enet Admin', 'The official ProNet team'].flatMap((name) => [
        edit({ name }, { status: 400, rule: 'service_name' }),
        edit({ call_name: name }, { status: 400, rule: 'service_name' }),
      ]),
      edit({ name: 'Ro\u200bb\u00adi\u{e0061}n\u200e\ufe0f' }, { status: 200, has: '"name":"Robin"' }),
    ],
    { short: true },
  ),
  text(
    'addresses and names in the scripts of the world',
    [
      ['詳細はhttps://example.org/a。次', '"url":"https://example.org/a"'],
      ['https://example.org/a、https://example.org/b', '"url":"https://example.org/b"'],
      ['see [https://example.org/a]', '"url":"https://example.org/a"'],
      ['https://example.org’s logo', '"url":"https://example.org"'],
      ['راجع https://example.org/صفحة؟', '"url":"https://example.org/صفحة"'],
      ['ดูที่ https://example.org/ไทย', '"url":"https://example.org/ไทย"'],
    ].map(([body, has]) => write(body!, { status: 201, has: has! })),
    { short: true },
  ),
  text('names found by their joined and parted forms', [
    edit({ name: 'Zqxanne-Maríe d’Zqarc' }, { status: 200 }),
    ...['zqxannemarie', 'zqxanne marie', 'dzqarc', 'zqarc'].map(
      (q): Call => ({
        call: `GET /v1/search/profiles?q=${encodeURIComponent(q)}`,
        as: 'm1',
        expect: { status: 200, has: '"username":"{m1.username}"' },
      }),
    ),
  ]),
  text(
    'usernames that imitate others',
    ['adm1n', 'supp0rt', 'rn0derator', 'n0-rep1y'].map((username) =>
      edit({ username }, { status: 400, code: 'username_reserved' }),
    ),
    { short: true },
  ),
  text('256 KiB of combining marks as a name', [
    edit({ name: `e${'\u0301'.repeat(120_000)}` }, { status: 400 }),
    edit({ occupation: '\u0301'.repeat(120_000) }, { status: 400 }),
    edit({ name: `e${'\u0301'.repeat(600)}` }, { status: 400 }),
    edit({ name: 'ᄀ'.repeat(640) }, { status: 400 }),
  ]),
  text('names and bios of emoji', [
    edit({ name: many(FAMILY, 80), bio: many(FAMILY, 1_000) }, { status: 200 }),
    { call: 'GET /@{m1.username}', as: 'nobody', expect: { status: 200 } },
    edit({ bio: `http://a.b${')'.repeat(989)}` }, { status: 200 }),
    { call: 'GET /@{m1.username}', as: 'nobody', expect: { status: 200 } },
  ]),
  text('messages of emoji and marks', [
    {
      call: 'POST /v1/conversations/direct',
      as: 'm1',
      json: { profile_id: '{host.profile}' },
      expect: { status: [200, 201] },
      keep: { conversation: 'data.conversation.id' },
    },
    ...[many(FAMILY, 4_000), `e${'\u0301'.repeat(3_999)}`, many('\u202e\u2067', 4_000)].map(
      (body): Call => ({
        call: 'POST /v1/conversations/{conversation}/messages',
        as: 'm1',
        json: { body },
        expect: { status: [201, 400] },
      }),
    ),
    { call: 'GET /v1/conversations/{conversation}/messages', as: 'm1', expect: { status: 200 } },
  ]),
  text('scripts and markup on public pages', [
    edit({ name: `<b>${MARK}</b>`, bio: '<img src=x onerror=alert(1)>' }, { status: 200 }),
    write(`<script>${MARK}</script> javascript:alert(1) data:text/html,x`),
    { call: 'GET /posts/{written}', as: 'nobody', expect: { status: 200, lacks: `<script>${MARK}` } },
    { call: 'GET /@{m1.username}', as: 'nobody', expect: { status: 200, lacks: /<img src=x|<b>zqx/ } },
    write('x'.repeat(3_001), { status: 400, rule: 'too_long' }),
    write(`${MARK}\u0000`, { status: 400 }),
  ]),
];
