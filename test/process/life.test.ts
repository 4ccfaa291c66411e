import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSocket } from './keep-alive.ts';
import { postgresOf, runCommand, type Started, startServer } from './server.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The life of one data directory: the tests build on each other, like starts of one instance. */
let cwd: string;
let dataDir: string;
let env: Record<string, string>;
let key: string;
let profileId: string;
let postId: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pronet-process-'));
  dataDir = join(cwd, 'data dir');
  env = { DATA_DIR: dataDir };
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

const start = () => startServer({ cwd, env });

async function call(server: Started, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'x-profile-id': profileId, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: read as a client would
  return { status: answer.status, json: (await answer.json()) as any };
}

/** Members with posts in their languages, pictures, comments, reactions and a quote. */
async function containsDemo(server: Started): Promise<void> {
  const tower = await call(server, 'GET', '/v1/profiles/mara-lindqvist/posts?kind=post');
  expect(tower.status).toBe(200);
  const post = tower.json.data.items.find((item: { image_count: number }) => item.image_count === 2);
  expect(post).toMatchObject({ likes_count: 5, comments_count: 2 });
  const picture = await fetch(post.images[0].url);
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  const numbers = await call(server, 'GET', '/v1/profiles/ledger-agent/posts');
  expect(numbers.json.data.items[0]).toMatchObject({ quotes_count: 1, ai_disclosure: 'generated' });
  const verified = await runCommand(['verify', '--media'], { cwd, env });
  expect(verified.stdout, verified.stderr).toMatch(/ rules hold, 0 are broken\n$/);
  expect(verified.code).toBe(0);
}

/** With one line; the commands do not stop the server's database. */
async function refusesSecondServer(server: Started): Promise<void> {
  const second = await runCommand(['serve'], { cwd, env: { ...env, PORT: '0' } });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^pronet: Another pronet server is running on .*\n$/);

  const invite = await runCommand(['admin', 'invite'], { cwd, env });
  expect(invite).toMatchObject({ code: 0, stdout: expect.stringMatching(/^invite: \S+\nexpires: \S+\n$/) });
  const made = await runCommand(['admin', 'create-key', '--email', 'demo@example.com', '--scopes', 'posts:read'], {
    cwd,
    env,
  });
  const secret = made.stdout.match(/^secret: (\S+)$/m)?.[1];
  const me = await fetch(`${server.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${secret}` } });
  expect(((await me.json()) as { data: { scopes: string[] } }).data.scopes).toEqual(['posts:read']);
  expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
}

/** 20 requests on keep-alive connections, half sent before SIGTERM, get 200. */
async function completesRequests(server: Started): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(server.port)));
  // Each connection has served a request already, and has sent half of its next one.
  await Promise.all(sockets.map((socket) => socket.ask('GET /healthz HTTP/1.1', { host: 'x' })));
  const body = JSON.stringify({ reaction_type: 'like', active: true });
  const head = {
    host: 'x',
    authorization: `Bearer ${key}`,
    'x-profile-id': profileId,
    'content-type': 'application/json',
  };
  const answers = sockets.map((socket) =>
    socket.askSlowly(`PUT /v1/posts/${postId}/reaction HTTP/1.1`, head, body, { pauseMs: 1000 }),
  );
  await sleep(500);
  const ended = server.end('SIGTERM');
  const got = await Promise.all(answers);
  expect(got.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(got.every((answer) => /^connection: close\r?$/im.test(answer.head))).toBe(true);
  expect(await ended).toMatchObject({ code: 0 });
}

describe('one instance', () => {
  test('prints a working curl command on its first start, and Ctrl-C stops it without a trace', async () => {
    const server = await start();
    while (!server.output().includes('Press Ctrl-C to stop the server.')) await sleep(20);
    const banner = server.output();
    const curl = banner.match(/^ {2}curl [\s\S]*?(?=\n\n)/m)?.[0];
    expect(curl).toBeDefined();
    const { stdout } = await promisify(execFile)('sh', ['-c', curl!], { cwd: '/' });
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ ok: true, data: { kind: 'post', status: 'published' } });
    postId = answer.data.id;
    profileId = answer.data.profile_id;

    const { email, password } = JSON.parse(await readFile(join(dataDir, 'demo-account.json'), 'utf8'));
    expect(banner).toContain(`${email}  password ${password}`);
    const session = await fetch(`${server.baseUrl}/v1/account/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(session.status).toBe(201);
    key = (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();
    for (const name of ['demo-key', 'demo-account.json', 'secret-key']) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
    expect(banner).not.toContain(key);

    if (process.platform === 'linux') {
      const tasks = await readdir(`/proc/${server.pid}/task`);
      const names = await Promise.all(tasks.map((task) => readFile(`/proc/${server.pid}/task/${task}/comm`, 'utf8')));
      expect(names.filter((name) => name.trim() === 'libuv-worker').length).toBeGreaterThanOrEqual(8);
    }

    const ended = await server.end('SIGINT');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.ms).toBeLessThan(5000);
    expect(postgresOf(dataDir)).toEqual([]);
    expect(server.output()).not.toContain('"level":"warn"');
  });

  test('starts again with the same demo, refuses a second server, and lets commands work next to it', async () => {
    const server = await start();
    const { json } = await call(server, 'GET', '/v1/me');
    expect(json.data.profiles).toHaveLength(1);
    await containsDemo(server);
    await refusesSecondServer(server);
    // Two immediate signals count as one.
    server.child.kill('SIGINT');
    await sleep(20);
    expect(await server.end('SIGINT')).toMatchObject({ code: 0 });
  });

  test('loses nothing on kill -9, nor the requests accepted before SIGTERM', async () => {
    const server = await start();
    const written = await call(server, 'POST', '/v1/posts', { body: 'Written just before the power went.' });
    expect(written.status).toBe(201);
    server.child.kill('SIGKILL');
    await server.ended;
    expect(postgresOf(dataDir).length).toBeGreaterThan(0);

    const next = await start();
    expect(next.output()).toContain('stopping the database server of an earlier process');
    const read = await call(next, 'GET', `/v1/posts/${written.json.data.id}`);
    expect(read.json.data.post?.body ?? read.json.data.body).toBe('Written just before the power went.');
    await completesRequests(next);
    expect(postgresOf(dataDir)).toEqual([]);
  });

  test('a later second signal exits at once with 1, and leaves no postgres', async () => {
    const server = await start();
    const hanging = await openSocket(server.port);
    const head = {
      host: 'x',
      authorization: `Bearer ${key}`,
      'x-profile-id': profileId,
      'content-type': 'application/json',
    };
    const answer = hanging.askSlowly('POST /v1/posts HTTP/1.1', head, '{"body":"never sent whole"}', {
      pauseMs: 60_000,
    });
    answer.catch(() => undefined);
    await sleep(500);
    server.child.kill('SIGINT');
    while (!server.output().includes('"msg":"stopping"')) await sleep(10);
    await sleep(600);
    const ended = await server.end('SIGINT');
    expect(ended.code).toBe(1);
    expect(ended.ms).toBeLessThan(5000);
    expect(postgresOf(dataDir)).toEqual([]);
  });

  test('reports a used port with one clear line, and stops everything that was started', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const ended = await runCommand(['serve'], { cwd, env: { ...env, PORT: String(port) } });
    other.close();
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^pronet: PORT: \d+ on 127.0.0.1 is in use .*\n$/),
    });
    expect(postgresOf(dataDir)).toEqual([]);
  });
});
