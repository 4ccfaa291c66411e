import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPronetClient, type PronetOptions } from '../../clients/typescript/src/index.ts';

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

const client = (options: Partial<PronetOptions> = {}) => createPronetClient({ baseUrl, token: 'a-token', ...options });
const post = (options?: Partial<PronetOptions>) => client(options).POST('/v1/posts', { body: { body: 'x' } });

describe('operations without Idempotency-Key are sent once, even with a credential', () => {
  const address = { email: 'a@example.com', password: 'seven quiet herons over the lake' };
  const writes = {
    'sign-up': () => client().POST('/v1/account', { body: address }),
    'sign-in': () => client().POST('/v1/account/sessions', { body: address }),
    'the verification of an address': () =>
      client().POST('/v1/account/email-verification', { body: { token: 'a-token' } }),
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
      expect((await write()).error).toMatchObject({ status, error_code: code });
      expect(received).toHaveLength(1);
    }
  });

  test('all others are retried', async () => {
    plan = ['lost', refusal(503, 'service_unavailable'), refusal(429, 'rate_limited'), DONE];
    expect((await post()).data).toEqual({ id: '1' });
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
    const { data, error, agent } = await client().GET('/v1/me');
    expect(data).toBeUndefined();
    expect(error).toMatchObject({ name: 'PronetError', status, error_code: 'no_envelope' });
    expect(agent).toEqual({});
    expect((await post()).error?.error_code).toBe('no_envelope');
    expect(received).toHaveLength(2);
  });

  test('for an upload and for pages as well', async () => {
    plan = [PORTAL];
    const options = { fields: { body: 'x' }, onProgress: () => undefined };
    expect((await client().upload('POST', '/v1/posts/with-images', options)).error?.error_code).toBe('no_envelope');
    const pages = client().pages('/v1/posts/{post_id}/comments', { params: { path: { post_id: '1' } } });
    await expect(pages.next()).rejects.toMatchObject({ name: 'PronetError', error_code: 'no_envelope' });
  });
});

test.each([-1, Number.NaN, 0])('rejects retries: %d', async (retries) => {
  plan = ['lost', DONE];
  await expect(post({ retries })).rejects.toThrow('fetch failed');
  plan = [refusal(503, 'service_unavailable'), DONE];
  expect((await post({ retries })).error?.status).toBe(503);
  expect(received).toHaveLength(2);
});

test('after a lost connection, waits on a 409 only if the first request is still running', async () => {
  plan = ['lost', { status: 409, headers: { 'content-type': 'text/html' }, body: '<h1>Conflict</h1>' }, DONE];
  expect((await post()).error).toMatchObject({ status: 409, error_code: 'no_envelope' });
  expect(received).toHaveLength(2);
  plan = ['lost', refusal(409, 'idempotency_in_progress'), DONE];
  expect((await post()).data).toEqual({ id: '1' });
});
