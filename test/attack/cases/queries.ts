import { KIB } from '../bodies.ts';
import type { Call, Case } from '../case.ts';

/** Request lines: parameters, cursors, paths. */
const get = (path: string, expect: Call['expect'], query?: () => string): Call => ({
  call: `GET ${path}`,
  expect,
  ...(query ? { query } : {}),
});
const POSTS = '/v1/profiles/{host.username}/posts';
const REFUSED = { status: 400 };
const TOO_LONG = { status: [400, 404, 414, 431] };
const queries = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'queries',
  name,
  steps,
  ...more,
});

export const QUERIES: readonly Case[] = [
  queries(
    'invalid cursors',
    [
      ...['', 'a', '!', '%00', '%ff', 'null', '[]', 'e30', 'eyJhIjoxfQ', 'AAAA'.repeat(1_000)].map((cursor) =>
        get(`${POSTS}?cursor=${cursor}`, { status: 400, code: ['invalid_cursor', 'invalid_request'] }),
      ),
    ],
    { short: true },
  ),
  queries('a cursor of 100 KB', [get(`${POSTS}?cursor=`, TOO_LONG, () => 'a'.repeat(100_000))]),
  queries('a cursor of 12 KB', [get(`${POSTS}?cursor=`, { status: [400, 414, 431] }, () => 'eyJ'.repeat(4_000))]),
  queries(
    'numbers that are not decimal digits',
    [
      ...[
        '1e1',
        '0x10',
        '%205',
        '%2B5',
        '05',
        '5.0',
        '1_0',
        '٥',
        'NaN',
        'Infinity',
        '-1',
        '0',
        '51',
        '1e400',
        '',
        'true',
        '9'.repeat(5_000),
      ].map((limit) =>
        get(`${POSTS}?limit=${encodeURI(limit).replaceAll('%25', '%')}`, { status: 400, code: 'invalid_request' }),
      ),
    ],
    { short: true },
  ),
  queries('the same parameter a thousand times', [
    get(`${POSTS}?`, { status: 400, rule: 'repeated' }, () => 'limit=1&'.repeat(1_000)),
    get('/v1/posts/lookup?', { status: 400, maxBytes: 16 * KIB }, () => 'ids=1&'.repeat(2_000)),
    get(`${POSTS}?`, { status: 400, maxBytes: 16 * KIB }, () =>
      Array.from({ length: 1_500 }, (_, n) => `x${n}=1`).join('&'),
    ),
  ]),
  queries('parameters in brackets and of prototypes', [
    ...['limit[]=1', 'limit[a][b]=1', '__proto__=1', 'constructor=1', 'view=compact&view=full', 'limit=1;cursor=2'].map(
      (query) => get(`${POSTS}?${query}`, REFUSED),
    ),
    get('/v1/posts/lookup?ids', REFUSED, () => '[a]'.repeat(3_000)),
  ]),
  queries('NUL and broken escapes in lookups', [
    ...['usernames=%00', 'ids=%00', 'usernames=a%00b'].map((query) => get(`/v1/profiles/lookup?${query}`, REFUSED)),
    get('/v1/posts/lookup?ids=%00', REFUSED),
    // Not UTF-8, so the text stays as it was sent and matches no username.
    ...['%ff', '%ed%a0%80', '%c0%80'].map((word) =>
      get(`/v1/profiles/lookup?usernames=${word}`, { status: [200, 400], has: /"items":\[\]|"ok":false/ }),
    ),
  ]),
  queries('lookups of too many', [
    get('/v1/profiles/lookup?usernames=', REFUSED, () => Array.from({ length: 51 }, (_, n) => `name${n}`).join(',')),
    get('/v1/posts/lookup?ids=', REFUSED, () => ','.repeat(7_000)),
    get('/v1/profiles/lookup?usernames=', REFUSED, () => 'a,'.repeat(3_500)),
  ]),
  queries('100 wildcards as search', [
    ...['%25', '_', '*', '\\', '%25_', '(', '.*', "'"].map((sign) =>
      get('/v1/contacts?q=', { status: [200, 400] }, () => sign.repeat(50)),
    ),
    get('/v1/contacts?q=', REFUSED, () => 'a'.repeat(101)),
    get('/v1/contacts?q=', REFUSED, () => '%00'),
  ]),
  queries('escapes in paths', [
    ...[
      '%00',
      '%',
      '%ff',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '%252e%252e',
      '..%5c..',
      '%u0041',
      '%c0%ae%c0%ae',
      'a'.repeat(501),
      '%41'.repeat(2_000),
    ].map((word) => get(`/v1/posts/${word}`, { status: [400, 404] })),
    ...[
      '/media/%2e%2e/secret-key',
      '/media/..%2f..%2fsecret-key',
      '/media/00/%00',
      '/docs/..%2f..%2fpackage.json',
      '/console/assets/..%2f..%2fsite.ts',
    ].map((path) => get(path, { status: [400, 404], lacks: 'dependencies' })),
    ...['/@%00', '/@..%2f..', '/posts/%00', '/v1//posts', '//v1/posts', '/v1/posts/./../me'].map((path) =>
      get(path, { status: [400, 401, 404] }),
    ),
  ]),
  queries('an address of 15 KB', [
    get('/v1/posts/', TOO_LONG, () => 'a'.repeat(15_000)),
    get('/', TOO_LONG, () => 'a/'.repeat(7_500)),
    get('/v1/meta?', TOO_LONG, () => 'a'.repeat(15_000)),
    get('/v1/meta?', { status: [200, 400, 414, 431] }, () => '&'.repeat(15_000)),
  ]),
  queries('an address of 500 KB', [get('/v1/posts/', { status: [400, 404, 414, 431] }, () => 'a'.repeat(500_000))]),
  queries("a stranger's audit log", [
    get('/v1/audit-log?profile_id={host.profile}', { status: 403, code: 'permission_denied' }),
    { ...get('/v1/audit-log?profile_id={host.profile}', { status: 403, code: 'permission_denied' }), profile: false },
  ]),
];
