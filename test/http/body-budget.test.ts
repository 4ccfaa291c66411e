import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { ByteBudget } from '../../src/core/work-queue.ts';
import { budgetBodies } from '../../src/http/body-budget.ts';
import { limitBodyTime } from '../../src/http/body-timeout.ts';
import { handleErrors } from '../../src/http/error-handler.ts';
import { listen } from '../support/raw-http.ts';

const MIB = 1024 * 1024;
const BUDGET = 16 * MIB;
const SLOW_MS = 300;

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function serve({ stallMs = 60_000, slowMs = SLOW_MS } = {}) {
  const app = fastify({ trustProxy: true });
  const bodyBudget = new ByteBudget(BUDGET);
  app.decorate('deps', { config: { baseUrl: 'http://test' }, bodyBudget } as never);
  app.decorateRequest('failure', null);
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { principal: { accountId: request.headers['x-account'] } } as never;
  });
  handleErrors(app);
  budgetBodies(app, slowMs);
  limitBodyTime(app, stallMs);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/upload', { bodyLimit: BUDGET }, async (request) => ({ bytes: (request.body as Buffer).length }));
  const port = await listen(app);
  endings.push(() => app.close());

  /** Sends part of a body of `size` bytes. */
  async function upload(account: string, address: string, { size, send }: { size: number; send: number }) {
    const socket: Socket = connect(port, '127.0.0.1');
    endings.push(() => socket.destroy());
    const seen = { socket, answer: '', closed: false, more: (bytes: number) => socket.write(Buffer.alloc(bytes)) };
    socket.on('error', () => undefined).on('data', (chunk) => (seen.answer += chunk));
    socket.on('close', () => {
      seen.closed = true;
    });
    socket.write(
      `POST /upload HTTP/1.1\r\nHost: x\r\nX-Account: ${account}\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`,
    );
    seen.more(send);
    return seen;
  }
  return { upload, bodyBudget };
}

const status = ({ answer }: { answer: string }) => Number(answer.split(' ')[1] ?? 0);

/** Four accounts at three addresses fill the whole budget and then stall. */
async function fill({ upload, bodyBudget }: Awaited<ReturnType<typeof serve>>) {
  const holders = [];
  for (const [account, address] of [
    ['a', '10.0.0.1'],
    ['b', '10.0.0.1'],
    ['c', '10.0.0.2'],
    ['d', '10.0.0.3'],
  ] as const) {
    holders.push(await upload(account, address, { size: 4 * MIB + 256 * 1024, send: 4 * MIB + 200 * 1024 }));
  }
  await expect.poll(() => bodyBudget.reservedBytes).toBe(BUDGET);
  return holders;
}

it('ends a stalled body if the budget is used up and another one needs it', async () => {
  const server = await serve();
  const holders = await fill(server);
  // On a busy machine the last bytes of the holders arrive late.
  await expect
    .poll(async () => {
      await sleep(SLOW_MS * 1.5);
      const other = await server.upload('e', '10.0.0.4', { size: 3 * MIB, send: 3 * MIB });
      await expect.poll(() => status(other)).toBeGreaterThan(0);
      return status(other);
    })
    .toBe(200);
  const ended = holders.filter((holder) => status(holder) === 408);
  expect(ended).toHaveLength(1);
  expect(ended[0]!.answer).toMatch(/connection: close/i);
  expect(ended[0]!.answer).toContain('"error_code":"request_timeout"');
  await expect.poll(() => ended[0]!.closed).toBe(true);
});

it('refuses the newcomer while all bodies make progress', async () => {
  const server = await serve({ slowMs: 60_000 });
  const holders = await fill(server);
  const other = await server.upload('e', '10.0.0.4', { size: 3 * MIB, send: 3 * MIB });
  await expect.poll(() => status(other)).toBe(503);
  for (const holder of holders) holder.more(56 * 1024);
  await expect.poll(() => holders.map(status)).toEqual([200, 200, 200, 200]);
  expect(server.bodyBudget.reservedBytes).toBe(0);
});

it('gives one account a quarter of the budget, and one body may use all of it', async () => {
  const { upload, bodyBudget } = await serve();
  const whole = await upload('a', '10.0.0.1', { size: 4 * MIB + 256 * 1024, send: 4 * MIB + 256 * 1024 });
  await expect.poll(() => status(whole)).toBe(200);
  await upload('a', '10.0.0.1', { size: 4 * MIB, send: 3 * MIB });
  await expect.poll(() => bodyBudget.reservedBytes).toBeGreaterThan(2 * MIB);
  const second = await upload('a', '10.0.0.2', { size: 4 * MIB, send: 4 * MIB });
  await expect.poll(() => status(second)).toBe(429);
});

it('takes eight requests with a large body from one account at a time', async () => {
  const { upload, bodyBudget } = await serve();
  const body = { size: 300 * 1024, send: 299 * 1024 };
  const first = await Promise.all(Array.from({ length: 8 }, (_, n) => upload('a', `10.0.1.${n}`, body)));
  await expect.poll(() => bodyBudget.reservedBytes).toBe(8 * 44 * 1024);
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

it('gives one address half of the budget', async () => {
  const { upload, bodyBudget } = await serve();
  const body = { size: 4 * MIB + 256 * 1024, send: 4 * MIB + 200 * 1024 };
  await upload('a', '10.0.0.1', body);
  await upload('b', '10.0.0.1', body);
  await expect.poll(() => bodyBudget.reservedBytes).toBe(BUDGET / 2);
  const third = await upload('c', '10.0.0.1', { size: 2 * MIB, send: 2 * MIB });
  await expect.poll(() => status(third)).toBe(429);
  const elsewhere = await upload('c', '10.0.0.2', { size: 2 * MIB, send: 2 * MIB });
  await expect.poll(() => status(elsewhere)).toBe(200);
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
