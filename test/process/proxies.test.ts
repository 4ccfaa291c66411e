import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, FormData, fetch, type RequestInit } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { atEndOfFile } from '../support/end-of-file.ts';
import { freePort } from '../support/free-port.ts';
import { png } from '../support/pictures.ts';
import { ROOT } from '../support/source-files.ts';
import { type Started, startServer } from './server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

type Address = { folder: string; port: number; other: number; server: number };
type Proxy = {
  scheme: 'http' | 'https';
  /** Writes the configuration of `ops/proxy` with addresses of this test, and returns how to start it. */
  prepare(address: Address): { args: string[]; env?: Record<string, string> };
};

const read = (name: string) => readFileSync(join(ROOT, 'ops/proxy', name), 'utf8');

/** Every replacement must find its text. */
function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((left, [from, to]) => {
    expect(left).toContain(from);
    return left.replaceAll(from, to);
  }, text);
}

const PROXIES: Record<string, Proxy> = {
  caddy: {
    scheme: 'http',
    prepare: ({ folder, port, other, server }) => ({
      args: ['run', '--config', join(ROOT, 'ops/proxy/Caddyfile')],
      env: {
        DOMAIN: `http://127.0.0.1:${port}`,
        EMAIL: 'you@example.com',
        UPSTREAMS: `127.0.0.1:${server}`,
        CADDY_ADMIN: `127.0.0.1:${other}`,
        HOME: folder,
      },
    }),
  },
  nginx: {
    scheme: 'https',
    prepare({ folder, port, other, server }) {
      const site = replaced(read('nginx.conf'), [
        ['127.0.0.1:3000', `127.0.0.1:${server}`],
        ['listen 80;', `listen 127.0.0.1:${other};`],
        ['listen 443 ', `listen 127.0.0.1:${port} `],
        ['/etc/letsencrypt/live/network.example.com/fullchain.pem', join(folder, 'network.pem')],
        ['/etc/letsencrypt/live/network.example.com/privkey.pem', join(folder, 'network.pem')],
      ]);
      writeFileSync(join(folder, 'site.conf'), site);
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${one};`);
      writeFileSync(
        join(folder, 'nginx.conf'),
        `${process.getuid!() === 0 ? 'user root;' : ''} daemon off; pid nginx.pid; error_log stderr; events {}
http { access_log off; ${places.join(' ')} include site.conf; }`,
      );
      return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
    },
  },
  haproxy: {
    scheme: 'https',
    prepare({ folder, port, other, server }) {
      const text = replaced(read('haproxy.cfg'), [
        ['bind :80', `bind 127.0.0.1:${other}`],
        ['bind :443', `bind 127.0.0.1:${port}`],
        ['/etc/haproxy/network.pem', join(folder, 'network.pem')],
        ['127.0.0.1:3000', `127.0.0.1:${server}`],
        // No server is here.
        ['127.0.0.1:3002', '127.0.0.1:9'],
      ]);
      writeFileSync(join(folder, 'haproxy.cfg'), text);
      return { args: ['-db', '-f', join(folder, 'haproxy.cfg')] };
    },
  },
};

let folder: string;
let server: Started;
const headers: Record<string, string> = {};

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const isInstalled = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
const canRun = (name: string) => isInstalled(name) && (PROXIES[name]!.scheme === 'http' || hasOpenssl);

beforeAll(async () => {
  if (!Object.keys(PROXIES).some(canRun)) return;
  folder = await mkdtemp(join(tmpdir(), 'proxies-'));
  const env = { DATA_DIR: 'data', TRUST_PROXY: '1', RATE_LIMIT_ENABLED: 'true' };
  server = await startServer({ cwd: folder, env, atEnd: atEndOfFile });
  if (hasOpenssl) {
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=network.example.com';
    const pem = join(folder, 'network.pem');
    execFileSync('openssl', [...words.split(' '), '-keyout', pem, '-out', join(folder, 'cert.pem')], {
      stdio: 'ignore',
    });
    writeFileSync(pem, readFileSync(join(folder, 'cert.pem'), 'utf8') + readFileSync(pem, 'utf8'));
  }
  const call = async (path: string, body: object) => {
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const answer = await fetch(`${server.baseUrl}${path}`, { ...sent, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: { id: string; session: { token: string } } }).data;
  };
  const account = { email: 'robin@example.com', password: 'seven quiet herons over the lake' };
  headers['authorization'] = `Bearer ${(await call('/v1/account', account)).session.token}`;
  const profile = await call('/v1/profiles', { type: 'human', username: 'robin-baker', name: 'Robin Baker' });
  headers['x-profile-id'] = profile.id;
});

afterAll(async () => {
  // The server, which ends after this, still writes there.
  atEndOfFile(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
});

describe.each(Object.entries(PROXIES))('%s, if it is installed, with its configuration of ops/proxy', (name, proxy) => {
  test.skipIf(!canRun(name))('passes on addresses, pictures, large bodies and events', async () => {
    const [port, other] = [await freePort(), await freePort()];
    const own = await mkdtemp(join(folder, `${name}-`));
    if (hasOpenssl) writeFileSync(join(own, 'network.pem'), readFileSync(join(folder, 'network.pem')));
    const { args, env } = proxy.prepare({ folder: own, port, other, server: server.port });
    const child = spawn(name, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    try {
      await untilReady(`${proxy.scheme}://127.0.0.1:${port}`, child, () => said);
      await check(`${proxy.scheme}://127.0.0.1:${port}`);
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  });
});

/** A client at an address of this machine. */
function clientAt(localAddress: string) {
  const dispatcher = new Agent({ localAddress, connect: { rejectUnauthorized: false } });
  return (url: string, init: RequestInit = {}) => fetch(url, { ...init, dispatcher });
}

async function untilReady(base: string, child: ChildProcess, said: () => string): Promise<void> {
  const call = clientAt('127.0.0.1');
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) break;
    const answer = await call(`${base}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`it is not ready: ${said()}`);
}

async function check(base: string): Promise<void> {
  const call = clientAt('127.0.0.1');
  // Calls are counted by address. What a client claims makes no difference.
  const left = async (at: typeof call, more: Record<string, string> = {}) =>
    Number((await at(`${base}/v1/meta`, { headers: more })).headers.get('ratelimit-remaining'));
  const first = await left(call);
  expect(first).toBeGreaterThan(0);
  expect(await left(call, { 'x-forwarded-for': '203.0.113.7' })).toBe(first - 1);
  expect(await left(call, { 'x-forwarded-for': '203.0.113.8, 203.0.113.9' })).toBe(first - 2);
  if (process.platform === 'linux') expect(await left(clientAt('127.0.0.2'))).toBeGreaterThan(first - 2);

  const page = await call(`${base}/v1/meta`);
  expect(page.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);

  // A stream begins at once, and has an event soon: a proxy that waits for a full buffer would keep it.
  const stream = await call(`${base}/v1/events/stream`, { headers });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.getReader();
  let received = '';
  const reading = (async () => {
    while (!received.includes('post.published')) received += Buffer.from((await reader.read()).value!).toString();
    return performance.now();
  })();
  const form = new FormData();
  form.set('body', 'With a picture');
  form.set('images', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'picture.png');
  const posted = await call(`${base}/v1/posts/with-images`, { method: 'POST', headers, body: form });
  expect(posted.status).toBe(201);
  const postedAt = performance.now();
  const { data } = (await posted.json()) as { data: { images: { url: string }[] } };
  // A second, on a machine that has nothing else to do.
  expect((await reading) - postedAt).toBeLessThan(5000);
  await reader.cancel();
  const { pathname, search } = new URL(data.images[0]!.url);
  expect((await call(`${base}${pathname}${search}`)).status).toBe(200);

  // The server itself says what is wrong with a large body.
  const large = new FormData();
  large.set('body', 'Large');
  large.set('images', new Blob([new Uint8Array(9_000_000)], { type: 'image/png' }), 'large.png');
  large.append('images', new Blob([new Uint8Array(9_000_000)], { type: 'image/png' }), 'larger.png');
  const refused = await call(`${base}/v1/posts/with-images`, { method: 'POST', headers, body: large });
  expect(await refused.json()).toMatchObject({ ok: false, error_code: expect.stringMatching(/image/) });
}
