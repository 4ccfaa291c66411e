import type { Call, Case } from '../case.ts';
import { act } from './rights.ts';

/** Requests that are cheap for a client and expensive for the server, as often as the limits allow. */
const get = (path: string, more: Partial<Call> = {}): Call => ({
  call: `GET ${path}`,
  as: 'nobody',
  times: 400,
  parallel: 400,
  expect: { status: [200, 429] },
  ...more,
});
const GZIP = { 'accept-encoding': 'gzip' };
const BROTLI = { 'accept-encoding': 'br' };
/** Hundreds of connections that arrive at once are accepted in one turn. */
const hold = { blockMs: 400, othersMs: 2_500, cpuMs: 8_000 };
const floods = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'floods',
  name,
  steps,
  hold,
  ...more,
});

export const FLOODS: readonly Case[] = [
  {
    family: 'floods',
    name: 'a used-up address takes no page from others',
    onFreshServer: true,
    steps: [
      get('/v1/meta', { times: 620, parallel: 20, address: '127.0.0.1', expect: { status: [200, 429], some: 429 } }),
      get('/docs', { times: 1, expect: { status: 200 } }),
    ],
    hold: { othersMs: 3_000 },
  },
  floods('the document, 400 at once', [get('/openapi.json', { headers: GZIP })], {
    short: true,
    hold: { ...hold, cpuMs: 3_000, othersMs: 250 },
  }),
  floods('the document in another encoding', [
    get('/openapi.json', { headers: BROTLI, manyAddresses: true }),
    get('/openapi.json', { headers: { 'accept-encoding': 'identity' }, times: 100, parallel: 100 }),
  ]),
  floods('the document, repeatedly', [get('/openapi.json', { headers: GZIP, times: 640, parallel: 20 })]),
  floods('the pages of the documentation', [
    ...[
      '/docs',
      '/docs/errors',
      '/docs/guides/first-post',
      '/llms.txt',
      '/llms-full.txt',
      '/v1/meta',
      '/sitemap.xml',
      '/robots.txt',
    ].map((path) =>
      get(path, {
        times: 60,
        parallel: 60,
        headers: GZIP,
        manyAddresses: true,
        expect: { status: [200, 301, 302, 303, 404, 429, 503] },
      }),
    ),
  ]),
  floods('the reference, 100 at once', [
    get('/docs/reference', { times: 100, parallel: 100, headers: GZIP, manyAddresses: true }),
  ]),
  floods('pictures that do not exist', [
    get('/media/00/{uuid}.webp', { times: 3_100, parallel: 40, expect: { status: [404, 429], some: 429 } }),
  ]),
  floods(
    'public pages, 400 at once',
    ['/posts/{post}', '/@{host.username}'].map((path) =>
      get(path, { manyAddresses: true, expect: { status: [200, 429, 503], some: 200 } }),
    ),
    { hold: { ...hold, cpuMs: 12_000, othersMs: 4_000 } },
  ),
  floods('pages of unknown members', [
    get('/@nobody{n}', { times: 640, parallel: 20, expect: { status: [404, 429], some: 429 } }),
  ]),
  floods('a member beyond its limit', [
    get('/v1/me', { as: 'key', times: 320, parallel: 40, expect: { status: [200, 429], some: 429 } }),
  ]),
  floods(
    'writes beyond their limit',
    [
      {
        call: 'PUT /v1/posts/{post}/reaction',
        json: { reaction_type: 'celebrate', active: true },
        times: 90,
        parallel: 30,
        expect: { status: [200, 429], some: 429 },
      },
    ],
    { short: true },
  ),
  floods('test events of one member with several keys', [
    act(
      'm1',
      'POST /v1/webhooks',
      { url: 'https://hooks.example.com/x', profile_ids: ['{m1.profile}'] },
      { keep: { webhook: 'data.webhook.id' } },
    ),
    ...['first', 'second', 'third'].flatMap((name, index) => [
      act(
        'm1',
        'POST /v1/api-keys',
        { name, scopes: ['webhooks:all'], profile_ids: ['{m1.profile}'] },
        { profile: false, keep: { [name]: 'data.secret' } },
      ),
      act('m1', 'POST /v1/webhooks/{webhook}/test', undefined, {
        headers: { authorization: `Bearer {${name}}` },
        ...(index < 2 ? { times: 30, parallel: 10 } : { expect: { status: 429, has: 'webhook_sends' } }),
      }),
    ]),
  ]),
  floods('unknown paths', [get('/v1/{uuid}', { expect: { status: [404, 429] } })]),
];
