import { KIB } from '../bodies.ts';
import type { Case, Wire } from '../case.ts';

/** HTTP itself: requests that two parsers may read differently, and endless headers. */
const HOST = 'Host: 127.0.0.1';
const request = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const wire = (lines: readonly string[], expect: Wire['expect'], body = ''): Wire => ({
  wire: () => [request(...lines) + body],
  expect,
});
const http = (name: string, steps: Case['steps'], more: Partial<Case> = {}): Case => ({
  family: 'http',
  name,
  steps,
  ...more,
});
const SECOND = `GET /healthz HTTP/1.1\r\n${HOST}\r\n\r\n`;
const POST = 'POST /v1/account/sessions HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';
const many = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));
/** Only one request is seen, and the connection is closed. */
const ALONE = { status: 400, maxAnswers: 1, closes: true } as const;

export const HTTP: readonly Case[] = [
  http(
    'two lengths, or a length and chunks',
    [
      wire([POST, HOST, JSON_TYPE, 'Content-Length: 2', 'Content-Length: 50'], ALONE, `{}${SECOND}`),
      wire([POST, HOST, JSON_TYPE, 'Content-Length: 5', 'Transfer-Encoding: chunked'], ALONE, `0\r\n\r\n${SECOND}`),
      wire([POST, HOST, JSON_TYPE, 'Content-Length: 2, 2'], ALONE, `{}${SECOND}`),
      wire([POST, HOST, JSON_TYPE, 'Content-Length: +2'], ALONE, `{}${SECOND}`),
      wire([POST, HOST, JSON_TYPE, 'Content-Length: 0x2'], ALONE, `{}${SECOND}`),
    ],
    { short: true },
  ),
  http('unusual chunk syntax', [
    wire([POST, HOST, JSON_TYPE, 'Transfer-Encoding: xchunked'], ALONE, `0\r\n\r\n${SECOND}`),
    wire([POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked, identity'], ALONE, `0\r\n\r\n${SECOND}`),
    wire([POST, HOST, JSON_TYPE, 'Transfer-Encoding : chunked'], ALONE, `0\r\n\r\n${SECOND}`),
    wire([POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked'], { ...ALONE }, `-1\r\n\r\n${SECOND}`),
    wire(
      [POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked'],
      { ...ALONE },
      `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${SECOND}`,
    ),
    wire([POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked'], { ...ALONE }, `2\n{}\n0\n\n${SECOND}`),
    wire(
      [POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked'],
      { status: [400, 413], closes: true },
      `2;${'x'.repeat(200_000)}\r\n{}\r\n0\r\n\r\n`,
    ),
  ]),
  http('malformed request lines and headers', [
    wire(['GET /healthz'], { status: [0, 200, 400], closes: true }),
    wire(['GET /healthz HTTP/9.9', HOST], { status: [0, 400, 505], closes: true }),
    wire(['GET  /healthz  HTTP/1.1', HOST], { status: [200, 400] }),
    wire(['GET /healthz HTTP/1.1', HOST, ' folded: yes'], { status: 400, closes: true }),
    wire(['GET /healthz HTTP/1.1', HOST, 'X\0: y'], { status: 400, closes: true }),
    wire(['GET /healthz HTTP/1.1', HOST, 'X: a\0b'], { status: 400, closes: true }),
    wire(['GET /healthz HTTP/1.1', HOST, ': empty'], { status: 400, closes: true }),
    wire(['GET /healthz HTTP/1.1', HOST, 'Host: other'], { status: [200, 400] }),
    wire(['GET /healthz HTTP/1.1'], { status: 400 }),
    wire(['GET /v1/meta\ud83d HTTP/1.1', HOST], { status: 400, closes: true }),
    { wire: () => [Buffer.alloc(64 * KIB)], expect: { status: [0, 400], closes: true } },
    { wire: () => ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'], expect: { status: [0, 400], closes: true } },
    { wire: () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], expect: { status: [0, 400, 405, 505], closes: true } },
  ]),
  http('unsupported methods', [
    ...['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'LINK', 'SEARCH', 'QUERY', 'get', 'FOO', 'A'.repeat(5_000)].map(
      (method) =>
        wire([`${method} /v1/posts HTTP/1.1`, HOST, 'Cookie: secret=echo'], {
          status: [0, 400, 404, 405],
          lacks: 'secret=echo',
        }),
    ),
    wire(['CONNECT 127.0.0.1:22 HTTP/1.1', HOST], { status: [0, 400, 404, 405] }),
    wire(['GET http://169.254.169.254/ HTTP/1.1', HOST], { status: [200, 400, 404] }),
    wire(['OPTIONS * HTTP/1.1', HOST], { status: [200, 204, 400, 404, 405] }),
  ]),
  http('endless headers', [
    wire(['GET /healthz HTTP/1.1', HOST, ...many(1_900, (n) => `X-${n}: y`)], { status: [200, 431] }),
    wire(['GET /healthz HTTP/1.1', HOST, ...many(20_000, (n) => `X-${n}: y`)], { status: [0, 431], closes: true }),
    wire(['GET /healthz HTTP/1.1', HOST, `X: ${'y'.repeat(1024 * KIB)}`], { status: [0, 431], closes: true }),
    wire(['GET /healthz HTTP/1.1', HOST, ...many(300, () => 'Host: a')], { status: [200, 400] }),
    wire(['GET /console HTTP/1.1', HOST, `Cookie: ${many(1_500, (n) => `c${n}=1`).join('; ')}`], {
      status: [303, 400, 401, 431],
    }),
    wire(['GET /console HTTP/1.1', HOST, `Cookie: ${'='.repeat(14_000)}`], { status: [303, 400, 401, 431] }),
  ]),
  http('endless lists in headers', [
    wire(['GET /v1/meta HTTP/1.1', HOST, `Accept-Encoding: ${'gzip;q=0.1,'.repeat(1_200)}`], { status: [200, 406] }),
    wire(['GET /v1/meta HTTP/1.1', HOST, `Accept: ${'a/b;q=0.5,'.repeat(1_300)}`], { status: [200, 406] }),
    wire(['GET /v1/meta HTTP/1.1', HOST, `If-None-Match: ${'"a",'.repeat(3_500)}`], { status: [200, 304] }),
    wire(['GET /v1/meta HTTP/1.1', HOST, `X-Forwarded-For: ${'1.1.1.1,'.repeat(1_500)}`], { status: 200 }),
    wire(['GET /v1/meta HTTP/1.1', HOST, `Accept-Language: ${'de,'.repeat(4_500)}`], { status: 200 }),
    wire(['GET /openapi.json HTTP/1.1', HOST, `Range: bytes=${'0-1,'.repeat(3_000)}`], { status: [200, 206, 416] }),
    wire(['GET /docs HTTP/1.1', HOST, `Range: bytes=${'0-,'.repeat(4_000)}`], { status: [200, 206, 416] }),
  ]),
  http('endless credentials', [
    wire(['GET /v1/me HTTP/1.1', HOST, `Authorization: Bearer ${'a'.repeat(14_000)}`], { status: 401 }),
    wire(['GET /v1/me HTTP/1.1', HOST, `Authorization: ${'Bearer '.repeat(2_000)}`], { status: 401 }),
    wire(['GET /v1/me HTTP/1.1', HOST, `Authorization: Bearer${' '.repeat(14_000)}x`], { status: 401 }),
    wire(['GET /v1/me HTTP/1.1', HOST, 'Authorization: Bearer a', 'Authorization: Bearer b'], { status: 400 }),
  ]),
  http('expectations and upgrades', [
    wire([POST, HOST, JSON_TYPE, 'Expect: banana', 'Content-Length: 2'], { status: 417 }, '{}'),
    wire(['GET /healthz HTTP/1.1', HOST, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'], {
      status: [200, 400, 426],
    }),
    wire(['GET /healthz HTTP/1.1', HOST, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'], {
      status: [200, 400],
    }),
  ]),
  http(
    '100 connections that pipeline and never read',
    [
      {
        wire: () => [`GET /openapi.json HTTP/1.1\r\n${HOST}\r\n\r\n`.repeat(20)],
        connections: 100,
        deaf: true,
        waitMs: 4_000,
        expect: {},
      },
    ],
    { hold: { blockMs: 400, othersMs: 2_500, cpuMs: 6_000 } },
  ),
  http(
    '1,000 requests over one connection',
    [{ wire: () => [SECOND.repeat(1_000)], waitMs: 15_000, expect: { status: 200 } }],
    { hold: { blockMs: 400 } },
  ),
];
