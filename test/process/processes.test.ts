import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSocket } from './keep-alive.ts';
import { childrenOf, postgresOf, runCommand, type Started, startServer } from './server.ts';

vi.setConfig({ testTimeout: 900_000 });

/** Every limit times 4, and a caller's address in a header. */
const ENV = { PROCESSES: '2', RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '4', TRUST_PROXY: '1' };
const RESETS = 40;
const POSTS = 120;
const READS = 40;

let cwd: string;
let dataDir: string;
let env: Record<string, string>;
let headers: Record<string, string>;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pronet-processes-'));
  dataDir = join(cwd, 'data');
  env = { ...ENV, DATA_DIR: dataDir };
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

/** One life of a server with two processes: what each part leaves behind is the start of the next. */
test('a server with two processes is one server', async () => {
  const server = await startServer({ cwd, env });
  const key = (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();
  const authorization = `Bearer ${key}`;
  const me = await (await fetch(`${server.baseUrl}/v1/me`, { headers: { authorization } })).json();
  headers = { authorization, 'x-profile-id': me.data.profiles[0].profile.id, 'content-type': 'application/json' };

  await sharesLimits(server);
  await sumsMetrics(server);
  await replacesProcesses(server);
  await survivesKill(server);
  await endsWithMainProcess(server);
  await endsOnSignal();
  await explainsFailedStart();
});

const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);
const countOf = (all: number[], status: number) => all.filter((one) => one === status).length;
const logged = (server: Started, message: string) =>
  vi.waitFor(() => expect(server.output().includes(`"msg":"${message}"`), message).toBe(true), {
    timeout: 400_000,
    interval: 50,
  });

/** Reads on a new connection: an idle one may belong to a process that ends. */
async function readText(server: Started, path: string, more = {}): Promise<string> {
  const request = get(`${server.baseUrl}${path}`, { agent: false, headers: more });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return Buffer.concat(await answer.toArray()).toString();
}

const post = (server: Started, body: object, more = {}) =>
  fetch(`${server.baseUrl}/v1/posts`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });

async function sharesLimits(server: Started): Promise<void> {
  const reset = () =>
    fetch(`${server.baseUrl}/v1/account/password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
      body: '{"email":"nobody@example.com"}',
    });
  const resets = await statuses(Array.from({ length: RESETS + 20 }, reset));
  expect([countOf(resets, 200), countOf(resets, 429)]).toEqual([RESETS, 20]);

  // A refused post gives back what it has reserved.
  const refused = { reply_to_post_id: headers['x-profile-id'], body: 'To nothing' };
  expect(new Set(await statuses(Array.from({ length: 10 }, () => post(server, refused))))).toEqual(new Set([404]));
  const posts = await statuses(Array.from({ length: POSTS + 20 }, () => post(server, { body: 'One of many' })));
  expect([countOf(posts, 201), countOf(posts, 429)]).toEqual([POSTS, 20]);
  for (const name of ['http-1', 'http-2'])
    expect(server.output()).toMatch(new RegExp(`"process":"${name}".*"status":201`));
}

/** Events are dispatched by the process for jobs, which serves no requests. */
async function sumsMetrics(server: Started): Promise<void> {
  await vi.waitFor(
    async () => {
      const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
      expect(Number(/^pronet_events_dispatched_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(POSTS);
    },
    { timeout: 30_000, interval: 200 },
  );
}

/** How many anonymous reads the server counts: as such, as requests, and in their durations. */
async function readsOf(server: Started): Promise<number[]> {
  const text = await readText(server, '/metrics');
  return [
    /^pronet_cached_responses_total\{.*\} (\d+)$/gm,
    /^pronet_http_requests_total\{operation="profiles.get",status="2xx"\} (\d+)$/gm,
    /^pronet_http_request_duration_seconds_count\{operation="profiles.get"\} (\d+)$/gm,
  ].map((pattern) => [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0));
}

async function replacesProcesses(server: Started): Promise<void> {
  await statuses(Array.from({ length: READS }, () => fetch(`${server.baseUrl}/v1/profiles/ledger-agent`)));
  expect(await readsOf(server)).toEqual([READS, READS, READS]);
  const before = childrenOf(server.pid);
  const answered = new Map<string, number>();
  let goesOn = true;
  // Connections that are in use all the time: a request on an idle one can meet its end, as with any server.
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    while (goesOn) {
      const [answer] = (await once(get(`${server.baseUrl}${path}`, { agent }), 'response')) as [IncomingMessage];
      await answer.resume().toArray();
      const what = `${path} ${answer.statusCode}`;
      answered.set(what, (answered.get(what) ?? 0) + 1);
      await sleep(20);
    }
  };
  const asking = Promise.all(['/readyz', '/healthz', '/readyz', '/healthz'].map(ask));
  server.child.kill('SIGUSR2');
  await logged(server, 'replaced the processes');
  goesOn = false;
  await asking;
  agent.destroy();
  expect([...answered.keys()].sort()).toEqual(['/healthz 200', '/readyz 200']);
  const after = childrenOf(server.pid);
  expect([...after.keys()].sort()).toEqual(['http-1', 'http-2', 'jobs']);
  for (const [name, pid] of after) expect(pid).not.toBe(before.get(name));
  expect(await readsOf(server)).toEqual([READS, READS, READS]);
}

async function survivesKill(server: Started): Promise<void> {
  const WRITERS = 8;
  const acknowledged: string[] = [];
  let failed = 0;
  let goesOn = true;
  const write = async () => {
    while (goesOn) {
      const answer = await post(server, { body: 'A draft', status: 'draft' }).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push((await answer.json()).data.id);
      // The limits go on.
      else if (answer?.status !== 429) failed += 1;
      await sleep(150);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  await sleep(500);
  // The settings change only with the main process.
  const edited = join(cwd, '.env');
  await writeFile(edited, 'NOT_A_SETTING=1\n');
  process.kill(childrenOf(server.pid).get('http-2')!, 'SIGKILL');
  await logged(server, 'a process ended unexpectedly, starting it again');
  await logged(server, 'a process is back');
  await rm(edited);
  goesOn = false;
  await writing;
  expect(acknowledged.length).toBeGreaterThan(0);
  // Each writer waits for one response at a time.
  expect(failed).toBeLessThanOrEqual(WRITERS);
  expect(childrenOf(server.pid).size).toBe(3);
  expect(await readsOf(server)).toEqual([READS, READS, READS]);
  const some = acknowledged.slice(-50);
  const lookup = await readText(server, `/v1/posts/lookup?ids=${some}`, headers);
  expect(JSON.parse(lookup).data.items).toHaveLength(some.length);
}

async function endsWithMainProcess(server: Started): Promise<void> {
  const children = childrenOf(server.pid);
  server.child.kill('SIGKILL');
  await server.ended;
  for (const pid of children.values()) {
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000, interval: 50 });
  }
  await vi.waitFor(() => expect(postgresOf(dataDir)).toEqual([]), { timeout: 20_000, interval: 50 });
}

async function endsOnSignal(): Promise<void> {
  const server = await startServer({ cwd, env: { ...env, WORKER: 'separate' } });
  const children = childrenOf(server.pid);
  const { data } = await (await post(server, { body: 'Read until the end' })).json();
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(server.port)));
  // Each connection has served a request, and has sent half of its next one.
  await Promise.all(sockets.map((socket) => socket.ask('GET /healthz HTTP/1.1', { host: 'x' })));
  const body = JSON.stringify({ reaction_type: 'like', active: true });
  const head = { host: 'x', ...headers };
  const answers = sockets.map((socket) =>
    socket.askSlowly(`PUT /v1/posts/${data.id}/reaction HTTP/1.1`, head, body, { pauseMs: 1000 }),
  );
  await sleep(500);
  // Like Ctrl-C in a terminal, which reaches all processes.
  for (const pid of children.values()) process.kill(pid, 'SIGINT');
  const ended = server.end('SIGINT');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect(postgresOf(dataDir)).toEqual([]);
  expect(server.output()).not.toContain('"level":"error"');
}

async function explainsFailedStart(): Promise<void> {
  const other = await runCommand(['serve'], { cwd, env: { ...env, PORT: '0', SECRET_KEY: 'x'.repeat(40) } });
  expect(other.code).toBe(1);
  expect(other.stderr).toMatch(/^pronet: SECRET_KEY.*\n$/);
  expect(postgresOf(dataDir)).toEqual([]);
}
