import { filled, KIB, ORDINARY } from '../bodies.ts';
import type { Call, Case } from '../case.ts';

/** The authorization server: endless parameters, registrations, redirects. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const REDIRECT = 'https://app.example.com/callback';
const token = (body: () => string, expect: Call['expect'] = { status: [400, 401, 413] }): Call => ({
  call: 'POST /oauth/token',
  as: 'nobody',
  body,
  type: FORM_TYPE,
  expect,
});
const register = (body: () => string, expect: Call['expect'] = { status: [400, 413] }): Call => ({
  call: 'POST /oauth/register',
  as: 'nobody',
  body,
  expect,
});
const authorize = (query: () => string, expect: Call['expect']): Call => ({
  call: 'GET /oauth/authorize?',
  as: 'nobody',
  query,
  expect,
});
const client: Call = {
  ...register(() => JSON.stringify({ client_name: 'An app', redirect_uris: [REDIRECT] }), { status: 201 }),
  keep: { client: 'client_id' },
};
const oauth = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'oauth',
  name,
  steps,
  ...more,
});
const LOST = { status: [302, 303, 400, 401, 404, 414, 431] };

export const OAUTH: readonly Case[] = [
  oauth(
    'endless parameters',
    [
      token(() => Array.from({ length: 9_000 }, (_, n) => `p${n}=1`).join('&')),
      token(() => 'grant_type=authorization_code&'.repeat(2_000)),
      token(() => `grant_type=${'a'.repeat(60_000)}`),
      authorize(() => Array.from({ length: 1_500 }, (_, n) => `p${n}=1`).join('&'), LOST),
      authorize(() => 'client_id=x&'.repeat(1_000), LOST),
    ],
    { short: true },
  ),
  oauth('tokens, codes and assertions of 60 KB', [
    token(() => `grant_type=authorization_code&client_id=x&code=${'a'.repeat(60_000)}`),
    token(() => `grant_type=refresh_token&client_id=x&refresh_token=${'a'.repeat(60_000)}`),
    token(() => `grant_type=authorization_code&client_assertion=${'a.b.'.repeat(15_000)}`),
    token(() => `grant_type=client_credentials&scope=${'posts:read+'.repeat(5_000)}`),
    { ...token(() => 'grant_type=x'), headers: { authorization: `Basic ${'QQ'.repeat(5_000)}` } },
    {
      call: 'POST /oauth/revoke',
      as: 'nobody',
      body: () => `token=${'a'.repeat(60_000)}`,
      type: FORM_TYPE,
      expect: { status: [200, 400, 401, 413] },
    },
  ]),
  oauth('endless scopes, states and resources', [
    client,
    ...[
      `scope=${'posts:write+'.repeat(1_000)}`,
      `state=${'a'.repeat(12_000)}`,
      `resource=${'http%3A%2F%2Fx&resource='.repeat(400)}`,
      `claims=${'%7B'.repeat(4_000)}`,
      `request=${'a.b.c'.repeat(2_000)}`,
      `login_hint=${'%00'.repeat(3_000)}`,
      `code_challenge=${'a'.repeat(10_000)}`,
      'request_uri=http%3A%2F%2F127.0.0.1%3A1%2Fx',
    ].map(
      (more): Call => ({
        call: `GET /oauth/authorize?response_type=code&client_id={client}&redirect_uri=${encodeURIComponent(REDIRECT)}&code_challenge_method=S256&${more}`,
        as: 'nobody',
        expect: LOST,
      }),
    ),
  ]),
  oauth('response_mode=form_post is refused before any page', [
    client,
    {
      call: `GET /oauth/authorize?response_type=code&response_mode=form_post&client_id={client}&redirect_uri=${encodeURIComponent(REDIRECT)}&code_challenge=${CHALLENGE}&code_challenge_method=S256&scope=posts:read`,
      as: 'nobody',
      expect: { status: [302, 303, 400], lacks: 'Submitting' },
    },
  ]),
  oauth('a resource in every spelling, and one of another server', [
    client,
    { call: 'GET /.well-known/oauth-protected-resource/mcp', as: 'nobody', expect: { status: 200, has: '/mcp"' } },
    { call: 'GET /.well-known/oauth-protected-resource/mcp/', as: 'nobody', expect: { status: 200, has: '/mcp"' } },
    ...[
      ['http%3A%2F%2Flocalhost%2Fmcp%2F%2F', 'invalid_target'],
      ['https%3A%2F%2Fevil.example%2Fmcp', 'invalid_target'],
    ].map(
      ([resource, has]): Call => ({
        call: `GET /oauth/authorize?response_type=code&client_id={client}&redirect_uri=${encodeURIComponent(REDIRECT)}&code_challenge=${CHALLENGE}&code_challenge_method=S256&resource=${resource}`,
        as: 'nobody',
        // A page, not a redirect: nobody gave this app access.
        expect: { status: 400, has: has! },
      }),
    ),
  ]),
  oauth('redirects to other hosts', [
    client,
    ...[
      'https://evil.example/',
      'https://app.example.com.evil.example/callback',
      `${REDIRECT}/../x`,
      'javascript:alert(1)',
      '//evil.example',
      `${REDIRECT}%00`,
    ].map(
      (uri): Call => ({
        call: `GET /oauth/authorize?response_type=code&client_id={client}&redirect_uri=${encodeURIComponent(uri)}&code_challenge=${CHALLENGE}&code_challenge_method=S256`,
        as: 'nobody',
        expect: { status: 400, headers: { location: /^$/ } },
      }),
    ),
  ]),
  oauth('registrations with every kind of metadata', [
    register(() => filled(`{"redirect_uris":["${REDIRECT}"`, `,"${REDIRECT}"`, ']}', 16_000)),
    register(() => filled('{"redirect_uris":[0', ',0', ']}', 16_000)),
    register(() => filled('{"redirect_uris":[0', ',0', ']}', ORDINARY), { status: 413 }),
    register(() => `{"client_name":"${'a'.repeat(10_000)}","redirect_uris":["${REDIRECT}"]}`),
    register(() => `{"redirect_uris":["${REDIRECT}?${'a'.repeat(10_000)}"]}`),
    register(() => `{"redirect_uris":${'['.repeat(7_000)}${']'.repeat(7_000)}}`),
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'http://example.com/',
      'file:///etc/passwd',
      'https://u:p@x.example/',
      'https://x.example/#f',
    ].map((uri) => register(() => JSON.stringify({ redirect_uris: [uri] }))),
    ...['null', '[]', '""', '{', '{"redirect_uris":null}'].map((text) => register(() => text)),
  ]),
  oauth('endless registrations', [
    { ...client, times: 30, parallel: 5, expect: { status: [201, 429], some: 429 }, keep: {} },
  ]),
  oauth('clients with internal addresses', [
    ...[
      'https://127.0.0.1/client',
      'https://[::1]/client',
      'https://169.254.169.254/latest',
      'https://localhost/c',
      'https://localhost./c',
      'https://ex..com/c',
      'https://0x7f000001/c',
      'https://10.0.0.1/c',
    ].map(
      (id): Call => ({
        call: `GET /oauth/authorize?response_type=code&client_id=${encodeURIComponent(id)}&redirect_uri=${encodeURIComponent(REDIRECT)}&code_challenge=${CHALLENGE}&code_challenge_method=S256`,
        as: 'nobody',
        expect: { status: 400, maxBytes: 64 * KIB },
      }),
    ),
  ]),
  // Each host is looked up, and a silent name server once kept a thread: nobody's webhooks were delivered for minutes.
  oauth('clients at endless hosts', [
    {
      call: `GET /oauth/authorize?response_type=code&client_id=https://{uuid}.invalid/client.json&redirect_uri=${REDIRECT}&code_challenge=${CHALLENGE}&code_challenge_method=S256`,
      as: 'nobody',
      expect: { status: [400, 429, 503], some: 429, atMost: { status: 400, most: 20 }, withinMs: 6_000 },
      address: '127.9.9.31',
      times: 100,
      parallel: 10,
    },
  ]),
  oauth('endless consent pages', [
    {
      call: 'GET /oauth/consent/abc{n}',
      as: 'nobody',
      times: 640,
      parallel: 20,
      expect: { status: [303, 400, 404, 429] },
    },
  ]),
];
