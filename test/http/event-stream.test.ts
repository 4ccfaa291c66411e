import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { type EventConnection, sendEventStream } from '../../src/http/event-stream.ts';
import { logRequests } from '../../src/http/request-log.ts';
import { finishHeaders } from '../../src/http/response-headers.ts';
import { limitSockets } from '../../src/http/sockets.ts';
import { makeLogger } from '../../src/telemetry/logger.ts';
import { makeMetrics } from '../../src/telemetry/metrics.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Opened = {
  lines: string[];
  body: ReadableStream<Uint8Array>;
  connection: EventConnection;
  closed: () => number;
  request: WeakRef<FastifyRequest>;
  served: string[];
  port: number;
  disconnect: () => void;
};

/** A server with the hooks of the real one, and one open stream. */
async function openStream(): Promise<Opened> {
  const lines: string[] = [];
  const app = fastify() as unknown as FastifyInstance;
  const log = makeLogger('info', { write: (line) => void lines.push(line) });
  app.decorate('deps', { log, metrics: makeMetrics({ openStreams: () => 0 }) } as never);
  app.decorateRequest('failure', null);
  limitSockets(app, { maxConnections: 10, maxPerAddress: 10, stallMs: 60_000 });
  logRequests(app);
  finishHeaders(app, () => false);
  const opened: { connection?: EventConnection; request?: WeakRef<FastifyRequest> } = {};
  let closed = 0;
  app.get('/stream', async (request, reply) => {
    if (request.url.endsWith('late')) await sleep(50);
    opened.request = new WeakRef(request);
    return sendEventStream(reply as FastifyReply, {
      start: (connection) => {
        opened.connection = connection;
        connection.write('data: 1\n\n');
      },
      close: () => {
        closed++;
      },
    });
  });
  const served: string[] = [];
  app.get('/other', async () => void served.push('other'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const gone = new AbortController();
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/stream`, { signal: gone.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  return {
    lines,
    body: response.body!,
    connection: opened.connection!,
    closed: () => closed,
    request: opened.request!,
    served,
    port,
    disconnect: () => gone.abort(),
  };
}

it('keeps nothing of its request in memory while it is open', async () => {
  const stream = await openStream();
  await expect
    .poll(
      async () => {
        await sleep(10);
        collectGarbage();
        return stream.request.deref();
      },
      { timeout: 5000 },
    )
    .toBeUndefined();
  expect([stream.closed(), stream.lines]).toEqual([0, []]);
  stream.connection.end('data: 2\n\n');
  expect(await new Response(stream.body).text()).toBe('data: 1\n\ndata: 2\n\n');
});

it('is logged once when the server ends it, with its whole time', async () => {
  const stream = await openStream();
  await sleep(50);
  stream.connection.end('');
  await expect.poll(() => stream.closed()).toBe(1);
  expect(stream.lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request', route: '/stream', status: 200 },
  ]);
  const line = JSON.parse(stream.lines[0]!);
  expect(line.ms).toBeGreaterThan(45);
  expect(line).not.toHaveProperty('aborted');
});

it('is logged as aborted if the client ends it', async () => {
  const stream = await openStream();
  stream.disconnect();
  await expect.poll(() => stream.closed()).toBe(1);
  expect(stream.lines.map((line) => JSON.parse(line))).toMatchObject([{ route: '/stream', aborted: true }]);
});

it('ends the connection, and runs nothing, if a request follows on it', async () => {
  const stream = await openStream();
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const socket = connect(stream.port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  onTestFinished(stream.disconnect);
  let received = '';
  let isClosed = false;
  socket.on('data', (text) => (received += text)).on('close', () => (isClosed = true));
  socket.write(get('/other') + get('/stream'));
  await expect.poll(() => received).toContain('data: 1');
  expect([stream.served, isClosed, stream.closed()]).toEqual([['other'], false, 0]);
  socket.write(get('/other'));
  await expect.poll(() => [isClosed, stream.closed()]).toEqual([true, 1]);
  expect(stream.served).toEqual(['other']);
});

it('is not opened before a request that is there already', async () => {
  const stream = await openStream();
  const socket = connect(stream.port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  onTestFinished(stream.disconnect);
  let isClosed = false;
  socket.resume().on('close', () => (isClosed = true));
  socket.write('GET /stream?late HTTP/1.1\r\nHost: x\r\n\r\nGET /other HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => [isClosed, stream.closed()]).toEqual([true, 1]);
});
