import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { end, startCommand } from './processes.ts';

const [PROXY_PORT, ...PORTS] = [4900, 4901, 4902];
const BASE = `http://127.0.0.1:${PROXY_PORT}`;
const MEMBERS = 8;
const CALLERS = 16;
const PAUSE_MS = 50;
/** Longer than the proxy needs to see that a server is ready. */
const SETTLE_MS = 3000;
const REQUESTS_MIN = 20_000;

/** As the guide for operators has it: a server gets requests while `/readyz` says so. */
const HAPROXY = `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  option forwardfor
frontend public
  bind 127.0.0.1:${PROXY_PORT}
  default_backend servers
backend servers
  option httpchk GET /readyz
  default-server check inter 500ms fall 1 rise 1
${PORTS.map((port) => `  server s${port} 127.0.0.1:${port}\n`).join('')}`;

type Caller = Record<'authorization' | 'x-profile-id', string>;

async function call(
  method: string,
  path: string,
  headers: Partial<Caller>,
  body?: object,
): Promise<Record<string, string>> {
  const json = body && { body: JSON.stringify(body) };
  const response = await fetch(BASE + path, {
    method,
    headers: {
      ...headers,
      ...(json && { 'content-type': 'application/json', 'idempotency-key': randomBytes(9).toString('hex') }),
    },
    ...json,
  });
  const answer = (await response.json()) as { ok: boolean; data: Record<string, string>; error_code?: string };
  if (!answer.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.error_code}`);
  return answer.data;
}

async function makeCaller(number: number): Promise<Caller> {
  const password = randomBytes(12).toString('hex');
  const data = (await call(
    'POST',
    '/v1/account',
    {},
    { email: `trial${number}@example.com`, password },
  )) as unknown as {
    session: { token: string };
  };
  const authorization = `Bearer ${data.session.token}`;
  const profile = { type: 'human', username: `trial${number}`, name: 'Robin Example' };
  return { authorization, 'x-profile-id': (await call('POST', '/v1/profiles', { authorization }, profile))['id']! };
}

/** Reads and writes until `stop`, and counts what failed by what happened. */
class Load {
  done = 0;
  slowestMs = 0;
  readonly failures = new Map<string, number>();
  #stopped = false;
  readonly #running: Promise<unknown>;

  constructor(callers: readonly Caller[], postId: string) {
    this.#running = Promise.all(
      Array.from({ length: CALLERS }, async (_, index) => {
        for (let turn = index; !this.#stopped; turn += CALLERS) {
          await this.#send(turn, callers[turn % callers.length]!, postId);
          await sleep(PAUSE_MS);
        }
      }),
    );
  }

  async #send(turn: number, caller: Caller, postId: string): Promise<void> {
    const kinds: [string, string, object?][] = [
      ['GET', '/v1/home'],
      ['GET', '/v1/feed'],
      ['GET', `/v1/posts/${postId}`],
      ['POST', '/v1/posts', { body: `Number ${turn}` }],
      ['PUT', `/v1/posts/${postId}/reaction`, { reaction_type: 'like', active: turn % 2 === 0 }],
    ];
    const [method, path, body] = kinds[turn % kinds.length]!;
    const beganAt = performance.now();
    await call(method, path, caller, body).catch((error: Error) => {
      const what = String(error.cause ?? error.message);
      this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
    });
    this.done += 1;
    this.slowestMs = Math.max(this.slowestMs, performance.now() - beganAt);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}

/**
 * Two servers of `from`, another checkout, behind haproxy are replaced by two of this one, one after the other under load, and
 * then back. No request may fail. `DATABASE_URL` is an empty database.
 */
export async function run(_seconds: number, { from }: { from?: string | undefined }): Promise<boolean> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!from || !databaseUrl)
    throw new Error('needs --from <folder of another version>, and DATABASE_URL of an empty database');
  const folder = await mkdtemp(join(tmpdir(), 'pronet-chaos-'));
  const env = {
    DATABASE_URL: databaseUrl,
    BASE_URL: BASE,
    SECRET_KEY: randomBytes(24).toString('hex'),
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY_MS: '3000',
  };
  const start = async (port: number, root: string | undefined): Promise<ChildProcess> => {
    const dataDir = join(folder, String(port));
    await mkdir(dataDir, { recursive: true });
    return (await startCommand('serve', 'ready', { ...env, PORT: String(port), DATA_DIR: dataDir }, root)).child;
  };
  await writeFile(join(folder, 'haproxy.cfg'), HAPROXY);
  const proxy = spawn('haproxy', ['-f', join(folder, 'haproxy.cfg'), '-db'], { stdio: 'ignore' });
  const servers: ChildProcess[] = [];
  try {
    for (const port of PORTS) servers.push(await start(port, resolve(from)));
    await sleep(SETTLE_MS);
    const callers = [];
    for (let number = 0; number < MEMBERS; number++) callers.push(await makeCaller(number));
    const post = await call('POST', '/v1/posts', callers[0]!, { body: 'The first' });
    const load = new Load(callers, post['id']!);
    for (const root of [undefined, resolve(from)]) {
      for (const [index, port] of PORTS.entries()) {
        await sleep(SETTLE_MS);
        await end(servers[index]!, 'SIGTERM');
        servers[index] = await start(port, root);
      }
    }
    while (load.done < REQUESTS_MIN) await sleep(500);
    await load.stop();
    const failures = Object.fromEntries(load.failures);
    const ok = load.failures.size === 0;
    console.log(
      JSON.stringify({ chaos: 'upgrade', ok, requests: load.done, failures, slowest_ms: Math.round(load.slowestMs) }),
    );
    return ok;
  } finally {
    await Promise.all(servers.map((server) => end(server, 'SIGTERM')));
    proxy.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
