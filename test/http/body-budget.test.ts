import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { ByteBudget } from '../../src/core/byte-budget.ts';
import { budgetBodies } from '../../src/http/body-budget.ts';
import { limitBodyTime } from '../../src/http/body-timeout.ts';
import { handleErrors } from '../../src/http/error-handler.ts';
import { listen } from '../support/raw-http.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;
const BUDGET = 16 * MIB;
/** How fast a body must arrive while others wait: 4 MiB/s. */
const PACE = { beginMs: 300, arriveMs: 1000 };

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function serve({ stallMs = 60_000, pace = PACE, waitMs = 20_000 } = {}) {
  const app = fastify({ trustProxy: true });
  const bodyBudget = new ByteBudget({
    maxBytes: BUDGET,
    accountBytes: BUDGET / 4,
    addressBytes: BUDGET / 2,
    accountBodies: 8,
    waitMs,
  });
  app.decorate('deps', { config: { baseUrl: 'http://test' }, bodyBudget } as never);
  app.decorateRequest('failure', null);
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { principal: { accountId: request.headers['x-account'] } } as never;
  });
  handleErrors(app);
  budgetBodies(app, pace);
  limitBodyTime(app, stallMs);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const bodies: WeakRef<Buffer>[] = [];
  app.post('/upload', { bodyLimit: BUDGET / 4 }, async (request) => {
    const body = request.body as Buffer;
    bodies.push(new WeakRef(body));
    return { bytes: body.length };
  });
  app.get('/wait', { bodyLimit: 1024 }, () => new Promise(() => undefined));
  const port = await listen(app);
  endings.push(() => app.close());

  /** Sends part of a body of `size` bytes, after `before`. */
  async function upload(
    account: string,
    address: string,
    { size, send, before = '' }: { size: number; send: number; before?: string },
  ) {
    const socket: Socket = connect(port, '127.0.0.1');
    endings.push(() => socket.destroy());
    const seen = { socket, answer: '', closed: false, more: (bytes: number) => socket.write(Buffer.alloc(bytes)) };
    socket.on('error', () => undefined).on('data', (chunk) => (seen.answer += chunk));
    socket.on('close', () => {
      seen.closed = true;
    });
    socket.write(
      `${before}POST /upload HTTP/1.1\r\nHost: x\r\nX-Account: ${account}\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`,
    );
    seen.more(send);
    return seen;
  }
  return { upload, bodyBudget, bodies };
}

const status = ({ answer }: { answer: string }) => Number(answer.split(' ')[1] ?? 0);

/** Four accounts at two addresses announce bodies that fill the whole budget, and send most of them. */
async function fill({ upload, bodyBudget }: Awaited<ReturnType<typeof serve>>) {
  const holders = [];
  for (const [account, address] of [
    ['a', '10.0.0.1'],
    ['b', '10.0.0.1'],
    ['c', '10.0.0.2'],
    ['d', '10.0.0.2'],
  ] as const) {
    holders.push(await upload(account, address, { size: 4 * MIB, send: 3 * MIB }));
  }
  await expect.poll(() => bodyBudget.reservedBytes).toBe(BUDGET);
  return holders;
}

it('ends a stalled body if the budget is used up and another one needs it', async () => {
  const server = await serve();
  const holders = await fill(server);
  const other = await server.upload('e', '10.0.0.4', { size: 3 * MIB, send: 3 * MIB });
  await expect.poll(() => status(other), { timeout: 10_000 }).toBe(200);
  const ended = holders.filter((holder) => status(holder) === 408);
  expect(ended).toHaveLength(1);
  expect(ended[0]!.answer).toMatch(/connection: close/i);
  expect(ended[0]!.answer).toContain('"error_code":"request_timeout"');
  await expect.poll(() => ended[0]!.closed).toBe(true);
});

it('lets the newcomer wait while all bodies make progress', async () => {
  const server = await serve({ pace: { beginMs: 60_000, arriveMs: 1000 } });
  const holders = await fill(server);
  const other = await server.upload('e', '10.0.0.4', { size: 3 * MIB, send: 3 * MIB });
  await expect.poll(() => server.bodyBudget.waiting).toBe(1);
  expect(status(other)).toBe(0);
  holders[0]!.more(MIB);
  await expect.poll(() => [status(holders[0]!), status(other)]).toEqual([200, 200]);
  for (const holder of holders.slice(1)) holder.more(MIB);
  await expect.poll(() => holders.map(status)).toEqual([200, 200, 200, 200]);
  expect(server.bodyBudget.reservedBytes).toBe(0);
});

it('keeps neither the memory nor the reservation of a body whose response waits for another one', async () => {
  const { upload, bodyBudget, bodies } = await serve();
  const before = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n';
  const waiting = [
    await upload('a', '10.0.0.1', { size: 4 * MIB, send: 4 * MIB, before }),
    await upload('b', '10.0.0.1', { size: 4 * MIB, send: 4 * MIB, before }),
  ];
  await expect.poll(() => bodies.length).toBe(2);
  await expect.poll(() => bodyBudget.reservedBytes).toBe(0);
  const areGone = () => {
    collectGarbage();
    return bodies.map((body) => body.deref()?.length);
  };
  await expect.poll(areGone, { timeout: 5000 }).toEqual([undefined, undefined]);
  expect(waiting.map(({ answer, closed }) => [answer, closed])).toEqual(Array(2).fill(['', false]));
});

it('counts the addresses of an IPv6 network as one', async () => {
  const { upload, bodyBudget } = await serve({ pace: { beginMs: 60_000, arriveMs: 1000 } });
  const body = { size: 4 * MIB, send: 3 * MIB };
  for (const [account, address] of [
    ['a', '2001:db8::1'],
    ['b', '2001:db8::2'],
    ['c', '2001:db8::3'],
  ] as const) {
    await upload(account, address, body);
  }
  await expect.poll(() => [bodyBudget.reservedBytes, bodyBudget.waiting]).toEqual([BUDGET / 2, 1]);
  const elsewhere = await upload('d', '2001:db8:0:1::1', { size: 4 * MIB, send: 4 * MIB });
  await expect.poll(() => status(elsewhere)).toBe(200);
});

it('refuses a body that has waited too long, before it is read', async () => {
  const server = await serve({ pace: { beginMs: 60_000, arriveMs: 1000 }, waitMs: 300 });
  await fill(server);
  const other = await server.upload('e', '10.0.0.4', { size: 3 * MIB, send: 3 * MIB });
  await expect.poll(() => [status(other), other.closed]).toEqual([503, true]);
  expect(other.answer).toMatch(/retry-after: 5/i);
  expect(server.bodyBudget.waiting).toBe(0);
});

it('lets bodies of one account, or of one address, wait for others of it, and for nobody else', async () => {
  const { upload, bodyBudget } = await serve({ pace: { beginMs: 60_000, arriveMs: 1000 } });
  const body = { size: 4 * MIB, send: 3 * MIB };
  const first = await upload('a', '10.0.0.1', body);
  const second = await upload('a', '10.0.0.2', { size: 4 * MIB, send: 4 * MIB });
  await upload('b', '10.0.0.1', body);
  await expect.poll(() => [bodyBudget.reservedBytes, bodyBudget.waiting]).toEqual([BUDGET / 2, 1]);
  const third = await upload('c', '10.0.0.1', { size: 2 * MIB, send: 2 * MIB });
  await expect.poll(() => bodyBudget.waiting).toBe(2);
  const elsewhere = await upload('d', '10.0.0.3', { size: 4 * MIB, send: 4 * MIB });
  await expect.poll(() => status(elsewhere)).toBe(200);
  expect([second, third].map(status)).toEqual([0, 0]);
  first.more(MIB);
  await expect.poll(() => [first, second, third].map(status)).toEqual([200, 200, 200]);
});

it('takes eight requests with a large body from one account at a time', async () => {
  const { upload, bodyBudget } = await serve();
  const body = { size: 300 * 1024, send: 299 * 1024 };
  const first = await Promise.all(Array.from({ length: 8 }, (_, n) => upload('a', `10.0.1.${n}`, body)));
  await expect.poll(() => bodyBudget.reservedBytes).toBe(8 * 300 * 1024);
  const ninth = await upload('a', '10.0.2.1', body);
  await expect.poll(() => status(ninth)).toBe(429);
  expect(first.map(status)).toEqual(Array(8).fill(0));
  first[0]!.more(1024);
  await expect.poll(() => status(first[0]!)).toBe(200);
  const small = await upload('a', '10.0.2.1', { size: 1024, send: 1024 });
  await expect.poll(() => status(small)).toBe(200);
  const next = await upload('a', '10.0.2.1', { size: 300 * 1024, send: 300 * 1024 });
  await expect.poll(() => status(next)).toBe(200);
});

it('requires a rate that grows with the size of the buffered body', async () => {
  const { upload } = await serve({ stallMs: 1500 });
  const large = await upload('a', '10.0.0.1', { size: 4 * MIB, send: 3 * MIB });
  const small = await upload('b', '10.0.0.2', { size: 400_000, send: 100_000 });
  // 10 KB/s is enough for a small body, but far too little for one of 3 MiB.
  let left = 300_000;
  const trickle = setInterval(() => {
    large.more(1000);
    small.more(1000);
    left -= 1000;
  }, 100);
  endings.push(() => clearInterval(trickle));
  await expect.poll(() => status(large), { timeout: 15_000 }).toBe(408);
  expect(status(small)).toBe(0);
  clearInterval(trickle);
  small.more(left);
  await expect.poll(() => status(small)).toBe(200);
});
