import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newSecret } from '../../src/auth/key-format.ts';
import { BufferedLog } from '../../src/commands/log-output.ts';
import { logRequests } from '../../src/http/request-log.ts';
import { makeLogger } from '../../src/telemetry/logger.ts';
import { makeMetrics } from '../../src/telemetry/metrics.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});

beforeEach(() => {
  t.logLines.length = 0;
});

const lines = () => t.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'job done');

it.each([
  ['an API key', () => newSecret('api_key')],
  ['a link that works once', () => newSecret('one_time')],
  ['a key with one wrong character', () => `${newSecret('api_key').slice(0, -3)}000`],
  ['a token inside of other text', () => `id-${newSecret('session')}-1`],
])('contains no request id with %s', async (_what, make) => {
  const id = make();
  const { headers } = await t.call('GET', '/v1/meta', { headers: { 'x-request-id': id } });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(t.logLines.join()).not.toContain(id);
  expect(lines().at(-1).request_id).toBe(headers['x-request-id']);
});

it('contains the route template, and each field once', async () => {
  await t.call('GET', '/v1/posts/01a1fec5-de54-736b-a56b-61d7d8cecce8', { headers: { 'x-request-id': 'mine' } });
  await t.call('GET', '/healthz');
  await t.call('GET', '/nothing-here');
  expect(lines()).toMatchObject([
    {
      msg: 'request',
      route: '/v1/posts/:post_id',
      method: 'GET',
      status: 404,
      request_id: 'mine',
      ms: expect.any(Number),
    },
    { route: '/healthz', status: 200 },
    { status: 404, code: 'route_not_found' },
  ]);
  expect(lines()[2]).not.toHaveProperty('route');
  for (const line of t.logLines) expect(line.match(/"req(uest_i|I)d"/g), line).toHaveLength(1);
});

it('logs a 503 at info level, because its cause has its own line', async () => {
  const { pool } = t.deps.database;
  const query = pool.query;
  pool.query = (() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))) as never;
  const answer = await t.call('GET', '/readyz').finally(() => {
    pool.query = query;
  });
  expect(answer.status).toBe(503);
  expect(lines().filter(({ msg }) => msg === 'request')).toMatchObject([
    { level: 'info', status: 503, route: '/readyz' },
  ]);
});

it('is written with other lines within 20 ms, and at once with a warning', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[][] = [];
  const output = new BufferedLog({ write: (text) => written.push(text.match(/(?<="msg":")\w+/g)!) });
  const log = makeLogger('info', output);
  log.info('a');
  log.info('b');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(20);
  log.info('c');
  log.warn('d');
  log.info('e');
  output.flushSync();
  vi.advanceTimersByTime(1000);
  log.info({ text: 'x'.repeat(16_384) }, 'f');
  expect(written).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['f']]);
});

describe('a download whose client closes the connection', () => {
  const BYTES = 200_000;

  /** Downloads from a server that delays the end of its stream until `isEnough`, and returns the log line. */
  async function download(lengthBytes: number, isEnough: (receivedBytes: number) => boolean) {
    const written: string[] = [];
    const app = fastify();
    const log = makeLogger('info', { write: (line) => void written.push(line) });
    app.decorate('deps', { log, metrics: makeMetrics({ openStreams: () => 0 }) } as never);
    app.decorateRequest('failure', null);
    logRequests(app as never);
    app.get('/file', async (_request, reply) => {
      const stream = new Readable({ read() {} });
      stream.push(Buffer.alloc(BYTES));
      return reply.header('content-length', lengthBytes).send(stream);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      const head = received.indexOf('\r\n\r\n') + 4;
      if (head > 3 && isEnough(received.length - head)) socket.destroy();
    });
    await once(socket, 'close');
    await expect.poll(() => written, { timeout: 5000 }).toHaveLength(1);
    return JSON.parse(written[0]!);
  }

  it('is logged like others if the client received everything', async () => {
    const line = await download(BYTES, (receivedBytes) => receivedBytes === BYTES);
    expect(line).toMatchObject({ msg: 'request', method: 'GET', route: '/file', status: 200 });
    expect(line).not.toHaveProperty('aborted');
  });

  it('is logged as aborted if something is missing', async () => {
    const line = await download(2 * BYTES, (receivedBytes) => receivedBytes > 0);
    expect(line).toMatchObject({ msg: 'request', method: 'GET', route: '/file', status: 200, aborted: true });
  });
});
