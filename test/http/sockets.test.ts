import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { limitSockets, type SocketLimits } from '../../src/http/sockets.ts';
import { startTestApp } from '../support/app.ts';
import { listen } from '../support/raw-http.ts';

const opened: Socket[] = [];
const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

/** A connection and everything received over it. */
async function open(port: number, text = '', { reads = true } = {}) {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  const seen = { socket, received: '', closed: false };
  socket
    .on('error', () => undefined)
    .on('close', () => {
      seen.closed = true;
    });
  if (reads) socket.on('data', (chunk) => (seen.received += chunk));
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  return seen;
}

async function serve(limits: Partial<SocketLimits> = {}) {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } });
  apps.push(app);
  limitSockets(app, { maxConnections: 100, maxPerAddress: 100, stallMs: 5000, ...limits });
  let served = 0;
  app.get('/', async () => {
    served += 1;
    return 'done';
  });
  app.post('/', async () => 'done');
  app.get('/large', async () => {
    served += 1;
    return 'x'.repeat(4_000_000);
  });
  return { port: await listen(app), lines, served: () => served, app };
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LARGE = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n';
const connections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

it('closes a silent connection without a response', { timeout: 30_000 }, async () => {
  const t = await startTestApp();
  const port = await listen(t.app);
  const [silent, half] = await Promise.all([open(port), open(port, 'GET / HT')]);
  await expect.poll(() => silent.closed && half.closed, { timeout: 14_000 }).toBe(true);
  expect(silent.received).toBe('');
  expect(half.received).toMatch(/^HTTP\/1\.1 408 /);
  expect(t.logLines.filter((line) => line.includes('refused by the HTTP parser'))).toHaveLength(1);
});

describe('beyond the maximum number of connections', () => {
  it('closes idle ones, and logs it once', async () => {
    const { port, lines } = await serve({ maxConnections: 3 });
    const idle = await Promise.all([open(port, GET), open(port, GET), open(port, GET)]);
    await expect.poll(() => idle.every(({ received }) => received.endsWith('done'))).toBe(true);
    for (let i = 0; i < 5; i++) await open(port, GET);
    await expect.poll(() => idle.every(({ closed }) => closed)).toBe(true);
    const next = await open(port, GET);
    await expect.poll(() => next.received).toContain('done');
    expect(lines.filter((line) => line.includes('MAX_CONNECTIONS'))).toHaveLength(1);
  });

  it('closes those that sent nothing for a second', async () => {
    const { port } = await serve({ maxConnections: 3 });
    const silent = await Promise.all([open(port), open(port), open(port)]);
    const early = await open(port, GET);
    await expect.poll(() => early.closed).toBe(true);
    expect(silent.map(({ closed }) => closed)).toEqual([false, false, false]);
    await sleep(1100);
    await open(port, GET);
    await expect.poll(() => silent.every(({ closed }) => closed)).toBe(true);
    const next = await open(port, GET);
    await expect.poll(() => next.received).toContain('done');
  });

  it('closes those that sent half of a head a second ago', async () => {
    const { port } = await serve({ maxConnections: 3 });
    const half = await Promise.all([1, 2, 3].map(() => open(port, 'GET / HTTP/1.1\r\nHost: x\r\n')));
    await sleep(1100);
    await open(port, GET);
    await expect.poll(() => half.every(({ closed }) => closed)).toBe(true);
    const next = await open(port, GET);
    await expect.poll(() => next.received).toContain('done');
  });

  it('keeps those whose body is on its way', async () => {
    const { port } = await serve({ maxConnections: 2 });
    const slow = await open(
      port,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n[1234',
    );
    const other = await open(port, 'GET / HTTP/1.1\r\n');
    await sleep(1100);
    await open(port, GET);
    await expect.poll(() => other.closed).toBe(true);
    expect(slow.closed).toBe(false);
  });

  it('closes those whose body has hardly moved for two seconds, not those that bring one', async () => {
    const { port } = await serve({ maxConnections: 3 });
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n';
    const [still, dripping, moving] = [await open(port, post), await open(port, post), await open(port, post)];
    for (let second = 0; second < 5; second++) {
      await sleep(500);
      dripping.socket.write(' ');
      moving.socket.write(' '.repeat(1000));
      await open(port, GET);
    }
    await expect.poll(() => [still.closed, dripping.closed]).toEqual([true, true]);
    expect(moving.closed).toBe(false);
    const next = await open(port, GET);
    await expect.poll(() => next.received).toContain('done');
  });

  it('keeps those with a request in progress', async () => {
    const { port } = await serve({ maxConnections: 2 });
    const busy = await Promise.all([open(port, 'GET / HTTP/1.1\r\n'), open(port, 'GET / HTTP/1.1\r\n')]);
    const refused = await open(port, GET);
    await expect.poll(() => refused.closed).toBe(true);
    expect(refused.received).toBe('');
    for (const { socket } of busy) socket.write('Host: x\r\n\r\n');
    await expect.poll(() => busy.every(({ received }) => received.endsWith('done'))).toBe(true);
  });
});

it('allows one address so many connections, while others are served', async () => {
  const { port, served } = await serve({ maxPerAddress: 2 });
  const [first, second, third] = [await open(port, GET), await open(port, GET), await open(port, GET)];
  await expect.poll(() => third.closed).toBe(true);
  const [head = '', body = ''] = third.received.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 429 Too Many Requests\r\n/);
  expect(head).toMatch(/\r\nConnection: close\r\nRetry-After: 5$/);
  expect(JSON.parse(body)).toMatchObject({
    error_code: 'rate_limited',
    agent: { exceeded_limit: { name: 'connections', per: 'address', max: 2 }, retry_after_seconds: 5 },
  });
  expect(served()).toBe(2);
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  opened.push(other);
  let received = '';
  other.on('data', (chunk) => (received += chunk)).write(GET);
  await expect.poll(() => received).toContain('done');
  expect([first.closed, second.closed]).toEqual([false, false]);
  first.socket.destroy();
  await expect.poll(async () => (await open(port, GET)).closed).toBe(false);
});

describe('pipelined requests', () => {
  it('are served up to a number per connection', async () => {
    const { port, served } = await serve();
    const few = await open(port, GET.repeat(10));
    await expect.poll(() => few.received.split('done').length - 1).toBe(10);
    expect(few.closed).toBe(false);
    few.socket.write(GET);
    await expect.poll(() => few.received.split('done').length - 1).toBe(11);
    const before = served();
    const many = await open(port, LARGE.repeat(500), { reads: false });
    await sleep(300);
    expect(served() - before).toBeLessThanOrEqual(10);
    many.socket.destroy();
  });

  it('ends the connection after the responses in progress', async () => {
    const { port } = await serve();
    const many = await open(port, GET.repeat(50));
    await expect.poll(() => many.closed).toBe(true);
    expect(many.received.split('done').length - 1).toBe(10);
  });
});

it('closes a connection that does not read its response', async () => {
  const { port, app } = await serve({ stallMs: 300 });
  await open(port, LARGE.repeat(5), { reads: false });
  await expect.poll(() => connections(app)).toBe(1);
  await expect.poll(() => connections(app), { timeout: 5000 }).toBe(0);
});

it('waits for a response that takes the server a while', async () => {
  const app = fastify();
  apps.push(app);
  limitSockets(app, { maxConnections: 100, maxPerAddress: 100, stallMs: 100 });
  app.get('/', async () => {
    await sleep(500);
    return 'done';
  });
  const asked = await open(await listen(app), GET);
  await expect.poll(() => asked.received).toMatch(/done$/);
});
