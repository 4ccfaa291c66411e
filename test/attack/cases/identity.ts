import type { Call, Case } from '../case.ts';

/** Credentials, sign-in, sign-up, and idempotency keys. */
const PASSWORD = 'seven quiet herons over the lake';
const signIn = (email: string, password: string, more: Partial<Call>): Call => ({
  call: 'POST /v1/account/sessions',
  as: 'nobody',
  json: { email, password },
  expect: { status: [201, 401, 429, 503] },
  ...more,
});
const identity = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'identity',
  name,
  steps,
  ...more,
});
const post = (more: Partial<Call>): Call => ({
  call: 'POST /v1/posts',
  json: { body: 'once' },
  expect: { status: 201 },
  ...more,
});

export const IDENTITY: readonly Case[] = [
  identity(
    '60 sign-ins at once from many addresses',
    [
      signIn('nobody{n}@example.com', PASSWORD, { times: 60, parallel: 60, manyAddresses: true }),
      signIn('{host.email}', PASSWORD, { manyAddresses: true, expect: { status: 201, withinMs: 6_000 } }),
    ],
    { hold: { othersMs: 3_000 } },
  ),
  identity(
    'endless wrong passwords',
    [
      signIn('{m1.email}', 'seven wrong herons over the lake', {
        as: 'm1',
        times: 30,
        parallel: 5,
        expect: { status: [401, 429], some: 429, headers: {} },
      }),
    ],
    { short: true },
  ),
  identity('concurrent correct passwords', [
    signIn('{m1.email}', PASSWORD, {
      as: 'm1',
      times: 12,
      parallel: 12,
      manyAddresses: true,
      expect: { status: [201, 429], some: 201, lacks: 'wrong password' },
    }),
  ]),
  identity('passwords of 256 KiB and of every character', [
    ...[
      'a'.repeat(257),
      '\u0000'.repeat(20),
      '\ud800'.repeat(20),
      'ﷺ'.repeat(257),
      ' '.repeat(20),
      `e${'\u0301'.repeat(255)}`,
    ].map((password) => signIn('{host.email}', password, { expect: { status: [400, 401, 429] } })),
    signIn('{host.email}', 'x'.repeat(200_000), { expect: { status: [400, 401, 429] } }),
  ]),
  identity('passwords that are slow to check', [
    ...[
      'ab'.repeat(128),
      'a1'.repeat(100),
      '(((((((((((((((((((('.repeat(12),
      'qwertyuiop'.repeat(25),
      '1234567890'.repeat(25),
    ].map(
      (password): Call => ({
        call: 'POST /v1/account',
        as: 'nobody',
        json: { email: 'slow@example.com', password },
        headers: { 'dry-run': 'true' },
        expect: { status: [201, 400, 409] },
      }),
    ),
  ]),
  identity('e-mail addresses that are slow to check', [
    ...[
      `${'a'.repeat(100)}@`,
      `${'a.'.repeat(120)}@b`,
      `a@${'b.'.repeat(120)}`,
      `a@${'-'.repeat(240)}`,
      '@'.repeat(250),
      `${' '.repeat(100_000)}a@b.example`,
    ].map((email) => signIn(email, PASSWORD, { expect: { status: [400, 401] } })),
  ]),
  identity('sign-ups from one address', [
    {
      call: 'POST /v1/account',
      as: 'nobody',
      json: { email: 'many-{n}-{uuid}@example.com', password: PASSWORD },
      times: 20,
      parallel: 5,
      expect: { status: [201, 429], some: 429, atMost: { status: 201, most: 10 } },
    },
  ]),
  identity('mails to one address', [
    {
      call: 'POST /v1/account/password-reset',
      as: 'nobody',
      json: { email: '{host.email}' },
      times: 30,
      parallel: 5,
      expect: { status: [200, 202, 429], some: 429 },
    },
  ]),
  identity(
    'endless invented credentials',
    [
      {
        call: 'GET /v1/me',
        as: 'nobody',
        headers: { authorization: 'Bearer {invented_key}' },
        times: 640,
        parallel: 20,
        expect: { status: [401, 429], some: 429 },
      },
    ],
    { short: true },
  ),
  identity('endless headers that are no credential', [
    {
      call: 'GET /v1/meta',
      as: 'nobody',
      headers: { authorization: 'Token {n}' },
      times: 640,
      parallel: 20,
      expect: { status: [401, 429], some: 429 },
    },
  ]),
  identity('the console with invented sessions', [
    {
      call: 'GET /console',
      as: 'nobody',
      headers: { cookie: 'pronet_session={invented_session}' },
      times: 640,
      parallel: 20,
      expect: { status: [303, 401, 429], some: 429 },
    },
  ]),
  identity('the console only accepts its own pages', [
    {
      call: 'GET /console',
      as: 'nobody',
      expect: { status: [200, 303, 401], headers: { 'access-control-allow-origin': /^$/ } },
    },
    {
      call: 'GET /console/sign-in',
      as: 'nobody',
      expect: { status: 200, headers: { 'access-control-allow-origin': /^$/ } },
    },
  ]),
  identity(
    'an idempotency key used 60 times at once',
    [
      post({
        as: 'm1',
        headers: { 'idempotency-key': 'the-same-{m1.profile}' },
        times: 50,
        parallel: 50,
        expect: { status: [201, 409, 429, 503] },
      }),
      {
        call: 'GET /v1/profiles/{m1.profile}/posts',
        as: 'm1',
        expect: { status: 200, lacks: /"kind":"post".*"kind":"post"/s },
      },
    ],
    { short: true },
  ),
  identity('invalid idempotency keys, and another body', [
    ...['a'.repeat(256), ' ', '\t', 'a'.repeat(10_000), 'ä'].map((key) =>
      post({ headers: { 'idempotency-key': key }, expect: { status: [400, 431] } }),
    ),
    post({ headers: { 'idempotency-key': 'other' } }),
    post({
      headers: { 'idempotency-key': 'other' },
      json: { body: 'twice' },
      expect: { status: [409, 422], code: 'idempotency_key_reused' },
    }),
    post({ headers: { 'idempotency-key': ['a', 'b'] }, expect: { status: 400 } }),
  ]),
  identity('unusual header syntax', [
    post({ headers: { 'dry-run': 'maybe' }, expect: { status: 400 } }),
    post({ headers: { 'x-profile-id': 'a'.repeat(5_000) }, expect: { status: 400, code: 'invalid_profile_header' } }),
    post({ headers: { 'x-profile-id': ['{key.profile}', '{host.profile}'] }, expect: { status: 400 } }),
    post({ headers: { 'x-profile-id': '{host.profile}' }, expect: { status: 403, code: 'profile_not_attached' } }),
    post({
      headers: { 'x-request-id': 'x'.repeat(5_000) },
      expect: { status: 201, headers: { 'x-request-id': /^.{1,64}$/ } },
    }),
  ]),
  identity('a verified address requests its mail again', [
    {
      call: 'POST /v1/account/email-verification/resend',
      as: 'm1',
      expect: { status: [200, 202], has: '"accepted":true' },
    },
  ]),
  identity(
    'more sign-ins than an account may have sessions',
    [
      signIn('{m1.email}', '{m1.password}', {
        as: 'm1',
        profile: false,
        times: 105,
        parallel: 5,
        expect: { status: 201 },
        keep: { newest: 'data.session.token' },
      }),
      // The first session was not used for the longest time.
      { call: 'GET /v1/account', as: 'm1', profile: false, expect: { status: 401, code: 'revoked_credentials' } },
      ...['', '&cursor={second}'].map((cursor, page) => ({
        call: `GET /v1/account/sessions?limit=50${cursor}`,
        as: 'nobody',
        profile: false as const,
        headers: { authorization: 'Bearer {newest}' },
        ...(page === 0
          ? { keep: { second: 'data.next_cursor' }, expect: { status: 200, has: '"current":true' } }
          : { expect: { status: 200, has: '"next_cursor":null' } }),
      })),
    ],
    { hold: { seconds: 120, othersMs: 4_000 } },
  ),
  identity('posts beyond their limit', [
    post({
      as: 'm2',
      times: 45,
      parallel: 15,
      expect: { status: [201, 429], some: 429, atMost: { status: 201, most: 30 } },
    }),
  ]),
  identity('the cursor of another member', [
    post({ as: 'm1' }),
    post({ as: 'm1' }),
    {
      call: 'GET /v1/events?limit=1',
      as: 'm1',
      profile: false,
      keep: { cursor: 'data.next_cursor' },
      expect: { status: 200 },
    },
    { call: 'GET /v1/events?cursor={cursor}', as: 'm1', profile: false, expect: { status: 200 } },
    {
      call: 'GET /v1/events?cursor={cursor}',
      as: 'm2',
      profile: false,
      expect: { status: 400, code: 'invalid_cursor' },
    },
  ]),
];
