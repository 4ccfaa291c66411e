import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ByteBudget } from '../../src/core/byte-budget.ts';
import { ApiError } from '../../src/core/errors.ts';
import { budgetBodies } from '../../src/http/body-budget.ts';
import { handleErrors } from '../../src/http/error-handler.ts';
import { listen } from '../support/raw-http.ts';

const KIB = 1024;
const MIB = KIB * KIB;

let app: FastifyInstance;
let budget: ByteBudget;
let uncaught: unknown[];
let account: string;
let handlers: NodeJS.UncaughtExceptionListener[];
const note = (error: unknown) => uncaught.push(error);

beforeEach(() => {
  uncaught = [];
  account = 'a';
  handlers = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  app = fastify();
  budget = new ByteBudget({
    maxBytes: 4 * MIB,
    accountBytes: 4 * MIB,
    addressBytes: 4 * MIB,
    accountBodies: 8,
    waitMs: 10_000,
  });
  app.decorate('deps', { config: { baseUrl: 'http://test' }, bodyBudget: budget } as never);
  app.decorateRequest('failure', null);
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { principal: { accountId: account } } as never;
  });
  handleErrors(app);
  budgetBodies(app, { beginMs: 100, arriveMs: 1000 });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
});
afterEach(async () => {
  process.off('uncaughtException', note);
  for (const one of handlers) process.on('uncaughtException', one);
  await app.close();
});

function open(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

const post = (path: string, header: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n${header}\r\n\r\n`;

it('survives a client that breaks the connection before its refusal is sent', async () => {
  let refused = false;
  app.addHook('onSend', async (request) => {
    refused ||= request.url === '/upload';
  });
  app.get('/slow', async () => {
    await sleep(1500);
    return {};
  });
  app.post('/upload', { bodyLimit: MIB }, async () => ({}));
  const socket = open(await listen(app));
  socket.write(`GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${post('/upload', 'Transfer-Encoding: chunked')}`);
  const chunk = Buffer.alloc(256 * KIB);
  for (let sent = 0; sent < 3 * MIB; sent += chunk.length) {
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write('\r\n');
  }
  await expect.poll(() => refused).toBe(true);
  socket.destroy();
  await sleep(100);
  expect(uncaught).toEqual([]);
});

it('survives a second refusal of a body', async () => {
  // Another limit on the same body, like that of messages to /mcp. It refuses what gives way, too.
  app.addHook('preParsing', async ({ raw, url }) => {
    if (url === '/limited') raw.once('error', () => raw.emit('error', new ApiError('payload_too_large')));
  });
  for (const path of ['/upload', '/limited']) app.post(path, { bodyLimit: 4 * MIB }, async () => ({}));
  const port = await listen(app);
  const slow = open(port);
  slow.write(post('/limited', `Content-Length: ${4 * MIB}`));
  slow.write(Buffer.alloc(MIB));
  await expect.poll(() => budget.reservedBytes).toBe(4 * MIB);
  account = 'b';
  const other = open(port);
  let answer = '';
  other.on('data', (chunk) => {
    answer += chunk;
  });
  other.write(post('/upload', `Content-Length: ${2 * MIB}`));
  other.write(Buffer.alloc(2 * MIB));
  await expect.poll(() => answer, { timeout: 5000 }).toMatch(/^HTTP\/1\.1 200/);
  slow.destroy();
  other.destroy();
  expect(uncaught).toEqual([]);
});
