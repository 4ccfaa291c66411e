import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pronet, type PronetOptions } from '@pronet/client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** The response of a server or proxy; `lost` takes the request and closes the connection. */
type Step = 'lost' | { status: number; headers?: Record<string, string>; body?: string };

const JSON_TYPE = { 'content-type': 'application/json' };
const DONE: Step = { status: 200, headers: JSON_TYPE, body: '{"ok":true,"data":{"id":"1"},"agent":{}}' };
const PORTAL: Step = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome to our wi-fi</h1>' };
const refusal = (status: number, error_code: string): Step => ({
  status,
  headers: { ...JSON_TYPE, 'retry-after': '0' },
  body: JSON.stringify({ ok: false, data: null, agent: {}, error_code, error_message: 'Refused.' }),
});

let baseUrl: string;
/** The next steps; the last one repeats. */
let plan: Step[] = [];
let received: string[] = [];

beforeAll(async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(`${request.method} ${request.url}`);
      const step = plan.length > 1 ? plan.shift()! : plan[0]!;
      if (step === 'lost') return request.socket.destroy();
      response.writeHead(step.status, step.headers).end(step.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

beforeEach(() => {
  received = [];
});

const client = (options: Partial<PronetOptions> = {}) => new Pronet({ baseUrl, token: 'a-token', ...options });
const post = (options?: Partial<PronetOptions>) => client(options).posts.create({ body: 'x' });

describe('operations without Idempotency-Key are sent once, even with a credential', () => {
  const address = { email: 'a@example.com', password: 'seven quiet herons over the lake' };
  const writes = {
    'sign-up': () => client().account.create(address),
    'sign-in': () => client().account.createSession(address),
    'the verification of an address': () => client().account.verifyEmail({ token: 'a-token' }),
  };

  test.each(Object.entries(writes))('%s', async (_name, write) => {
    plan = ['lost', DONE];
    await expect(write()).rejects.toThrow('fetch failed');
    expect(received).toHaveLength(1);
    for (const [status, code] of [
      [503, 'service_unavailable'],
      [429, 'rate_limited'],
    ] as const) {
      received = [];
      plan = [refusal(status, code), DONE];
      await expect(write()).rejects.toMatchObject({ status, code });
      expect(received).toHaveLength(1);
    }
  });

  test('all others are retried', async () => {
    plan = ['lost', refusal(503, 'service_unavailable'), refusal(429, 'rate_limited'), DONE];
    expect(await post()).toEqual({ id: '1' });
    expect(received).toHaveLength(4);
  });
});

describe('a foreign response becomes a PronetError', () => {
  const foreign: [string, Step][] = [
    ['a page', PORTAL],
    ['a page of known length', { ...PORTAL, headers: { 'content-type': 'text/html', 'content-length': '29' } }],
    ['nothing', { status: 200 }],
    ['204', { status: 204 }],
    ['other JSON', { status: 200, headers: JSON_TYPE, body: '{"login":"/portal"}' }],
    ['null', { status: 200, headers: JSON_TYPE, body: 'null' }],
  ];
  test.each(foreign)('%s', async (_name, step) => {
    plan = [step];
    const { status } = step as { status: number };
    const error = { name: 'PronetError', status, code: 'no_envelope', agent: {} };
    await expect(client().me.get()).rejects.toMatchObject(error);
    await expect(post()).rejects.toMatchObject(error);
    expect(received).toHaveLength(2);
  });

  test('for an upload and for pages as well', async () => {
    plan = [PORTAL];
    const upload = client().posts.createWithImages({ body: 'x' }, { onProgress: () => undefined });
    await expect(upload).rejects.toMatchObject({ code: 'no_envelope' });
    const comments = Array.fromAsync(client().posts.listComments('1'));
    await expect(comments).rejects.toMatchObject({ name: 'PronetError', code: 'no_envelope' });
  });
});

test.each([-1, Number.NaN, 0])('rejects retries: %d', async (retries) => {
  plan = ['lost', DONE];
  await expect(post({ retries })).rejects.toThrow('fetch failed');
  plan = [refusal(503, 'service_unavailable'), DONE];
  await expect(post({ retries })).rejects.toMatchObject({ status: 503 });
  expect(received).toHaveLength(2);
});

test('after a lost connection, waits on a 409 only if the first request is still running', async () => {
  plan = ['lost', { status: 409, headers: { 'content-type': 'text/html' }, body: '<h1>Conflict</h1>' }, DONE];
  await expect(post()).rejects.toMatchObject({ status: 409, code: 'no_envelope' });
  expect(received).toHaveLength(2);
  plan = ['lost', refusal(409, 'idempotency_in_progress'), DONE];
  expect(await post()).toEqual({ id: '1' });
});
