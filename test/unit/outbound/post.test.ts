import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedAgent } from '../../../src/adapters/outbound/guarded-agent.ts';
import { poster } from '../../../src/adapters/outbound/post.ts';

let server: Server;
let origin: string;
let agent: Agent;
const requests: { url: string; body: string; type: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ url: request.url!, body, type: request.headers['content-type']! });
    if (request.url === '/ok') response.writeHead(202).end('Thanks');
    else if (request.url === '/broken') response.writeHead(500).end('a\0b');
    else if (request.url === '/moved') response.writeHead(307, { location: `${origin}/ok` }).end();
    else if (request.url === '/long') response.writeHead(200).end('é'.repeat(1_000_000));
    else if (request.url === '/closed') request.socket.destroy();
    else if (request.url === '/slow') response.writeHead(200).write('x');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  agent = guardedAgent({ keepAlive: true, allowLoopback: true });
});
afterAll(async () => {
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});

const send = (path: string, timeoutMs = 5000) =>
  poster(agent, timeoutMs)(`${origin}${path}`, { 'x-test': '1' }, '{"a":1}');

describe('a request', () => {
  it('posts JSON and returns the answer', async () => {
    requests.length = 0;
    expect(await send('/ok')).toEqual({ error: null, status: 202, excerpt: 'Thanks', durationMs: expect.any(Number) });
    expect(requests).toEqual([{ url: '/ok', body: '{"a":1}', type: 'application/json' }]);
  });

  it('fails with a status other than 2xx, and stores no NUL', async () => {
    expect(await send('/broken')).toMatchObject({ error: 'status', status: 500, excerpt: 'ab' });
  });

  it('follows no redirect', async () => {
    requests.length = 0;
    expect(await send('/moved')).toMatchObject({ error: 'redirect', status: 307 });
    expect(requests.map(({ url }) => url)).toEqual(['/moved']);
  });

  it('keeps 2 KiB of a long answer, without half a character', async () => {
    const { error, excerpt } = await send('/long');
    expect([error, excerpt]).toEqual([null, 'é'.repeat(1024)]);
  });

  it.each([
    ['timeout', '/silent'],
    ['timeout', '/slow'],
    ['connection_closed', '/closed'],
  ])('fails with %s (%s)', async (error, path) => {
    expect(await send(path, 200)).toMatchObject({ error, status: null, excerpt: null });
  });

  it('fails if nobody listens', async () => {
    expect(await poster(agent, 5000)('http://127.0.0.1:9/', {}, '{}')).toMatchObject({ error: 'connection_refused' });
  });

  it.each([
    ['address_not_allowed', [{ address: '127.0.0.1', family: 4 }], null],
    ['address_not_allowed', [{ address: '169.254.169.254', family: 4 }], null],
    ['dns', [], Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })],
  ])('connects to no name that is not public: %s', async (error, addresses, failure) => {
    const asked: string[] = [];
    const resolve: LookupFunction = (name, _options, callback) => {
      asked.push(name);
      callback(failure, addresses as never);
    };
    const guarded = guardedAgent({ resolve, allowLoopback: true });
    requests.length = 0;
    const url = `http://rebound.example:${new URL(origin).port}/ok`;
    expect(await poster(guarded, 5000)(url, {}, '{}')).toMatchObject({ error, status: null });
    expect([asked, requests]).toEqual([['rebound.example'], []]);
    await guarded.destroy();
  });
});
