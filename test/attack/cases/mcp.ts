import { arrayBomb, KIB, MCP_HEADERS, MIB, manyKeys, nested, ORDINARY, rpc, toolCall } from '../bodies.ts';
import { type Call, type Case, MARK } from '../case.ts';

/** The MCP endpoint: all cases of `json`, within another envelope, and batches. */
const call = (body: () => string, expect: Call['expect'], path = '/mcp', more: Partial<Call> = {}): Call => ({
  call: `POST ${path}`,
  headers: MCP_HEADERS,
  body,
  expect,
  ...more,
});
const ANY = { status: [200, 202, 400, 413, 429], maxBytes: 64 * KIB };
/** The failure of a tool, or of the whole request. */
const REFUSED = { status: [200, 400, 413], has: /"isError":true|"error"/, maxBytes: 64 * KIB };
const mcp = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'mcp',
  name,
  steps,
  ...more,
});
const tool = (name: string, args: unknown, expect: Call['expect']): Call => ({
  call: 'POST /mcp?toolsets=all',
  headers: MCP_HEADERS,
  json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  expect,
});
const batch = (count: number, message: unknown) => JSON.stringify(Array.from({ length: count }, () => message));
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

export const MCP: readonly Case[] = [
  mcp('490 KB of unknown arguments', [call(() => toolCall('posts_create', manyKeys(22_000)), REFUSED)], {
    short: true,
  }),
  mcp('3.5 MB of unknown arguments', [call(() => toolCall('posts_create', manyKeys(160_000)), REFUSED)]),
  mcp('24 MB of unknown arguments', [call(() => toolCall('posts_create', manyKeys(1_050_000)), REFUSED)], {
    hold: { peakMiB: 500 },
  }),
  mcp('200 KiB of unknown arguments', [call(() => toolCall('posts_create', manyKeys(9_000)), REFUSED)]),
  mcp('4 MiB of empty lists as pictures', [
    call(() => toolCall('posts_create_with_images', arrayBomb('images', '[]', 4 * MIB)), REFUSED, '/mcp?toolsets=all'),
  ]),
  mcp('4 MiB of empty lists as a text', [
    call(() => toolCall('posts_create_with_images', arrayBomb('body', '[]', 4 * MIB)), REFUSED, '/mcp?toolsets=all'),
  ]),
  mcp('arguments 40,000 deep', [
    call(() => toolCall('posts_create', `{"body":${nested('[', ']', 100_000)}}`), REFUSED),
    call(() => toolCall('posts_create', nested('{"body":', '}', 25_000)), REFUSED),
    call(() => toolCall('posts_create', nested('{"a":', '}', 40_000)), REFUSED),
  ]),
  mcp('arguments that are not an object', [
    ...[
      '[]',
      '"x"',
      '1',
      'null',
      '{"__proto__":{}}',
      '{"constructor":{"prototype":{}}}',
      '{"body":"x","toString":1}',
    ].map((text) => call(() => toolCall('posts_create', text), REFUSED)),
  ]),
  mcp('a tool of 200 KiB', [
    call(() => rpc('tools/call', { name: MARK.repeat(20_000), arguments: {} }), { ...ANY, maxBytes: 8 * KIB }),
  ]),
  mcp('a method of 200 KiB', [call(() => rpc(MARK.repeat(20_000), {}), { ...ANY, maxBytes: 8 * KIB })]),
  mcp('invalid message ids', [
    ...[{ a: 1 }, [1], 'x'.repeat(200_000), 1e300, true].map((id) =>
      call(() => rpc('tools/list', {}, id), { ...ANY, maxBytes: 300 * KIB }),
    ),
  ]),
  mcp(
    'batches beyond their limit',
    [
      call(() => batch(101, LIST), { status: [400, 429], maxBytes: 16 * KIB }),
      call(() => batch(4_000, LIST), { status: [400, 413, 429], maxBytes: 16 * KIB }),
      call(() => `[${'0,'.repeat(100_000)}0]`, { status: [400, 413, 429], maxBytes: 16 * KIB }),
      call(() => '[]', ANY),
      call(() => nested('[', ']', 60_000), ANY),
    ],
    { short: true },
  ),
  mcp(
    '100 lists of all tools in one request',
    [call(() => batch(100, LIST), { status: [200, 400, 429] }, '/mcp?toolsets=all')],
    { hold: { blockMs: 400 } },
  ),
  mcp('invalid messages', [
    ...[
      'null',
      '1',
      '""',
      '{}',
      '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    ].map((text) => call(() => text, ANY)),
    call(() => '['.repeat(ORDINARY), { status: [400, 413] }),
  ]),
  mcp('invalid revisions', [
    call(() => rpc('tools/list', {}), { status: 400, has: '2026-07-28' }, '/mcp', {
      headers: { ...MCP_HEADERS, 'mcp-protocol-version': '1999-01-01' },
    }),
    call(() => rpc('tools/list', {}), ANY, '/mcp', {
      headers: { ...MCP_HEADERS, 'mcp-protocol-version': 'x'.repeat(10_000) },
    }),
    call(
      () => rpc('initialize', { protocolVersion: MARK, capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
      ANY,
    ),
  ]),
  mcp('a foreign host', [
    call(() => rpc('tools/list', {}), { status: [400, 403, 421] }, '/mcp', {
      headers: { ...MCP_HEADERS, host: 'evil.example' },
    }),
    call(() => rpc('tools/list', {}), { status: 403 }, '/mcp', {
      headers: { ...MCP_HEADERS, origin: 'https://evil.example' },
    }),
  ]),
  mcp('methods and media types', [
    { call: 'GET /mcp', headers: MCP_HEADERS, expect: { status: 405 } },
    { call: 'DELETE /mcp', expect: { status: 405 } },
    call(() => rpc('tools/list', {}), { status: [200, 406] }, '/mcp', { headers: { accept: 'text/html' } }),
    call(() => rpc('tools/list', {}), { status: 415 }, '/mcp', { type: 'text/plain' }),
    call(() => rpc('tools/list', {}), { status: 400 }, '/mcp?toolsets=nothing'),
    call(() => rpc('tools/list', {}), { status: [400, 414, 431] }, `/mcp?toolsets=${'posts,'.repeat(2_000)}`),
  ]),
  mcp('unknown resources and prompts', [
    ...[
      'file:///etc/passwd',
      '../../etc/passwd',
      'pronet://guides/../../package',
      'http://127.0.0.1/',
      'x'.repeat(100_000),
    ].map((uri) => call(() => rpc('resources/read', { uri }), { ...ANY, lacks: 'root:', maxBytes: 300 * KIB })),
    call(() => rpc('prompts/get', { name: 'introduce_yourself', arguments: { x: MARK.repeat(10_000) } }), ANY),
  ]),
  mcp('paths in arguments', [
    tool('posts_get', { post_id: '../me' }, { status: 200, has: 'isError', lacks: '"email"' }),
    tool('posts_get', { post_id: '{post}?view=full#' }, { status: 200, has: 'isError' }),
    tool('profiles_get', { profile_id: '..%2f..%2fhealthz' }, { status: 200, has: 'isError' }),
    tool('posts_get', { post_id: `a/${'b/'.repeat(10_000)}` }, { status: 200, has: 'isError' }),
  ]),
  mcp('tools name every problem, and no paths of the API', [
    tool('posts_create', { body: 'x'.repeat(400) }, { status: 200 }),
    tool(
      'posts_create',
      { visibility: 'everyone', text: 'y' },
      { status: 200, has: /visibility.*text|text.*visibility/s },
    ),
    call(() => toolCall('posts_get', '{"post_id":"00000000-0000-7000-8000-000000000000"}'), {
      status: 200,
      has: 'post_not_found',
    }),
    tool('profiles_get', { profile_id: '{host.profile}' }, { status: 200, has: /\\?"username\\?"/ }),
    tool('home_get', {}, { status: 200, lacks: /PUT …|PUT \/v1/ }),
  ]),
];
